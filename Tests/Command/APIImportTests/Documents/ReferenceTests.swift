import MethodicalGenerator
import Testing

@testable import APIImport

@Suite struct ReferenceTests {
    @Test(
        "The address of a document is that of the reference, without `.` and `..`",
        arguments: [
            ("https://h.example/specs//api.yaml", "https://h.example/specs//api.yaml"),
            ("https://h.example/web/https://x.example/a.yaml", "https://h.example/web/https://x.example/a.yaml"),
            ("https://h.example/a/./b/../c.yaml?x=../y#z", "https://h.example/a/c.yaml?x=../y"),
            ("https://h.example/../a/..", "https://h.example/"),
            ("https://h.example", "https://h.example/"),
            ("a//b/./../c.yaml", "a/c.yaml"),
            ("../a/../../b.yaml", "../../b.yaml"),
        ])
    func addresses(text: String, address: String) {
        #expect(DocumentLocation(text).text == address)
    }

    @Test("A file outside of the folder is outside, even if a combining mark follows the slash")
    func outside() {
        let root = DocumentLocation("api.yaml")
        #expect(!DocumentLocation("../\u{301}x.yaml").isInFolder(of: root))
        #expect(DocumentLocation("b/../c/x.yaml").isInFolder(of: root))
        #expect(!DocumentLocation("../../x.yaml").isInFolder(of: DocumentLocation("../api.yaml")))
    }

