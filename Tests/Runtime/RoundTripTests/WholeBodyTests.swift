import Foundation
import LoopbackServer
import Methodical
import MethodicalTransfers
import Testing

/// Tests of bodies that are one argument.
@Suite struct WholeBodyTests {
    private let item = WholeAPI.Item(name: "a\"ё", sizes: [1, 2], isNew: true, place: .init(city: "Bern"), price: 0.5)
    private let text = #"{"name":"a\"ё","sizes":[1,2],"isNew":true,"place":{"city":"Bern"},"price":0.5}"#

    @Test("A record is the whole body, and the other arguments go to the path and the query")
    func objects() async throws {
        let received = try await exchange(WholeAPI.self, token: "abc") { $0.items.replace(item, id: 7, body: "x") }
        #expect(received.line == "PUT /items/7?body=x&v=3&key=abc HTTP/1.1")
        #expect(received["Content-Type"] == "application/json" && received.body == text)
        let inline = try await exchange(WholeAPI.self) { $0.items.search(.init(words: "b c")) }
        #expect(inline.body == #"{"words":"b c"}"#)
        let answered = try await answer(WholeAPI.self, text) { $0.items.replace(item, id: 7) }
        #expect(answered == item)
    }

    @Test("A JSON Patch is sent as in the first example of RFC 6902")
    func jsonPatch() async throws {
        let received = try await exchange(WholeAPI.self) {
            $0.items.patch(
                [
                    .init(op: "test", path: "/a/b/c", value: "foo"), .init(op: "remove", path: "/a/b/c"),
                    .init(op: "add", path: "/a/b/c", value: ["foo", "bar"]),
                ], id: 7)
        }
        #expect(received.line == "PATCH /items/7?v=3 HTTP/1.1")
        #expect(received["Content-Type"] == "application/json-patch+json")
        #expect(
            received.body == #"[{"op":"test","path":"/a/b/c","value":"foo"},{"op":"remove","path":"/a/b/c"},"#
                + #"{"op":"add","path":"/a/b/c","value":["foo","bar"]}]"#)
    }

    @Test("A whole body of null is sent as null, and one that is left out is not sent")
    func null() async throws {
        func body<Value>(_ request: (WholeAPI.JSON) -> Request<Value>) async throws -> String {
            let received = try await exchange(WholeAPI.self) { request($0.json) }
            #expect(received["Content-Type"] == "application/json")
            return received.body
        }
        #expect(try await body { $0.nothing(nil) } == "null")
        #expect(try await body { $0.nothing(item) } == text)
        #expect(try await body { $0.reset(.null) } == "null")
        #expect(try await body { $0.reset(5) } == "5")
        #expect(try await body { $0.date(nil) } == "null")
        #expect(try await body { $0.date(Date(timeIntervalSince1970: 0)) } == "\"1970-01-01T00:00:00Z\"")
        let absent = try await exchange(WholeAPI.self) { $0.json.reset() }
        #expect(absent["Content-Type"] == nil && absent.body.isEmpty)
    }

