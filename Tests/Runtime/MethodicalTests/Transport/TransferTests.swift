import EachTransport
import Foundation
import LoopbackServer
import Testing

@testable import Methodical

/// Tests of the transfer of bodies: progress, and files instead of memory.
@Suite(.eachTransport) struct TransferTests {
    @Test func progressOfABodyInMemory() async throws {
        let server = try LoopbackServer("{}")
        let observer = TransferObserver()
        let body = pattern(3_000_000)
        let seen = Task { await observer.updates.reduce(into: []) { $0.append($1.sent.bytes) } }
        _ = try await TestedTransport.make().send(server.request(.post, "/", body), observing: observer)
        observer.end()
        #expect(server.received.first?.bytes == body)
        #expect(observer.progress.sent == TransferProgress.Part(bytes: body.count, total: body.count))
        let bytes = await seen.value
        #expect(bytes == bytes.sorted())
    }

    @Test(arguments: [0, 1, 100_000, 5_000_000]) func aFileAsTheBody(size: Int) async throws {
        let server = try LoopbackServer("{}")
        let file = try TemporaryFile(pattern(size))
        let observer = TransferObserver()
        var request = server.request(.post)
        request.file = file.url
        let response = try await TestedTransport.make().send(request, observing: observer)
        #expect(response.status == 200)
        let received = try #require(server.received.first)
        #expect(
            received["Content-Length"] == "\(size)" && received["Transfer-Encoding"] == nil && received["Expect"] == nil
        )
        #expect(try received.bytes == file.data)
        #expect(observer.progress.sent == TransferProgress.Part(bytes: size, total: size))
    }

    @Test func aFileThatIsNotThere() async throws {
        let server = try LoopbackServer("{}")
        var request = server.request(.post)
        request.file = try TemporaryFile().url
        let error = await failure { try await TestedTransport.make().send(request) }
        #expect(error?.code == .storage && server.connections == 0)
    }

    // MARK: Responses into files

    @Test func anAnswerToAFile() async throws {
        let body = pattern(3_000_000)
        let server = try LoopbackServer { _ in .data(200, [], body) }
        let file = try TemporaryFile(Data("what was there before".utf8))
        let observer = TransferObserver()
        var request = server.request()
        request.destination = file.url
        let response = try await TestedTransport.make(SessionOptions { $0.largestResponse = 10 }).send(
            request, observing: observer)
        #expect(response.body.isEmpty)
        #expect(try file.data == body)
        #expect(observer.progress.received == TransferProgress.Part(bytes: body.count, total: body.count))
        #expect(observer.progress.fraction == 1)
    }

    @Test func aPartGoesWhereItBelongs() async throws {
        let server = try LoopbackServer { request in
            request.target == "/gap"
                ? .http(206, ["Content-Range: bytes 50-52/100"], "abc")
                : .http(206, ["Content-Range: bytes 3-5/6"], "def")
        }
        let file = try TemporaryFile(Data("abcxyzxyz".utf8))
        var request = server.request()
        request.destination = file.url
        _ = try await TestedTransport.make().send(request)
        #expect(try file.data == Data("abcdef".utf8))
        var gap = server.request(.get, "/gap")
        gap.destination = file.url
        #expect(await failure { try await TestedTransport.make().send(gap) }?.code == .connection)
        #expect(try file.data == Data("abcdef".utf8))
    }

    @Test func errorsStayInMemory() async throws {
        let server = try LoopbackServer { _ in .http(404, [], "nothing here") }
        let file = try TemporaryFile(Data("kept".utf8))
        var request = server.request()
        request.destination = file.url
        let response = try await TestedTransport.make().send(request)
        #expect(response.body == Data("nothing here".utf8))
        #expect(try file.data == Data("kept".utf8))
    }

    /// A transport that does not support files still sends them and receives into them.
    @Test func filesWithATransportOfOnesOwn() async throws {
        struct Echo: Transport {
            func send(_ request: HTTPRequest) async throws -> HTTPResponse {
                HTTPResponse(status: 200, body: request.body ?? Data())
            }
        }
        let (source, target) = (try TemporaryFile(Data("abc".utf8)), try TemporaryFile())
        var request = HTTPRequest(verb: .post, url: URL(fileURLWithPath: "/"))
        (request.file, request.destination) = (source.url, target.url)
        let transport: any Transport = Echo()
        #expect(try await transport.send(request, observing: nil).body.isEmpty)
        #expect(try target.data == Data("abc".utf8))
    }

    // MARK: Suspending

    @Test func suspendedBeforeItBegins() async throws {
        let server = try LoopbackServer("{}")
        let observer = TransferObserver()
        observer.suspend()
        let task = Task { [request = server.request(.post, "/", Data("a".utf8))] in
            try await TestedTransport.make().send(request, observing: observer)
        }
        try await Task.sleep(for: .milliseconds(200))
        #expect(server.connections == 0)
        observer.resume()
        #expect(try await task.value.status == 200)
    }

    /// A transfer that is suspended after a part of the response delivers no byte twice.
    @Test func suspendedWhileItRuns() async throws {
        let server = try LoopbackServer { _ in
            .raw(["HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nab", "cd", "ef"], pause: 0.3)
        }
        let observer = TransferObserver()
        let task = Task { [request = server.request()] in
            try await TestedTransport.make().send(request, observing: observer)
        }
        while observer.progress.received.bytes == 0 { try await Task.sleep(for: .milliseconds(5)) }
        observer.suspend()
        try await Task.sleep(for: .milliseconds(100))
        observer.resume()
        #expect(try await task.value.body == Data("abcdef".utf8))
    }

    @Test func cancelledWhileSuspended() async throws {
        let server = try LoopbackServer("{}")
        let observer = TransferObserver()
        observer.suspend()
        let task = Task { [request = server.request()] in
            try await TestedTransport.make().send(request, observing: observer)
        }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(server.connections == 0)
    }
}
