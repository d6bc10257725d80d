import APICalling
import APILearning
import APIVerification
import Foundation
import Methodical
import MethodicalGenerator
import TestFiles
import Testing

/// Schemas of these tests, and verifications of servers.
enum Verifications {
    /// Returns a compiled schema of a folder.
    static func schema(in folder: URL) throws -> CompiledSchema {
        let paths = try FileManager.default.subpathsOfDirectory(atPath: folder.resolvingSymlinksInPath().path)
        let files = try paths.filter { $0.hasSuffix(".json") }.sorted().map { path in
            SourceFile(path: path, bytes: Array(try Data(contentsOf: folder.appending(path: path))))
        }
        return try schema(files)
    }

    /// Returns a compiled schema of files.
    static func schema(_ files: [SourceFile]) throws -> CompiledSchema {
        var lowered: LoweredSchemas?
        let compilation = compile(files) { lowered = $0 }
        let api = try #require(compilation.api, "\(compilation.diagnostics)")
        return CompiledSchema(api: api, lowered: try #require(lowered), sources: files)
    }

    /// Writes files into a folder, which is created.
    static func write(_ files: [String: String], to folder: URL) throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        for (name, text) in files {
            try Data(text.utf8).write(to: folder.appending(path: name))
        }
    }
}

extension CompiledSchema {
    /// The schema without limits of rates.
    var withoutLimits: CompiledSchema {
        var api = api
        api.wire.limits = []
        return CompiledSchema(api: api, lowered: lowered, sources: sources)
    }
}

/// A transport that changes the responses of another one, as a faulty server would.
struct FaultyTransport: Transport {
    typealias Change = @Sendable (_ path: String, _ request: HTTPRequest, _ response: inout HTTPResponse) -> Void

    private let base = URLSessionTransport()
    let change: Change

    func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        try await send(request, observing: nil)
    }

    func send(_ request: HTTPRequest, observing observer: TransferObserver?) async throws -> HTTPResponse {
        var response = try await base.send(request, observing: observer)
        change(request.url.path(), request, &response)
        return response
    }
}

/// The API of a library, which has one method of each kind that a verification treats in its own way.
enum Library {
    static let files = ["api.json": settings, "library.json": methods]

    private static let settings = """
        {
          "name": "Library", "baseURL": "https://library.example/v1/", "authorization": { "header": "Bearer" },
          "defaults": { "*": { "verb": "GET" } }
        }
        """

