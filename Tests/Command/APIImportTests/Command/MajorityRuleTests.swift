#if CommandLine
    import Foundation
    import Testing
    import Toolchain

    /// Tests of the rules that say once what most methods have in common, in repeated imports.
    @Suite struct MajorityRuleTests {
        /// A document with two lists in brackets.
        private static let document = ##"""
            {"openapi": "3.0.3", "info": {"title": "Shop", "version": "1"}, "servers": [{"url": "https://shop.example"}],
            "paths": {"/pins": {"get": {"operationId": "pins/list", "tags": ["pins"],
              "parameters": [
                {"name": "ids", "in": "query", "style": "deepObject", "schema": {"type": "array", "items": {"type": "string"}}},
                {"name": "tags", "in": "query", "style": "deepObject", "schema": {"type": "array", "items": {"type": "string"}}}],
              "responses": {"204": {"description": "Done."}}}}}}
            """##

        @Test("A repeated import of an unchanged document changes nothing")
        func unchanged() async throws {
            try await ImportedFolder.with(nil) { folder in
                try Command.write(Self.document, to: folder.url.appending(path: "openapi.json"))
                _ = try await folder.methodical("import", "openapi.json")
                #expect(try folder.text("api.json").contains(#""arrays": "brackets""#))
                #expect(try !folder.text("pins/methods.json").contains("arrays"))
                let times = try folder.times()
                let again = try await folder.methodical("import")
                #expect(again.output.contains("nothing changed"), "\(again)")
                #expect(try folder.times() == times)
            }
        }

        @Test("An import of an earlier version keeps what each method states, until it takes new names")
        func earlier() async throws {
            try await ImportedFolder.with(nil) { folder in
                try Command.write(Self.document, to: folder.url.appending(path: "openapi.json"))
                _ = try await folder.methodical("import", "openapi.json")
                let new = try folder.text("pins/methods.json")
                try folder.edit("api.json", #""rules": 5"#, #""rules": 3"#)
                _ = try await folder.methodical("import")
                #expect(try folder.text("api.json").contains(#""arrays": "repeated""#))
                #expect(try folder.text("pins/methods.json").contains(#""arrays": "brackets""#))
                let again = try await folder.methodical("import")
                #expect(again.output.contains("nothing changed"), "\(again)")
                _ = try await folder.methodical("import", "--new-names")
                #expect(try folder.text("pins/methods.json") == new)
                #expect(try folder.text("api.json").contains(#""arrays": "brackets""#))
            }
        }
    }
#endif
