#if CommandLine
    import APISurface
    import Foundation
    import MethodicalGenerator
    import Testing
    import Toolchain

    /// Tests of `methodical new --from` as people run it.
    @Suite struct NewFromTests {
        private static let items = (0..<12).map {
            #"{"id": \#($0), "class": "a", "in": null, "self": {"init": 1}, "at": "2024-02-29T12:00:00Z"}"#
        }
        private static let exchanges = [
            Recorded("/v1/items?limit=3", returns: "[\(items.joined(separator: ","))]")
                .with("Authorization", "Bearer t-9876543210"),
            Recorded("/v1/items/7", returns: items[7]).with("Authorization", "Bearer t-9876543210"),
            Recorded("POST", "/v1/items", sends: #"{"class": "a", "default": true}"#, status: 201, returns: items[1])
                .with("Authorization", "Bearer t-9876543210"),
            Recorded("/v1/items/8", status: 404, returns: #"{"message": "no such item"}"#),
        ]

        private func write(_ exchanges: [Recorded], to name: String, in folder: URL) throws {
            try Command.write(try Recorded.har(exchanges), to: folder.appending(path: name))
        }

        @Test("The schema has no findings, and its code compiles without a warning")
        func code() async throws {
            try await Command.inFolder { folder in
                try write(Self.exchanges, to: "traffic.har", in: folder)
                let made = try await Command.methodical(
                    "new", "Schema", "--name", "Shop", "--from", "traffic.har", in: folder)
                #expect(made.status == 0, "\(made)")
                let checked = try await Command.methodical("check", "Schema", in: folder)
                #expect(checked.status == 0, "\(checked)")
                #expect(!checked.output.contains("warning") && !checked.errors.contains("warning"), "\(checked)")
                let generated = try await Command.methodical("generate", "Schema", "--output", "Code", in: folder)
                #expect(generated.status == 0, "\(generated)")
                let code = folder.appending(path: "Code")
                let files = try FileManager.default.contentsOfDirectory(atPath: code.path).filter {
                    $0.hasSuffix(".swift")
                }
                try #require(!files.isEmpty)
                let paths = files.map { code.appending(path: $0).path }
                let (succeeded, output) = try await SwiftCompiler.run(
                    ["-typecheck", "-module-name", "Inferred"] + paths)
                #expect(succeeded && output.isEmpty, "\(output.prefix(2_000))")
                for file in try FileManager.default.subpathsOfDirectory(atPath: folder.path)
                where !file.hasSuffix(".har") {
                    let data = FileManager.default.contents(atPath: folder.appending(path: file).path) ?? Data()
                    #expect(!String(decoding: data, as: UTF8.self).contains("9876543210"), "\(file)")
                }
            }
        }

        @Test("Another run refines the schema, and keeps names and edits")
        func refinement() async throws {
            try await Command.inFolder { folder in
                try write(Self.exchanges, to: "first.har", in: folder)
                let made = try await Command.methodical(
                    "new", "Schema", "--name", "Shop", "--from", "first.har", in: folder)
                #expect(made.status == 0, "\(made)")
                let overlay = """
                    { "overlay": [{ "at": "items/methods.json#/methods/0", "merge": { "description": "Mine." },
                        "because": "nobody knows it" }] }
                    """
                try Command.write(overlay, to: folder.appending(path: "Schema/mine.overlay.json"))
                let api = folder.appending(path: "Schema/api.json")
                let text = try String(contentsOf: api, encoding: .utf8)
                try Command.write(
                    text.replacing("https://api.shop.example/", with: "https://test.shop.example/"), to: api)
                try write(
                    [
                        Recorded("/v1/items/9", returns: #"{"id": 9, "price": 1.5}"#),
                        Recorded("DELETE", "/v1/items/9", status: 204),
                    ], to: "second.har", in: folder)
                let refined = try await Command.methodical("new", "Schema", "--from", "second.har", in: folder)
                #expect(refined.status == 0, "\(refined)")
                let methods = try String(
                    contentsOf: folder.appending(path: "Schema/items/methods.json"), encoding: .utf8)
                for method in ["items.list", "items.get", "items.create", "items.delete"] {
                    #expect(methods.contains("\"\(method)\""), "\(method): \(methods)")
                }
                let types = try String(contentsOf: folder.appending(path: "Schema/items/types.json"), encoding: .utf8)
                #expect(types.contains("\"price\"") && types.contains("\"class\""))
                #expect(try String(contentsOf: api, encoding: .utf8).contains("https://test.shop.example/"))
                #expect(FileManager.default.fileExists(atPath: folder.appending(path: "Schema/mine.overlay.json").path))
                let checked = try await Command.methodical("import", "--check", in: folder)
                #expect(checked.status == 0, "\(checked)")
            }
        }

        @Test("Wrong arguments end with 64 and say what to do, and nothing is written")
        func mistakes() async throws {
            try await Command.inFolder { folder in
                try write(Self.exchanges, to: "traffic.har", in: folder)
                try Command.write("[]", to: folder.appending(path: "empty.json"))
                let cases: [([String], String)] = [
                    (["--name", "Shop", "--from", "missing.har"], "there is no file or folder missing.har"),
                    (["--from", "traffic.har"], "add --name NAME"),
                    (["--name", "Shop", "--from", "empty.json"], "--base-url"),
                    (["--name", "Shop", "--from", "traffic.har", "--base-url", "shop"], "is not a base URL"),
                    (["--name", "Sh op", "--from", "traffic.har"], "is not a name"),
                    (["--name", "Shop", "--from", "traffic.har", "--authorization", "bearer"], "--authorization"),
                ]
                for (words, message) in cases {
                    let ran = try await Command.methodical(["new", "Schema"] + words, in: folder)
                    #expect(ran.status == 64, "\(words): \(ran)")
                    #expect(ran.errors.contains(message), "\(words): \(ran)")
                }
                #expect(!FileManager.default.fileExists(atPath: folder.appending(path: "Schema").path))
                try Command.write(
                    #"{"name": "Own", "baseURL": "https://own.example/"}"#,
                    to: folder.appending(path: "Schema/api.json"))
                let ran = try await Command.methodical(
                    "new", "Schema", "--name", "Shop", "--from", "traffic.har", in: folder)
                #expect(ran.status == 64 && ran.errors.contains("already exists"), "\(ran)")
            }
        }

        @Test("The JSON report is one document with the evidence")
        func json() async throws {
            try await Command.inFolder { folder in
                try write(Self.exchanges, to: "traffic.har", in: folder)
                let made = try await Command.methodical(
                    "new", "Schema", "--name", "Shop", "--from", "traffic.har", "--format", "json", in: folder)
                #expect(made.status == 0, "\(made)")
                var problems: [Diagnostic] = []
                let root = parse(SourceFile(path: "", bytes: Array(made.output.utf8)), problems: &problems)
                #expect(root?["traffic"]?["exchanges"]?.integer == 4)
                #expect(root?["traffic"]?["evidence"]?.children.isEmpty == false)
                #expect(root?["methods"]?.integer == 3)
            }
        }
    }
#endif
