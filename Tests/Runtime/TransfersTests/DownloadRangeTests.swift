import EachTransport
import Foundation
import LoopbackServer
import Methodical
import MethodicalTransfers
import Testing

/// Tests of servers that answer the request for the rest of a file with something else (RFC 9110, section 15.3.7).
@Suite(.eachTransport) struct DownloadRangeTests {
    private let folder: Folder
    private static let whole = pattern(1000)

    init() throws { folder = try Folder() }

    /// The header fields of a partial response that does not continue the 500 bytes on disk, and its body.
    private static let unusable: [(fields: [String], body: Data)] = {
        let rest = Data(whole[500...])
        let parts = Data("--x\r\nContent-Range: bytes 500-999/1000\r\n\r\n".utf8) + rest + Data("\r\n--x--\r\n".utf8)
        let fields = [
            [], ["Content-Range: "], ["Content-Range: bytes"], ["Content-Range: bytes */1000"],
            ["Content-Range: bytes 500-999"], ["Content-Range: bytes 999-500/1000"],
            ["Content-Range: bytes 500-1000/1000"], ["Content-Range: bytes +500-999/1000"],
            ["Content-Range: items 500-999/1000"], ["Content-Range: bytes=500-999/1000"],
            ["Content-Range: bytes 500-99999999999999999999/1000"],
            // Another range, before or after the requested one, and that of another file.
            ["Content-Range: bytes 400-899/1000"], ["Content-Range: bytes 600-999/1000"],
            ["Content-Range: bytes 0-499/1000"], ["Content-Range: bytes 500-999/2000"],
            ["Content-Range: bytes 500-999/1000", "ETag: \"2\""],
            ["Content-Range: bytes 500-999/1000", "ETag: W/\"1\""],
            // More bytes than it announces.
            ["Content-Range: bytes 500-599/1000"],
        ]
        return fields.map { ($0, rest) } + [
            (["Content-Type: multipart/byteranges; boundary=x"], parts),
            (["Content-Type: multipart/byteranges; boundary=x", "Content-Range: bytes 500-999/1000"], parts),
        ]
    }()

    @Test(arguments: unusable.indices) func beginsAnewInTheSameCall(number: Int) async throws {
        let (fields, body) = Self.unusable[number]
        let server = try LoopbackServer { request in
            request["Range"] == nil
                ? .data(200, ["ETag: \"1\""], Self.whole) : .data(206, fields, body)
        }
        try leavePart()
        let bytes = try await Service(server, retries: .never).download(server.url(), to: folder["film"]).send()
        #expect(bytes == 1000)
        #expect(try Data(contentsOf: folder["film"]) == Self.whole && folder.names == ["film"])
        #expect(server.received.map { $0["Range"] } == ["bytes=500-", nil])
        #expect(server.received.map { $0["If-Range"] } == ["\"1\"", nil])
    }

    @Test func beginsAnewIfTheFileHasBecomeShorter() async throws {
        let server = try LoopbackServer { request in
            request["Range"] == nil ? .data(200, [], pattern(10)) : .http(416, ["Content-Range: bytes */10"])
        }
        try leavePart()
        let bytes = try await Service(server, retries: .never).download(server.url(), to: folder["film"]).send()
        #expect(try bytes == 10 && Data(contentsOf: folder["film"]) == pattern(10))
        #expect(server.received.map { $0["Range"] } == ["bytes=500-", nil])
    }

    @Test func aWholeFileReplacesThePart() async throws {
        let server = try LoopbackServer { _ in .data(200, [], pattern(300, seed: 7)) }
        try leavePart()
        #expect(try await Service(server).download(server.url(), to: folder["film"]).send() == 300)
        #expect(try Data(contentsOf: folder["film"]) == pattern(300, seed: 7))
        #expect(server.received.count == 1)
    }

    @Test(arguments: ["bytes 500-999/1000", "Bytes 500-999/1000", "bytes 500-999/*"])
    func theRestIsContinued(range: String) async throws {
        let server = try LoopbackServer { _ in .data(206, ["Content-Range: \(range)"], Data(Self.whole[500...])) }
        try leavePart()
        #expect(try await Service(server).download(server.url(), to: folder["film"]).send() == 1000)
        #expect(try Data(contentsOf: folder["film"]) == Self.whole)
        #expect(server.received.count == 1)
    }

    /// The date of the last change tells a file from another as an `ETag` does.
    @Test func aPartWithAnotherDate() async throws {
        let date = "Fri, 20 Nov 2026 09:00:00 GMT"
        let server = try LoopbackServer { request in
            let fields = ["Content-Range: bytes 500-999/1000", "Last-Modified: Sat, 21 Nov 2026 09:00:00 GMT"]
            return request["Range"] == nil
                ? .data(200, [], Self.whole) : .data(206, fields, Data(Self.whole[500...]))
        }
        try leavePart(validator: date)
        #expect(try await Service(server, retries: .never).download(server.url(), to: folder["film"]).send() == 1000)
        #expect(server.received.map { $0["If-Range"] } == [date, nil])
    }

    /// A server that never sends the file itself. The download ends, and leaves nothing that the next one finds.
    @Test(arguments: [206, 416]) func endsIfEveryResponseIsUnusable(status: Int) async throws {
        let server = try LoopbackServer { _ in .http(status, [], "x") }
        try leavePart()
        let request = try Service(server).download(server.url(), to: folder["film"])
        let error = await failure { () throws(APIError) in try await request.send() }
        #expect(error?.code == (status == 206 ? .connection : .server))
        // The first attempt begins anew. It and its retries request the whole file.
        #expect(
            server.received.map { $0["Range"] } == ["bytes=500-"] + Array(repeating: nil, count: status == 206 ? 3 : 1))
        #expect(try folder.names == [])
        let repaired = try LoopbackServer { ServedFile(data: Self.whole).reply($0) }
        #expect(try await Service(repaired).download(repaired.url(), to: folder["film"]).send() == 1000)
    }

    /// A server that breaks off a little later each time, and then does not send the rest.
    @Test func endsIfTheServerOnlyEverBegins() async throws {
        let count = Locked(0)
        let server = try LoopbackServer { request in
            if request["Range"] != nil { return .http(206, [], "x") }
            let number = count.withLock { count in
                count += 1
                return count
            }
            return .slow(200, ["ETag: \"1\""], Self.whole, cut: 100 + number)
        }
        let request = try Service(server).download(server.url(), to: folder["film"])
        let error = await failure { () throws(APIError) in try await request.send() }
        #expect(error?.code == .connection)
        #expect(server.received.map { $0["Range"] } == [nil, "bytes=101-", nil, "bytes=102-"])
    }

    private func leavePart(validator: String = "\"1\"") throws {
        try Self.whole.prefix(500).write(to: folder["film.part"])
        let known = ["address": "127.0.0.1/file", "validator": validator]
        var from = try JSONEncoder().encode(known)
        from.removeLast()
        from += Data(#","total":1000}"#.utf8)
        try from.write(to: folder["film.part.from"])
    }
}
