#if CommandLine
    import Foundation
    import Testing
    import Toolchain

    /// Tests of names that stay when a document grows.
    @Suite struct NameTests {
        @Test("Two types of one name do not change places when the second occurs more often")
        func groupsOfDifferentSizes() async throws {
            try await ImportedFolder.with(nil) { folder in
                let before = Self.transfers(first: 3, second: 2)
                try await Self.expectMinor(from: before, to: Self.transfers(first: 3, second: 4), in: folder)
            }
        }

        @Test("A type keeps its place when another operation uses it")
        func aSecondUse() async throws {
            try await ImportedFolder.with(nil) { folder in
                let before = Self.transfers(first: 1, second: 0)
                try await Self.expectMinor(from: before, to: Self.transfers(first: 2, second: 1), in: folder)
                let settings = try folder.text("api.json")
                #expect(settings.contains(#""types": {"#), "\(settings)")
                let third = try await folder.methodical("import", "--into", "Schema")
                #expect(third.output.contains("nothing changed"), "\(third)")
                let check = try await folder.methodical("import", "--into", "Schema", "--check")
                #expect(check.status == 0, "\(check)")

                #expect(third.output.contains("Other names (1): "), "\(third)")
                let change = "\n  type Names.P1.Create1TransferData -> Names.TransferData\n"
                #expect(third.output.contains(change), "\(third)")
                let renamed = try await folder.methodical("import", "--new-names", "--format", "json")
                #expect(try Self.verdict(of: renamed) == "major", "\(renamed)")
                #expect(try !folder.text("api.json").contains(#""types": {"#))
                let last = try await folder.methodical("import")
                #expect(last.output == "Schema: nothing changed since the import of openapi.json\n", "\(last)")
            }
        }

        @Test("A schema keeps its short name when another package gets one of the same name")
        func packages() async throws {
            try await ImportedFolder.with(nil) { folder in
                let before = Self.packages(["org.docks.v1.Event", "org.docks.v1.Port"])
                let more = ["Port", "org.cranes.v1.Event", "org.docks.v1.Event", "org.docks.v1.Port"]
                try await Self.expectMinor(from: before, to: Self.packages(more), in: folder)
                let types = try folder.text("events/types.json")
                let names = types.matches(of: /"([A-Za-z0-9.]+)": \{\s*"\$comment": "([a-z0-9A-Z.]+)"/)
                #expect(names.contains { $0.1 == "Event" && $0.2 == "org.docks.v1.Event" }, "\(types)")
            }
        }

        @Test("A folder that an older version imported keeps the types of its responses")
        func olderRules() async throws {
            try await ImportedFolder.with(nil) { folder in
                try Self.write(Self.withSharedResponse, to: folder)
                _ = try await folder.methodical("import", "openapi.json", "--into", "Schema")
                let settings = try folder.text("api.json")
                #expect(settings.contains(#""rules": 5"#), "\(settings)")
                #expect(try folder.contents().values.contains { $0.contains(#""Denied": {"#) })
                try FileManager.default.removeItem(at: folder.schema)
                let source = #"{"location": "../openapi.json", "format": "OpenAPI 3.0", "sha256": ""}"#
                try FileManager.default.createDirectory(at: folder.schema, withIntermediateDirectories: true)
                try Command.write(
                    #"{"name": "Docks", "baseURL": "https://docks.example/", "source": \#(source)}"#,
                    to: folder.schema.appending(path: "api.json"))
                let again = try await folder.methodical("import", "--into", "Schema")
                #expect(again.status == 0, "\(again)")
                #expect(try !folder.contents().values.contains { $0.contains(#""Denied": {"#) })
            }
        }

        @Test("Methods of new imports are overloads, and stay so; those of older imports keep their names")
        func overloads() async throws {
            func document(_ paths: String...) -> String {
                let operations = paths.map { path in
                    #""\#(path)": {"get": {"operationId": "findPet", "responses": {"204": {"description": "Done."}}}}"#
                }
                return #"""
                    {"openapi": "3.0.3", "info": {"title": "Pets", "version": "1"}, "servers": [{"url": "https://pets.example"}],
                    "paths": {\#(operations.joined(separator: ", "))}}
                    """#
            }
            try await ImportedFolder.with(nil) { folder in
                let before = document("/pets", "/pets/{id}")
                try await Self.expectMinor(from: before, to: document("/pets", "/pets/{id}", "/cats"), in: folder)
                let methods = try folder.text("pets/methods.json")
                #expect(methods.contains(#""swift": "find""#), "\(methods)")

                try folder.edit("api.json", #""rules": 5"#, #""rules": 2"#)
                try folder.edit("pets/methods.json", #""swift": "find", "#, "")
                _ = try await folder.methodical("import")
                #expect(try !folder.text("pets/methods.json").contains("swift"))
            }
        }

        @Test("No addition to a document renames or retypes anything", arguments: 1...16)
        func randomAdditions(seed: UInt64) async throws {
            try await ImportedFolder.with(nil) { folder in
                var document = RandomDocument(seed: seed)
                try Self.write(document.text, to: folder)
                _ = try await folder.methodical("import", "openapi.json", "--into", "Schema")
                for step in 1...5 {
                    let before = document.text
                    let addition = document.add()
                    try Self.write(document.text, to: folder)
                    let again = try await folder.methodical("import", "--into", "Schema", "--format", "json")
                    guard again.status == 0 else {
                        Issue.record("step \(step), \(addition): \(again)")
                        return
                    }
                    if document.text == before { continue }
                    let verdict = try Self.verdict(of: again)
                    #expect(verdict == "minor" || verdict == "none", "step \(step), \(addition): \(again.output)")
                }
            }
        }

        /// Returns a document in which some operations have one of two types of the same name.
        private static func transfers(first: Int, second: Int) -> String {
            let types = [
                (1, first, #""amount": {"type": "integer"}"#), (20, second, #""percent": {"type": "number"}"#),
            ]
            let paths = types.flatMap { start, count, property in
                (start..<start + count).map { number in
                    #"""
                    "/p\#(number)": {"post": {"operationId": "create\#(number)", "responses": {"204": {"description": "Done."}},
                    "requestBody": {"content": {"application/json": {"schema": {"type": "object", "properties": {
                    "transfer_data": {"type": "object", "properties": {"destination": {"type": "string"}, \#(property)}}}}}}}}}
                    """#
                }
            }
            return #"""
                {"openapi": "3.0.3", "info": {"title": "Names", "version": "1"}, "servers": [{"url": "https://names.example"}],
                "paths": {\#(paths.joined(separator: ",\n"))}}
                """#
        }

        /// Returns a document with a list of values of each schema.
        private static func packages(_ names: [String]) -> String {
            let paths = names.map { name in
                ##"""
                "/\##(name.replacing(".", with: "-"))": {"get": {"operationId": "list\##(name.replacing(".", with: ""))", "tags": ["events"], "responses": {"200": {"description": "OK.",
                "content": {"application/json": {"schema": {"type": "array", "items": {"$ref": "#/components/schemas/\##(name)"}}}}}}}}
                """##
            }
            let schemas = names.map { #""\#($0)": {"type": "object", "properties": {"id": {"type": "integer"}}}"# }
            return #"""
                {"openapi": "3.0.3", "info": {"title": "Docks", "version": "1"}, "servers": [{"url": "https://docks.example"}],
                "paths": {\#(paths.joined(separator: ",\n"))}, "components": {"schemas": {\#(schemas.joined(separator: ", "))}}}
                """#
        }

        private static let withSharedResponse = ##"""
            {"openapi": "3.0.3", "info": {"title": "Docks", "version": "1"}, "servers": [{"url": "https://docks.example"}],
            "paths": {"/a": {"get": {"operationId": "getA", "responses": {"204": {"description": "OK."}, "403": {"$ref": "#/components/responses/Denied"}}}}},
            "components": {"responses": {"Denied": {"description": "No.", "content": {"application/json": {"schema":
            {"type": "object", "properties": {"why": {"type": "string"}}}}}}}}}
            """##

        private static func write(_ text: String, to folder: ImportedFolder) throws {
            try Command.write(text, to: folder.url.appending(path: "openapi.json"))
        }

        /// Imports a document, and expects that callers can use another one in its place.
        private static func expectMinor(from before: String, to after: String, in folder: ImportedFolder) async throws {
            try write(before, to: folder)
            let first = try await folder.methodical("import", "openapi.json", "--into", "Schema")
            #expect(first.status == 0, "\(first)")
            try write(after, to: folder)
            let second = try await folder.methodical("import", "--into", "Schema", "--format", "json")
            #expect(try verdict(of: second) == "minor", "\(second)")
        }

        /// Returns the verdict on the changes that an import reports, or `none` if there are no changes.
        private static func verdict(of command: Command) throws -> String {
            struct Output: Decodable {
                struct Diff: Decodable { var verdict: String }
                var diff: Diff?
            }
            let output = try JSONDecoder().decode(Output.self, from: Data(command.output.utf8))
            return output.diff?.verdict ?? "none"
        }
    }
#endif
