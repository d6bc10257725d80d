#if CommandLine
    import Foundation
    import Testing
    import Toolchain

    /// Tests of imports that read expandable references as ids.
    @Suite struct ExpandableTests {
        /// A document with a charge whose customer is an id or the object.
        private static let document = ##"""
            {"openapi": "3.0.3", "info": {"title": "Pay", "version": "1"}, "servers": [{"url": "https://pay.example"}],
            "paths": {"/charges": {"get": {"operationId": "charges/get", "tags": ["charges"], "responses": {"200": {
              "description": "Done.",
              "content": {"application/json": {"schema": {"$ref": "#/components/schemas/charge"}}}}}}}},
            "components": {"schemas": {
              "charge": {"type": "object", "properties": {"customer": {
                "anyOf": [{"type": "string"}, {"$ref": "#/components/schemas/customer"}],
                "x-expansionResources": {"oneOf": [{"$ref": "#/components/schemas/customer"}]}}}},
              "customer": {"type": "object", "properties": {"id": {"type": "string"}}}}}}
            """##

        private static func inFolder(_ body: (ImportedFolder) async throws -> Void) async throws {
            try await ImportedFolder.with(nil) { folder in
                try Command.write(document, to: folder.url.appending(path: "openapi.json"))
                try await body(folder)
            }
        }

        private static func types(in folder: ImportedFolder) throws -> String {
            try folder.contents().filter { $0.key.hasSuffix("types.json") }.values.joined()
        }

        @Test("With --expandable ids, no type comes with an id; a repeated import keeps the choice")
        func ids() async throws {
            try await Self.inFolder { folder in
                let first = try await folder.methodical("import", "openapi.json", "--expandable", "ids")
                #expect(first.status == 0, "\(first)")
                #expect(first.output.contains("an expanded object is kept as JSON"), "\(first)")
                #expect(try folder.text("api.json").contains(#""expandable": "ids""#))
                let types = try Self.types(in: folder)
                #expect(types.contains(#""ExpandableID": {"#) && !types.contains(#""customer": {"type""#), "\(types)")
                let times = try folder.times()
                let again = try await folder.methodical("import")
                #expect(again.output.contains("nothing changed"), "\(again)")
                #expect(try folder.times() == times)
                #expect(try await folder.methodical("import", "--check").status == 0)
            }
        }

        @Test("Without --expandable, the object's type is a part of the import, and the option can be taken back")
        func objects() async throws {
            try await Self.inFolder { folder in
                _ = try await folder.methodical("import", "openapi.json")
                let before = try folder.contents()
                #expect(try !folder.text("api.json").contains("expandable"))
                _ = try await folder.methodical("import", "--expandable", "ids")
                #expect(try folder.contents() != before)
                _ = try await folder.methodical("import", "--expandable", "objects")
                #expect(try folder.contents().filter { $0.key != "api.json" } == before.filter { $0.key != "api.json" })
                #expect(try !folder.text("api.json").contains("expandable"))
            }
        }

        @Test("Another word for --expandable is refused")
        func unknown() async throws {
            try await Self.inFolder { folder in
                let ran = try await folder.methodical("import", "openapi.json", "--expandable", "all")
                #expect(ran.status == 64 && ran.errors.contains("all-ids"), "\(ran)")
            }
        }
    }
#endif
