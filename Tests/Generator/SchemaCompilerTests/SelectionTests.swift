import Testing

@testable import MethodicalGenerator

@Suite struct SelectionTests {
    private let schema = ##"""
        {"methods": [{"name": "users.get", "response": {"$ref": "#/definitions/user"}}, {"name": "users.set"}, {"name": "wall.get", "response": {"$ref": "#/definitions/post"}}],
         "definitions": {"user": {"allOf": [{"$ref": "#/definitions/base"}, {"properties": {"pet": {"$ref": "#/definitions/pet"}}}]},
          "base": {"properties": {"inner": {"properties": {"x": {}}}}}, "pet": {"properties": {"owner": {"$ref": "#/definitions/user"}}},
          "post": {"properties": {"lost": {"$ref": "#/definitions/nothing"}}}, "unused": {"type": "string"}}}
        """##

    private func compiled(_ extra: String) -> Compilation {
        SchemaCompilerTests.compiled([
            "api.json": #"{"name": "A", "baseURL": "https://a.b", "# + extra + "}", "s.json": schema,
        ])
    }

    @Test func includeBringsWhatIsNeededAndNoMore() {
        let result = compiled(#""include": ["users.*"], "exclude": ["*.set"]"#)
        #expect(result.diagnostics.isEmpty)
        #expect(result.api?.methods.map(\.name) == ["users.get"])
        // `user` contains the properties of `base`, including one whose type is inside `base`.
        #expect(result.api?.types.map(\.id.text) == ["base", "base/inner", "pet", "user"])
    }

    @Test func withoutSelectionEverythingIsThere() {
        #expect(compiled(#""access": "public""#).diagnostics.count == 1)
    }

    @Test func patternsThatMatchNothing() {
        let found = compiled(
            #""include": ["users.gett"], "exclude": ["wall.*", "q*"], "defaults": {"*.got": {"reads": true}}"#
        ).diagnostics
        #expect(
            found.map(\.message) == [
                #"the pattern "users.gett" matches no method; did you mean "users.get"?"#,
                #"the pattern "q*" matches no method"#,
                #"the pattern "*.got" matches no method"#,
            ])
    }

    @Test func namespacesAreSuggested() {
        #expect(
            compiled(#""include": ["users.get"], "exclude": ["wlal.*"]"#).diagnostics.map(\.message)
                == [#"the pattern "wlal.*" matches no method; did you mean "wall.*"?"#])
    }

    @Test func errorsOfWhatIsLeft() {
        let files = [
            "api.json": #"{"name": "A", "baseURL": "https://a.b", "include": ["a.*"]}"#,
            "m.json": #"""
            {"methods": [{"name": "a.get", "throws": ["needed"]}, {"name": "b.get", "throws": ["unneeded"]}],
             "errors": {"needed": {"code": 1}, "unneeded": {"code": 2}, "anywhere": {"code": 3, "global": true}, "nowhere": {"code": 4}}}
            """#,
        ]
        #expect(SchemaCompilerTests.compiled(files).api?.errors.map(\.name) == ["needed", "anywhere"])
    }

    @Test("Types and methods are renamed, and a wrong name has a suggestion")
    func renames() {
        let result = compiled(
            #""include": ["users.get"], "rename": {"user": "Person", "users.get": "fetch", "pte": "Animal", "users.gte": "read"}"#
        )
        #expect(result.api?.types.first { $0.id == "user" }?.swift == "Person")
        #expect(result.api?.methods.first?.swift == "fetch")
        let start = "there is no type and no method"
        #expect(
            result.diagnostics.map(\.message) == [
                #"\#(start) "pte" to rename; did you mean "pet"?"#,
                #"\#(start) "users.gte" to rename; did you mean "users.get"?"#,
            ])
    }
}
