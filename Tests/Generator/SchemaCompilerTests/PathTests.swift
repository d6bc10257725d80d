import Testing

@testable import MethodicalGenerator

/// Tests of expressions in paths, and of parameters that share a name.
@Suite struct PathTests {
    /// The public cases of templates that are not valid, from https://github.com/uri-templates/uritemplate-test
    /// (Apache License 2.0). Parameters with all of their names exist.
    @Test(
        "Each template that RFC 6570 does not allow is an error",
        arguments: [
            "{/id*", "/id*}", "{/?id}", "{var:prefix}", "{hello:2*}", "{??hello}", "{!hello}", "{=path}", "{$var}",
            "{|var*}", "{*keys?}", "{?empty=default,var}", "{var}{-prefix|/-/|var}",
            "?q={searchTerms}&amp;c={example:color?}",
            "x{?empty|foo=none}", "/h{#hello+}", "/h#{hello+}", "{;keys:1*}", "?{-join|&|var,list}",
            "/sparql{?query){&default-graph-uri*}", "/resolution{?x, y}", "{var:0}", "{var:01}", "{var:10000}",
            "{var:}",
            "{x..y*}", "{x.*}",
        ]) func malformed(template: String)
    {
        let names = [
            "id", "var", "hello", "path", "keys", "empty", "searchTerms", "example", "list", "query", "x", "y",
            "default-graph-uri",
        ]
        let parameters = names.map { #"{"name": "\#($0)", "type": "string"}"# }.joined(separator: ",")
        let path = "a" + template.drop { $0 == "/" }
        let found = messages(
            ["m.json": #"{"methods": [{"name": "a.b", "path": "\#(path)", "parameters": [\#(parameters)]}]}"#])
        #expect(found.contains { $0.contains(": error: ") }, "\(found)")
    }

    @Test func requiredAndOptional() throws {
        let method = try method(
            #"""
            {"name": "a.get", "path": "{+a}/{b*}/x{c:3}-{d}{/e,f*}{.g}{;h}{?i,j}", "parameters": [
              {"name": "a", "type": "string"}, {"name": "b", "type": "array", "items": {"type": "string"}},
              {"name": "c", "type": "string"}, {"name": "d", "type": "integer"}, {"name": "e", "type": "string"},
              {"name": "f", "type": "array", "items": {"type": "string"}}, {"name": "g", "type": "string"},
              {"name": "h", "type": "string"}, {"name": "i", "type": "string", "required": true},
              {"name": "j", "type": "string"}], "response": {"type": "string"}}
            """#)
        #expect(method.parameters.allSatisfy { $0.place == .path })
        #expect(method.parameters.filter(\.isRequired).map(\.name) == ["a", "b", "c", "d", "i"])
    }

    @Test("Parameters that share a name have different keys, by their places")
    func sharedNames() throws {
        let method = try method(
            #"""
            {"name": "a.set", "path": "a/{id}", "parameters": [
              {"name": "id", "type": "integer"}, {"name": "id", "in": "query", "type": "string"},
              {"name": "id", "in": "cookie", "type": "string"}, {"name": "b", "type": "string"}]}
            """#)
        #expect(method.parameters.map(\.place) == [.path, .query, .cookie, .form])
        #expect(method.parameters.map(ParameterKeys(method.parameters).key) == ["id", "query.id", "cookie.id", "b"])
    }

    @Test func samePlaceTwice() {
        let found = messages([
            "m.json": #"""
            {"methods": [{"name": "a.set", "path": "a/{id}", "parameters": [
              {"name": "id", "type": "integer"}, {"name": "id", "in": "path", "type": "string"},
              {"name": "b", "in": "query", "type": "string"}, {"name": "b", "in": "query", "type": "string"}]}]}
            """#
        ])
        #expect(found.count == 2 && found.allSatisfy { $0.contains("already has a parameter") }, "\(found)")
    }

    @Test func nullOnlyWhereItCanBeWritten() throws {
        let method = try method(
            #"""
            {"name": "a.set", "verb": "PATCH", "parameters": [
              {"name": "a", "in": "body", "type": ["string", "null"]},
              {"name": "b", "in": "query", "type": ["string", "null"]},
              {"name": "c", "in": "body", "type": ["object", "null"]},
              {"name": "d", "in": "body", "oneOf": [{"$ref": "#/definitions/D"}, {"type": "null"}]}]}
            """#, definitions: #"{"D": {"type": "object", "properties": {"e": {"type": "string"}}}}"#)
        #expect(method.parameters.filter(\.isNullable).map(\.name) == ["a", "c", "d"])
    }
}
