import EachTransport
import Foundation
import LoopbackServer
import Methodical
import MethodicalStreams
import Testing

/// Streams of a real server.
@Suite(.eachTransport) struct StreamTests {
    @Test func deliversEventsWithTheirNamesAndIDs() async throws {
        let server = try LoopbackServer { _ in
            .raw(
                [
                    "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream; charset=utf-8\r\n\r\nid: 7\nevent: a\nda",
                    "ta: {\"n\": 1}\n\ndata: [2]\r\n\r\n: ping\n\n",
                ], pause: 0.05)
        }
        let service = Service(server.baseURL)
        var events: [StreamEvent<JSON>] = []
        for try await event in service.ticks().reconnecting(false).events { events.append(event) }
        #expect(events.map(\.value) == [["n": 1], [2]])
        #expect(events.map(\.name) == ["a", "message"])
        #expect(events.map(\.id) == ["7", "7"])
        let request = try #require(server.received.first)
        #expect(request.line == "GET /ticks HTTP/1.1")
        #expect(request["Accept"] == "text/event-stream")
        #expect(request["Cache-Control"] == "no-store")
        #expect(request["Authorization"] == "Bearer secret-token")
        #expect(request["Last-Event-ID"] == nil)
    }

    @Test func endsAtTheEndMark() async throws {
        let server = try LoopbackServer { _ in stream("data: 1\n\ndata: [DONE]\n\ndata: 2\n\n") }
        let (elements, error) = await collect(Service(server.baseURL).reply(to: "hi"))
        #expect(elements == [1])
        #expect(error == nil)
        #expect(server.received[0].line == "POST /reply HTTP/1.1")
        #expect(server.received[0].body == "{\"prompt\":\"hi\"}")
    }

    @Test func takesAnEndMarkWithoutAnEmptyLine() async throws {
        let server = try LoopbackServer { _ in stream("data: 1\n\ndata: [DONE]") }
        let (elements, error) = await collect(Service(server.baseURL).reply(to: "hi"))
        #expect(elements == [1])
        #expect(error == nil)
    }

    @Test func reportsAMissingEndMark() async throws {
        let server = try LoopbackServer { _ in stream("data: 1\n\n") }
        let (elements, error) = await collect(Service(server.baseURL).reply(to: "hi"))
        #expect(elements == [1])
        #expect(error?.code == .connection)
        #expect(error?.method == "reply")
        // A write is not sent again.
        #expect(server.received.count == 1)
    }

