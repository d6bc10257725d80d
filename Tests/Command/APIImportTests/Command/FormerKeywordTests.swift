#if CommandLine
    import Foundation
    import Testing
    import Toolchain

    /// Tests of a repeated import into a folder with the keywords of an earlier version.
    @Suite struct FormerKeywordTests {
        private static let document = ##"""
            {"openapi": "3.2.0", "info": {"title": "Shop", "version": "1"}, "servers": [{"url": "https://shop.example"}],
            "paths": {
              "/pins": {
                "get": {"operationId": "pins/find", "tags": ["pins"], "responses": {
                  "200": {"description": "x", "content": {"application/json": {"schema": {"type": "string"}}}},
                  "202": {"description": "x", "content": {"application/json": {"schema": {"type": "integer"}}}}}},
                "post": {"operationId": "pins/add", "tags": ["pins"],
                  "requestBody": {"content": {"application/json": {"schema": {"type": "object", "properties":
                    {"title": {"type": "string"}}}}}},
                  "responses": {"204": {"description": "x"}}}},
              "/pins/changes": {
                "get": {"operationId": "pins/watch", "tags": ["pins"], "responses": {
                  "200": {"description": "x", "content": {"text/event-stream": {"itemSchema": {"oneOf": [
                    {"type": "object", "properties":
                      {"event": {"const": "added"}, "data": {"type": "string", "contentSchema": {"type": "integer"}}}},
                    {"type": "object", "properties":
                      {"event": {"const": "gone"}, "data": {"type": "string"}}}]}}}}}}}}}
            """##

        /// Imports the document, and writes the files as an earlier version wrote them.
        private func importFormer(into folder: ImportedFolder) async throws {
            try Command.write(Self.document, to: folder.url.appending(path: "openapi.json"))
            let ran = try await folder.methodical("import", "openapi.json")
            #expect(ran.status == 0, "\(ran)")
            try folder.edit("api.json", #""in": "body""#, #""parameters": "body""#)
            try folder.edit("api.json", #""/defaults/*/in""#, #""/defaults/*/parameters""#)
            try folder.edit("pins/methods.json", #""statuses": "#, #""responses": "#)
            try folder.edit("pins/methods.json", #""events": {"#, #""responses": {"#)
        }

        @Test("It writes the current keywords, and the API stays the same")
        func repeated() async throws {
            try await ImportedFolder.with(nil) { folder in
                try Command.write(Self.document, to: folder.url.appending(path: "openapi.json"))
                _ = try await folder.methodical("import", "openapi.json")
                let current = try folder.contents()
                try await importFormer(into: folder)
                let check = try await folder.methodical("import", "--check")
                #expect(check.status == 1, "\(check)")
                let ran = try await folder.methodical("import")
                #expect(ran.status == 0 && !ran.output.contains("was edited"), "\(ran)")
                #expect(ran.output.contains("2 files written"), "\(ran)")
                #expect(try folder.contents() == current)
                #expect(try await folder.methodical("import", "--check").status == 0)
            }
        }

        @Test("Edited settings stay")
        func edited() async throws {
            try await ImportedFolder.with(nil) { folder in
                try await importFormer(into: folder)
                try folder.edit("api.json", #""parameters": "body""#, #""parameters": "form""#)
                try folder.edit(
                    "api.json", "\"name\": \"Shop\",", "\"name\": \"Shop\", \"responses\": {\"reading\": \"strict\"},")
                let ran = try await folder.methodical("import")
                #expect(ran.status == 0 && ran.output.contains("defaults * in was edited, and stays"), "\(ran)")
                let api = try folder.text("api.json")
                #expect(api.contains(#""in": "form""#) && api.contains(#""decoding": {"mismatches": "strict"}"#))
                #expect(try folder.text("pins/methods.json").contains(#""statuses": "#))
                let again = try await folder.methodical("import")
                #expect(again.status == 0 && again.output.contains("nothing changed"), "\(again)")
            }
        }
    }
#endif
