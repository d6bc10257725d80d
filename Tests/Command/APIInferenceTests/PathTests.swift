import Testing

/// Tests of which segments of paths become parameters.
@Suite struct PathTests {
    /// Returns the paths of an inference from calls without bodies.
    private func paths(_ paths: String..., returns response: String = "{}") throws -> [String] {
        try Inferred(paths.map { Recorded($0, returns: response) }).operations
    }

    @Test("Numbers, hashes, dates and other data are parameters, even once")
    func forms() throws {
        let segments = [
            "1042", "7c9e6679-7425-40de-944b-e07fc1f90ae7", "2024-02-29", "a1b2c3d4e5f6", "ada@shop.example",
            "favourite-117020579695730951-495997", "notes.txt", "v1.10.2", "a...b",
        ]
        for segment in segments {
            let found = try paths("/orders/\(segment)/lines")
            #expect(found.count == 1)
            #expect(found.first?.wholeMatch(of: #/GET /orders/\{[a-z]+\}/lines/#) != nil, "\(segment): \(found)")
        }
    }

    @Test("Words and versions stay")
    func words() throws {
        for path in ["/v1/users/lookup", "/api/2.0/info", "/.well-known/nodeinfo", "/oauth2/token.json", "/users"] {
            #expect(try paths(path) == ["GET \(path)"])
        }
    }

    @Test("A word that the own response has as its identity is a parameter, and its property names it")
    func echo() throws {
        let inferred = try Inferred([
            Recorded("/tags/cats", returns: #"{"name": "cats", "uses": 3}"#),
            Recorded("/tags/search", returns: #"{"hits": []}"#),
        ])
        #expect(inferred.operations == ["GET /tags/search", "GET /tags/{name}"])
    }

    @Test("A word that another response has as an identity is a parameter after the name of a collection")
    func identity() throws {
        let inferred = try Inferred([
            Recorded("/members", returns: #"[{"login": "ada"}]"#),
            Recorded("DELETE", "/members/ada", status: 204),
            Recorded("/ada", returns: "{}"),
        ])
        #expect(inferred.operations == ["GET /ada", "GET /members", "DELETE /members/{member}"])
    }

    @Test("A word before the same words as values is a parameter")
    func structure() throws {
        let found = try paths("/shops/1001/items", "/shops/corner/items", "/shops/nearby")
        #expect(found == ["GET /shops/nearby", "GET /shops/{id}/items"])
    }

    @Test("Words of different structure, and those with the name of a user, stay words")
    func literals() throws {
        let inferred = try Inferred([
            Recorded("/api/v1/admin/accounts/31", returns: #"{"id": "31", "account": {"username": "admin"}}"#),
            Recorded("/api/v1/accounts/31", returns: #"{"id": "31", "username": "admin"}"#),
            Recorded("/api/v1/trends/tags", returns: "[]"),
            Recorded("/api/v1/trends/links", returns: "[]"),
        ])
        #expect(
            inferred.operations == [
                "GET /api/v1/accounts/{id}", "GET /api/v1/admin/accounts/{id}", "GET /api/v1/trends/links",
                "GET /api/v1/trends/tags",
            ])
    }

    @Test("Words of the API that are also the names of a few files and labels stay words")
    func chance() throws {
        let listing = #"[{"path": "actions"}, {"path": "members"}, {"name": "ada"}, {"name": "secrets"}]"#
        let words = ["actions", "members", "teams", "hooks", "issues"]
        var exchanges = words.map { Recorded("/orgs/1001/\($0)", returns: "[]") }
        exchanges.append(Recorded("/files", returns: listing))
        exchanges.append(Recorded("/orgs/1001/teams/17/secrets", returns: "[]"))
        exchanges.append(Recorded("/orgs/1001/members/ada", returns: "[]"))
        let inferred = try Inferred(exchanges)
        #expect(
            inferred.operations == [
                "GET /files", "GET /orgs/{id}/actions", "GET /orgs/{id}/hooks", "GET /orgs/{id}/issues",
                "GET /orgs/{id}/members", "GET /orgs/{id}/members/{member}", "GET /orgs/{id}/teams",
                "GET /orgs/{id}/teams/{team_id}/secrets",
            ])
    }

    @Test("A word after a parameter is another one if both together are an identity")
    func compound() throws {
        let inferred = try Inferred([
            Recorded("/shelves", returns: #"[{"full_name": "ada/poems", "name": "poems"}, {"login": "ada"}]"#),
            Recorded("PUT", "/starred/ada/poems", status: 204),
            Recorded("PUT", "/starred/ada/novels", status: 204),
        ])
        #expect(
            inferred.operations == [
                "GET /shelves", "PUT /starred/{starred}/novels", "PUT /starred/{starred}/{starred2}",
            ])
    }

    @Test("Parameters of one path have different names")
    func names() throws {
        #expect(try paths("/shops/17/orders/4/lines/2") == ["GET /shops/{id}/orders/{order_id}/lines/{line_id}"])
    }

    @Test("An id that responses send as a string is a string in paths, too")
    func types() throws {
        let inferred = try Inferred([
            Recorded("/users/42", returns: #"{"id": "42"}"#),
            Recorded("/posts/42000", returns: #"{"id": 42000}"#),
        ])
        let user = inferred.operation("get", "/users/{id}")?["parameters"]?.first
        let post = inferred.operation("get", "/posts/{id}")?["parameters"]?.first
        #expect(user?["schema"]?["type"]?.string == "string")
        #expect(post?["schema"]?["type"]?.string == "integer")
    }

    @Test("The server of most exchanges with JSON counts, and the report names the others")
    func servers() throws {
        var script = Recorded("https://cdn.example/app.js", returns: "let a = 1")
        script.mediaType = "text/javascript"
        let inferred = try Inferred([script, script, Recorded("/users", returns: "[]")])
        #expect(inferred.root["servers"]?.first?["url"]?.string == "https://api.shop.example/")
        #expect(inferred.operations == ["GET /users"])
        #expect(inferred.report.skipped.map(\.reason).allSatisfy { $0.contains("another server") })
    }
}
