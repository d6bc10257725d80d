#if CommandLine
    import Foundation
    import MethodicalGenerator
    import Testing
    import Toolchain

    /// A document whose texts and names have characters that nobody sees, in all output of the command.
    @Suite struct ImportHiddenTextTests {
        /// An escape sequence, zero-width characters, controls of direction, a tag and a variation selector.
        private static let hidden = "\u{1B}[2J\u{200B}\u{2066}\u{202E}\u{2069}\u{FEFF}\u{E0041}\u{FE01}\u{9B}\u{E000}"

        private static var document: String {
            let text = hidden.unicodeScalars.map { scalar in
                scalar.utf16.map { "\\u" + String(0x10000 + Int($0), radix: 16).dropFirst() }.joined()
            }.joined()
            return #"""
                {"openapi": "3.1.0", "info": {"title": "Shop", "version": "1\#(text)", "description": "Sells\#(text)"},
                "servers": [{"url": "https://api.shop.example/v1"}],
                "tags": [{"name": "pins", "description": "Pins\#(text)"}],
                "paths": {"/pins": {"get": {"operationId": "listPins", "tags": ["pins"], "summary": "Lists\#(text)",
                "deprecated": true, "x-odd\#(text)": 1, "parameters": [
                {"name": "sort\#(text)", "in": "query", "description": "Sort\#(text)", "schema": {"type": "string",
                "enum": ["new\#(text)", "old"], "default": "new\#(text)"}},
                {"name": "odd\#(text)", "in": "nowhere\#(text)", "schema": {"type": "what\#(text)"}}],
                "responses": {"200": {"description": "x", "content": {"application/json": {"schema":
                {"type": "array", "items": {"$ref": "#/components/schemas/Pin"}}}}}}},
                "post": {"operationId": "weird\#(text)", "responses": {"200": {"$ref": "missing\#(text).json"}}}}},
                "components": {"schemas": {"Pin": {"type": "object", "description": "A pin\#(text)", "properties": {
                "owner\#(text)": {"type": "string", "description": "Owner\#(text)", "pattern": "[a\#(text)"},
                "kind": {"type": "string", "enum": ["a\#(text)", "b"]}}}}}}
                """#
        }

        @Test("No format of any subcommand prints a hidden character of the document")
        func hiddenText() async throws {
            try await ImportedFolder.with(nil) { folder in
                try Command.write(Self.document, to: folder.url.appending(path: "openapi.json"))
                try await expectVisible(folder, "import", "openapi.json", "--verbose")
                let methods = try folder.text("pins/methods.json")
                #expect(methods.contains("pins.list"), "\(methods)")
                try await expectVisible(folder, "check", "--accept")
                try FileManager.default.copyItem(at: folder.schema, to: folder.url.appending(path: "Old"))
                let changed = Self.document.replacing(#""owner"#, with: #""other"#).replacing(#""new"#, with: #""best"#)
                try Command.write(changed, to: folder.url.appending(path: "openapi.json"))
                try Command.write(
                    "[{\"owner\(Self.hidden)\": 5, \"kind\": \"c\(Self.hidden)\", \"x\(Self.hidden)\": {}}]"
                        .replacing("\u{1B}", with: "\\u001b"),
                    to: folder.url.appending(path: "responses/pins.list.json"))
                for format in ["text", "json", "github", "markdown"] {
                    // Without `--into`, the import would bring the copy up to date, too.
                    try await expectVisible(folder, "import", "--check", "--into", "Schema", "--format", format)
                    try await expectVisible(folder, "import", "--verbose", "--into", "Schema", "--format", format)
                    try await expectVisible(folder, "check", "Schema", "--format", format)
                    try await expectVisible(folder, "diff", "Old", "Schema", "--format", format)
                    try await expectVisible(folder, "list", "Schema", "--format", format)
                    try await expectVisible(folder, "explain", "pins.list", "--schema", "Schema", "--format", format)
                    try await expectVisible(
                        folder, "learn", "responses", "--schema", "Schema", "--format", format)
                    try FileManager.default.removeItem(at: folder.schema)
                    try FileManager.default.copyItem(
                        at: folder.url.appending(path: "Old"), to: folder.schema)
                }
                let name = "b\(Self.hidden)"
                try await expectVisible(folder, "explain", name, "--schema", "Schema")
                let ran = try await folder.methodical("generate", "Schema", "--output", "Code")
                #expect(ran.status == 0, "\(ran)")
                try expectVisible(ran.output + ran.errors, "generate")
                for file in try FileManager.default.contentsOfDirectory(atPath: folder.url.appending(path: "Code").path)
                {
                    let url = folder.url.appending(path: "Code/\(file)")
                    try expectVisible(String(contentsOf: url, encoding: .utf8), file)
                }
            }
        }

        private func expectVisible(_ folder: ImportedFolder, _ words: String...) async throws {
            let ran = try await Command.methodical(words, in: folder.url)
            let title = words.joined(separator: " ")
            #expect(!(ran.output + ran.errors).isEmpty, "\(title): \(ran)")
            try expectVisible(ran.output + ran.errors, title)
        }

        private func expectVisible(_ text: String, _ title: String) throws {
            // The command separates lines, and columns by tabs.
            let hidden = text.unicodeScalars.filter { $0 != "\n" && $0 != "\t" && $0.isHidden() }
            let line = text.split(separator: "\n").first { $0.unicodeScalars.contains { $0.isHidden() } } ?? ""
            #expect(hidden.isEmpty, "\(title.debugDescription) prints \(line.debugDescription)")
        }
    }
#endif
