#if CommandLine
    import Foundation
    import Testing
    import Toolchain

    /// Tests of documents with an operation that the dialect cannot express.
    @Suite struct ImportRefusalTests {
        private static let document = """
            openapi: 3.0.3
            info: {title: Shop, version: "1"}
            servers: [{url: "https://api.shop.example/v1"}]
            paths:
              /pins:
                get: {operationId: listPins, responses: {"204": {description: done}}}
              /users:
                get:
                  operationId: listUsers
                  parameters: [{name: "a b", in: cookie, schema: {type: string}}]
                  responses: {"204": {description: done}}

            """

        @Test("A name that the dialect refuses leaves out one operation, with its place")
        func cookieWithASpace() async throws {
            try await ImportedFolder.with(nil) { folder in
                try Command.write(Self.document, to: folder.url.appending(path: "openapi.yaml"))
                let ran = try await folder.methodical("import", "openapi.yaml")
                #expect(ran.status == 0, "\(ran)")
                #expect(ran.output.contains("1 of 2 operations"), "\(ran)")
                #expect(
                    ran.output.contains("  openapi.yaml:8:5: GET /users: the schema's rules do not allow it: "),
                    "\(ran)")
                #expect(try folder.text("pins/methods.json").contains("pins.list"))
                #expect(!FileManager.default.fileExists(atPath: folder.schema.appending(path: "users").path))
                #expect(try await folder.methodical("check").status == 0)
                #expect(try await folder.methodical("import").output.contains("nothing changed"))
            }
        }

        @Test("An error in the settings of a person leaves out nothing")
        func errorOfAPerson() async throws {
            try await ImportedFolder.with { folder in
                _ = try await folder.methodical("import", "openapi.json")
                let overlay =
                    ##"[{"at": "users/methods.json#/methods/users.get", "merge": {"verb": "FETCH"}, "because": "x"}]"##
                try Command.write(
                    "{\"overlay\": \(overlay)}", to: folder.schema.appending(path: "users/fix.overlay.json"))
                let before = try folder.contents()
                let ran = try await folder.methodical("import")
                #expect(ran.status == 2, "\(ran)")
                #expect(try folder.contents() == before)
            }
        }

        @Test("A member of the body can have the name of a variable that begins the path")
        func variableAtTheBeginning() async throws {
            try await ImportedFolder.with(nil) { folder in
                let body =
                    "{required: true, content: {application/json: {schema: {type: object, properties: "
                    + "{slug: {type: string}, name: {type: string}}}}}}"
                let text =
                    Self.document.components(separatedBy: "  /pins:")[0] + """
                          "/{slug}/sites":
                            post:
                              operationId: createSite
                              parameters: [{name: slug, in: path, required: true, schema: {type: string}}]
                              requestBody: \(body)
                              responses: {"204": {description: done}}

                        """
                try Command.write(text, to: folder.url.appending(path: "openapi.yaml"))
                let ran = try await folder.methodical("import", "openapi.yaml")
                #expect(ran.status == 0 && ran.errors.isEmpty, "\(ran)")
                let explained = try await folder.methodical("explain", "sites.create", "--schema", "Schema")
                #expect(
                    explained.output.contains("sites.create(slug: String, bodySlug: String?, name: String?)"),
                    "\(explained)")
            }
        }
    }
#endif
