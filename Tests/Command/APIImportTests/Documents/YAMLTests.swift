#if YAML
    import APIImport
    import MethodicalGenerator
    import Testing

    @Suite struct YAMLTests {
        @Test(arguments: [
            ("yes", "\"yes\""), ("No", "\"No\""), ("on", "\"on\""), ("tRue", "\"tRue\""), ("True", "true"),
            ("FALSE", "false"), ("~", "null"), ("Null", "null"), ("", "null"), ("2001-12-14", "\"2001-12-14\""),
            ("12:30:45", "\"12:30:45\""), ("0o17", "15"), ("0x1F", "31"), ("0b1", "\"0b1\""), ("0x", "\"0x\""),
            ("-0x1F", "\"-0x1F\""), ("1_000", "\"1_000\""), ("+1", "1"), (".5", "0.5"), ("-.5", "-0.5"), ("1.", "1.0"),
            ("1.e5", "1.0e5"), ("1E+05", "1e05"), ("-0", "-0"), ("007", "7"), ("3.10", "3.10"), ("3.1.0", "\"3.1.0\""),
            ("1e", "\"1e\""), (".", "\".\""), ("-", "[null]"), ("\"1\"", "\"1\""), ("'true'", "\"true\""),
            ("!!str 1", "\"1\""), ("!!int \"1\"", "1"), ("!!float 1", "1"), ("! 1", "\"1\""), ("=", "\"=\""),
            ("**bold**x", "a.yaml:1:6: error: quote a value that begins with \"*\""),
            (".inf", "a.yaml:1:6: error: JSON has no infinite number such as .inf; quote the value if it is a string"),
            (
                "-.INF",
                "a.yaml:1:6: error: JSON has no infinite number such as -.INF; quote the value if it is a string"
            ),
            (".nan", "a.yaml:1:6: error: JSON has no number .nan; quote the value if it is a string"),
            (
                "0xFFFFFFFFFFFFFFFFF",
                "a.yaml:1:6: error: 0xFFFFFFFFFFFFFFFFF has more than 64 bits; write it as a decimal number"
            ),
            ("!!int x", "a.yaml:1:6: error: the value does not fit its tag \"!!int\" in JSON; remove the tag"),
            ("!!set {}", "a.yaml:1:6: error: the value does not fit its tag \"!!set\" in JSON; remove the tag"),
            (
                "!include x.yaml",
                "a.yaml:1:6: error: the tag \"!include\" has no meaning here; remove it, or write a \"$ref\" to another file"
            ),
        ])
        func readsScalarsByTheCoreSchema(text: String, json: String) {
            let expected = json.hasPrefix("a.yaml") ? json : "{\"key\":\(json)}"
            #expect(document(text == "-" ? "key:\n-" : "key: \(text)", named: "a.yaml").json == expected)
        }

        @Test func takesKeysAsTheyAreWritten() {
            let text = "200: a\ntrue: b\n~: c\n1.0: d\n\"x\": e\n? f\n: g\n"
            #expect(
                document(text).json
                    == #"{"200":"a","true":"b","~":"c","1.0":"d","x":"e","f":"g"}"#)
            #expect(document("[a]: b").json.contains("api.yaml:1:1: error: a key must be a string"))
        }

        @Test func knowsThePlaces() throws {
            let text =
                "\u{FEFF}é: x\n\nüö: {ab: 'ÿ', cd: 1}\r\nlist:\n  - \"z\"\n  - - |\n      y\nempty:\n&a key: !!str v\n"
            let root = try #require(document(text).root)
            func places(_ node: JSONNode) -> [String] {
                let own =
                    "\(node.key) \(node.keyPlace.line):\(node.keyPlace.column) \(node.place.line):\(node.place.column)"
                return [own] + node.children.flatMap(places)
            }
            #expect(
                places(root) == [
                    " 1:4 1:4", "é 1:4 1:8", "üö 3:1 3:7", "ab 3:8 3:12", "cd 3:18 3:22", "list 4:1 5:3", " 5:5 5:5",
                    " 6:5 6:5", " 6:7 6:7", "empty 8:1 8:7", "key 9:1 9:9",
                ])
        }

        /// All values on one line must not make the search for places slow, and other line ends must not shift them.
        @Test func countsUnusualLineEnds() throws {
            let root = try #require(document("a: \"x\u{2028}y\"\nb: {c: \"\u{85}\", d: 1}\n").root)
            #expect(root["b"]?.place == Place(file: "api.yaml", line: 2, column: 4))
            #expect(root["b"]?["d"]?.keyPlace == Place(file: "api.yaml", line: 2, column: 14))
        }

        @Test("An alias copies the value of its anchor, and has a place of its own")
        func copiesAliases() throws {
            let text = "base: &b {x: [1]}\nother: *b\n*k : 1\nlist: [*b]\ntext: \"*b\"\nmore: a *b c\n"
            let parsed = document(text.replacing("base: &b", with: "name: &k key\nbase: &b"))
            #expect(
                parsed.json
                    == #"{"name":"key","base":{"x":[1]},"other":{"x":[1]},"key":1,"list":[{"x":[1]}],"text":"*b","more":"a *b c"}"#
            )
            let root = try #require(parsed.root)
            #expect(root["other"]?.place.line == 3)
            #expect(root["other"]?["x"]?.place.line == 2)
            #expect(root["other"]?["x"] != root["base"]?["x"])
        }

        @Test("The merge key adds the keys of other objects, and an object's own keys win")
        func mergesKeys() {
            let base = "a: &a {x: 1, y: 2}\nb: &b {y: 3, z: 4}\n"
            #expect(document(base + "c:\n  <<: *a\n  y: 5\n").json.hasSuffix(#""c":{"x":1,"y":5}}"#))
            #expect(document(base + "c:\n  y: 5\n  <<: [*a, *b]\n").json.hasSuffix(#""c":{"y":5,"x":1,"z":4}}"#))
            #expect(document(base + "c:\n  \"<<\": 1\n").json.hasSuffix(#""c":{"<<":1}}"#))
            #expect(
                document("c:\n  <<: 1\n").json
                    == "api.yaml:2:3: error: expected an object or a list of objects after the merge key \"<<\"")
        }

        @Test(
            "A key that occurs twice is a warning, as in JSON, and the last one counts",
            arguments: [
                ("a: 1\nb: 2\na: 3", #"{"b":2,"a":3}"#, ["3:1"]), ("{a: 1, a: 2}", #"{"a":2}"#, ["1:8"]),
                ("200: 1\n\"200\": 2", #"{"200":2}"#, ["2:1"]), ("a: 1\na: 2\na: 3", #"{"a":3}"#, ["2:1", "3:1"]),
                ("/p: {x: 1, y: 0, x: 2}\n'/p': {z: 3, 'z': 4}", #"{"/p":{"z":4}}"#, ["1:18", "2:1", "2:14"]),
                ("x: &x [1]\ny: *x\ny: {k: *x, k: *x}", #"{"x":[1],"y":{"k":[1]}}"#, ["3:1", "3:12"]),
            ])
        func duplicates(text: String, json: String, places: [String]) {
            let read = document(text)
            #expect(read.root?.json == json)
            #expect(read.problems.count == places.count)
            for (problem, place) in zip(read.problems, places.sorted()) {
                #expect(problem.contains("occurs twice in this object; the first is at api.yaml:"), "\(read.problems)")
                #expect(read.problems.contains { $0.hasPrefix("api.yaml:\(place): warning: ") }, "\(problem)")
            }
        }

        @Test("A key that no disguise fits is an error", arguments: ["\"\\u0061\": 1\n\"\\u0061\": 2", "'': 1\n'': 2"])
        func refusesOtherDuplicates(text: String) {
            #expect(document(text).json.hasPrefix("api.yaml:"))
            #expect(document(text).json.contains("occurs twice in this object"))
        }

        @Test(
            "Each mistake in YAML is explained at its place",
            arguments: [
                ("a:\n\t- b", "2:1: error: a tab cannot indent YAML; use spaces"),
                (
                    "a:\n  b: 1\n c: 2",
                    "3:2: error: expected another key of the object that begins at 1:1, with the same indentation"
                ),
                (
                    "a: b: c",
                    "1:5: error: \":\" is not expected here; check the indentation, and quote a value that contains \": \""
                ),
                ("a: {b: 1\nc", "2:2: error: expected \",\" or \"}\" of the object that begins at 1:4"),
                (
                    "  a: 1\nb: 2",
                    "2:1: error: expected the end of the file; check the indentation and the quotes before"
                ),
                ("a: - b", "1:4: error: a list begins on its own line; write \"-\" on the next one"),
                ("a: \"\\d\"", "1:5: error: this escape is unknown; double the backslash, or use single quotes"),
                ("a: [\tb, ,]", "1:9: error: expected a value"),
                ("-\t- b", "1:2: error: a tab is not allowed here; use spaces"),
                ("a: @b", "1:4: error: quote a value that begins with \"@\""),
                (
                    "a: [1, 2\nb: 3",
                    "2:2: error: expected \",\" or \"]\" of the list that begins at 1:4"
                ),
                ("a: \"b\nc", "1:4: error: this string has no end"),
                ("a: 1\n---\nb: 2", "2:1: error: the file has several documents; expected only one"),
                ("", "1:1: error: the file is empty; expected a document in JSON or YAML"),
                ("# comment", "1:1: error: the document is empty"),
                (
                    "a: *b",
                    "1:4: error: no value before this has the anchor \"&b\"; quote a text that begins with \"*\""
                ),
                (
                    "x: &pets 1\na: *pet",
                    "2:4: error: no value before this has the anchor \"&pet\"; did you mean \"*pets\"?"
                ),
                ("a: &a [*a]", "1:8: error: the alias \"*a\" is inside its own anchor"),
                (
                    "b: &b 1\na: *b c",
                    "2:4: error: \"*b\" is an alias, so \" c\" cannot follow; quote a text that begins with \"*\""
                ),
                ("b: &b 1\na: &c *b", "2:4: error: an alias cannot have an anchor or a tag"),
                (
                    "a: \u{1}",
                    "1:4: error: a control character is not allowed here; write it as an escape in double quotes"
                ),
                ("<html>", "1:1: error: this is HTML or XML; expected a document in JSON or YAML"),
            ])
        func explainsErrors(text: String, message: String) {
            #expect(document(text).json == "api.yaml:" + message)
        }

        @Test func refusesOtherEncodings() {
            #expect(
                document([UInt8(ascii: "a"), 0x3A, 0x20, 0xE9, 0x0A]).json
                    == "api.yaml:1:4: error: the text is not UTF-8: byte 0xE9 is not allowed here")
            #expect(document([0xFF, 0xFE, 0x61, 0]).json.hasSuffix("this text is UTF-16; save it as UTF-8"))
        }

        @Test func decidesByContent() {
            #expect(document("a: 1", named: "api.json").json == #"{"a":1}"#)
            #expect(document("{\"a\": 1}", named: "api.yaml").json == #"{"a":1}"#)
            #expect(document("{a: 1}", named: "api.json").json == #"{"a":1}"#)
            #expect(document("{\"a\": 1, # comment\n}", named: "api.yml").json == #"{"a":1}"#)
            #expect(document("{\"a\": \"\\ud83d\\ude00\"}").json == "{\"a\":\"😀\"}")
            #expect(
                document("{\"a\": 1,}", named: "api.json").json
                    == "api.json:1:9: error: expected another member after \",\", found \"}\"")
        }
    }
#else
    import APIImport
    import MethodicalGenerator
    import Testing

    @Suite struct YAMLTests {
        @Test func saysHowToReadYAML() {
            #expect(document("a: 1").json.contains("turn on the trait YAML"))
            #expect(document("{\"a\": 1}").json == #"{"a":1}"#)
        }
    }
#endif
