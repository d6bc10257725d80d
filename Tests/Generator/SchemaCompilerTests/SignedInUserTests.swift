import Testing

@testable import MethodicalGenerator

/// Tests of the keyword `user` of `signIn`.
@Suite struct SignedInUserTests {
    private func compiled(_ method: String, extra: String = "", user: String? = nil) -> Compilation {
        let user = user ?? #"{"call": "users.get", "id": "id"}"#
        return SchemaCompilerTests.compiled([
            "api.json": #"{"name": "A", "baseURL": "https://a.b", "signIn": {"user": \#(user)}\#(extra)}"#,
            "m.json": #"""
            {"methods": [{"name": "users.get", \#(method)}, {"name": "users.count", "response": {"type": "integer"}}],
             "definitions": {"user": {"properties": {"id": {"type": "integer"}, "name": {"type": "string"},
              "number": {"type": "number"}, "mixed": {"type": ["boolean", "integer", "string"]},
              "token": {"type": "string", "format": "int64"}, "born": {"type": "string", "format": "date"}}}}}
            """#,
        ])
    }

    private let plain = ##""response": {"$ref": "#/definitions/user"}"##

    @Test func theUserOfAMethod() throws {
        let user = try #require(
            compiled(plain, user: #"{"call": "users.get", "id": "token", "name": "name", "x-why": 1}"#).api?.user)
        #expect(user.method == "users.get" && user.id == "token" && user.names == ["name"])
        let list = compiled(##""response": {"type": "array", "items": {"$ref": "#/definitions/user"}}"##)
        #expect(list.api?.user?.names == [])
        let mixed = compiled(plain, user: #"{"call": "users.get", "id": "number", "name": ["mixed", "token"]}"#)
        #expect(mixed.api?.user?.id == "number" && mixed.api?.user?.names == ["mixed", "token"])
        #expect(compiled(plain, extra: #", "rename": {"user": "Person", "users.get": "fetch"}"#).api?.user?.id == "id")
    }

    @Test(arguments: [
        (
            ##""parameters": [{"name": "id", "type": "integer", "required": true}], "response": {"$ref": "#/definitions/user"}"##,
            #""users.get" requires "id"; expected a method that returns the signed-in user without arguments"#
        ),
        (
            #""response": {"type": "array", "items": {"type": "string"}}"#,
            #""users.get" must return the user, an object, or a list that the user is the first of"#
        ),
        (
            ##""stream": "lines", "response": {"$ref": "#/definitions/user"}"##,
            #""users.get" must return the user, an object, or a list that the user is the first of"#
        ),
    ])
    func methodsThatReturnNoUser(_ method: String, _ message: String) {
        #expect(compiled(method).diagnostics.map(\.message) == [message])
    }

    @Test func anExcludedMethod() {
        #expect(
            compiled(plain, extra: #", "exclude": ["users.get"]"#).diagnostics.map(\.message)
                == [#""users.get" is needed here, but api.json excludes it; include it too"#])
    }

    @Test(
        "Each mistake in the description of the signed-in user is explained",
        arguments: [
            ("7", #"expected {"call": "users.get", "id": "id", "name": ["first_name", "last_name"]}, found 7"#),
            (
                "{}",
                #""call" is missing, as in {"call": "users.get", "id": "id", "name": ["first_name", "last_name"]}"#
            ),
            (
                #"{"call": "users.get", "id": "profile.id"}"#,
                #"the user has no "profile.id"; a nested key needs a property that is lifted from it: "from": "profile.id""#
            ),
            (
                #"{"call": "users.get", "id": "born"}"#,
                #""born" must be a string or a number to be the id of the user"#
            ),
            (
                #"{"call": "users.get", "id": "id", "name": "id"}"#,
                #""id" must be a string to be the name of the user"#
            ),
            (
                #"{"call": "users.get", "id": "id", "name": []}"#,
                "expected the key of a property with the name of the user, or a list of them, found an array"
            ),
        ])
    func mistakes(_ user: String, _ message: String) {
        #expect(compiled(plain, user: user).diagnostics.first?.message == message)
    }
}
