import APICalling
import Foundation
import LoopbackServer
import Methodical
import MethodicalStreams
import MethodicalTransfers
import TestFiles
import Testing
import VKAPI

/// Tests of uploads, pages and streams without generated code: a server receives the same as from generated code.
@Suite struct DynamicContentTests {
    private let folder = TemporaryFolder()

    /// Writes a file for an upload.
    private func file(_ name: String, _ content: String) throws -> URL {
        try FileManager.default.createDirectory(at: folder.url, withIntermediateDirectories: true)
        let url = folder.url.appending(path: name)
        try Data(content.utf8).write(to: url)
        return url
    }

    /// Compares what two senders make a server receive.
    private func expectEqual(
        _ reply: @escaping @Sendable (Received) -> LoopbackServer.Reply = { _ in .http(200, [], "null") },
        at location: SourceLocation = #_sourceLocation,
        generated: (LoopbackServer) async throws -> Void,
        dynamic: (Connection) async throws -> Void
    ) async throws {
        let server = try LoopbackServer(reply)
        try await generated(server)
        let count = server.received.count
        try await dynamic(Connection(baseURL: server.baseURL, token: "t"))
        let received = server.received
        try #require(count > 0 && received.count == 2 * count, "\(received.map(\.line))", sourceLocation: location)
        for (first, second) in zip(received[..<count], received[count...]) {
            #expect(Exchange(first) == Exchange(second), sourceLocation: location)
        }
    }

    // MARK: Uploads

    @Test("A form has the parts of generated code, in the order of the schema and with the types of the files")
    func form() async throws {
        let photo = try file("sea.jpg", "JPEG")
        let previews = [try file("a.png", "A"), try file("b.bin", "B")]
        let schema = try DynamicCalls.schema("Parts")
        try await expectEqual {
            let request = PartsAPI($0, token: "t").albums.add(
                album: 7, caption: "S & a", place: .init(city: "Bern", at: 0.5), photo: .file(photo),
                taken: Date(timeIntervalSince1970: 0), previews: previews.map { .file($0) }, tags: ["a", "b"],
                marks: [1, 2], isPublic: true, notify: true, ifMatch: "x")
            _ = try? await request.send()
        } dynamic: {
            let call = try DynamicCalls.call(
                [
                    "albums.add", "caption=S & a", "album=7", #"place={"at":0.5,"city":"Bern"}"#,
                    "photo=@\(photo.path)",
                    "taken=1970-01-01T00:00:00Z", "previews=@\(previews[0].path)", "previews=@\(previews[1].path)",
                    "tags=a,b", "marks=1,2", "isPublic=true", "notify=1", "If-Match=x",
                ], in: schema)
            _ = try? await call.send(on: call.client(for: $0))
        }
    }

