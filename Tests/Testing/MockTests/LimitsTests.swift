#if MockServer
    import Foundation
    import Methodical
    import MethodicalMock
    import Testing

    #if canImport(FoundationNetworking)
        import FoundationNetworking
    #endif

    /// Tests of very large numbers.
    @Suite struct LimitsTests {
        private static let schema = [
            "api.json": #"{"name": "Things", "baseURL": "https://things.example/"}"#,
            "methods.json": #"""
            {"methods": [{"name": "list", "verb": "GET", "path": "things", "pages": {"page": "page", "size": "per_page"},
              "parameters": [{"name": "page", "type": "integer"}, {"name": "per_page", "type": "integer", "default": 2}],
              "response": {"type": "array", "items": {"type": "object", "required": ["id"], "properties": {"id": {"type": "integer"}}}}},
              {"name": "listWithTotal", "verb": "GET", "path": "counted", "pages": {"page": "page", "size": "per_page", "totalPages": "pages", "items": "things"},
              "parameters": [{"name": "page", "type": "integer"}, {"name": "per_page", "type": "integer", "default": 2}],
              "response": {"type": "object", "required": ["pages", "things"], "properties": {"pages": {"type": "integer"}, "things": {"type": "array", "items": {"type": "integer"}}}}}]}
            """#,
        ]

        private func count(_ query: String, items: Int) async throws -> Int? {
            try await response(to: "things?" + query, items: items)?.arrayValue?.count
        }

        private func response(to request: String, items: Int) async throws -> JSON? {
            let folder = FileManager.default.temporaryDirectory.appending(
                path: "methodical-limits-\(UUID().uuidString)")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(at: folder) }
            for (name, text) in Self.schema { try Data(text.utf8).write(to: folder.appending(path: name)) }
            let server = try await MockServer.start(schemas: folder, items: items)
            let (data, _) = try await URLSession.shared.data(
                from: try #require(URL(string: server.baseURL + request)))
            return JSON(String(decoding: data, as: UTF8.self))
        }

        @Test("A page of no elements is empty, and the list has no pages of this size")
        func emptyPages() async throws {
            let page = try #require(try await response(to: "counted?per_page=0", items: 5))
            #expect(page["pages"] == 0 && page["things"]?.arrayValue == [])
            let usual = try #require(try await response(to: "counted", items: 5))
            #expect(usual["pages"] == 3 && usual["things"]?.arrayValue?.count == 2)
        }

        @Test func asManyThingsAsThereAreNumbers() async throws {
            #expect(try await count("per_page=3", items: .max) == 3)
            #expect(try await count("", items: .min) == 0)
        }

        /// After the last page there is nothing, at any distance.
        @Test(arguments: [
            "page=4611686018427387905&per_page=4", "page=3&per_page=9223372036854775807", "page=9223372036854775807",
            "page=26",
        ])
        func pagesBehindTheLast(_ query: String) async throws {
            #expect(try await count(query, items: 50) == 0)
        }

        /// The plugin follows links too. Otherwise the methods of a linked folder would be missing.
        @Test("The methods of a linked folder are there, and a link that leads back up is refused")
        func linkedFolders() async throws {
            let top = FileManager.default.temporaryDirectory.appending(path: "methodical-linked-\(UUID().uuidString)")
            defer { try? FileManager.default.removeItem(at: top) }
            for folder in ["Schema", "shared"] {
                try FileManager.default.createDirectory(
                    at: top.appending(path: folder), withIntermediateDirectories: true)
            }
            try Data((Self.schema["api.json"] ?? "").utf8).write(to: top.appending(path: "Schema/api.json"))
            try Data((Self.schema["methods.json"] ?? "").utf8).write(to: top.appending(path: "shared/methods.json"))
            try FileManager.default.createSymbolicLink(
                atPath: top.appending(path: "Schema/things").path, withDestinationPath: "../shared")
            let server = try await MockServer.start(schemas: top.appending(path: "Schema"))
            let (data, _) = try await URLSession.shared.data(from: try #require(URL(string: server.baseURL + "things")))
            #expect(JSON(String(decoding: data, as: UTF8.self))?.arrayValue?.count == 2)
            try FileManager.default.createSymbolicLink(
                atPath: top.appending(path: "shared/loop").path, withDestinationPath: "..")
            let refusal = await #expect(throws: MockServer.Refusal.self) {
                try await MockServer.start(schemas: top.appending(path: "Schema"))
            }
            #expect(refusal?.description.contains("leads back up") == true, "\(String(describing: refusal))")
        }

        @Test func pagesBeforeTheFirst() async throws {
            #expect(try await count("page=-9223372036854775808&per_page=7", items: 50) == 7)
        }
    }
#endif
