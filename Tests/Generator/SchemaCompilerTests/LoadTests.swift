import Testing

@testable import MethodicalGenerator

@Suite struct LoadTests {
    @Test func settingsInFull() throws {
        let text = """
            {"$schema": "api.schema.json", "name": "VK", "baseURL": "https://api.vk.com/method/", "description": "All of it.",
             "version": {"parameter": "v", "value": "5.199"}, "authorization": {"header": "Bearer"},
             "signIn": {"token": "http://[::1]:80/token", "separator": ",", "client": "header"},
             "envelope": {"result": "data", "error": "error", "code": "code", "message": "text", "retryAfter": "wait.s"},
             "errorCodes": {"expiredToken": [5], "internal": [1, 10, "fatal_error"]},
             "defaults": {"*": {"verb": "GET", "flags": "true/false", "arrays": "repeated"}},
             "decoding": {"mismatches": "strict", "required": "untrusted"}, "access": "public", "acronyms": ["API"], "initializers": "all"}
            """
        let api = try api(["api.json": text, "m.json": #"{"methods": [{"name": "a.b"}]}"#])
        #expect(api.name == "VK" && api.documentation == "All of it.")
        #expect(api.wire.version == .init(parameter: "v", value: "5.199"))
        #expect(api.wire.authorization == .header(scheme: "Bearer"))
        #expect(api.wire.signIn == .init(token: "http://[::1]:80/token", separator: ",", client: .header))
        #expect(
            api.wire.envelope
                == .init(result: "data", error: "error", code: "code", message: "text", retryAfter: "wait.s"))
        #expect(api.wire.meanings == [.expiredToken: ["5"], .internal: ["1", "10", "fatal_error"]])
        #expect(api.wire.call == CallStyle(verb: .get, parameters: .query, arrays: .repeated, flags: .words))
        #expect(api.decoding == DecodingRules(reading: .strict, trustsRequired: false))
        #expect(api.access == .public && api.initializers == .all && api.acronyms == ["ID", "URL", "API"])
    }

    /// `required` is trusted unless api.json says otherwise. In VK's own files it is not trusted, because VK's servers
    /// do not adhere to it.
    @Test(
        "Required properties are trusted by default, except in VK's own files",
        arguments: [
            ("", true, false), (#""required": "trusted""#, true, true), (#""required": "untrusted""#, false, false),
        ])
    func trust(said: String, ofOthers: Bool, ofVK: Bool) throws {
        let settings = #"{"name": "A", "baseURL": "https://a.b/", "decoding": {\#(said)}}"#
        let own = try api([
            "api.json": settings, "m.json": #"{"methods": [{"name": "a.b", "response": {"type": "integer"}}]}"#,
        ])
        #expect(own.decoding == DecodingRules(trustsRequired: ofOthers))
        let method = #"{"name": "a.b", "responses": {"response": {"properties": {"response": {"type": "integer"}}}}}"#
        #expect(
            try api(["api.json": settings, "m.json": #"{"methods": [\#(method)]}"#]).decoding
                == DecodingRules(trustsRequired: ofVK, flags: .digits))
    }

    @Test("`api.json` can name the only trusted properties, and a property's own setting takes precedence")
    func trustedNames() throws {
        let settings = #"{"name": "A", "baseURL": "https://a.b/", "decoding": {"required": ["id", "items"]}}"#
        let user =
            #"{"required": ["id", "name"], "properties": {"id": {}, "name": {}, "items": {"required": "untrusted"}, "age": {}}}"#
        let api = try api(["api.json": settings, "m.json": #"{"definitions": {"User": \#(user)}}"#])
        #expect(api.decoding == DecodingRules(trustsRequired: false, trustedNames: ["id", "items"]))
        guard case .record(let record)? = api.types.first?.shape else { throw Unexpected() }
        #expect(
            record.properties.map(\.isTrusted) == [true, nil, false, nil]
                && record.properties.map(\.isRequired) == [true, true, true, false])
        let found = messages([
            "api.json": #"{"name": "A", "baseURL": "https://a.b/", "decoding": {"required": "always"}}"#
        ])
        #expect(
            found == [
                #"api.json:1:67: error: expected "trusted", "untrusted", or the names of properties that are trusted, as in ["id"], found "always""#
            ])
    }

    private struct Unexpected: Error {}

    @Test func mistakesInSettings() {
        let found = messages([
            "api.json":
                #"{"nmae": "A", "baseURL": "example.com", "access": "open", "decoding": {"mismatch": "strict"}}"#
        ])
        #expect(
            found == [
                #"api.json:1:2: error: unknown key "nmae" in api.json; did you mean "name"?"#,
                #"api.json:1:26: error: expected an absolute http or https URL, found "example.com""#,
                #"api.json:1:51: error: expected "internal", "package" or "public", found "open""#,
                #"api.json:1:72: error: unknown key "mismatch" in "decoding"; did you mean "mismatches"?"#,
            ])
    }

    @Test(arguments: [
        "https://a.b", "http://a.b:80/x/", "https://[::1]/", "https://[2001:db8::1]:8443/",
        "https://[::ffff:192.0.2.1]/", "http://[fe80::1%25en0]/",
        "http://[1:2:3:4:5:6:7:8]", "http://localhost:65535",
    ])
    func baseURLs(_ address: String) {
        #expect(
            messages(["api.json": #"{"name": "A", "baseURL": "\#(address)"}"#, "m.json": #"{"methods": []}"#]).isEmpty)
    }

    @Test(arguments: [
        (
            "https://user:secret@a.b/",
            "a name or a password has no place in an address that everybody sees; expected none before the host"
        ),
        (
            "https://token@a.b/",
            "a name or a password has no place in an address that everybody sees; expected none before the host"
        ),
        ("https://a.b:99999/", "expected a port from 1 to 65535 behind the host, or none"),
        ("https://a.b:0/", "expected a port from 1 to 65535 behind the host, or none"),
        ("https://a.b:/", "expected a port from 1 to 65535 behind the host, or none"),
        ("https://[::1]x/", "expected a port from 1 to 65535 behind the host, or none"),
        ("https://[::1/", #"expected an IPv6 address between "[" and "]""#),
        ("https://[]/", #"expected an IPv6 address between "[" and "]""#),
        ("https://[1:2]/", #"expected an IPv6 address between "[" and "]""#),
        ("https://[:::]/", #"expected an IPv6 address between "[" and "]""#),
        ("https://[1::2::3]/", #"expected an IPv6 address between "[" and "]""#),
        ("https://[::g]/", #"expected an IPv6 address between "[" and "]""#),
        ("https://[::-1]/", #"expected an IPv6 address between "[" and "]""#),
        ("https://[1:2:3:4:5:6:7:8:9]/", #"expected an IPv6 address between "[" and "]""#),
        ("https://:80/", "expected an absolute http or https URL"),
        ("https://[::1.2.3.456]/", #"expected an IPv6 address between "[" and "]""#),
        ("https:///x", "expected an absolute http or https URL"),
    ])
    func faultyBaseURLs(_ address: String, _ fault: String) {
        let found = messages(["api.json": #"{"name": "A", "baseURL": "\#(address)"}"#, "m.json": #"{"methods": []}"#])
        #expect(found == [#"api.json:1:26: error: \#(fault), found "\#(address)""#])
    }

    /// Words that cannot be names in Swift, even with backticks, are refused.
    @Test(arguments: ["init", "self", "Self", "Type", "Protocol", "Any", "_"]) func wordsOfSwiftAreNoNames(word: String)
    {
        let files = [
            "api.json": #"{"name": "A", "baseURL": "https://a.b", "rename": {"T": "\#(word)"}}"#,
            "t.json": #"{"definitions": {"T": {"type": "string"}, "U": {"type": "string", "swift": "\#(word)"}}}"#,
        ]
        let fault = #"error: "\#(word)" is reserved in Swift; expected another name"#
        #expect(messages(files) == ["api.json:1:57: " + fault, "t.json:1:76: " + fault])
    }

    /// An endpoint must use HTTPS or be on this machine, because secrets may not be sent unencrypted.
    @Test(
        "An endpoint uses HTTPS or is on this machine",
        arguments: [
            "https://a.b", "https://a.b:8443/x?y=1", "http://127.0.0.1", "http://127.0.0.1:80/x", "http://localhost?x",
            "http://[::1]:1/",
        ])
    func endpoints(_ address: String) { #expect(isEndpoint(address)) }

    @Test(
        "An address that is incomplete, unencrypted, or has a fragment is no endpoint",
        arguments: [
            "", "a.b", "https://", "https://?x", "https://a.b/#x", "http://a.b/", "http://localhost.a.b/",
            "http://127.0.0.1.a.b",
            "http://127.0.0.1@a.b/", "http://localhost:1@a.b/", "http://127.0.0.11/", "ftp://localhost/",
        ])
    func noEndpoints(_ address: String) { #expect(!isEndpoint(address)) }

    @Test func whatIsMissingInSettings() {
        let found = messages([
            "api.json":
                #"{"baseURL": "https://a.b/", "version": {"parameter": "v"}, "authorization": {"cokie": "x"}, "envelope": {"results": "r"}, "acronyms": [1]}"#
        ])
        #expect(
            found == [
                #"api.json:1:1: error: "name" is missing: the name of the API's Swift type, as in "name": "Weather""#,
                #"api.json:1:40: error: "value" is missing"#,
                #"api.json:1:78: error: unknown key "cokie" in "authorization"; did you mean "cookie"?"#,
                #"api.json:1:106: error: unknown key "results" in "envelope"; did you mean "result"?"#,
                #"api.json:1:136: error: expected a string, found 1"#,
            ])
        let other = messages([
            "api.json":
                #"{"name": "A", "baseURL": "https://a.b/", "version": {"parameter": 5, "vlaue": "1"}, "authorization": {}, "access": "pubic"}"#
        ])
        #expect(
            other == [
                "api.json:1:67: error: expected a string, found 5",
                #"api.json:1:70: error: unknown key "vlaue" in "version"; did you mean "value"?"#,
                #"api.json:1:102: error: expected "none", {"parameter": "access_token"}, {"header": "Bearer"} or {"field": "X-Api-Key"}, found an object"#,
                #"api.json:1:116: error: expected "internal", "package" or "public", found "pubic"; did you mean "public"?"#,
            ])
    }

    @Test(arguments: [#""""#, #""X Api""#, #""X-Api-Key:""#, #""X-\u00e4""#, #""a\r\nb""#, "5"])
    func namesThatNoHeaderFieldHas(name: String) {
        let found = messages([
            "api.json": #"{"name": "A", "baseURL": "https://a.b/", "authorization": {"field": \#(name)}}"#
        ])
        #expect(
            found.count == 1
                && found[0].hasPrefix(
                    #"api.json:1:69: error: expected the name of a header field, as in "X-Api-Key", found "#),
            "\(found)")
    }

    @Test func filesWithAMisspeltKey() {
        let found = messages(["a.json": #"{"method": []}"#])
        #expect(
            found == [
                #"a.json:1:1: error: this is neither an overlay nor a schema file (no "methods", "definitions", "$defs", "errors" or "events"); did you mean "methods"?"#
            ])
    }

    @Test func sourcesAreWhatWasRead() {
        let meta =
            #"{"$schema": "http://json-schema.org/draft-07/schema", "properties": {"methods": {}}, "definitions": {"x": {}}}"#
        let files = [
            "S/api.json": #"{"name": "A", "baseURL": "https://a.b/"}"#, "S/schema.json": meta, "S/x.schema.json": "{}",
            "S/u/methods.json": #"{"methods": [{"name": "u.get"}]}"#, "S/fix.overlay.json": #"{"overlay": []}"#,
            "S/notes.txt": "",
        ]
        let result = compile(files.map { SourceFile(path: $0.key, bytes: Array($0.value.utf8)) })
        #expect(result.api != nil && result.sources == ["S/api.json", "S/fix.overlay.json", "S/u/methods.json"])
    }

    @Test("A schema without `api.json` has no API, and the first message says why")
    func withoutSettings() {
        let result = compile([SourceFile(path: "a.json", bytes: Array(#"{"definitions": {}}"#.utf8))])
        #expect(result.api == nil)
        #expect(result.diagnostics.first?.message.hasPrefix("there is no api.json") == true)
    }

    @Test("What seems to be missing may stand in a file that could not be read")
    func withoutAllFiles() {
        let text =
            ##"{"methods": [{"name": "u.get", "throws": ["e"], "response": {"$ref": "objects.json#/definitions/x"}}]}"##
        let files = [SourceFile(path: "a.json", bytes: Array(text.utf8))]
        #expect(compile(files).diagnostics.count == 3)
        #expect(compile(files, isPartial: true).diagnostics.isEmpty)
    }

    @Test func filesThatAreNoSchemas() {
        let meta =
            #"{"$schema": "http://json-schema.org/draft-07/schema", "type": "object", "properties": {"methods": {}}, "definitions": {"x": {}}}"#
        let found = messages([
            "schema.json": meta, "api.schema.json": "{}", "notes.txt": "hello", "b/other.json": "{}", "list.json": "[]",
            "fix.json": #"{"overlay": []}"#,
        ])
        #expect(found.count == 3)
        #expect(found[0].hasPrefix("b/other.json:1:1: error: this is neither an overlay nor a schema file"))
        #expect(
            found[1].hasPrefix("fix.json:1:1: error: corrections belong in a file whose name ends in .overlay.json"))
        #expect(found[2].hasPrefix("list.json:1:1: error: expected an object with"))
    }

    @Test func settingsBelowTheGivenFolder() throws {
        let files = [
            "Schema/api.json": #"{"name": "A", "baseURL": "https://a.b/"}"#,
            "Schema/users/methods.json": #"{"methods": [{"name": "users.get"}]}"#,
        ]
        let api = try #require(compile(files.map { SourceFile(path: $0.key, bytes: Array($0.value.utf8)) }).api)
        #expect(api.methods.first?.unit == "users")
    }

    @Test func shownPathIsWhatDiagnosticsSay() {
        let result = compile([SourceFile(path: "api.json", shownPath: "/x/api.json", bytes: [])])
        #expect(result.diagnostics.first?.place.file == "/x/api.json")
    }

    @Test("A second definition or method of the same name is an error that names the first place")
    func duplicates() {
        let found = messages([
            "t.json": #"{"definitions": {"a": {}, "a": {}}, "methods": [{"name": "x.y"}, {"name": "x.y"}]}"#
        ])
        #expect(
            found == [
                #"t.json:1:27: error: "a" occurs twice in this object; the first is at t.json:1:18"#,
                #"t.json:1:75: error: the method "x.y" is already declared at t.json:1:58"#,
            ])
    }

    @Test func theOrderOfFilesDoesNotMatter() {
        let files = [
            SourceFile(path: "api.json", bytes: Array(#"{"name": "A", "baseURL": "https://a.b/"}"#.utf8)),
            SourceFile(
                path: "a/t.json",
                bytes: Array(
                    ##"{"definitions": {"x": {"$ref": "../b/t.json#/definitions/z"}, "same": {"type": "string"}}}"##
                        .utf8)),
            SourceFile(
                path: "b/t.json",
                bytes: Array(
                    #"{"definitions": {"z": {"enum": ["a"]}, "same": {"type": "integer", "swift": "Other"}}, "methods": [{"name": "b.get"}]}"#
                        .utf8)),
        ]
        let first = compile(files)
        #expect(first.api != nil)
        #expect(first.api == compile(files.reversed()).api)
        #expect(first.api?.types.map(\.id.text) == ["same", "same#Other", "x", "z"])
    }

    @Test func vkIsRecognised() throws {
        let api = try api([
            "users/methods.json":
                ##"{"version": "5.199", "methods": [{"name": "users.get", "responses": {"response": {"$ref": "responses.json#/definitions/users_get_response"}}}]}"##,
            "users/responses.json":
                #"{"definitions": {"users_get_response": {"type": "object", "properties": {"response": {"type": "array", "items": {"type": "integer"}}}}}}"#,
        ])
        #expect(
            api.wire.envelope == .init(result: "response", error: "error", code: "error_code", message: "error_msg"))
        #expect(api.wire.authorization == .parameter("access_token"))
        #expect(api.wire.version == .init(parameter: "v", value: "5.199"))
        #expect(api.shape("users_get_response") == .alias(.array(.integer)))
        #expect(api.types.first?.owner == .namespace(["users"]) && api.types.first?.wire == "get_response")
    }

    /// The envelope's key is removed only from the response itself. The relationships of JSON:API are objects with a
    /// `data` of their own inside the response's `data`.
    @Test func theEnvelopesKeyIsTakenOffAnswersAlone() throws {
        let api = try api([
            "api.json": #"{"name": "A", "baseURL": "https://a.b", "envelope": {"result": "data"}}"#,
            "m.json": ##"""
            {"methods": [{"name": "a.get", "response": {"$ref": "#/definitions/Answer"}}], "definitions": {
              "Answer": {"properties": {"data": {"properties": {"author": {"$ref": "#/definitions/Link"}}}}},
              "Link": {"properties": {"data": {"properties": {"id": {"type": "integer"}}}}},
              "Named": {"allOf": [{"$ref": "#/definitions/Link"}, {"properties": {"name": {"type": "string"}}}]}}}
            """##,
        ])
        #expect(api.record("Answer")?.properties.map(\.name) == ["author"])
        #expect(api.record("Link")?.properties.map(\.name) == ["data"])
        #expect(api.record("Named")?.properties.map(\.name) == ["data", "name"])
    }
}
