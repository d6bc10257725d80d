import APILearning
import Foundation
import Testing

@Suite struct AnswerFileTests {
    private let room: Classroom = {
        var room = Classroom(#""User": {"properties": {"id": {"type": "integer"}}}"#)
        room.methods = ##"""
            {"name": "users.get.all", "response": {"type": "array", "items": {"$ref": "#/definitions/User"}}},
            {"name": "pins.create", "verb": "POST", "path": "pins/{pin_id}", "parameters": [{"name": "pin_id", "type": "integer"}],
             "response": {"$ref": "#/definitions/User"}},
            {"name": "pins.get", "verb": "GET", "path": "pins/{pin_id}", "parameters": [{"name": "pin_id", "type": "integer"}],
             "response": {"$ref": "#/definitions/User"}}
            """##
        return room
    }()

    @Test(arguments: [
        "users.get.json", "users.get__any thing.json", "users.get.2.json", "users.get-old.json", "users.get/1.json",
        "a/users/get.json",
        "a/b/users.get/x.json",
    ])
    func namedByMethod(name: String) throws {
        let isNested = name == "a/users/get.json"
        let lesson = try room.learn(files: [name: #"{"id": null}"#])
        #expect(lesson.evidence.methods == (isNested ? [] : ["users.get"]))
        #expect(lesson.evidence.skipped.count == (isNested ? 1 : 0))
    }

    @Test func foldersOfMethods() throws {
        #expect(try room.learn(files: ["users/get.json": #"{"id": null}"#]).evidence.methods == ["users.get"])
        #expect(try room.learn(files: ["users.get.all.json": "[]"]).evidence.methods == ["users.get.all"])
        let strange = try room.learn(files: [
            "users.get.friends.json": "[]", "users.gets.json": "[]", "index.json": "{}", "notes.txt": "",
            ".x/users.get.json": "",
        ])
        #expect(
            strange.evidence.skipped.map(\.reason)
                == Array(repeating: "is neither named after a method nor a HAR file nor a recording", count: 3))
    }

    @Test(
        "A file that is given itself needs no ending, and one with a short name is skipped",
        arguments: [("users.get", ["users.get"]), ("a", []), (".har", [])])
    func givenFiles(name: String, methods: [String]) throws {
        let lesson = try Classroom.inFolder { folder in
            let file = folder.appending(path: name)
            try Data(#"{"id": null}"#.utf8).write(to: file)
            return try learn(from: room.schema, overlay: nil) { try ResponseFiles([file.path], of: $0) }
        }
        #expect(lesson.evidence.methods == Set(methods))
        #expect(lesson.evidence.skipped.count == (methods.isEmpty ? 1 : 0))
    }

    @Test("An index names the method of each file, and files of unknown methods are skipped")
    func index() throws {
        let files = [
            "index.json": #"[{"file": "a.json", "method": "users.get"}, {"file": "b.json", "method": "wall.get"}]"#,
            "a.json": "{}", "b.json": "{}",
        ]
        let lesson = try room.learn(files: files)
        #expect(lesson.evidence.methods == ["users.get"])
        #expect(lesson.evidence.skipped.map(\.reason) == ["the API has no method wall.get"])
    }

    @Test("Requests of a HAR file find their methods by verb and address, and the others are skipped")
    func archives() throws {
        func entry(_ verb: String, _ url: String, _ content: String, status: Int = 200) -> String {
            #"{"request": {"method": "\#(verb)", "url": "\#(url)"}, "response": {"status": \#(status), "content": \#(content)}}"#
        }
        let text = #"{"text": "{\"id\": null}"}"#
        let entries = [
            entry("GET", "https://api.shop.example/v1/users.get?v=1", text),
            entry("POST", "https://api.shop.example/v1/pins/7", text),
            entry("GET", "https://api.shop.example/v1/pins/7", #"{"encoding": "base64", "text": "eyJpZCI6ICJ4In0="}"#),
            entry("GET", "https://cdn.shop.example/v1/users.get", text),
            entry("GET", "https://api.shop.example/v1/nothing", text),
            entry("GET", "https://api.shop.example/v1/users.get", text, status: 502),
            entry("GET", "https://api.shop.example/v1/users.get", "{}"),
        ]
        let lesson = try room.learn(files: [
            "session.har": #"{"log": {"version": "1.2", "entries": [\#(entries.joined(separator: ", "))]}}"#
        ])
        #expect(lesson.evidence.methods == ["users.get", "pins.create", "pins.get"])
        #expect(
            lesson.mismatches == ["User.id: expected an integer, found a string in 1 of 3", "User.id: null in 2 of 3"])
        #expect(
            lesson.evidence.skipped.map(\.reason) == [
                "has the status 502", "has no text", "2 requests call no method of the API",
            ])
        #expect(lesson.findings.first?.file.hasSuffix("session.har#2") == true)
    }

    @Test("The arguments of a form choose the variant like those in an address")
    func archivedForms() throws {
        var room = room
        room.methods = ##"""
            {"name": "friends.get", "parameters": [{"name": "extended", "type": "boolean"}], "variants": {
              "response": {"type": "array", "items": {"type": "integer"}}, "extendedResponse": {"type": "array", "items": {"type": "string"}}}}
            """##
        for form in [
            #""params": [{"name": "extended", "value": "1"}]"#,
            #""mimeType": "application/x-www-form-urlencoded", "text": "q=a+b&extended=%31""#,
        ] {
            let request =
                #"{"method": "POST", "url": "https://api.shop.example/v1/friends.get", "postData": {\#(form)}}"#
            let har =
                #"{"log": {"entries": [{"request": \#(request), "response": {"status": 200, "content": {"text": "[1]"}}}]}}"#
            #expect(
                try room.learn(files: ["a.har": har]).mismatches
                    == ["friends.get.extendedResponse[]: expected a string, found an integer in 1 of 1"])
        }
    }

    /// So do those of a JSON body and those in lists with brackets. If a body cannot be read, all variants are tried.
    @Test(
        "The arguments of a JSON body or an encoded form choose the variant",
        arguments: [
            (
                #""mimeType": "application/json;charset=utf-8", "text": "{\"extended\": true, \"count\": 5}""#,
                "extendedResponse[]: expected a string"
            ),
            (
                #""mimeType": "application/json", "text": "{\"fields\": [\"a\"]}""#,
                "fieldsResponse[]: expected true or false"
            ),
            (#""params": [{"name": "fields[]", "value": "a"}]"#, "fieldsResponse[]: expected true or false"),
            (
                #""mimeType": "application/x-www-form-urlencoded", "text": "fields%5B%5D=a&fields%5B%5D=b""#,
                "fieldsResponse[]: expected true or false"
            ),
            (#""mimeType": "multipart/form-data; boundary=x", "text": "--x""#, nil),
        ] as [(String, String?)])
    func archivedBodies(_ body: String, _ mismatch: String?) throws {
        var room = room
        room.methods = ##"""
            {"name": "friends.get", "parameters": [{"name": "extended", "type": "boolean"}, {"name": "fields", "type": "array", "items": {"type": "string"}}],
             "variants": {
              "response": {"type": "array", "items": {"type": "integer"}}, "extendedResponse": {"type": "array", "items": {"type": "string"}},
              "fieldsResponse": {"type": "array", "items": {"type": "boolean"}}}}
            """##
        let request = #"{"method": "POST", "url": "https://api.shop.example/v1/friends.get", "postData": {\#(body)}}"#
        let har =
            #"{"log": {"entries": [{"request": \#(request), "response": {"status": 200, "content": {"text": "[1]"}}}]}}"#
        let lesson = try room.learn(files: ["a.har": har])
        #expect(lesson.mismatches == (mismatch.map { ["friends.get.\($0), found an integer in 1 of 1"] } ?? []))
    }

    @Test("A query that is part of the method's path belongs to the address of each call")
    func archivedQueries() throws {
        var room = room
        room.methods = """
            {"name": "pins.hot", "verb": "GET", "path": "pins?sort=hot", "response": {"type": "string"}},
            {"name": "pins.all", "verb": "GET", "path": "pins", "response": {"type": "boolean"}}
            """
        func mismatches(_ query: String) throws -> [String] {
            let request = #"{"method": "GET", "url": "https://api.shop.example/v1/pins\#(query)"}"#
            let har =
                #"{"log": {"entries": [{"request": \#(request), "response": {"status": 200, "content": {"text": "[1]"}}}]}}"#
            let lesson = try room.learn(files: ["a.har": har])
            return lesson.evidence.methods.sorted()
        }
        #expect(try mismatches("?sort=hot&v=1") == ["pins.hot"])
        #expect(try mismatches("?v=1") == ["pins.all"])
        #expect(try mismatches("?sort=new") == ["pins.all"])
    }

    @Test("A recording is read with its texts and data, without responses that failed")
    func recordings() throws {
        let recording = """
            [{"method": "users.get", "arguments": {}, "status": 200, "headers": {}, "text": "{\\"id\\": null}"},
             {"method": "users.get", "arguments": {"a": "b"}, "status": 200, "headers": {}, "data": "eyJpZCI6IDF9"},
             {"method": "users.get", "arguments": {}, "status": 500, "headers": {}, "text": "no"}]
            """
        let lesson = try room.learn(files: ["users.get.json": recording])
        #expect(lesson.mismatches == ["User.id: null in 1 of 2"])
        #expect(lesson.evidence.skipped.map(\.reason) == ["has the status 500"])
    }

    // MARK: What nobody should send

    @Test(
        "A response that is not JSON is skipped, with the place of its mistake",
        arguments: [
            (String(repeating: "[", count: 100_000), "1:513"), ("", "1:1"), ("{\"id\": 1", "1:9"),
            ("{\"id\": \u{1}}", "1:8"), ("\u{FEFF}nul", "1:4"),
        ])
    func noJSON(text: String, place: String) throws {
        let lesson = try room.learn(text)
        #expect(lesson.evidence.responses == 0)
        #expect(
            lesson.evidence.skipped.first?.reason.hasPrefix("is not JSON: \(place): ") == true,
            "\(lesson.evidence.skipped)")
    }

    @Test func namesThatAreNotForTerminals() throws {
        let lesson = try room.learn(#"{"\u001B[31m\u202E": 1, "\#(String(repeating: "k", count: 10_000))": {"a": 1}}"#)
        for finding in lesson.findings {
            #expect(
                !finding.name.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x202E }
                    && finding.name.count < 300
                    && finding.path.count < 300)
        }
    }

    /// Names are escaped in pointers and unchanged in keys.
    @Test func namesThatArePointers() throws {
        let name = "a/b~c%41\\u0022"
        var room = Classroom(#""User": {"properties": {"\#(name)": {"type": "integer"}}}"#)
        let lesson = try room.learn(#"{"\#(name)": null}"#)
        #expect(lesson.left.isEmpty && lesson.correctionCount == 1, "\(lesson.overlay ?? "")")
        room = Classroom(#""User": {"properties": {"id": {"type": "integer"}}}"#)
        room.options.describesUnknown = true
        #expect(try room.learn(#"{"\#(name)": 1, "": 2}"#).left.isEmpty)
    }

    /// Alternatives that contain alternatives: the number of combinations grows exponentially.
    @Test(.timeLimit(.minutes(20)), arguments: [2, 40]) func unionsInUnions(count: Int) throws {
        let names = (0..<count).map { "A\($0)" }
        let types = names.map {
            ##""\##($0)": {"properties": {"next": {"$ref": "#/definitions/N"}, "\##($0)": {"type": "integer"}}}"##
        }
        let union = names.map { ##"{"$ref": "#/definitions/\##($0)"}"## }.joined(separator: ", ")
        let room = Classroom(
            types.joined(separator: ", ")
                + ##", "N": {"oneOf": [\##(union)]}, "User": {"properties": {"next": {"$ref": "#/definitions/N"}}}"##)
        let depth = count == 2 ? 100 : 400
        let end = "{" + names.map { "\"\($0)\": \"x\"" }.joined(separator: ", ") + "}"
        let lesson = try room.learn(
            String(repeating: #"{"next": "#, count: depth) + end + String(repeating: "}", count: depth))
        let reason = count == 2 ? [] : ["matches too many combinations of alternatives"]
        #expect(lesson.evidence.skipped.map(\.reason) == reason)
        #expect(lesson.mismatches.count == (count == 2 ? 1 : 0))
    }

    @Test func filesThatAreNone() throws {
        try Classroom.inFolder { folder in
            for name in ["users.get.json", "index.json"] {
                #expect(mkfifo(folder.appending(path: name).path, 0o600) == 0)
            }
            let large = folder.appending(path: "users.get__large.json").path
            #expect(FileManager.default.createFile(atPath: large, contents: nil))
            #expect(truncate(large, 65 << 20) == 0)
            let lesson = try learn(from: room.schema, overlay: nil) { try ResponseFiles([folder.path], of: $0) }
            #expect(
                lesson.evidence.skipped.map(\.reason) == [
                    "is not a regular file", "is not a regular file", "is larger than 64 MB",
                ])
            #expect(throws: ResponseFiles.Missing.self) {
                try learn(from: room.schema, overlay: nil) { try ResponseFiles([folder.path + "/no"], of: $0) }
            }
        }
    }
}
