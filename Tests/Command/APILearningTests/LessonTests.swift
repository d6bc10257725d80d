import APILearning
import MethodicalGenerator
import Testing

@Suite struct LessonTests {
    /// A schema, responses, their mismatches with counts, and the corrections that remove them.
    struct Case: CustomTestStringConvertible, Sendable {
        var testDescription: String
        var definitions: String
        var answers: [String]
        var mismatches: [String]
        var corrections: [String]
    }

    static let cases = [
        Case(
            testDescription: "a required property is missing: the list, and the word",
            definitions:
                #""User": {"required": ["id"], "properties": {"id": {"type": "integer"}, "age": {"type": "integer", "required": true}}}"#,
            answers: [#"{"id": 1, "age": 2}"#, #"{"id": 1}"#, #"{"age": 1}"#, #"{"age": 1}"#],
            mismatches: ["User.age: missing in 1 of 4", "User.id: missing in 2 of 4"],
            corrections: [
                ##"types.json#/definitions/User/properties/age { "required": false }"##,
                ##"types.json#/definitions/User/properties/id { "required": false }"##,
            ]),
        Case(
            testDescription: "an object with a list of its own is missing",
            definitions: ##"""
                "User": {"required": ["id", "home"], "properties": {"id": {"type": "integer"},
                  "home": {"type": "object", "required": ["town"], "properties": {"town": {"type": "string"}}}}}
                """##,
            answers: [#"{"id": 1}"#, #"{"id": 1, "home": {"town": "Ulm"}}"#],
            mismatches: ["User.home: missing in 1 of 2"],
            corrections: [##"types.json#/definitions/User/required ["id"]"##]),
        Case(
            testDescription: "null",
            definitions:
                ##""Town": {"properties": {"n": {"type": "string"}}}, "User": {"properties": {"id": {"type": "integer"}, "town": {"$ref": "#/definitions/Town"}}}"##,
            answers: [#"{"id": null, "town": null}"#, #"{"id": 1}"#],
            mismatches: ["User.id: null in 1 of 2", "User.town: null in 1 of 2"],
            corrections: [
                ##"types.json#/definitions/User/properties/id { "nullable": true }"##,
                ##"types.json#/definitions/User/properties/town { "nullable": true }"##,
            ]),
        Case(
            testDescription: "another kind of scalar",
            definitions:
                #""User": {"properties": {"id": {"type": "integer"}, "born": {"type": "integer", "format": "unix-seconds"}, "tall": {"type": "boolean"}}}"#,
            answers: [#"{"id": "x", "born": 1.5, "tall": 1}"#, #"{"id": 7, "born": 1, "tall": true}"#],
            mismatches: [
                "User.born: expected an integer, found a number in 1 of 2",
                "User.id: expected an integer, found a string in 1 of 2",
                "User.tall: expected true or false, found an integer in 1 of 2",
            ],
            corrections: [
                ##"types.json#/definitions/User/properties/born { "format": null, "type": "number" }"##,
                ##"types.json#/definitions/User/properties/id { "type": ["integer", "string"] }"##,
                ##"types.json#/definitions/User/properties/tall { "type": ["integer", "boolean"] }"##,
            ]),
        Case(
            testDescription: "values that an enumeration does not have, and one of another kind",
            definitions:
                ##""Sex": {"enum": [0, 1]}, "User": {"properties": {"sex": {"$ref": "#/definitions/Sex"}, "other": {"$ref": "#/definitions/Sex"}}}"##,
            answers: [#"{"sex": 2, "other": 0}"#, #"{"sex": -1, "other": "x"}"#],
            mismatches: [
                "User.other: expected one of 0, 1, found a string in 1 of 2",
                "Sex: expected one of 0, 1, found 2 (1), -1 (1) in 2 of 3",
            ],
            corrections: [
                ##"types.json#/definitions/Sex { "enum": [0, 1, 2, -1] }"##,
                ##"types.json#/definitions/User/properties/other { "$ref": null, "type": ["integer", "string"] }"##,
            ]),
        Case(
            testDescription: "texts that contradict their formats",
            definitions: #"""
                "User": {"properties": {"born": {"type": "string", "format": "date"}, "seen": {"type": "array", "items": {
                  "type": "string", "format": "date-time"}}, "face": {"type": "string", "contentEncoding": "base64", "nullable": true}}}
                """#,
            answers: [
                #"{"born": "1815", "seen": ["2024-02-29T12:30:00Z", "tomorrow at noon"]}"#,
                #"{"born": "1815-12-10", "face": "?"}"#,
            ],
            mismatches: [
                "User.born: expected a date as in 2024-02-29, found a string in another format in 1 of 2",
                "User.face: expected base64, found a string in another format in 1 of 2",
                "User.seen[]: expected a date and time as in 2024-02-29T12:30:00Z, found a string in another format in 1 of 2",
            ],
            corrections: [
                ##"types.json#/definitions/User/properties/born { "format": null }"##,
                ##"types.json#/definitions/User/properties/face { "contentEncoding": null }"##,
                ##"types.json#/definitions/User/properties/seen/items { "format": null }"##,
            ]),
        Case(
            testDescription: "an empty list for an object",
            definitions:
                ##""Town": {"properties": {"n": {"type": "string"}}}, "User": {"properties": {"town": {"$ref": "#/definitions/Town", "description": "T"}}}"##,
            answers: [#"{"town": []}"#],
            mismatches: ["User.town: expected an object, found an empty list in 1 of 1"],
            corrections: [
                ##"types.json#/definitions/User/properties/town { "$ref": null, "oneOf": [{ "$ref": "#/definitions/Town" }, { "type": "array", "items": {}, "maxItems": 0 }] }"##
            ]),
        Case(
            testDescription: "an object that no alternative is for",
            definitions: ##"""
                "Post": {"properties": {"type": {"const": "post"}, "text": {"type": "string"}}}, "User": {"properties": {"last": {
                  "oneOf": [{"$ref": "#/definitions/Post"}, {"title": "Photo", "properties": {"type": {"const": "photo"}, "url": {"type": "string"}}}]}}}
                """##,
            answers: [#"{"last": {"type": "clip", "length": 5}}"#, #"{"last": {"type": "post"}}"#],
            mismatches: [
                ##"User.last: expected an object with "type" set to one of post, photo, found clip in 1 of 2"##
            ],
            corrections: []),
        Case(
            testDescription: "a scalar that no alternative is for",
            definitions:
                ##""Town": {"properties": {"n": {"type": "string"}}}, "User": {"properties": {"town": {"oneOf": [{"$ref": "#/definitions/Town"}, {"type": "string"}]}}}"##,
            answers: [#"{"town": 7}"#, #"{"town": "Ulm"}"#, #"{"town": {"n": "Ulm"}}"#],
            mismatches: ["User.town: expected a string or an object, found an integer in 1 of 3"],
            corrections: []),
        Case(
            testDescription: "in lists, dictionaries, inherited and lifted properties",
            definitions: ##"""
                "Thing": {"required": ["id"], "properties": {"id": {"type": "integer"}}},
                "User": {"allOf": [{"$ref": "#/definitions/Thing"}, {"properties": {
                  "tags": {"type": "array", "items": {"type": "string"}}, "rates": {"type": "object", "additionalProperties": {"type": "integer"}},
                  "town": {"from": "home.town", "type": "string", "required": true}}}]}
                """##,
            answers: [
                #"{"tags": ["a", 1], "rates": {"eur": 1.5, "usd": 1}, "home": {"town": "Ulm"}}"#,
                #"{"id": 1, "home": {}}"#,
            ],
            mismatches: [
                "Thing.id: missing in 1 of 2", "User.rates[]: expected an integer, found a number in 1 of 2",
                "User.tags[]: expected a string, found an integer in 1 of 2", "User.town: missing in 1 of 2",
            ],
            corrections: [
                ##"types.json#/definitions/Thing/properties/id { "required": false }"##,
                ##"types.json#/definitions/User/allOf/1/properties/rates/additionalProperties { "type": "number" }"##,
                ##"types.json#/definitions/User/allOf/1/properties/tags/items { "type": ["integer", "string"] }"##,
                ##"types.json#/definitions/User/allOf/1/properties/town { "required": false }"##,
            ]),
    ]

    @Test(arguments: cases) func departuresAndCorrections(_ example: Case) throws {
        let room = Classroom(example.definitions)
        var files: [String: String] = [:]
        for (number, answer) in example.answers.enumerated() { files["users.get__\(number).json"] = answer }
        let lesson = try room.learn(files: files)
        #expect(lesson.mismatches.sorted() == example.mismatches.sorted())
        #expect(lesson.left.isEmpty, "\(lesson.left.map(\.name)) \(lesson.overlay ?? "")")
        let overlay = try #require(lesson.overlay)
        if !example.corrections.isEmpty { #expect(lesson.corrections == example.corrections, "\(overlay)") }
        let again = try room.learn(files: files, with: [.overlay(overlay)])
        #expect(again.mismatches.isEmpty && again.correctionCount == 0, "\(again.mismatches) \(overlay)")
    }

    @Test("The reason tells how often a mismatch occurs, and its first place")
    func reasons() throws {
        let room = Classroom(#""User": {"properties": {"id": {"type": "integer"}}}"#)
        let lesson = try room.learn(#"{"id": 1}"#, #"{"id": "x"}"#, #"{"id": null}"#)
        #expect(
            lesson.overlay == """
                {
                  "overlay": [
                    { "at": "types.json#/definitions/User/properties/id",
                      "merge": { "type": ["integer", "string"], "nullable": true },
                      "because": "expected an integer, found a string in 1 of 3, first in users.get__1.json at id; null in 1 of 3, first in users.get__2.json at id" }
                  ]
                }

                """)
    }

    @Test("Earlier corrections stay, and the mismatches that they correct are not learnt again")
    func overlaysGrow() throws {
        let room = Classroom(#""User": {"properties": {"id": {"type": "integer"}, "age": {"type": "integer"}}}"#)
        let first = try room.learn(#"{"id": null}"#)
        let overlay = try #require(first.overlay).replacing("null in 1 of 1", with: "they say so")
        let second = try room.learn(files: ["users.get.json": #"{"id": null, "age": null}"#], with: [.overlay(overlay)])
        #expect(second.mismatches == ["User.age: null in 1 of 1"])
        #expect(second.overlay?.contains("they say so") == true)
        #expect(second.overlay?.contains("properties/age") == true)
    }

    /// Of a union's alternatives, the one that the reader chooses is compared.
    @Test func unionsAreReadByTheirMembers() throws {
        var room = Classroom(
            ##"""
            "Photo": {"properties": {"id": {"type": "integer"}, "url": {"type": "string"}}},
            "Post": {"properties": {"id": {"type": "integer"}, "text": {"type": "string"}}},
            "User": {"oneOf": [{"$ref": "#/definitions/Photo"}, {"$ref": "#/definitions/Post"}]}
            """##)
        #expect(try room.learn(#"{"id": 1, "text": "a"}"#).mismatches.isEmpty)
        #expect(
            try room.learn(#"{"id": "x", "text": "a"}"#).mismatches == [
                "Post.id: expected an integer, found a string in 1 of 1"
            ])
        room.definitions = #""User": {"properties": {"kind": {"type": "string", "const": "gif"}}}"#
        let lesson = try room.learn(#"{"kind": "photo"}"#)
        let overlay = try #require(lesson.overlay)
        #expect(overlay.contains(#""merge": { "const": null, "enum": ["gif", "photo"] }"#), "\(overlay)")
        #expect(lesson.mismatches.count == 1)
    }

    @Test func tolerantReadingNeedsLess() throws {
        var room = Classroom(#""User": {"properties": {"id": {"type": "integer"}, "name": {"type": "string"}}}"#)
        room.options.isTolerant = true
        let lesson = try room.learn(#"{"id": "1", "name": true}"#)
        #expect(
            lesson.mismatches == [
                "User.name: expected a string, found true or false in 1 of 1",
                "User.id: expected an integer, found a string in 1 of 1",
            ])
        #expect(
            lesson.corrections == [##"types.json#/definitions/User/properties/name { "type": ["boolean", "string"] }"##]
        )
        #expect(lesson.left.isEmpty)
    }

    /// One integer in quotes does not make a union, unless the API itself reads strictly.
    @Test func theAPIsOwnReading() throws {
        var room = Classroom(#""User": {"properties": {"id": {"type": "integer"}}}"#)
        room.options = LessonOptions()
        let tolerant = try room.learn(#"{"id": "1"}"#, #"{"id": 2}"#)
        #expect(tolerant.mismatches.count == 1 && tolerant.left.isEmpty && tolerant.overlay == nil)
        room.api = #"{"name": "Shop", "baseURL": "https://api.shop.example/v1/", "decoding": {"mismatches": "strict"}}"#
        let strict = try room.learn(#"{"id": "1"}"#, #"{"id": 2}"#)
        #expect(
            strict.corrections == [##"types.json#/definitions/User/properties/id { "type": ["integer", "string"] }"##])
    }

    @Test("Unknown members are reported, and described only if the options say so")
    func unknownMembers() throws {
        var room = Classroom(#""User": {"properties": {"id": {"type": "integer"}}}"#)
        let answers = [
            #"{"id": 1, "nick": "a", "home": {"town": "Ulm", "lat": 1}}"#,
            #"{"home": {"lat": 1.5}, "tags": [1, null]}"#,
        ]
        let told = try room.learn(answers[0], answers[1])
        #expect(
            told.unknown == [
                "User.home: an object in 2 of 2", "User.nick: a string in 1 of 2", "User.tags: a list in 1 of 2",
            ])
        #expect(told.overlay == nil && told.mismatches.isEmpty)
        room.options.describesUnknown = true
        let learnt = try room.learn(answers[0], answers[1])
        let overlay = try #require(learnt.overlay)
        #expect(
            overlay.contains(
                #""home": { "type": "object", "properties": { "town": { "type": "string" }, "lat": { "type": "number" } } }"#
            ),
            "\(overlay)")
        #expect(
            overlay.contains(#""tags": { "type": "array", "items": { "type": "integer", "nullable": true } }"#),
            "\(overlay)")
        #expect(learnt.left.isEmpty)
    }

    /// Keys that are data are not members, and do not fill the report.
    @Test func keysThatAreData() throws {
        var room = Classroom(#""User": {"properties": {"id": {"type": "integer"}}}"#)
        room.options.describesUnknown = true
        let lesson = try room.learn("{" + (0..<1000).map { #""k\#($0)": 1"# }.joined(separator: ", ") + "}")
        #expect(lesson.overlay == nil)
    }
}

extension SourceFile {
    static func overlay(_ text: String) -> SourceFile {
        SourceFile(path: "learnt.overlay.json", bytes: Array(text.utf8))
    }
}
