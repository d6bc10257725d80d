import Foundation
import LoopbackServer
import Testing

@testable import Methodical

/// Tests of running calls, as `Calls.md` describes them.
@Suite struct RunningCallTests {
    @Test func nothingStartsBeforeStart() async throws {
        let server = try LoopbackServer(#"{"response":[{"id":1}]}"#)
        let request = VK(server).users.get(userIDs: [1])
        #expect(server.connections == 0)
        let running = request.signature("members screen").start()
        #expect(running.signature == "members screen")
        // The call runs even if no task waits for it.
        while running.state == .running { try await Task.sleep(for: .milliseconds(1)) }
        #expect(server.received.count == 1)
        #expect(running.state == .finished && "\(running)" == "members screen: finished")
        #expect(try await running.value == [VK.User(id: 1)])
        #expect(try await running.response.status == 200)
        #expect(server.received.count == 1)
    }

    @Test("A cancelled call ends its request, and a call that has failed stays failed")
    func cancelling() async throws {
        let server = try LoopbackServer { _ in .silence }
        let running = VK(server).users.report(userID: 1)
        let free = VK(server).users.signIn(name: "a", password: "b").start()
        while server.received.isEmpty { try await Task.sleep(for: .milliseconds(1)) }
        #expect(free.state == .running)
        free.cancel()
        await #expect(throws: APIError.self) { try await free.value }
        #expect(free.state == .cancelled)
        while server.openConnections > 0 { try await Task.sleep(for: .milliseconds(1)) }
        // Cancelling a call that has already failed changes no state.
        let failing = running.start()
        await #expect(throws: APIError.self) { try await failing.value }
        #expect(failing.state == .failed)
        failing.cancel()
        #expect(failing.state == .failed)
    }

    @Test func cancellingTheSurroundingTask() async throws {
        let server = try LoopbackServer { _ in .silence }
        let running = VK(server).users.get().start()
        let task = Task { try await running.value }
        while server.received.isEmpty { try await Task.sleep(for: .milliseconds(1)) }
        task.cancel()
        await #expect(throws: APIError.self) { try await task.value }
        #expect(running.state == .cancelled)
        while server.openConnections > 0 { try await Task.sleep(for: .milliseconds(1)) }
    }

    @Test("A completion handler receives the value or the error of a call")
    func withoutAsync() async throws {
        let server = try LoopbackServer(#"{"response":[{"id":1}]}"#)
        let request = VK(server).users.get()
        func values() async -> Result<[VK.User], APIError> {
            await withCheckedContinuation { continuation in request.send { continuation.resume(returning: $0) } }
        }
        func responses(_ request: Request<Int>) async -> Result<Response<Int>, APIError> {
            await withCheckedContinuation { continuation in request.response { continuation.resume(returning: $0) } }
        }
        #expect(try await values().get() == [VK.User(id: 1)])
        await #expect(throws: APIError.self) { try await responses(VK(server).users.report(userID: 1)).get() }
    }

    /// Each of 3000 calls, 300 at a time, ends exactly once. A third of them are cancelled before, while or after they
    /// are sent; half of the others are equal reads.
    @Test func everyCallEndsOnceAndLeavesNothing() async throws {
        let server = try LoopbackServer(keeping: false) { _ in .http(200, [], #"{"response":[{"id":1}]}"#) }
        let events = Observed()
        let ended = Locked([APIError.Code?: Int]())
        do {
            let vk = VK(configuration: Client.Configuration(baseURL: server.baseURL, observers: [events], cache: nil))
            await withTaskGroup(of: Void.self) { group in
                for number in 0..<3000 {
                    if number >= 300 { await group.next() }
                    group.addTask {
                        let running = vk.users.get(userIDs: [number.isMultiple(of: 2) ? number : 0]).start()
                        if number.isMultiple(of: 3) {
                            try? await Task.sleep(for: .microseconds(number &* 7919 % 5000))
                            running.cancel()
                        }
                        var code: APIError.Code?
                        do throws(APIError) { _ = try await running.value } catch { code = error.code }
                        ended.withLock { [code] in $0[code, default: 0] += 1 }
                    }
                }
            }
            #expect(vk.client.inFlight.withLock { $0.isEmpty })
        }
        let counts = ended.withLock { $0 }
        #expect(Set(counts.keys).isSubset(of: [nil, .cancelled]) && counts.values.reduce(0, +) == 3000)
        #expect(counts[nil, default: 0] >= 2000)
        var ends: [UInt64: Int] = [:]
        for event in events.all {
            switch event.kind {
            case .finished, .failed: ends[event.call, default: 0] += 1
            default: break
            }
        }
        #expect(ends.count == 3000 && ends.values.allSatisfy { $0 == 1 })
        // The connections end with the client.
        while server.openConnections > 0 { try await Task.sleep(for: .milliseconds(5)) }
    }

    // MARK: Progress

    @Test("A listener receives the newest progress, also after the end, and never holds up the transport")
    func progress() async throws {
        let gate = Gate()
        let vk = VK(transport: Reporting(gate: gate))
        let upload = vk.users.signIn(name: "a", password: "b").start()
        // Without a listener, 10,000 reports replace one another: the newest is available, and the transport never
        // waits.
        while await !gate.isAwaited { await Task.yield() }
        var fractions: [Double?] = []
        for await step in upload.progress {
            fractions.append(step.fraction)
            await gate.open()
        }
        #expect(fractions.first == 0.5 && fractions.last == 1)
        #expect(try await upload.value == VK.User(id: 1))
        // A listener after the end receives the last report, and its loop ends.
        var late: [TransferProgress] = []
        for await step in upload.progress { late.append(step) }
        #expect(late.map(\.sent.bytes) == [20_000])
    }

    /// A call that joins an in-flight request sees its progress too.
    @Test func progressOfAJoinedCall() async throws {
        let gate = Gate()
        let events = Observed()
        let vk = VK(transport: Reporting(gate: gate), configuration: Client.Configuration(observers: [events]))
        let first = vk.users.get().start()
        while await !gate.isAwaited { await Task.yield() }
        let second = vk.users.get().start()
        while !events.all.contains(where: { $0.kind == .joined(1) }) { await Task.yield() }
        for running in [first, second] {
            var steps = running.progress.makeAsyncIterator()
            #expect(await steps.next()?.sent == TransferProgress.Part(bytes: 10_000, total: 20_000))
        }
        await gate.open()
        _ = try await (first.value, second.value)
    }

    /// Suspending one of several calls does not hold back the transfer that the others wait for.
    @Test func suspendingAJoinedCall() {
        let (shared, first, second) = (TransferObserver(), TransferObserver(), TransferObserver())
        let held = Locked([Bool]())
        shared.onPause { isHeld in held.withLock { $0.append(isHeld) } }
        shared.share(with: first)
        first.suspend()
        shared.share(with: second)
        second.suspend()
        first.resume()
        first.suspend()
        shared.share(with: nil)
        second.resume()
        #expect(held.withLock { $0 } == [false, true, false, true, false, true, false])
    }

    /// A call that has ended does not keep the others from suspending the transfer.
    @Test func suspendingAfterAnotherCallHasEnded() {
        let (shared, first, second) = (TransferObserver(), TransferObserver(), TransferObserver())
        let held = Locked([Bool]())
        shared.onPause { isHeld in held.withLock { $0.append(isHeld) } }
        shared.share(with: first)
        shared.share(with: second)
        second.suspend()
        #expect(held.withLock { $0 } == [false])
        first.end()
        #expect(held.withLock { $0 } == [false, true])
        second.resume()
        #expect(held.withLock { $0 } == [false, true, false])
    }

    @Test func progressInWords() {
        func text(_ sent: (Int, Int?), _ received: (Int, Int?)) -> String {
            "\(TransferProgress(sent: .init(bytes: sent.0, total: sent.1), received: .init(bytes: received.0, total: received.1)))"
        }
        #expect(text((10_000, 20_000), (5, nil)) == "sent 10000 of 20000 bytes, received 5 bytes")
        #expect(text((10_000, 20_000), (0, nil)) == "sent 10000 of 20000 bytes")
        #expect(text((0, nil), (0, 700)) == "received 0 of 700 bytes")
        #expect(text((0, nil), (0, nil)) == "nothing yet")
    }

    @Test("The fraction of a transfer is that of its larger body, and nil if the length is unknown")
    func fractions() {
        func fraction(_ sent: (Int, Int?), _ received: (Int, Int?)) -> Double? {
            TransferProgress(
                sent: .init(bytes: sent.0, total: sent.1), received: .init(bytes: received.0, total: received.1)
            ).fraction
        }
        #expect(fraction((0, nil), (0, nil)) == nil)
        #expect(fraction((0, nil), (500, nil)) == nil)
        #expect(fraction((0, nil), (500, 1000)) == 0.5)
        #expect(fraction((50, 100), (0, nil)) == 0.5)
        // The first has a small request and a large response, the second a large request and a small response.
        #expect(fraction((100, 100), (250, 1000)) == 0.25)
        #expect(fraction((900, 1000), (0, 10)) == 0.9)
        #expect(fraction((0, nil), (0, 0)) == 1)
    }

    // MARK: Events

    @Test func eventsOfOneScreen() async throws {
        let server = try LoopbackServer(#"{"response":[{"id":1}]}"#)
        let vk = VK(server, token: Token("secret-token"))
        let events = vk.events
        let members = vk.users.get(userIDs: [1]).signature("members screen")
        _ = try await members.send()
        _ = try await vk.users.get(userIDs: [2]).send()
        _ = try await members.send()
        _ = try? await vk.users.signIn(name: "a", password: "secret-word").signature("members screen").send()
        var heard: [ClientEvent] = []
        for await event in events where event.signature == "members screen" {
            heard.append(event)
            if case .failed = event.kind { break }
        }
        #expect(heard.map(\.call) == [1, 1, 1, 3, 3, 4, 4, 4, 4])
        #expect(heard.allSatisfy { $0.account == 1 })
        #expect(heard[0].kind == .started && heard[1].kind == .sent(attempt: 1))
        #expect(heard[1].description == "users.get [members screen]: sent")
        guard case .finished(let network) = heard[2].kind, case .finished(let memory) = heard[4].kind else {
            throw APIError(.cancelled)
        }
        #expect(network.source == .network && network.status == 200 && network.bytes == 23 && network.duration >= .zero)
        #expect(memory.source == .memory)
        guard case .unreadable(let mismatch) = heard[7].kind, case .failed(let code, _) = heard[8].kind else {
            throw APIError(.cancelled)
        }
        #expect(mismatch.path.hasPrefix("response"), "\(mismatch)")
        #expect(code == .undecodable && heard[8].method == "users.signIn")
        #expect(!"\(heard)".contains("secret-"))
    }

    @Test("Each listener receives all events, a slow one loses the oldest, and all end with the client")
    func listeners() async throws {
        let slow: AsyncStream<ClientEvent>
        var first: AsyncStream<ClientEvent>.Iterator
        do {
            let vk = VK(transport: Reporting(gate: nil))
            slow = vk.events
            first = vk.events.makeAsyncIterator()
            for index in 0..<500 {
                _ = try await vk.users.get(userIDs: [index]).send()
                for _ in 0..<3 { #expect(await first.next()?.call == UInt64(index + 1)) }
            }
            let quick = vk.events
            let task = Task { await quick.first { _ in true } }
            while vk.client.listeners.withLock({ $0.streams.count }) < 3 { await Task.yield() }
            _ = try await vk.users.get().send()
            #expect(await task.value?.call == 501)
        }
        var heard: [UInt64] = []
        for await event in slow { heard.append(event.call) }
        #expect(heard.count == 1000 && heard.last == 501)
        for _ in 0..<3 { #expect(await first.next()?.call == 501) }
        #expect(await first.next() == nil)
    }

    @Test func aListenerThatIsDoneCostsNothing() async throws {
        let vk = VK(transport: Reporting(gate: nil))
        do {
            let events = vk.events
            _ = try await vk.users.get().send()
            for await event in events where event.kind != .started { break }
        }
        while vk.client.listeners.withLock({ !$0.streams.isEmpty }) { await Task.yield() }
    }

    // MARK: Signatures and priorities

    @Test("A signature is part of a request's identity and description, but not of its cache key")
    func signatures() async throws {
        enum Screen { case members }
        let server = try LoopbackServer(#"{"response":[]}"#)
        let request = VK(server).users.get()
        let named = request.signature(Screen.members)
        #expect(named != request && named == request.signature(Screen.members))
        #expect(Call.Signature(Screen.members) == Screen.members && Call.Signature(Screen.members) != "members")
        #expect(Call.Signature("a") == Call.Signature(Call.Signature("a")) && Call.Signature(1) != Call.Signature("1"))
        let text = "members screen"
        #expect(
            Call.Signature(text) == text && Set([Call.Signature(text), "members screen", Call.Signature(7)]).count == 2)
        #expect(
            "\(request.signature(text).cached(for: .seconds(1)).priority(.low))"
                == "users.get(cached for 1.0 seconds, low priority, signature members screen)")
        // The signature is not part of the cache key.
        _ = try await named.send()
        #expect(try await request.signature("another").response().source == .memory)
        #expect(server.received.count == 1)
        #expect(try await failure(VK(server).users.report(userID: 1)).signature == "users.report")
    }

    @Test func prioritiesReachTheTransport() async throws {
        struct Priorities: Transport {
            func send(_ request: HTTPRequest) async throws -> HTTPResponse {
                HTTPResponse(status: 200, body: Data("{\"response\":\(request.priority.rawValue)}".utf8))
            }
        }
        let vk = VK(account: Account(id: 1, token: Token("a")), transport: Priorities())
        #expect(try await vk.users.report(userID: 1).send() == Call.Priority.normal.rawValue)
        #expect(try await vk.users.report(userID: 1).priority(.high).send() == Call.Priority.high.rawValue)
        #expect(Call.Priority.low < .high)
    }

    // MARK: Calls without a schema

    @Test("A call by name sends its own arguments with those of the API, and a read can be cached")
    func rawCalls() async throws {
        let server = try LoopbackServer(#"{"response":[{"id":1}]}"#)
        let vk = VK(server, token: Token("abc"))
        #expect(try await vk.call("users.get", ["user_ids": "1"], as: [VK.User].self).send() == [VK.User(id: 1)])
        let ids = [1, 2]
        let request = vk.call(
            "users.get", ["user_ids": ids, "count": 5, "q": "a b"], as: JSON.self, verb: .get, reads: true
        ).cached(for: .oneHour)
        #expect(try await request.send()[0]?["id"] == 1)
        #expect(try await request.response().source == .memory)
        #expect("\(request)" == #"users.get(count: 5, q: "a b", user_ids: 1,2, cached for 3600.0 seconds)"#)
        #expect(
            server.received.map(\.line) == [
                "POST /users.get HTTP/1.1",
                "GET /users.get?count=5&q=a%20b&user_ids=1,2&v=5.199&access_token=abc HTTP/1.1",
            ])
        #expect(server.received[0].body == "user_ids=1&v=5.199&access_token=abc")
    }

    @Test("A request to any HTTP address takes any status, is not cached, and sends a token only if told to")
    func anyRequest() async throws {
        let server = try LoopbackServer { request in
            request.verb == "GET" ? .http(404, ["X-Kind: file"], "not found") : .http(200, [], request.body)
        }
        let events = Observed()
        let vk = VK(
            account: Account(id: 1, token: Token("abc")), configuration: Client.Configuration(observers: [events]))
        let missing = try await vk.request(.get, "\(server.baseURL)/a%20b.mp3?key=k1", headers: ["X-Key": "k2"])
            .signature("file").send()
        #expect(missing.status == 404 && missing.headers["X-Kind"] == "file" && missing.body == Data("not found".utf8))
        let post = vk.request(
            .post, "\(server.baseURL)/upload", headers: ["Content-Type": "text/plain"], body: Data("äöü".utf8))
        #expect(try await post.send().body == Data("äöü".utf8))
        #expect(server.received.map(\.line) == ["GET /a%20b.mp3?key=k1 HTTP/1.1", "POST /upload HTTP/1.1"])
        #expect(server.received[0]["X-Key"] == "k2" && server.received[0]["Authorization"] == nil)
        #expect(server.received[1]["Content-Type"] == "text/plain")
        #expect(!server.received.contains { ($0.head + $0.body).contains("abc") })
        struct Signer: RequestSigner {
            func sign(_ request: inout HTTPRequest, at time: Date) async throws(APIError) {
                request.headers["X-Signature"] = "signed"
            }
        }
        let signing = VK(
            account: Account(id: 1, token: Token("abc")), configuration: Client.Configuration(signer: Signer()))
        for isAuthorized in [true, false] {
            _ = try await signing.request(.get, "\(server.baseURL)/mine", authorized: isAuthorized).send()
        }
        #expect(server.received[2].target == "/mine?access_token=abc" && server.received[2]["X-Signature"] == "signed")
        #expect(server.received[3].target == "/mine" && server.received[3]["X-Signature"] == nil)
        #expect(events.all.first?.signature == "file" && events.all.first?.method == "GET 127.0.0.1:\(server.port)")
        // The responses were not cached, and addresses other than HTTP are refused.
        #expect(try vk.cache.size() == 0)
        #expect(try await failure(vk.request(.get, "file:///etc/hostname")).code == .invalidRequest)
        #expect(vk.request(.get, "https://user:word@example.com/a?key=k1").description == "GET example.com()")
    }

    @Test func aFileIsKeptIfTheCallSaysSo() async throws {
        let server = try LoopbackServer { request in .http(200, [], request.target) }
        let vk = VK(server)
        let request = vk.request(.get, "\(server.baseURL)/a.mp3").cached(for: .oneMonth)
        #expect(try await request.send().body == Data("/a.mp3".utf8))
        #expect(try await request.response().source == .memory)
        #expect(
            try await vk.request(.get, "\(server.baseURL)/b.mp3").cached(for: .oneMonth).send().body
                == Data("/b.mp3".utf8))
    }
}

/// A transport that reports 10,000 of 20,000 bytes one by one, waits for the gate, reports the rest, and responds.
private struct Reporting: Transport {
    let gate: Gate?

    func send(_ request: HTTPRequest) async throws -> HTTPResponse { try await send(request, observing: nil) }

    func send(_ request: HTTPRequest, observing observer: TransferObserver?) async throws -> HTTPResponse {
        for bytes in [1...10_000, 10_001...20_000] {
            if gate != nil {
                for byte in bytes { observer?.report(TransferProgress(sent: .init(bytes: byte, total: 20_000))) }
            }
            if bytes.lowerBound == 1 { await gate?.wait() }
        }
        let isList = request.url.path().hasSuffix("users.get")
        return HTTPResponse(status: 200, body: Data(isList ? #"{"response":[]}"#.utf8 : #"{"response":{"id":1}}"#.utf8))
    }
}
