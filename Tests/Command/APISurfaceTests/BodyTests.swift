import MethodicalGenerator
import Testing

@testable import APISurface

/// Tests of the explanation of methods with a whole body or with files.
@Suite struct BodyTests {
    private func explanation(_ method: String) throws -> String {
        let files = [
            "api.json": #"{ "name": "Shop", "baseURL": "https://shop.example/" }"#,
            "methods.json": """
            { "methods": [
              { "name": "tasks.note", "verb": "PUT", "path": "tasks/{id}",
                "parameters": [{ "name": "id", "type": "integer" }],
                "body": { "content": "text/plain", "required": false, "description": "The note." } },
              { "name": "photos.add", "parameters": [
                { "name": "photo", "type": "string", "format": "binary", "required": true },
                { "name": "frames", "type": "array", "items": { "type": "string", "format": "binary" } }] } ] }
            """,
        ]
        let api = try #require(
            compile(files.sorted { $0.key < $1.key }.map { SourceFile(path: $0, bytes: Array($1.utf8)) }).api)
        return try #require(Explanation(method, of: api, surface: Surface(api))).text(in: .text)
    }

    @Test func aWholeBody() throws {
        let text = try explanation("tasks.note")
        let expected = """
            tasks.note

            shop.tasks.note(_: String?, id: Int) -> Void
              _   in body, type text/plain  The note.
              id  in path
              travels as:     PUT tasks/{id}
              parameters in:  query

            """
        #expect(text == expected)
    }

    @Test("The explanation of an upload says that it sends files")
    func files() throws {
        let text = try explanation("photos.add")
        let expected = """
            photos.add

            shop.photos.add(photo: Upload, frames: [Upload]?) -> UploadRequest<Void>
              photo
              frames
              travels as:     POST photos.add
              sends:          a file, or a form that may hold files
              parameters in:  multipart

            """
        #expect(text == expected)
    }
}