    @Test(
        "A reference finds its target in this document, in another file, and at an address",
        arguments: [
            ("#/components/schemas/Pet", #"{"name":"A"}"#), ("#/components/schemas/Pet/name", #""A""#),
            ("#/list/1", "2"), ("#/a~1b/c~0d", "3"), ("#/a%7E1b/c~0d", "3"), ("#/per%20cent", "4"), ("#/100%25", "5"),
            ("#/link/name", #""A""#), ("other.json#/x", #"{"$ref":"deep/more.json#/y"}"#), ("./other.json#/z/0", "7"),
            ("deep/../other.json", #"{"x":{"$ref":"deep/more.json#/y"},"z":[7]}"#),
            ("deep%2Fmore.json#/y", #"{"back":{"$ref":"../api.json#/list"}}"#),
            ("deep/more.json#/y/back/0", "1"), ("https://x.org/s.json#/q", "8"),
        ])
    func findsTargets(text: String, json: String) throws {
        #expect(try #require(files(text).open("api.json")).follow("it") == json)
    }

    @Test(
        "A reference that leads nowhere is explained once, at its place",
        arguments: [
            (
                "#/components/schemas/Pett",
                "\"#/components/schemas/Pett\" leads nowhere: \"#/components/schemas\" has no \"Pett\"; did you mean \"Pet\"?"
            ),
            (
                "#/definitions/Pet",
                "\"#/definitions/Pet\" leads nowhere: the document has no \"definitions\"; did you mean \"#/components/schemas/Pet\"?"
            ),
            (
                "#components/schemas/Pet",
                "\"#components/schemas/Pet\" leads nowhere: the document has no \"components/schemas/Pet\"; did you mean \"#/components/schemas/Pet\"?"
            ),
            ("Pet", "\"Pet\" is the name of a file; did you mean \"#/components/schemas/Pet\"?"),
            (
                "/components/schemas/Pet",
                "\"/components/schemas/Pet\" cannot be followed: expected a path relative to the folder of this document, not an absolute one; did you mean \"#/components/schemas/Pet\"?"
            ),
            ("#/list/2", "\"#/list/2\" leads nowhere: \"#/list\" has no \"2\""),
            ("#/list/01", "\"#/list/01\" leads nowhere: \"#/list\" has no \"01\""),
            ("#/list/-1", "\"#/list/-1\" leads nowhere: \"#/list\" has no \"-1\""),
            ("missing.json#/a", "\"missing.json\" cannot be read: there is no such file"),
            (
                "file:///etc/passwd",
                "\"file:///etc/passwd\" cannot be followed: expected a relative path or a URL that begins with https:// or http://"
            ),
            (
                "C:\\\\x.json",
                "\"C:\\x.json\" cannot be followed: expected a relative path or a URL that begins with https:// or http://"
            ),
            ("#/loop/x", "\"#/loop/x\" leads nowhere: \"#/loop\" has no \"x\""),
        ])
    func explainsErrors(text: String, message: String) throws {
        let documents = try #require(files(text).open("api.json"))
        let expected = "api.json:2:18: error: " + message
        #expect(documents.follow("it") == expected)
        #expect(documents.follow("it") == expected, "a problem is reported once")
    }

    private func files(_ reference: String) -> FileSet {
        FileSet([
            "api.json": """
            {
              "it": {"$ref": "\(reference)"}, "components": {"schemas": {"Pet": {"name": "A"}}}, "list": [1, 2],
              "a/b": {"c~d": 3}, "per cent": 4, "100%": 5, "link": {"$ref": "#/components/schemas/Pet"},
              "loop": {"$ref": "#/loop"}
            }
            """,
            "other.json": #"{"x": {"$ref": "deep/more.json#/y"}, "z": [7]}"#,
            "deep/more.json": #"{"y": {"back": {"$ref": "../api.json#/list"}}}"#,
            "https://x.org/s.json": #"{"q": 8}"#,
        ])
    }

    @Test("A chain of references is followed across files, and one that leads back to itself is an error")
    func followsChains() throws {
        let files = FileSet([
            "api.json": ##"{"a": {"$ref": "b.json#/b"}, "c": {"$ref": "#/d"}, "d": {"$ref": "#/c"}, "e": {"x": 1}}"##,
            "b.json": ##"{"b": {"$ref": "#/c"}, "c": {"$ref": "api.json#/e"}}"##,
        ])
        let documents = try #require(files.open("api.json"))
        #expect(try #require(documents.root["a"].flatMap(documents.resolved)).json == #"{"x":1}"#)
        #expect(files.reads == ["b.json"])
        #expect(documents.root["c"].flatMap(documents.resolved) == nil)
        #expect(documents.root["d"].flatMap(documents.resolved) == nil)
        #expect(documents.messages == "api.json:1:44: error: this reference leads back to itself")
    }

    @Test func reportsEachProblemOnce() throws {
        let files = FileSet([
            "api.json": #"{"a": {"$ref": "x.json"}, "b": {"$ref": "x.json#/b"}, "c": {"$ref": "y.json"}}"#,
            "y.json": "{\n  nothing",
        ])
        let documents = try #require(files.open("api.json"))
        for key in ["a", "b", "c", "a", "c"] { _ = documents.follow(key) }
        #expect(documents.problems.count == 2)
        #expect(documents.messages.hasPrefix("api.json:1:16: error: \"x.json\" cannot be read"))
        #expect(documents.messages.contains("y.json:2:"))
    }

    @Test func keepsTheProblemsOfTheFirstDocument() throws {
        let documents = try #require(FileSet(["a.json": #"{"a": 1, "a": 2}"#]).open("a.json"))
        #expect(
            documents.messages == "a.json:1:10: warning: \"a\" occurs twice in this object; the first is at a.json:1:2")
    }

    /// A document from a URL never reads a local file, and no message shows the text of a file outside the folder.
    @Test func protectsLocalFiles() throws {
        let files = FileSet([
            "https://x.org/api/v1.json":
                #"{"a": {"$ref": "../s.json"}, "b": {"$ref": "/etc/passwd"}, "c": {"$ref": "file:///etc/passwd"}}"#,
            "https://x.org/s.json": #"{"$ref": "../../../t.json"}"#,
            "https://x.org/t.json": "{}", "/etc/passwd": "{}",
            "api/v1.json":
                #"{"a": {"$ref": "../secret"}, "b": {"$ref": "../keys.json#/nam"}, "c": {"$ref": "../sibling.json"}}"#,
            "secret": "{password", "keys.json": #"{"name": 1}"#, "sibling.json": "{}",
        ])
        let remote = try #require(files.open("https://x.org/api/v1.json"))
        for key in ["a", "b", "c"] { _ = remote.follow(key) }
        #expect(remote.root["a"].flatMap(remote.resolved)?.json == "{}")
        #expect(files.reads == ["https://x.org/s.json", "https://x.org/etc/passwd", "https://x.org/t.json"])

        let local = try #require(files.open("api/v1.json"))
        #expect(local.follow("c") == "{}")
        _ = local.follow("a")
        _ = local.follow("b")
        #expect(local.messages.contains("secret:1:10: error: this file is neither valid JSON nor valid YAML"))
        #expect(local.messages.contains("\"../keys.json#/nam\" leads nowhere: the document has no \"nam\""))
        #expect(!local.messages.contains("password") && !local.messages.contains("did you mean"))
    }

    @Test func findsSchemasByTheirNames() throws {
        let files = FileSet([
            "api.json": """
            {
              "a": {"$ref": "#cat"}, "b": {"$ref": "https://x.org/dog.json"}, "c": {"$ref": "https://x.org/dog.json#tail"},
              "schemas": {
                "Cat": {"$anchor": "cat", "is": "cat"},
                "Dog": {"$id": "https://x.org/dog.json", "e": {"$ref": "#/inner"}, "f": {"$ref": "bone.json"},
                  "g": {"$ref": "#/schemas/Cat/is"}, "inner": 1, "tail": {"$anchor": "tail"}},
                "Bone": {"$id": "https://x.org/bone.json"}, "Wrong": {"example": {"$anchor": "wrong"}}
              },
              "d": {"$ref": "#wrong"}
            }
            """
        ])
        let documents = try #require(files.open("api.json"))
        #expect(documents.follow("a") == #"{"$anchor":"cat","is":"cat"}"#)
        #expect(documents.follow("b").hasPrefix(#"{"$id":"https://x.org/dog.json""#))
        #expect(documents.follow("c") == #"{"$anchor":"tail"}"#)
        let dog = try #require(documents.root["schemas"]?["Dog"])
        let targets = ["e", "f", "g"].map { dog[$0]?["$ref"].flatMap(documents.target) }
        #expect(targets.map { $0?.node.json } == ["1", #"{"$id":"https://x.org/bone.json"}"#, #""cat""#])
        #expect(targets[0]?.tokens == ["schemas", "Dog", "inner"])
        #expect(files.reads.isEmpty)
        #expect(documents.follow("d").contains("\"#wrong\" leads nowhere"))
    }

    @Test(
        "A reference is resolved against the location of its document",
        arguments: [
            ("https://x.org/a/b.json", "c.json", "https://x.org/a/c.json"),
            ("https://x.org/a/b", "../../../c", "https://x.org/c"),
            ("https://x.org", "c", "https://x.org/c"), ("https://x.org/a?q", "?r", "https://x.org/a?r"),
            ("https://x.org/a", "//y.org/b", "https://y.org/b"), ("http://x.org/a/", "/b", "http://x.org/b"),
            ("a/b/c.json", "../d.json", "a/d.json"), ("c.json", "../../d.json", "../../d.json"),
            ("/x/a.json", "../../../b.json", "/b.json"), ("a.json", "https://x.org/a/./b", "https://x.org/a/b"),
        ])
    func resolvesLocations(base: String, reference: String, location: String) throws {
        let files = FileSet([base: "{\"it\": {\"$ref\": \"\(reference)\"}}", location: "[1]"])
        #expect(try #require(files.open(base)).follow("it") == "[1]")
        #expect(files.reads == [location])
    }
}
