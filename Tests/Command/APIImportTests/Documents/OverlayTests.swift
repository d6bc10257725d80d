import APIImport
import Foundation
import MethodicalGenerator
import Testing

@Suite struct OverlayTests {
    private static let api = #"{"a": {"b": [1], "c": {"d": 1}}, "e": {"c": {"d": 2}}, "f": [{"n": 1}, {"n": 2}]}"#

    /// Applies actions, and returns the document with the problems before it.
    private func apply(_ actions: String, version: String = "1.1.0", to api: String = OverlayTests.api) throws -> String
    {
        let documents = try #require(FileSet(["api.json": api]).open("api.json"))
        let overlay = "{\"overlay\": \"\(version)\", \"info\": {},\n\"actions\": [\(actions)]}"
        documents.apply(overlay: SourceFile(path: "o.json", bytes: Array(overlay.utf8)))
        return ([documents.messages] + [documents.root.json]).filter { !$0.isEmpty }.joined(separator: "\n")
    }

    @Test(arguments: [
        (
            #"{"target": "$.a", "update": {"b": [2, 3], "c": {"d": 4, "x": {"y": 5}}}}"#,
            #"{"a":{"b":[1,2,3],"c":{"d":4,"x":{"y":5}}},"e":{"c":{"d":2}}"#
        ),
        (
            #"{"target": "$.*.c", "update": {"z": [0]}}, {"target": "$.e.c.z", "update": 1}"#,
            #"{"a":{"b":[1],"c":{"d":1,"z":[0]}},"e":{"c":{"d":2,"z":[0,1]}}"#
        ),
        (#"{"target": "$..d", "update": 9}"#, #"{"a":{"b":[1],"c":{"d":9}},"e":{"c":{"d":9}}"#),
        (
            #"{"target": "$.a.c", "remove": true}, {"target": "$.a['b','b'][0]", "remove": true}"#,
            #"{"a":{"b":[]},"e":{"c":{"d":2}}"#
        ),
        (#"{"target": "$.e", "copy": "$.a"}"#, #"{"a":{"b":[1],"c":{"d":1}},"e":{"c":{"d":1},"b":[1]}"#),
        (#"{"target": "$.a.c", "copy": "$.a"}"#, #"{"a":{"b":[1],"c":{"d":1,"b":[1],"c":{"d":1}}},"e":{"c":{"d":2}}"#),
        (
            #"{"target": "$.a", "update": {"b": [2]}, "x-note": 1, "description": ""}, {"target": "$.a", "remove": true}"#,
            #"{"e":{"c":{"d":2}}"#
        ),
    ])
    func changesTheDocument(actions: String, json: String) throws {
        #expect(try apply(actions) == json + #","f":[{"n":1},{"n":2}]}"#)
    }

    @Test func removesByFilters() throws {
        let actions = #"{"target": "$.f[?@.n==1]", "remove": true}, {"target": "$.f", "update": {"n": 3}}"#
        #expect(try apply(actions).hasSuffix(#""f":[{"n":2},{"n":3}]}"#))
    }

    @Test(
        "Each mistake in an overlay is explained at its place",
        arguments: [
            (
                #"{"target": "$.a.cc", "remove": true}"#,
                "2:24: warning: this target selects nothing; nothing there has \"cc\"; did you mean \"c\"?"
            ),
            (#"{"target": "$.f[?@.n==5]", "remove": true}"#, "2:24: warning: this target selects nothing"),
            (
                #"{"target": "$.a..", "remove": true}"#,
                "2:24: error: this is not a JSONPath; after \"$.a..\": expected a name or \"*\", found the end of the query"
            ),
            (#"{"target": "$", "remove": true}"#, "2:24: error: the root of a document cannot be removed"),
            (
                #"{"target": "$.a", "update": 1}"#,
                "2:41: error: a number cannot be merged into an object, which is at api.json:1:7; remove that in an action before this one"
            ),
            (
                #"{"target": "$.a", "update": {"b": {"x": 1}}}"#,
                "2:47: error: an object cannot be merged into a list, which is at api.json:1:13; remove that in an action before this one"
            ),
            (
                #"{"target": "$..d", "update": {}}"#,
                "2:42: error: the target selects 1, which only a simple value can replace"
            ),
            (
                #"{"target": "$..*", "update": {}}"#,
                "2:24: error: this target selects values of different types; expected only objects or only lists"
            ),
            (
                #"{"target": "$.a", "copy": "$.f.*"}"#,
                "2:39: error: expected a JSONPath that selects one value; this one selects 2"
            ),
            (#"{"targt": "$.a", "remove": true}"#, "2:14: error: unknown key \"targt\"; did you mean \"target\"?"),
            (
                #"{"target": "$.a"}"#,
                "2:13: error: expected one of \"update\", \"copy\" and \"remove\": true in this action"
            ),
            (
                #"{"target": 1, "remove": true}"#,
                "2:24: error: expected a JSONPath such as \"$.paths['/pets'].get\", found 1"
            ),
            (#"{"target": "$", "remove": "yes"}"#, "2:39: error: expected true or false, found \"yes\""),
        ])
    func explainsErrors(action: String, message: String) throws {
        #expect(try apply(action).hasPrefix("o.json:" + message + "\n"))
    }

    @Test func checksTheVersion() throws {
        #expect(
            try apply(#"{"target": "$.e", "copy": "$.a"}"#, version: "1.0.0").contains(
                "\"copy\" needs \"overlay\": \"1.1.0\""))
        #expect(
            try apply("", version: "2.0").hasPrefix("o.json:1:13: error: expected version 1.0.0 or 1.1.0, found 2.0"))
        #expect(try apply("").hasPrefix("o.json:2:12: error: expected a list of \"actions\""))
    }

    @Test func keepsPlacesAndReferences() throws {
        let files = FileSet(["api.json": #"{"a": {"$ref": "x.json"}, "b": {}}"#, "x.json": "{}"])
        let documents = try #require(files.open("api.json"))
        #expect(documents.follow("a") == "{}")
        let text =
            "{\"overlay\": \"1.0.0\", \"actions\": [\n{\"target\": \"$\", \"update\": {\"b\":\n{\"$ref\": \"#/c\"}, \"c\": 1}}]}"
        documents.apply(overlay: SourceFile(path: "o.json", bytes: Array(text.utf8)))
        #expect(documents.follow("b") == "1")
        #expect(documents.root["b"]?["$ref"]?.place == Place(file: "o.json", line: 3, column: 10))
        #expect(documents.root["b"]?.keyPlace == Place(file: "api.json", line: 1, column: 27))
        #expect(documents.problems.isEmpty)
    }

    @Test("An overlay that multiplies a document is an error", .timeLimit(.minutes(20))) func limitsGrowth() throws {
        let wide = Array(repeating: #"{"target": "$.x", "copy": "$.x"}"#, count: 40).joined(separator: ",")
        #expect(try apply(wide, to: #"{"x": [1]}"#).hasPrefix("o.json:"))
        #expect(try apply(wide, to: #"{"x": [1]}"#).contains("the overlay adds too many values to the document"))
    }
}