    /// A body is secret if the schema says so, or if it has a property such as `password`.
    @Test("No description or error shows a secret body, or a password in a body")
    func secrets() async throws {
        let server = try LoopbackServer { .http(400, [], "[\($0.body)") }
        let api = WholeAPI(server)
        let error = try await failure(api.json.secret("body-1815"))
        let signIn = try await failure(api.json.signIn(.init(user: "ada-1815", password: "pass-1815")))
        let texts = [
            "\(error)", String(reflecting: error), "\(signIn)", String(reflecting: signIn),
            "\(api.json.secret("body-1815"))", "\(api.json.signIn(.init(password: "pass-1815")))",
        ]
        for text in texts { #expect(!text.contains("-1815"), "\(text)") }
        #expect(server.received.map(\.body) == [#""body-1815""#, #"{"user":"ada-1815","password":"pass-1815"}"#])
    }

    /// The type of a file is a header field, and cannot begin another one.
    @Test func typeWithALineBreak() async throws {
        let server = try LoopbackServer("1")
        let file = Upload.data(Data("x".utf8), type: "text/plain\r\nX-Evil: 1")
        _ = try? await WholeAPI(server).files.put(file, path: "a").send()
        #expect(server.received.allSatisfy { $0["X-Evil"] == nil })
    }

    @Test func everyKindOfJSON() async throws {
        func body<Value>(_ request: (WholeAPI.JSON) -> Request<Value>) async throws -> String {
            let received = try await exchange(WholeAPI.self) { request($0.json) }
            #expect(received["Content-Type"] == "application/json")
            return received.body
        }
        #expect(try await exchange(WholeAPI.self) { $0.items.delete([3, .max]) }.body == "[3,9223372036854775807]")
        #expect(try await body { $0.any(["a": nil, "b": [1, "x"]]) } == #"{"a":null,"b":[1,"x"]}"#)
        #expect(try await body { $0.any(.null) } == "null")
        #expect(try await body { $0.union(.string("x\n")) } == #""x\n""#)
        #expect(try await body { $0.union(.item(item)) } == text)
        #expect(try await body { $0.text("") } == "\"\"")
        #expect(try await body { $0.number(-0.25) } == "-0.25")
        #expect(try await body { $0.flag(false) } == "false")
        let date = Date(timeIntervalSince1970: 1_433_160_000)
        #expect(try await body { $0.moment(date) } == "\"2015-06-01T12:00:00Z\"")
        #expect(try await body { $0.moments([date, date]) } == "[1433160000,1433160000]")
        #expect(try await body { $0.bytes(Data("foo".utf8)) } == "\"Zm9v\"")
        #expect(try await body { $0.words([]) } == "[]")
        #expect(try await body { $0.words(["a,b", "c"]) } == #"["a,b","c"]"#)
        #expect(try await body { $0.map(["k": 1]) } == #"{"k":1}"#)
        #expect(try await body { $0.perhaps(item) } == text)
        let nothing = try await exchange(WholeAPI.self) { $0.json.perhaps() }
        #expect(nothing.body == "" && nothing["Content-Type"] == nil)
        let error = try await failure(WholeAPI(try LoopbackServer("null")).json.number(.nan))
        #expect(error.code == .invalidRequest)
    }

    @Test("A record can be a whole form, with nested objects as JSON or in brackets")
    func forms() async throws {
        let plain = try await exchange(WholeAPI.self, token: "abc") { $0.form.plain(item) }
        #expect(plain["Content-Type"] == "application/x-www-form-urlencoded")
        #expect(plain.line == "POST /form.plain?v=3&key=abc HTTP/1.1")
        #expect(
            plain.body
                == "isNew=1&name=a%22%D1%91&place=%7B%22city%22%3A%22Bern%22%7D&price=0.5&sizes=1%2C2")
        let brackets = try await exchange(WholeAPI.self) { $0.form.brackets(item) }
        #expect(
            brackets.body
                == "isNew=1&name=a%22%D1%91&place%5Bcity%5D=Bern&price=0.5&sizes%5B%5D=1&sizes%5B%5D=2")
    }

    @Test("A text is the whole body, with the media type of the method")
    func texts() async throws {
        let received = try await exchange(WholeAPI.self) { $0.notes.add("# ё\r\n\"x\"") }
        #expect(received["Content-Type"] == "text/markdown; charset=utf-8" && received.body == "# ё\r\n\"x\"")
    }

    @Test func descriptionsShowTheBody() throws {
        let request = WholeAPI(account: .anonymous).json.words(["a", "b"])
        #expect("\(request)" == "json.words(body: a,b)")
    }

    // MARK: Bytes

    private func put<Value>(_ request: (WholeAPI) -> UploadRequest<Value>) async throws -> Received {
        let server = try LoopbackServer { _ in .http(200, [], "7") }
        _ = try await request(WholeAPI(server, token: "abc")).response()
        return try #require(server.received.first)
    }

    @Test("Bytes from a file, a stream, or memory are the whole body, which is empty without them")
    func bytes() async throws {
        let data = Data((0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* 31) })
        let url = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString + ".jpg")
        try data.write(to: url)
        defer { try? FileManager.default.removeItem(at: url) }
        let file = try await put { $0.files.put(.file(url), path: "a b", mode: "add") }
        #expect(file.line == "PUT /files/a%20b?mode=add&v=3&key=abc HTTP/1.1")
        #expect(file["Content-Type"] == "image/jpeg" && file.bytes == data)
        #expect(file["Content-Length"] == "100000")
        let pieces = AsyncStream<Data> { stream in
            for start in stride(from: 0, to: data.count, by: 7001) { stream.yield(data[start...].prefix(7001)) }
            stream.finish()
        }
        let stream = try await put { $0.files.image(.stream(pieces, type: "image/webp")) }
        #expect(stream["Content-Type"] == "image/webp" && stream.bytes == data)
        let memory = try await put { $0.files.pdf(.data(data, name: "a.txt")) }
        #expect(memory["Content-Type"] == "application/pdf" && memory.bytes == data && memory.verb == "POST")
        let nothing = try await put { $0.files.pdf() }
        #expect(nothing.bytes.isEmpty && nothing["Content-Type"] == nil)
    }

    @Test func progressOfBytes() async throws {
        let server = try LoopbackServer { _ in .http(200, [], "7") }
        let call = WholeAPI(server).files.put(.data(Data(count: 3_000_000)), path: "a").start()
        var last: TransferProgress?
        for await progress in call.progress { last = progress }
        #expect(try await call.value == 7)
        #expect(last?.sent.bytes == 3_000_000)
    }
}