    private static let methods = """
        {
          "methods": [
            { "name": "books.list", "path": "books",
              "parameters": [
                { "name": "offset", "type": "integer" }, { "name": "limit", "type": "integer", "maximum": 20 }],
              "pages": { "offset": "offset", "size": "limit", "total": "count", "items": "items" },
              "response": { "type": "object", "required": ["count", "items"], "properties": {
                "count": { "type": "integer", "minimum": 0 },
                "items": { "type": "array", "items": { "$ref": "#/definitions/Book" } } },
                "headers": {
                  "X-Total-Count": { "type": "integer" },
                  "X-Since": { "type": "string", "format": "date-time" },
                  "X-Tier": { "type": "string", "enum": ["free", "paid"] } } } },
            { "name": "books.get", "path": "books/{book_id}",
              "parameters": [{ "name": "book_id", "type": "integer" }],
              "failures": { "404": { "$ref": "#/definitions/Problem" } },
              "response": { "$ref": "#/definitions/Book" } },
            { "name": "authors.list", "path": "authors",
              "parameters": [{ "name": "after", "type": "string" }],
              "pages": { "cursor": "after", "next": "next", "items": "authors" },
              "response": { "type": "object", "required": ["authors"], "properties": {
                "next": { "type": ["string", "null"] },
                "authors": { "type": "array", "items": { "$ref": "#/definitions/Author" } } } } },
            { "name": "authors.get", "path": "authors/{id}",
              "parameters": [{ "name": "id", "type": "integer" }],
              "response": { "$ref": "#/definitions/Author" } },
            { "name": "authors.books", "path": "authors/{id}/books",
              "parameters": [{ "name": "id", "type": "integer" }],
              "response": { "type": "array", "items": { "$ref": "#/definitions/Book" } } },
            { "name": "loans.list", "path": "loans", "needs": "token",
              "parameters": [
                { "name": "page", "type": "integer" }, { "name": "per_page", "type": "integer", "maximum": 20 }],
              "pages": { "page": "page", "size": "per_page", "more": "has_more", "items": "loans" },
              "response": { "type": "object", "required": ["loans", "has_more"], "properties": {
                "has_more": { "type": "boolean" },
                "loans": { "type": "array", "items": { "$ref": "#/definitions/Loan" } } } } },
            { "name": "loans.get", "path": "loans/{loan_id}", "needs": "token",
              "parameters": [{ "name": "loan_id", "type": "string" }],
              "response": { "$ref": "#/definitions/Loan" } },
            { "name": "shelves.list", "path": "shelves", "pages": "link",
              "parameters": [{ "name": "per_page", "type": "integer" }],
              "response": { "type": "array", "items": { "$ref": "#/definitions/Shelf" } } },
            { "name": "news.get", "path": "news",
              "response": { "type": "array", "items": { "oneOf": [
                { "$ref": "#/definitions/Text" }, { "$ref": "#/definitions/Image" } ],
                "discriminator": { "propertyName": "kind" } } } },
            { "name": "hours.get", "path": "hours",
              "response": { "type": "object", "required": ["days", "notes"], "properties": {
                "days": { "type": "object", "additionalProperties": { "type": "integer", "maximum": 1000000 } },
                "notes": { "type": "array", "items": { "type": "string", "minLength": 1 } },
                "version": { "type": "integer", "const": 3 } } } },
            { "name": "hold.get", "path": "hold", "statuses": {
                "200": { "$ref": "#/definitions/Shelf" }, "203": { "$ref": "#/definitions/Shelf" } } },
            { "name": "catalogue.get", "path": "catalogue", "response": { "content": "text/csv" } },
            { "name": "books.add", "verb": "POST", "path": "books", "in": "body",
              "parameters": [{ "name": "title", "type": "string", "required": true }],
              "response": { "$ref": "#/definitions/Book" } }
          ],
          "definitions": {
            "Book": { "type": "object", "required": ["id", "title", "author", "genre", "added"], "properties": {
              "id": { "type": "integer" }, "title": { "type": "string" },
              "author": { "$ref": "#/definitions/Author" },
              "genre": { "type": "string", "enum": ["novel", "poetry"] },
              "added": { "type": "string", "format": "date-time" },
              "printed": { "type": "string", "format": "date" },
              "price": { "type": "number", "minimum": 0 },
              "rating": { "type": "integer", "maximum": 1000000 },
              "lent": { "type": "boolean" },
              "isbn": { "type": "string", "format": "int64" },
              "tags": { "type": "array", "items": { "type": "string" } } } },
            "Author": { "type": "object", "required": ["id", "name"], "properties": {
              "id": { "type": "integer" }, "name": { "type": "string" },
              "born": { "type": ["string", "null"], "format": "date" },
              "seen": { "type": "integer", "format": "unix-seconds" } } },
            "Loan": { "type": "object", "required": ["id", "book"], "properties": {
              "id": { "type": "string" }, "book": { "$ref": "#/definitions/Book" },
              "length": { "type": "string", "format": "duration" } } },
            "Shelf": { "type": "object", "required": ["id", "place"], "properties": {
              "id": { "type": "integer" }, "place": { "type": "string" } } },
            "Text": { "type": "object", "required": ["kind", "text"], "properties": {
              "kind": { "type": "string", "const": "text" }, "text": { "type": "string" } } },
            "Image": { "type": "object", "required": ["kind", "url"], "properties": {
              "kind": { "type": "string", "const": "image" }, "url": { "type": "string", "format": "uri" } } },
            "Problem": { "type": "object", "required": ["message"], "properties": {
              "message": { "type": "string" } } }
          }
        }
        """

    /// The number of methods that read.
    static let readCount = 12

    static var sources: [SourceFile] {
        files.sorted { $0.key < $1.key }.map { SourceFile(path: $0.key, bytes: Array($0.value.utf8)) }
    }
}
