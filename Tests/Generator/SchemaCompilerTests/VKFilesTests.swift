import Testing

@testable import MethodicalGenerator

/// Tests of files in VK's form, from many years, with keywords that have no effect and with contradictions.
@Suite struct VKFilesTests {
    private let settings = #"{"name": "Test", "baseURL": "https://example.com/"}"#
    private let responses = ##"""
        {"definitions": {
          "ok_response": {"type": "object", "properties": {"response": {"type": "integer"}}},
          "users_get_response": {"type": "object", "properties": {"response": {"type": "array", "items": {"$ref": "#/definitions/users_user"}}}},
          "users_user": {"type": "object", "properties": {"id": {"type": "integer"}}}}}
        """##

    private func methods(_ references: [String]) -> String {
        let methods = references.enumerated().map { index, name in
            ##"{"name": "users.m\##(index)", "responses": {"response": {"$ref": "r.json#/definitions/\##(name)"}}}"##
        }
        return #"{"version": "5.101", "methods": ["# + methods.joined(separator: ",\n") + "]}"
    }

    @Test("One method that refers to another definition changes nothing but itself, and is reported")
    func oneBareResponse() throws {
        let result = compiled([
            "m.json": methods(["ok_response", "users_user", "users_get_response"]), "r.json": responses,
        ])
        #expect(
            result.diagnostics.map(\.description) == [
                #"m.json:2:57: warning: "response" is read as the value of "response", because most responses describe this envelope and "#
                    + #"this one does not; describe the envelope, or set "envelope" in api.json"#
            ])
        let api = try #require(result.api)
        #expect(api.wire.envelope.result == "response" && api.wire.authorization == .parameter("access_token"))
        #expect(api.wire.version == .init(parameter: "v", value: "5.101"))
        #expect(api.shape("ok_response") == .alias(.integer))
        #expect(
            api.methods.map { $0.variants[0].result } == [
                .named("ok_response"), .named("users_user"), .named("users_get_response"),
            ])
    }

    @Test("One wrapper among many responses without one is no envelope, and is reported")
    func oneWrapper() throws {
        let files = ["m.json": methods(["users_user", "users_user", "ok_response"]), "r.json": responses]
        let result = compiled(files)
        // The files are not VK's, so that `responses` is a former keyword.
        let found = result.diagnostics.filter { !$0.message.contains("is called") }
        #expect(found.map(\.place) == [Place(file: "m.json", line: 3, column: 57)])
        #expect(
            found.first?.message.hasPrefix(
                #""response" is read as an object with the property "response""#) == true)
        #expect(
            result.api?.wire.envelope.result == nil && result.api?.wire.authorization == WireDefaults.Authorization.none
        )
        #expect(result.api?.record("ok_response")?.properties.map(\.name) == ["response"])
    }

    @Test(arguments: [#""none""#, #"{"result": "response", "error": "error"}"#]) func aStatedEnvelopeSettlesIt(
        envelope: String
    ) {
        let settings = #"{"name": "Test", "baseURL": "https://example.com/", "envelope": "# + envelope + "}"
        #expect(
            messages(["api.json": settings, "m.json": methods(["ok_response", "users_user"]), "r.json": responses])
                .isEmpty)
    }

    @Test("Methods without responses, or with what leads nowhere, do not decide")
    func whatSaysNothing() {
        let text =
            #"{"methods": [{"name": "users.track"}, "#
            + methods(["ok_response"]).dropFirst(#"{"version": "5.101", "methods": ["#.count)
        #expect(compiled(["m.json": text, "r.json": responses]).api?.wire.envelope.result == "response")
    }

    @Test("Errors stand in lists, of files and of methods")
    func errorsInLists() throws {
        let text = #"""
            {"errors": [{"name": "UNKNOWN", "code": 1, "description": "Unknown."}], "methods": [
             {"name": "a.b", "throws": [{"name": "PRIVACY", "code": 902, "description": "Private."}, "UNKNOWN"]},
             {"name": "a.c", "throws": [{"name": "PRIVACY", "code": 902}]},
             {"name": "a.d", "throws": [{"name": "PRIVACY", "code": 909}]}]}
            """#
        let result = compiled(["m.json": text])
        #expect(
            result.diagnostics.map(\.description) == [
                #"m.json:4:29: warning: "PRIVACY" already has the code 902, at m.json:2:29; the error with the code 909 is named "PRIVACY_909""#
            ])
        let api = try #require(result.api)
        #expect(api.errors.map { "\($0.name) \($0.code)" } == ["UNKNOWN 1", "PRIVACY 902", "PRIVACY_909 909"])
        #expect(api.methods.map(\.errors) == [["PRIVACY", "UNKNOWN"], ["PRIVACY"], ["PRIVACY_909"]])
        #expect(
            messages(["m.json": #"{"errors": [{"code": 1}, 5], "methods": [{"name": "a.b", "throws": [{"code": 1}]}]}"#]
            )
                == [13, 26, 69].map {
                    #"m.json:1:\#($0): error: expected an error with its name and its code, {"name": "access_denied", "code": 15}"#
                })
    }

    @Test("What has no meaning is a warning")
    func withoutMeaning() throws {
        let text = #"""
            {"list": {"type": "array", "items": {"type": "string"}, "required": ["id"]},
             "none": {"type": "object", "enum": []},
             "fields": {"type": "string", "enum": {"0": "name", "2": "city"}},
             "empty": {"type": "object", "properties": []},
             "user": {"type": "object", "properties": {"id": {"type": "integer"}, "news": [], "required": ["id"]}}}
            """#
        let result = compiled(["t.json": #"{"definitions": "# + text + "}"])
        #expect(
            result.diagnostics.map(\.description) == [
                #"t.json:1:73: warning: a list under "required" has no effect here; only objects have properties"#,
                "t.json:2:37: warning: an empty list of values is ignored",
                "t.json:3:39: warning: an object with numbers for keys is read as a list of values",
                "t.json:4:44: warning: an empty list is read as no properties; an object of them is written {}",
                "t.json:5:79: warning: an empty list is read as {}, any JSON",
                #"t.json:5:83: warning: a list under "required" is not a property and is ignored; move it next to "properties""#,
            ])
        let api = try #require(result.api)
        #expect(api.shape("list") == .alias(.array(.string)) && api.shape("none") == .alias(.dictionary(.any)))
        #expect(api.enumeration("fields")?.members.map(\.value) == ["name", "city"])
        #expect(api.record("user")?.properties.map(\.name) == ["id", "news"])
    }
}
