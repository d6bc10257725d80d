import MethodicalGenerator
import Testing

@testable import APISurface

/// Tests of the explanation of methods with settings of the API, and of those that return another request.
@Suite struct ExplanationTests {
    private func explanation(_ method: String) throws -> String {
        let files = [
            "api.json": """
            { "name": "Shop", "baseURL": "https://shop.example/",
              "schemes": { "apiKey": { "query": "key" }, "appID": { "field": "X-App-ID" }, "oauth": { "header": "Bearer" } },
              "servers": { "content": "https://{region}.shop.example/" },
              "variables": { "region": { "enum": ["eu", "us"], "default": "eu" }, "zone": { "type": "string" } },
              "limits": { "headers": "RateLimit" },
              "defaults": { "*": { "constants": [{ "name": "Client-Id", "in": "header", "type": "string" }] } } }
            """,
            "methods.json": """
            { "methods": [
              { "name": "replies.stream", "stream": { "format": "events", "end": "[DONE]" }, "server": "content",
                "needs": [["apiKey", "appID"], { "oauth": ["read"] }], "response": { "type": "string" } },
              { "name": "videos.create", "poll": "location",
                "response": { "type": "integer", "headers": { "X-Cost": { "type": "number" } } } } ] }
            """,
        ]
        let api = try #require(
            compile(files.sorted { $0.key < $1.key }.map { SourceFile(path: $0, bytes: Array($1.utf8)) }).api)
        return try #require(Explanation(method, of: api, surface: Surface(api))).text(in: .text)
    }

    @Test func aStreamOfAnotherServer() throws {
        let text = try explanation("replies.stream")
        let expected = """
            replies.stream

            shop.replies.stream() -> StreamRequest<String>
              travels as:    POST replies.stream
              stream of:     events until [DONE]
              always sends:  Client-Id=…
              needs:         apiKey and appID, or oauth (read)
              server:        content
              client takes:  clientID: String, region: Shop.Region? = eu
              credentials:   apiKey in query key, appID in field X-App-ID, oauth in header Bearer
              address:       https://{region}.shop.example/
              limits in:     RateLimit

            """
        #expect(text == expected)
    }

    @Test("A name for another type is explained with that type, or as a type of the app")
    func aliases() throws {
        let files = [
            "api.json": #"""
            {"name": "Shop", "baseURL": "https://shop.example/", "types": {"money": "MyMoney"}}
            """#,
            "methods.json": #"""
            {"methods": [{"name": "orders.pay", "parameters": [
              {"name": "token", "$ref": "#/definitions/token"}, {"name": "sum", "$ref": "#/definitions/money"},
              {"name": "codes", "$ref": "#/definitions/codes"}]}],
             "definitions": {
               "token": {"type": "string"}, "money": {},
               "codes": {"type": "array", "items": {"$ref": "#/definitions/token"}}}}
            """#,
        ]
        let sources = files.sorted { $0.key < $1.key }.map { SourceFile(path: $0, bytes: Array($1.utf8)) }
        let api = try #require(compile(sources).api)
        let text = try #require(Explanation("orders.pay", of: api, surface: Surface(api))).text(in: .text)
        #expect(text.contains("\nShop.Token, another name for String\n"), "\(text)")
        #expect(text.contains("\nShop.Codes, another name for [Shop.Token]\n"), "\(text)")
        #expect(text.contains("\nMyMoney, a type of the app\n"), "\(text)")
    }

    @Test("Line breaks of descriptions are line breaks, and spaces in a table")
    func lines() throws {
        let files = [
            "api.json": #"{"name": "Shop", "baseURL": "https://shop.example/"}"#,
            "methods.json": #"""
            {"methods": [{"name": "users.get", "description": "Users.\n\n\n- one\r\n\t- two\n",
              "deprecated": "gone\nsoon",
              "parameters": [{"name": "id", "type": "integer", "description": " The id\n  of a\u001b user. "}]}]}
            """#,
        ]
        let sources = files.sorted { $0.key < $1.key }.map { SourceFile(path: $0, bytes: Array($1.utf8)) }
        let api = try #require(compile(sources).api)
        let explanation = try #require(Explanation("users.get", of: api, surface: Surface(api)))
        let text = explanation.text(in: .text)
        #expect(
            text.hasPrefix("users.get\n  Users.\n\n  - one\n      - two\n\nshop.users.get(id: Int?) -> "), "\(text)")
        #expect(text.contains("\n  id  The id of a\\u{1B} user.\n"), "\(text)")
        #expect(text.contains("deprecated:  gone soon\n"), "\(text)")
        #expect(explanation.text(in: .markdown).hasPrefix("# users.get\n\nUsers.\n\n- one\n    - two\n\n```swift\n"))
    }

    @Test("A method that is called like its namespace is shown as a call")
    func namespaceThatIsCalled() throws {
        let files = [
            "api.json": #"{"name": "Shop", "baseURL": "https://shop.example/"}"#,
            "methods.json": #"{"methods": [{"name": "auth.check"}, {"name": "auth.check.code"}]}"#,
        ]
        let sources = files.sorted { $0.key < $1.key }.map { SourceFile(path: $0, bytes: Array($1.utf8)) }
        let surface = Surface(try #require(compile(sources).api))
        let function = try #require(surface.functions.first { $0.id == "auth.check" })
        #expect(function.swift == "auth.check.callAsFunction")
        #expect(function.signature(in: surface).hasPrefix("shop.auth.check() -> "))
        // Calls stay the same if the namespace appears or disappears.
        let alone = Surface(
            try #require(
                compile([
                    sources[0],
                    SourceFile(path: "methods.json", bytes: Array(#"{"methods": [{"name": "auth.check"}]}"#.utf8)),
                ]).api))
        let changes = Comparison(from: alone, to: surface).changes
        #expect(changes.map(\.action) == [.added] && changes.map(\.id) == ["auth.check.code"], "\(changes)")
    }

    @Test("The explanation of an operation says how it is polled")
    func anOperation() throws {
        let text = try explanation("videos.create")
        let expected = """
            videos.create

            shop.videos.create() -> OperationRequest<Int>
              travels as:    POST videos.create
              always sends:  Client-Id=…
              headers:       X-Cost as cost: Double
              operation:     polled by the address in a header field
              client takes:  clientID: String
              limits in:     RateLimit

            """
        #expect(text == expected)
    }
}
