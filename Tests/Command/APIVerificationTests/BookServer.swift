import Foundation
import LoopbackServer
import TestFiles

/// A small schema in a folder, and a server that keeps to it.
struct BookServer {
    /// The folder that contains the schema's.
    let work: URL
    let server: LoopbackServer
    private let parent = TemporaryFolder()

    var schema: URL { work.appending(path: "Schema") }

    /// Starts the server.
    ///
    /// - Parameters:
    ///   - api: Further members of `api.json`, which end with a comma.
    ///   - reply: The response to a request with a token, or `nil` for the usual one.
    init(api: String = "", _ reply: @escaping @Sendable (Received) -> LoopbackServer.Reply? = { _ in nil }) throws {
        server = try LoopbackServer { request in
            guard request["Authorization"] != nil else {
                return Self.json(#"{"message":"sign in"}"#, status: 401)
            }
            return reply(request) ?? Self.reply(to: request)
        }
        work = parent.url
        let settings = """
            {
              "name": "Books", "baseURL": "\(server.baseURL)/", "authorization": { "header": "Bearer" }, \(api)
              "defaults": { "*.get": { "verb": "GET" }, "*.list": { "verb": "GET" } }
            }
            """
        try Verifications.write(["api.json": settings, "books.json": Self.methods], to: work.appending(path: "Schema"))
    }

    /// The lines of the requests, in their order.
    var lines: [String] { server.received.map { String($0.line.dropLast(" HTTP/1.1".count)) } }

    private static func reply(to request: Received) -> LoopbackServer.Reply {
        switch request.target {
        case "/books": json(#"[{"id":41,"title":"Emma"},{"id":42,"title":"Persuasion"}]"#)
        case "/books/41": json(#"{"id":41,"title":"Emma"}"#)
        case "/chapters/41/1": json(#"{"text":"Emma Woodhouse"}"#)
        default: json(#"{"message":"there is none"}"#, status: 404)
        }
    }

    /// Returns a response in JSON.
    static func json(_ body: String, status: Int = 200) -> LoopbackServer.Reply {
        .http(status, ["Content-Type: application/json"], body)
    }

    private static let methods = """
        {
          "methods": [
            { "name": "books.list", "path": "books", "needs": "token",
              "response": { "type": "array", "items": { "$ref": "#/definitions/Book" } } },
            { "name": "books.get", "path": "books/{id}", "needs": "token",
              "parameters": [{ "name": "id", "type": "integer" }],
              "response": { "$ref": "#/definitions/Book" } },
            { "name": "chapters.get", "path": "chapters/{book_id}/{number}", "needs": "token",
              "parameters": [{ "name": "book_id", "type": "integer" }, { "name": "number", "type": "integer" }],
              "response": { "type": "object", "required": ["text"], "properties": { "text": { "type": "string" } } } },
            { "name": "books.add", "path": "books", "in": "body", "needs": "token",
              "parameters": [{ "name": "title", "type": "string", "required": true }],
              "response": { "$ref": "#/definitions/Book" } }
          ],
          "definitions": {
            "Book": {
              "type": "object", "required": ["id", "title"],
              "properties": {
                "id": { "type": "integer" },
                "title": { "type": "string" },
                "language": { "type": "string", "enum": ["en", "de"] },
                "sold": { "type": "string", "format": "date" } } }
          }
        }
        """
}