    @Test("A form without files, and one with brackets and a constant")
    func formsWithoutFiles() async throws {
        let schema = try DynamicCalls.schema("Parts")
        try await expectEqual {
            let api = PartsAPI($0, token: "t")
            _ = try? await api.messages.send(payloadJSON: .init(city: "Bern"), html: "<b>").send()
            _ = try? await api.albums.brackets(place: .init(city: "Bern"), tags: ["a", "b"]).send()
        } dynamic: {
            for words in [
                ["messages.send", #"payload_json={"city":"Bern"}"#, "html=<b>"],
                ["albums.brackets", #"place={"city":"Bern"}"#, "tags=a,b"],
            ] {
                let call = try DynamicCalls.call(words, in: schema)
                _ = try? await call.send(on: call.client(for: $0))
            }
        }
    }

    @Test("A file is the whole body")
    func wholeFile() async throws {
        let image = try file("a.png", "PNG")
        let schema = try DynamicCalls.schema("Bodies")
        try await expectEqual {
            _ = try? await WholeAPI($0, token: "t").files.put(.file(image), path: "a/b", mode: "x").send()
        } dynamic: {
            let call = try DynamicCalls.call(["files.put", "path=a/b", "mode=x", "body=@\(image.path)"], in: schema)
            _ = try? await call.send(on: call.client(for: $0))
        }
    }

    @Test("JSON, text and forms are the whole body, and records have the order of the schema")
    func wholeBodies() async throws {
        let schema = try DynamicCalls.schema("Bodies")
        let item = WholeAPI.Item(name: "a", sizes: [1, 2], place: .init(city: "Bern"), price: 0.5)
        let text = #"{"price":0.50,"place":{"city":"Bern"},"sizes":[1,2],"name":"a"}"#
        try await expectEqual {
            let api = WholeAPI($0, token: "t")
            _ = try? await api.items.replace(item, id: 7, body: "x").send()
            _ = try? await api.form.plain(item).send()
            _ = try? await api.json.words(["a", "b,c"]).send()
            _ = try? await api.notes.add("# Title").send()
        } dynamic: { connection in
            let calls: [(String, [String], String)] = [
                ("items.replace", ["id=7", "body=x"], text), ("form.plain", [], text),
                ("json.words", [], #"["a","b,c"]"#),
                ("notes.add", [], "# Title"),
            ]
            for (method, words, body) in calls {
                let written =
                    try words.map { try WrittenArgument($0) }
                    + [WrittenArgument(name: "--body", value: .json(.init(name: "body.json", bytes: Array(body.utf8))))]
                let call = try MethodCall(method, written, in: schema) { _ throws(CallProblem) in "" }
                _ = try? await call.send(on: call.client(for: connection))
            }
        }
    }

    @Test("A body of members is also one argument, without the members that only the server sets")
    func record() async throws {
        let schema = try DynamicCalls.schema("Flattened")
        try await expectEqual {
            let api = FlattenedAPI($0, token: "t")
            let pet = FlattenedAPI.Pet(id: 5, name: "Rex", owners: [.init(id: 1, name: "Ada")], born: .null)
            _ = try? await api.pets.update(pet, id: 5, notify: true).send()
            _ = try? await api.pets.update(id: 5, name: "Rex", owners: [.init(name: "Ada")], born: .null).send()
        } dynamic: { connection in
            let body = #"{"born":null,"id":5,"owners":[{"id":1,"name":"Ada"}],"name":"Rex"}"#
            let written = [
                try WrittenArgument("id=5"), try WrittenArgument("notify=1"),
                WrittenArgument(name: "--body", value: .json(.init(name: "pet.json", bytes: Array(body.utf8)))),
            ]
            let call = try MethodCall("pets.update", written, in: schema) { _ throws(CallProblem) in "" }
            _ = try? await call.send(on: call.client(for: connection))
            let members = try DynamicCalls.call(
                ["pets.update", "born:=null", #"owners=[{"name":"Ada"}]"#, "name=Rex", "id=5"], in: schema)
            _ = try? await members.send(on: members.client(for: connection))
        }
    }

    @Test("An upload of VK takes its three steps")
    func steps() async throws {
        let photo = try file("sea.jpg", "JPEG")
        let schema = try DynamicCalls.schema(Checkout.schema.appending(path: "VK"))
        let reply: @Sendable (Received) -> LoopbackServer.Reply = { request in
            switch request.target {
            case "/photos.getWallUploadServer":
                let host = request["Host"] ?? ""
                return .http(200, [], #"{"response":{"upload_url":"http://\#(host)/upload","album_id":1,"user_id":2}}"#)
            case "/upload": return .http(200, [], #"{"server":5,"photo":"[]","hash":"h"}"#)
            default: return .http(200, [], #"{"response":[]}"#)
            }
        }
        try await expectEqual(reply) {
            _ = try? await VK($0, token: "t").photos.uploadForWall(.file(photo), groupID: 3, caption: "Sea").send()
        } dynamic: {
            let call = try DynamicCalls.call(
                ["photos.uploadForWall", "photo=@\(photo.path)", "group_id=3", "caption=Sea"], in: schema)
            _ = try? await call.send(on: call.client(for: $0))
        }
    }

    // MARK: Pages

    @Test("Pages are requested as generated code requests them, by numbers, cursors and continuing methods")
    func pages() async throws {
        let schema = try DynamicCalls.schema("Continued")
        let reply: @Sendable (Received) -> LoopbackServer.Reply = { request in
            if request.target.contains("search") {
                let page = request.target.contains("page=2") ? 2 : 1
                return .http(200, [], #"{"page":\#(page),"total_pages":2,"results":[{"id":\#(page)},{"id":9}]}"#)
            }
            let isLast = request.target.hasSuffix("continue")
            return .http(
                200, [], #"{"entries":[{"id":"\#(isLast ? 2 : 1)","name":"a"}],"cursor":"c","has_more":\#(!isLast)}"#)
        }
        var items: [String] = []
        try await expectEqual(reply) {
            let api = Listing($0, token: "t")
            for try await _ in api.movies.search(query: "a b").items {}
            for try await _ in api.files.listFolder(path: "/").items {}
        } dynamic: { connection in
            for words in [["movies.search", "query=a b"], ["files.listFolder", "path=/"]] {
                let call = try DynamicCalls.call(words, in: schema)
                #expect(call.hasPages)
                try await call.forEachPage(on: connection) { page in
                    items += page.items.map { String(decoding: page.response.body[$0], as: UTF8.self) }
                    return true
                }
            }
        }
        #expect(
            items == [
                #"{"id":1}"#, #"{"id":9}"#, #"{"id":2}"#, #"{"id":"1","name":"a"}"#,
                #"{"id":"2","name":"a"}"#,
            ])
    }

    @Test("Pages of VK are requested by their offsets, with the greatest length of a page")
    func offsets() async throws {
        let schema = try DynamicCalls.schema(Checkout.schema.appending(path: "VK"))
        let reply: @Sendable (Received) -> LoopbackServer.Reply = { request in
            let first = request.body.contains("offset=2") ? 2 : 0
            return .http(200, [], #"{"response":{"count":4,"items":[\#(first),\#(first + 1)]}}"#)
        }
        try await expectEqual(reply) {
            for try await _ in VK($0, token: "t").groups.getMembers(groupID: "swift").items {}
        } dynamic: { connection in
            let call = try DynamicCalls.call(["groups.getMembers", "group_id=swift"], in: schema)
            try await call.forEachPage(on: connection) { _ in true }
        }
    }

    // MARK: Streams

    @Test("Streams are opened as generated code opens them, and their elements are shown on a line each")
    func streams() async throws {
        let schema = try DynamicCalls.schema("Streams")
        let reply: @Sendable (Received) -> LoopbackServer.Reply = { request in
            switch request.target {
            case "/export": return .http(200, ["Content-Type: application/x-ndjson"], "{\"id\": 1}\n{\"id\":2}\n")
            case "/replies":
                return .http(
                    200, ["Content-Type: text/event-stream"], "data: {\"word\": \"a b\"}\n\ndata: [DONE]\n\n")
            default:
                return request["Last-Event-ID"] == nil
                    ? .http(
                        200, ["Content-Type: text/event-stream"],
                        "retry: 5\nid: 1\nevent: update\ndata: {\"id\": 7}\n\nevent: ping\ndata:\n\n")
                    : .http(204)
            }
        }
        var lines: [String] = []
        try await expectEqual(reply) {
            let api = StreamsAPI($0, token: "t")
            for try await _ in api.timeline.export() {}
            for try await _ in api.replies.create(prompt: "x") {}
            for try await _ in api.timeline.stream() {}
        } dynamic: { connection in
            for words in [["timeline.export"], ["replies.create", "prompt=x"], ["timeline.stream"]] {
                let call = try DynamicCalls.call(words, in: schema)
                #expect(call.isStream)
                try await call.forEachElement(on: call.client(for: connection)) {
                    lines.append(String(decoding: $0.line, as: UTF8.self))
                }
            }
        }
        #expect(
            lines == [
                #"{"id":1}"#, #"{"id":2}"#, #"{"word":"a b"}"#, #"{"update":{"id":7}}"#, #"{"ping":""}"#,
            ])
    }
}

/// A request as it arrived, without the boundary of its form, which is random.
private struct Exchange: Equatable, CustomStringConvertible {
    let line: String
    let fields: [String]
    let body: Data

    init(_ received: Received) {
        line = received.line
        var body = received.bytes
        var boundary: String?
        if let type = received["Content-Type"], let start = type.range(of: "boundary=") {
            boundary = String(type[start.upperBound...])
        }
        if let boundary {
            let text = String(decoding: body, as: UTF8.self)
            body = Data(text.replacing(boundary, with: "BOUNDARY").utf8)
        }
        self.body = body
        var fields = received.head.split(separator: "\r\n").dropFirst().map(String.init)
        if let boundary {
            // The length of the boundary is random, too.
            fields.removeAll { $0.hasPrefix("Content-Length:") }
            fields = fields.map { $0.replacing(boundary, with: "BOUNDARY") }
        }
        self.fields = fields.sorted()
    }

    var description: String {
        "\(line)\n\(fields.joined(separator: "\n"))\n\n\(String(decoding: body, as: UTF8.self))"
    }
}