    @Test func throwsARefusalBeforeTheFirstElement() async throws {
        let server = try LoopbackServer { _ in
            .http(400, [], #"{"error": {"code": "bad", "message": "no secret-token"}}"#)
        }
        let (elements, error) = await collect(Service(server.baseURL).reply(to: "hi"))
        #expect(elements.isEmpty)
        #expect(error?.status == 400)
        #expect(error?.server?.code == .text("bad"))
        #expect(error?.server?.message?.contains("secret-token") == false)
    }

    @Test func throwsAnErrorInsideTheStream() async throws {
        let server = try LoopbackServer { _ in
            stream("data: 1\n\ndata: {\"error\": {\"code\": \"overloaded\", \"message\": \"x\"}}\n\n")
        }
        let (elements, error) = await collect(Service(server.baseURL).reply(to: "hi"))
        #expect(elements == [1])
        #expect(error?.server?.code == .text("overloaded"))
    }

    @Test func throwsAnErrorWithTheStatus200() async throws {
        let server = try LoopbackServer { _ in
            .http(200, ["Content-Type: application/json"], #"{"error": {"code": "bad", "message": "x"}}"#)
        }
        let (_, error) = await collect(Service(server.baseURL).reply(to: "hi"))
        #expect(error?.server?.code == .text("bad"))
    }

    /// format-mime-bogus of the Web Platform Tests: another type fails the connection, and it is not replaced.
    @Test(arguments: ["text/x-bogus", "x bogus", "text/html", "application/json"])
    func refusesOtherTypes(_ type: String) async throws {
        let server = try LoopbackServer { _ in .http(200, ["Content-Type: \(type)"], "data: 1\n\n") }
        let (elements, error) = await collect(Service(server.baseURL).ticks())
        #expect(elements.isEmpty)
        #expect(error?.code == .undecodable)
        #expect(server.received.count == 1)
    }

    /// A page of a captive portal is no stream, whatever its format.
    @Test func refusesAPage() async throws {
        let server = try LoopbackServer { _ in .http(200, ["Content-Type: text/html"], "<html>Sign in</html>\n") }
        let service = Service(server.baseURL)
        for error in await [collect(service.lines()).1, collect(service.chunks()).1, collect(service.ticks()).1] {
            #expect(error?.code == .undecodable && error?.message?.contains("text/html") == true)
        }
        #expect(await collect(service.chunks().header("Accept", "text/html")).1 == nil)
    }

    @Test(arguments: ["text/event-stream;", "Text/Event-Stream ; charset=x", "text/event-stream;charset=windows-1252"])
    func takesParametersOfTheType(_ type: String) async throws {
        let server = try LoopbackServer { _ in stream("data: \"ok…\"\n\n", type: type) }
        let (elements, _) = await collect(Service(server.baseURL).ticks().reconnecting(false))
        #expect(elements == ["ok…"])
    }

    @Test func retriesBeforeTheFirstElement() async throws {
        let count = Locked(0)
        let server = try LoopbackServer { _ in
            let number = count.withLock { count in
                count += 1
                return count
            }
            return number < 3 ? .http(503, [], "") : stream("data: 1\n\n")
        }
        let (elements, error) = await collect(Service(server.baseURL).ticks().reconnecting(false))
        #expect(elements == [1])
        #expect(error == nil)
        #expect(server.received.count == 3)
    }

    /// Reconnection as in `eventsource-reconnect` and `format-field-id` of the Web Platform Tests.
    @Test func continuesAfterTheLastEvent() async throws {
        let server = try LoopbackServer { request in
            switch request["Last-Event-ID"] {
            case nil: stream("retry: 20\nid: …\ndata: 1\n\nid: lost\ndata: 2")
            case "…": stream("data: 3\n\n")
            default: .http(204)
            }
        }
        let pauses = Pauses()
        var elements: [JSON] = []
        for try await element in Service(server.baseURL, pauses: pauses).ticks() {
            elements.append(element)
            if elements.count == 3 { break }
        }
        #expect(elements == [1, 3, 3])
        #expect(server.received.map { $0["Last-Event-ID"] } == [nil, "…", "…"])
        #expect(pauses.all.withLock { $0 } == [.milliseconds(20), .milliseconds(20)])
    }

    @Test func resumesWhereTheCallerSays() async throws {
        let server = try LoopbackServer { _ in stream("data: 1\n\n") }
        _ = await collect(Service(server.baseURL).ticks().resuming(after: "41").reconnecting(false))
        #expect(server.received[0]["Last-Event-ID"] == "41")
    }

    /// An id becomes a header field, so it cannot begin another one.
    @Test(arguments: ["1\r\nX-Evil: 1", "1\n", "\u{0}"])
    func refusesAnIDWithAControlCharacter(_ id: String) async throws {
        let server = try LoopbackServer { _ in stream("data: 1\n\n") }
        let (_, error) = await collect(Service(server.baseURL).ticks().resuming(after: id).reconnecting(false))
        #expect(error?.code == .invalidRequest && error?.method == "ticks")
        #expect(server.connections == 0)
    }

    /// A server cannot keep the client busy by asking for no pause at all.
    @Test func pausesBetweenConnections() async throws {
        let server = try LoopbackServer { _ in stream("retry: 0\ndata: 1\n\n") }
        let pauses = Pauses()
        var ticks = Service(server.baseURL, pauses: pauses).ticks().makeAsyncIterator()
        for _ in 0..<3 { #expect(try await ticks.next() == 1) }
        #expect(pauses.all.withLock { $0 } == [.milliseconds(20), .milliseconds(20)])
    }

    /// `request-status-error` and `eventsource-reconnect` of the Web Platform Tests.
    @Test func endsWithAStatusAfterTheStreamHasBegun() async throws {
        let count = Locked(0)
        let server = try LoopbackServer { _ in
            let number = count.withLock { count in
                count += 1
                return count
            }
            return number == 1 ? stream("data: 1\n\n") : .http(204)
        }
        let (elements, error) = await collect(Service(server.baseURL).ticks())
        #expect(elements == [1])
        #expect(error == nil)
        #expect(server.received.count == 2)
    }

    @Test(arguments: [204, 205, 210, 299, 404, 410])
    func endsAtOnceWithTheseStatuses(_ status: Int) async throws {
        let server = try LoopbackServer { _ in .http(status, ["Content-Type: text/plain"], "") }
        let (elements, error) = await collect(Service(server.baseURL).ticks())
        #expect(elements.isEmpty)
        #expect((error == nil) == (status < 206))
        #expect(server.received.count == 1)
    }

    @Test func keepsTheLastIDAcrossFailures() async throws {
        let count = Locked(0)
        let server = try LoopbackServer { _ in
            let number = count.withLock { count in
                count += 1
                return count
            }
            return number == 1 ? stream("id: 1\ndata: 1\n\n") : number < 9 ? .reset : stream("data: 2\n\n")
        }
        let pauses = Pauses()
        var elements: [JSON] = []
        for try await element in Service(server.baseURL, pauses: pauses).ticks() {
            elements.append(element)
            if elements.count == 2 { break }
        }
        #expect(elements == [1, 2])
        #expect(server.received.dropFirst().allSatisfy { $0["Last-Event-ID"] == "1" })
        #expect(pauses.all.withLock { $0.contains(.seconds(6)) })
    }

    @Test func readsJSONLines() async throws {
        let server = try LoopbackServer { _ in
            stream("{\"a\": 1}\n\n\r\n[2]\r\n{\"c\": \"…\"}", type: "application/x-ndjson")
        }
        let (elements, error) = await collect(Service(server.baseURL).lines())
        #expect(elements == [["a": 1], [2], ["c": "…"]])
        #expect(error == nil)
        #expect(server.received[0]["Accept"]?.hasPrefix("application/x-ndjson") == true)
    }

    @Test func reportsALineThatIsNotJSON() async throws {
        let server = try LoopbackServer { _ in stream("1\nxyz secret-token\n2\n", type: "application/x-ndjson") }
        let (elements, error) = await collect(Service(server.baseURL).lines())
        #expect(elements == [1])
        #expect(error?.code == .undecodable)
        #expect(error.map { "\($0)".contains("secret-token") } == false)
    }

    @Test("A stream of chunks delivers all bytes of the body")
    func deliversChunks() async throws {
        let bytes = Data((0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 31) })
        let server = try LoopbackServer { _ in .slow(200, ["Content-Type: image/x"], bytes, piece: 5000) }
        let (chunks, error) = await collect(Service(server.baseURL).chunks())
        #expect(chunks.reduce(Data(), +) == bytes)
        #expect(error == nil)
    }

    @Test func reportsChunksThatAreCutOff() async throws {
        let server = try LoopbackServer { _ in .slow(200, [], Data(count: 30_000), cut: 20_000) }
        let (chunks, error) = await collect(Service(server.baseURL).chunks())
        #expect(chunks.reduce(0) { $0 + $1.count } == 20_000)
        #expect(error?.code == .connection)
    }

    @Test func endsTheRequestWithTheLoop() async throws {
        let server = try LoopbackServer { _ in endless() }
        for try await _ in Service(server.baseURL).ticks() { break }
        try await until { server.openConnections == 0 }
    }

    @Test func endsTheRequestWithItsTask() async throws {
        let server = try LoopbackServer { _ in endless() }
        let begun = Locked(false)
        let task = Task {
            for try await _ in Service(server.baseURL).ticks() { begun.withLock { $0 = true } }
        }
        try await until { begun.withLock { $0 } }
        task.cancel()
        let result = await task.result
        #expect(throws: APIError.self) { try result.get() }
        try await until { server.openConnections == 0 }
    }

    /// A transport may hold a lock while it reports the head, and take the same lock when its task is cancelled.
    @Test func cancelsWithoutADeadlock() async throws {
        let (hasBegun, hasReported) = (Locked(false), Locked(false))
        let transport = LockedTransport(hasBegun: hasBegun, hasReported: hasReported)
        let task = Task { await collect(Service("http://127.0.0.1", transport: transport).ticks()) }
        try await until { hasBegun.withLock { $0 } }
        Thread.detachNewThread { task.cancel() }
        try await until { hasReported.withLock { $0 } }
        #expect(await task.value.error?.code == .cancelled)
    }

    /// One reader that sleeps does not hold up the requests of others, although URLSession's sessions share a queue.
    @Test func aSleepingReaderHoldsUpNobody() async throws {
        let block = Data(repeating: 0x78, count: 1 << 16)
        let server = try LoopbackServer { request in
            if request.target == "/ticks" { return .http(200, ["Content-Type: text/event-stream"], "data: 1\n\n") }
            return .live { send in
                guard send(Data("HTTP/1.1 200 OK\r\n\r\n".utf8)) else { return }
                for _ in 0..<1600 { guard send(block) else { return } }
            }
        }
        let service = Service(server.baseURL)
        var sleeping = service.chunks().makeAsyncIterator()
        var received = try await sleeping.next()?.count ?? 0
        for _ in 0..<5 {
            let (elements, _) = await collect(service.ticks().reconnecting(false))
            #expect(elements == [1])
        }
        while let chunk = try await sleeping.next() { received += chunk.count }
        #expect(received == 1600 << 16)
    }

    @Test func refusesAnElementWithoutEnd() async throws {
        let server = try LoopbackServer { _ in
            .live { send in
                _ = send(Data("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\ndata: ".utf8))
                while send(Data(repeating: 0x78, count: 1 << 16)) {}
            }
        }
        let service = Service(
            client: Client(
                Service.api,
                over: Client.Configuration(
                    baseURL: server.baseURL, session: SessionOptions { $0.largestResponse = 1 << 20 })))
        let (_, error) = await collect(service.ticks())
        #expect(error?.code == .tooLarge)
    }

    @Test func theTimeoutEndsWithTheHead() async throws {
        var last: (elements: [JSON], error: APIError?) = ([], nil)
        // On a busy machine, even the head may arrive after a timeout. Then the next one counts.
        for seconds in [2.0, 20, 120] where last.elements.isEmpty {
            let server = try LoopbackServer { _ in
                .live { send in
                    _ = send(Data("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n".utf8))
                    Thread.sleep(forTimeInterval: seconds + 1)
                    _ = send(Data("data: 1\n\n".utf8))
                }
            }
            last = await collect(
                Service(server.baseURL).ticks().timeout(.seconds(seconds)).reconnecting(false))
        }
        #expect(last.elements == [1])
        #expect(last.error == nil)
        let silent = try LoopbackServer { _ in .silence }
        let late = await collect(Service(silent.baseURL).ticks().timeout(.milliseconds(200)))
        #expect(late.error?.code == .timedOut)
    }

    private func endless() -> LoopbackServer.Reply {
        .live { send in
            guard send(Data("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n".utf8)) else { return }
            while send(Data("data: 1\n\n".utf8)) { Thread.sleep(forTimeInterval: 0.01) }
        }
    }
}

/// Waits for a condition, at most a minute.
func until(_ isTrue: () -> Bool) async throws {
    for _ in 0..<6000 where !isTrue() { try await Task.sleep(for: .milliseconds(10)) }
    #expect(isTrue())
}
