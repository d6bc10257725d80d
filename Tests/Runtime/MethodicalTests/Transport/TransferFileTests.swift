import EachTransport
import Foundation
import LoopbackServer
import Testing

@testable import Methodical

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Tests of files as the bodies of requests.
@Suite(.eachTransport) struct TransferFileTests {
    /// The kinds of things that are not files. Nothing is sent for them, and nobody waits for a writer.
    enum NoFile: String, CaseIterable { case missing, folder, linkToAFolder, pipe, device }

    @Test(arguments: NoFile.allCases) func isNoFile(kind: NoFile) async throws {
        let server = try LoopbackServer("{}")
        let place = try TemporaryFile()
        let path = place.url.path
        switch kind {
        case .missing: break
        case .folder: try FileManager.default.createDirectory(at: place.url, withIntermediateDirectories: false)
        case .linkToAFolder:
            try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: NSTemporaryDirectory())
        case .pipe: #expect(mkfifo(path, 0o600) == 0)
        case .device: try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "/dev/zero")
        }
        var request = server.request(.put)
        request.file = place.url
        let sent = request
        let error = await failure { try await TestedTransport.make().send(sent) }
        #expect(error?.code == .storage && error?.description.contains(place.url.lastPathComponent) == true)
        #expect(server.connections == 0)
    }

    @Test func aLinkLeadsToItsFile() async throws {
        let server = try LoopbackServer("{}")
        let file = try TemporaryFile(pattern(100_000))
        let link = try TemporaryFile()
        try FileManager.default.createSymbolicLink(at: link.url, withDestinationURL: file.url)
        var request = server.request(.put)
        request.file = link.url
        #expect(try await TestedTransport.make().send(request).status == 200)
        #expect(try server.received.first?.bytes == file.data)
    }

    /// The fields of the request go out as they are. Nothing calls the file a form.
    @Test(arguments: [nil, "image/png"]) func theMediaTypeIsThatOfTheRequest(type: String?) async throws {
        let server = try LoopbackServer("{}")
        let file = try TemporaryFile(pattern(1000))
        var request = server.request(.post)
        request.file = file.url
        request.headers["Content-Type"] = type
        _ = try await TestedTransport.make().send(request)
        let received = try #require(server.received.first)
        #expect(received["Content-Type"] == type && received["Expect"] == nil)
        #expect(received["Transfer-Encoding"] == nil && received["Content-Length"] == "1000")
    }

    /// A file that becomes shorter on its way is an error. The server does not get a part for the whole.
    @Test func aFileThatShrinks() async throws {
        let server = try LoopbackServer("{}")
        let file = try TemporaryFile(Data(count: 2_000_000))
        let observer = TransferObserver(listener: { [url = file.url] progress in
            if progress.sent.bytes > 0 { truncate(url.path, 0) }
        })
        var request = server.request(.put)
        request.file = file.url
        let sent = request
        let error = await failure { try await TestedTransport.make().send(sent, observing: observer) }
        #expect(error?.code == .storage && error?.message?.contains("became shorter while it was sent") == true)
        #expect(server.received.isEmpty)
    }

    /// If a file grows on its way, the server gets the bytes that were promised.
    @Test func aFileThatGrows() async throws {
        let server = try LoopbackServer("{}")
        let data = pattern(1_000_000)
        let file = try TemporaryFile(data)
        let handle = try FileHandle(forWritingTo: file.url)
        try handle.seekToEnd()
        let observer = TransferObserver(listener: { _ in try? handle.write(contentsOf: Data("more".utf8)) })
        var request = server.request(.put)
        request.file = file.url
        _ = try await TestedTransport.make().send(request, observing: observer)
        #expect(server.received.first?.bytes == data)
        #expect(observer.progress.sent == TransferProgress.Part(bytes: data.count, total: data.count))
    }

    /// After a challenge, the whole file is sent again.
    @Test func aChallengeGetsTheWholeFile() async throws {
        let server = try LoopbackServer { request in
            request["Authorization"] == nil
                ? .http(401, ["WWW-Authenticate: Basic realm=\"here\""], "out") : .http(200, [], "in")
        }
        let session = SessionOptions {
            $0.authenticationKinds = [.password]
            $0.authentication = { _ in
                (.useCredential, URLCredential(user: "Ada", password: "secret", persistence: .none))
            }
        }
        let file = try TemporaryFile(pattern(1_000_000))
        var request = server.request(.put)
        request.file = file.url
        let response = try await TestedTransport.make(session).send(request)
        #expect(response.status == 200 && response.body == Data("in".utf8))
        let data = try file.data
        #expect(server.received.map { $0.bytes == data } == [true, true])
    }

    /// A file is sent once, even if a connection that was used before breaks.
    @Test func aBrokenConnectionGetsTheFileOnce() async throws {
        let server = try LoopbackServer { $0.target == "/first" ? .http(200, [], "{}") : .close }
        let transport = TestedTransport.make()
        let file = try TemporaryFile(pattern(1_000_000))
        var request = server.request(.put, "/first")
        request.file = file.url
        _ = try await transport.send(request)
        request.url = server.request(.put, "/second").url
        let second = request
        #expect(await failure { try await transport.send(second) }?.code == .connection)
        #expect(server.received.map(\.target) == ["/first", "/second"])
    }
}
