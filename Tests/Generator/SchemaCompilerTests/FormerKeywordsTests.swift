import Foundation
import TestFiles
import Testing

@testable import MethodicalGenerator

/// Tests of the keywords that the dialect had before each word had one meaning.
@Suite struct FormerKeywordsTests {
    private static let settings = #"{"name": "A", "baseURL": "https://a.b/"}"#

    /// Returns the files with current keywords in place of former ones.
    private func updated(_ files: [String: String]) -> [String: String] {
        let edits = compiled(files).edits
        return files.reduce(into: [:]) { result, file in
            let source = SourceFile(path: file.key, bytes: Array(file.value.utf8))
            result[file.key] = String(decoding: edits.applied(to: source), as: UTF8.self)
        }
    }

    /// Returns the files of the golden case that has all former keywords.
    private func goldenFiles() throws -> [String: String] {
        let folder = Checkout.goldenCases.appending(path: "Code/former-keywords/schema")
        var files: [String: String] = [:]
        for path in try FileManager.default.subpathsOfDirectory(atPath: folder.path) where path.hasSuffix(".json") {
            files[path] = try String(contentsOf: folder.appending(path: path), encoding: .utf8)
        }
        return files
    }

    @Test("Updated files have no former keyword, and describe the same API")
    func sameAPI() throws {
        let files = try goldenFiles()
        let before = compiled(files)
        #expect(before.diagnostics.count { $0.message.contains("is called") } == 12)
        let updated = updated(files)
        let after = compiled(updated)
        #expect(after.diagnostics.isEmpty, "\(after.diagnostics)")
        #expect(after.edits.isEmpty)
        let former = emit(try #require(before.api), units: ["shop"])
        let current = emit(try #require(after.api), units: ["shop"])
        #expect(former == current)
    }

    @Test(
        "Only the text of the keywords changes",
        arguments: [
            (
                #"{ "responses" : { "200": { }, "404": {"type": "null"} } }"#,
                #"{ "statuses" : { "200": { }, "404": {"type": "null"} } }"#
            ),
            (
                #"{"pages": {"cursor": "c", "continue": "a.b",  "next": "n.c", "size": "s"}}"#,
                #"{"pages": {"call": {"a.b": {"c": "n.c"}}, "size": "s"}}"#
            ),
            (
                #"{"pages": {"next": ["n", "m"], "cursor": ["c", "d"], "continue": "a.b"}}"#,
                #"{"pages": {"call": {"a.b": {"c": "n", "d": "m"}}}}"#
            ),
            (
                #"{"upload": {"save": "a.b", "response": {"x": "y\"}"}, "server": "c.d", "file": {"verb": "PUT"}}}"#,
                #"{"upload": {"call": {"a.b": {"x": "y\"}"}}, "address": "c.d", "file": {"verb": "PUT"}}}"#
            ),
            (
                #"{"upload": {"server": "c.d", "save": "a.b", "file": {"verb": "PUT"}}}"#,
                #"{"upload": {"address": "c.d", "call": "a.b", "file": {"verb": "PUT"}}}"#
            ),
        ])
    func text(former: String, current: String) {
        func file(_ keywords: String) -> String {
            #"{"methods": [{"name": "x.y", "# + keywords.dropFirst() + "]}"
        }
        #expect(updated(["m.json": file(former)])["m.json"] == file(current))
    }

    @Test("VK's own words for variants and thrown errors stay as they are in VK's files")
    func filesOfVK() {
        let files = [
            "m.json": """
            {"errors": {"denied": {"code": 15}}, "methods": [
              {"name": "a.b", "errors": ["denied"], "responses": {
                "response": {"properties": {"response": {"type": "integer"}}},
                "extendedResponse": {"properties": {"response": {"type": "string"}}}}}]}
            """
        ]
        #expect(messages(files).isEmpty)
        #expect(updated(files) == files)
        #expect(compiled(files).api?.methods.first?.errors == ["denied"])
    }

    @Test("A former keyword beside the current one is not merged with it")
    func both() {
        let text =
            #"{"methods": [{"name": "a.b", "poll": {"call": "c.d", "method": "c.e"}}, {"name": "c.d", "verb": "GET"}]}"#
        #expect(messages(["m.json": text]).contains { $0.contains(#"unknown key "method" in "poll""#) })
    }

    @Test("Pointers of references and overlays may have either keyword")
    func pointers() throws {
        let methods = """
            {"methods": [{"name": "a.get", "statuses": {"200": {"type": "object", "properties": {"id": {"type": "integer"}}}}}],
             "definitions": {"Item": {"$ref": "#/methods/0/responses/200"}}}
            """
        let overlay = """
            {"overlay": [{"at": "m.json#/methods/a.get/responses/200", "merge": {"required": ["id"]}, "because": "It is there."}]}
            """
        let result = compiled(["m.json": methods, "fix.overlay.json": overlay])
        #expect(result.diagnostics.isEmpty, "\(result.diagnostics)")
        #expect(result.api?.types.isEmpty == false)
    }

    @Test("A former keyword that only an overlay has is replaced once, there")
    func overlayAlone() {
        let methods = #"{"methods": [{"name": "a.get", "verb": "GET"}]}"#
        let responses = #"{"200": {"type": "integer"}, "404": {"type": "null"}}"#
        let overlay = """
            {"overlay": [{"at": "m.json#/methods/a.get", "merge": {"responses": \(responses)}, "because": "They lack."}]}
            """
        let files = ["m.json": methods, "fix.overlay.json": overlay]
        #expect(messages(files).count == 1)
        let updated = updated(files)
        #expect(updated["m.json"] == methods)
        #expect(updated["fix.overlay.json"] == overlay.replacing("responses", with: "statuses"))
    }

    @Test("A pointer with escapes stays as it is written, because it remains valid")
    func escapedPointer() {
        let methods = #"{"methods": [{"name": "a\"b", "responses": {"200": {"type": "object"}}}]}"#
        let overlay = #"""
            {"overlay": [
              {"at": "m.json#/methods/a\"b/responses/200", "merge": {"title": "A"}, "because": "It lacked."}]}
            """#
        let updated = updated(["m.json": methods, "fix.overlay.json": overlay])
        #expect(updated["m.json"] == methods.replacing("responses", with: "statuses"))
        #expect(updated["fix.overlay.json"] == overlay)
        #expect(!messages(updated).contains { $0.contains("no longer exists") })
    }

    @Test("Members from two files are read together, and their texts are not merged")
    func twoFiles() {
        let methods = """
            {"methods": [
              {"name": "a.get", "response": {"type": "array", "items": {"type": "integer"}}, "pages": {"continue": "a.more", "cursor": "c"}},
              {"name": "a.more", "response": {"type": "array", "items": {"type": "integer"}}, "parameters": [{"name": "c", "type": "integer"}]}]}
            """
        let overlay = """
            {"overlay": [{"at": "m.json#/methods/a.get/pages", "merge": {"next": "c"}, "because": "It was forgotten."}]}
            """
        let files = ["m.json": methods, "fix.overlay.json": overlay]
        #expect(messages(files).contains { $0.contains(#""continue" is called "call" now"#) })
        #expect(updated(files) == files)
    }
}
