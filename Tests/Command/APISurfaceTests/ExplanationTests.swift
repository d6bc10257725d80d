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
