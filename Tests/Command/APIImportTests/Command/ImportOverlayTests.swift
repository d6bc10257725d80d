#if CommandLine
    import Foundation
    import LoopbackServer
    import Testing
    import Toolchain

    /// Tests of OpenAPI overlays, and of documents that consist of several files.
    @Suite struct ImportOverlayTests {
        private static let overlay = """
            overlay: 1.0.0
            info: {title: Corrections, version: 1.0.0}
            actions:
              - target: $.info
                update: {description: Sells corrected things.}
              - target: $.paths['/users/me']
                remove: true

            """

        @Test func overlaysAreRecorded() async throws {
            try await ImportedFolder.with { folder in
                try Command.write(Self.overlay, to: folder.url.appending(path: "fix.overlay.yaml"))
                let ran = try await folder.methodical("import", "openapi.json", "--overlay", "fix.overlay.yaml")
                #expect(ran.status == 0 && ran.errors.isEmpty, "\(ran)")
                let api = try folder.text("api.json")
                #expect(api.contains("Sells corrected things.") && api.contains(#"["../fix.overlay.yaml"]"#))
                #expect(try !folder.text("users/methods.json").contains("users/me"))
                #expect(try await folder.methodical("import").output.contains("nothing changed"))
                try Command.write(
                    Self.overlay.replacing("corrected", with: "other"),
                    to: folder.url.appending(path: "fix.overlay.yaml"))
                #expect(try await folder.methodical("import", "--check").status == 1)
                let again = try await folder.methodical("import")
                #expect(again.status == 0, "\(again)")
                #expect(try folder.text("api.json").contains("Sells other things."))
            }
        }

        @Test func aBrokenOverlayStopsTheImport() async throws {
            try await ImportedFolder.with { folder in
                try Command.write("overlay: 1.0.0\nactions: 5\n", to: folder.url.appending(path: "fix.yaml"))
                let ran = try await folder.methodical("import", "openapi.json", "--overlay", "fix.yaml")
                #expect(ran.status == 2 && ran.errors.contains("fix.yaml:"), "\(ran)")
                #expect(!FileManager.default.fileExists(atPath: folder.schema.path))
            }
        }

        @Test func anOverlayThatIsNotThere() async throws {
            try await ImportedFolder.with { folder in
                let ran = try await folder.methodical("import", "openapi.json", "--overlay", "none.yaml")
                #expect(ran.status == 64 && ran.errors == "Error: there is no file none.yaml\n", "\(ran)")
            }
        }

        @Test func aChangeOfAnotherFileIsNoticed() async throws {
            try await ImportedFolder.with(nil) { folder in
                var document = ShopDocument()
                document.operations[0].response = ##"{"$ref": "types/pin.json#/Pin"}"##
                try document.write(to: folder.url)
                let types = folder.url.appending(path: "types/pin.json")
                try Command.write(
                    #"{"Pin": {"type": "object", "properties": {"id": {"type": "string"}}}}"#, to: types)
                let ran = try await folder.methodical("import", "openapi.json")
                #expect(ran.status == 0, "\(ran)")
                #expect(try await folder.methodical("import", "--check").status == 0)
                try Command.write(
                    #"{"Pin": {"type": "object", "properties": {"id": {"type": "integer"}}}}"#, to: types)
                let check = try await folder.methodical("import", "--check")
                #expect(check.status == 1 && check.output.contains("openapi.json has changed"), "\(check)")
            }
        }

        @Test("A document from a server reads no file of this computer")
        func noLocalFiles() async throws {
            try await ImportedFolder.with(nil) { folder in
                for reference in ["file:///etc/hostname", "/etc/hostname", "../../etc/hostname"] {
                    var document = ShopDocument()
                    document.operations[0].response = "{\"$ref\": \"\(reference)#/a\"}"
                    let text = document.text
                    let server = try LoopbackServer { request in
                        request.target == "/openapi.json" ? .http(200, [], text) : .http(404, [], "")
                    }
                    let ran = try await folder.methodical(
                        "import", server.baseURL + "/openapi.json", "--into", "Schema", "--format", "json")
                    #expect(ran.status == 0 && ran.output.contains(#""kind": "wrong""#), "\(ran)")
                    #expect(server.received.allSatisfy { $0.target.hasPrefix("/") })
                    try FileManager.default.removeItem(at: folder.schema)
                }
            }
        }
    }
#endif
