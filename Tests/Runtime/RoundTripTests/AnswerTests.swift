import Foundation
import LoopbackServer
import Methodical
import Testing

/// Tests of responses without an envelope, with every kind of value at the top.
@Suite struct AnswerTests {
    private func top<Value>(_ body: String, status: Int = 200, _ request: (ShapesAPI.Tops) -> Request<Value>)
        async throws -> Value
    {
        try await answer(ShapesAPI.self, body, status: status) { request($0.tops) }
    }

    @Test("The whole response can be a value of any type")
    func kinds() async throws {
        #expect(try await top("[1,2]") { $0.list() } == [1, 2])
        #expect(try await top(" [ ] ") { $0.list() } == [])
        #expect(try await top("-7") { $0.integer() } == -7)
        #expect(try await top("1.5e3") { $0.number() } == 1500)
        #expect(try await top("3") { $0.number() } == 3)
        #expect(try await top("true") { $0.flag() })
        #expect(try await top(#""\ud83d\ude00\n""#) { $0.string() } == "😀\n")
        #expect(try await top(#"{"a":[1],"":[]}"#) { $0.map() } == ["a": [1], "": []])
        #expect(try await top("1433160000") { $0.date() }.date == Date(timeIntervalSince1970: 1_433_160_000))
        #expect(try await top(#""green""#) { $0.colour() } == .init(rawValue: "green"))
        #expect(try await top(#"{"type":"photo","width":1}"#) { $0.union() } == .photo(.init(type: "photo", width: 1)))
        #expect(try await top(#"{"a":null}"#) { $0.anything() } == ["a": nil])
        #expect(try await top("null") { $0.maybe() } == nil)
        #expect(try await top(#""x""#) { $0.maybe() } == "x")
        #expect(try await top(#"{"ok":true}"#) { $0.inline() }.ok)
        #expect(try await top(#"[["a",null],[]]"#) { $0.table() } == [["a", nil], []])
        #expect(try await top("\u{FEFF}{}") { $0.anything() } == [:])
        #expect(try await exchange(ShapesAPI.self) { $0.tops.list() }.line == "GET /top HTTP/1.1")
    }

    @Test("An empty response is null, and an error if the method needs a value")
    func nothing() async throws {
        for status in [200, 204] {
            #expect(try await top("", status: status) { $0.nothing() } == .null)
            #expect(try await top("", status: status) { $0.maybe() } == nil)
            #expect(try await failure(ShapesAPI.self, "", status: status) { $0.tops.list() }.code == .undecodable)
        }
    }

    @Test("A response that is not the declared list is undecodable, with its status and method")
    func wrong() async throws {
        for body in ["{}", "null", "[1,", "[1]x", "<html>", #"[1,"x"]"#] {
            let error = try await failure(ShapesAPI.self, body) { $0.tops.list() }
            #expect(error.code == .undecodable && error.status == 200 && error.method == "tops.list", "\(error)")
        }
    }

    @Test("`response()` returns the value with the status, the header fields, and the body")
    func answerAround() async throws {
        let server = try LoopbackServer { _ in .http(203, ["X-Request-Id: 7"], "[1]") }
        let answer = try await ShapesAPI(server).tops.list().response()
        #expect(
            answer.value == [1] && answer.status == 203 && answer.headers["x-request-id"] == "7"
                && answer.body == Data("[1]".utf8))
    }
}
