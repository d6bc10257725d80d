import MethodicalGenerator
import Testing

/// Tests of the types of values, parameters and bodies.
@Suite struct ValueTests {
    /// Returns an inference from responses that are lists of objects.
    private func items(_ objects: [String]) throws -> Inferred {
        try Inferred([Recorded("/items", returns: "[" + objects.joined(separator: ", ") + "]")])
    }

    @Test("Members have the kinds of all their values")
    func kinds() throws {
        let inferred = try items([
            #"{"a": 1, "b": 1, "c": "x", "d": true, "e": null, "f": [1, 2.5], "g": 18446744073709551615}"#,
            #"{"a": 2, "b": 1.5, "c": 7, "d": null, "e": null, "f": [], "g": 1}"#,
        ])
        #expect(inferred.member("a", of: "Item") == "{type: integer}")
        #expect(inferred.member("b", of: "Item") == "{type: number}")
        #expect(inferred.member("c", of: "Item") == "{type: [integer, string]}")
        #expect(inferred.member("d", of: "Item") == "{type: [boolean, null]}")
        #expect(inferred.member("e", of: "Item") == "{}")
        #expect(inferred.member("f", of: "Item") == "{type: array, items: {type: number}}")
        #expect(inferred.member("g", of: "Item") == "{type: number}")
    }

    @Test("Dates, days and addresses are formats if all strings have the form")
    func formats() throws {
        let inferred = try items([
            #"{"at": "2024-02-29T12:00:00Z", "on": "2024-02-29", "url": "https://a.example/", "mix": "2024-02-29"}"#,
            #"{"at": "2024-03-01T12:00:00.5+01:00", "on": "2024-03-01", "url": "http://b.example/", "mix": "soon"}"#,
        ])
        #expect(inferred.member("at", of: "Item") == "{type: string, format: date-time}")
        #expect(inferred.member("on", of: "Item") == "{type: string, format: date}")
        #expect(inferred.member("url", of: "Item") == "{type: string, format: uri}")
        #expect(inferred.member("mix", of: "Item") == "{type: string}")
    }

    @Test("Few values in many strings are an open enumeration, but names of people and things are not")
    func enumerations() throws {
        let inferred = try items(
            (0..<30).map { index in
                let state = ["open", "closed", "lost"][index % 3]
                return #"{"state": "\#(state)", "owner": "ada", "city": "Rome", "note": "n\#(index)", "rare": "only"}"#
            })
        #expect(
            inferred.member("state", of: "Item")
                == "{anyOf: [{type: string, enum: [closed, lost, open]}, {type: string}]}")
        for name in ["owner", "city", "note", "rare"] {
            #expect(inferred.member(name, of: "Item") == "{type: string}", "\(name)")
        }
    }

    @Test("A member is required if ten or more objects have it, and all")
    func required() throws {
        let objects = (0..<10).map { $0 == 4 ? #"{"a": 1}"# : #"{"a": 1, "b": 2}"# }
        #expect(try items(objects).type("Item")?["required"].map(Inferred.plain) == "[a]")
        #expect(try items(Array(objects.prefix(9))).type("Item")?["required"] == nil)
    }

    @Test("Objects with nearly the same members are one type, and a type can contain itself")
    func types() throws {
        let account = #"{"id": "1", "login": "ada", "avatar": "a", "bio": "b"}"#
        let longer = #"{"id": "1", "login": "ada", "avatar": "a", "bio": "b", "locked": true}"#
        let inner = #"{"id": 1, "text": "a", "likes": 2, "author": \#(longer), "quoted": null}"#
        let outer = #"{"id": 1, "text": "a", "likes": 2, "author": \#(account), "quoted": \#(inner)}"#
        let inferred = try Inferred([
            Recorded("/posts", returns: "[\(outer)]"),
            Recorded("/accounts/1", returns: account),
        ])
        #expect(inferred.root["components"]?["schemas"]?.children.map(\.key) == ["Account", "Post"])
        #expect(
            inferred.member("quoted", of: "Post") == "{anyOf: [{$ref: #/components/schemas/Post}, {type: null}]}")
        #expect(inferred.member("locked", of: "Account") == "{type: boolean}")
    }

    @Test("Objects whose keys are data are dictionaries")
    func dictionaries() throws {
        let inferred = try items([#"{"counts": {"10442": 1, "10443": 2}, "+1": 3}"#])
        #expect(
            inferred.member("counts", of: "Item") == "{type: object, additionalProperties: {type: integer}}")
        #expect(inferred.member("+1", of: "Item") == "{type: integer}")
    }

    @Test("Objects with alike values are dictionaries if some keys are data, and others are not")
    func files() throws {
        let file = #"{"size": 1, "text": "a", "kind": "plain", "lines": 1}"#
        let inferred = try items([
            #"{"files": {"notes.txt": \#(file), "Makefile": \#(file)}}"#,
            #"{"files": {"README": \#(file), "a.md": \#(file)}}"#,
        ])
        #expect(
            inferred.member("files", of: "Item")
                == "{type: object, additionalProperties: {$ref: #/components/schemas/File}}")
    }

    @Test("One key of many that looks like data makes no dictionary, however often it is there")
    func repeatedKey() throws {
        let item = #"{"id": 7, "iso_27001": true, "title": "a"}"#
        let inferred = try items(Array(repeating: item, count: 12))
        #expect(inferred.member("id", of: "Item") == "{type: integer}")
    }

    @Test("A list in the query of a refused call is not missing there")
    func refusedList() throws {
        let inferred = try Inferred([
            Recorded("/find?ids[]=1&ids[]=2", returns: "[]"),
            Recorded("/find?ids[]=x", status: 422, returns: #"{"error": "x is not an id"}"#),
        ])
        let parameter = inferred.operation("get", "/find")?["parameters"]?.first
        #expect(parameter?["name"]?.string == "ids")
        #expect(parameter?["required"] == nil)
    }

    @Test("Parameters of the query have types, lists, and are required if calls without them fail")
    func query() throws {
        let inferred = try Inferred([
            Recorded("/find?q=tea&limit=20&exact=true&tags[]=a&tags[]=b&price=1.5", returns: "[]"),
            Recorded("/find?q=milk&limit=5", returns: "[]"),
            Recorded("/find?limit=5", status: 422, returns: #"{"error": "q is missing"}"#),
        ])
        let parameters = inferred.operation("get", "/find")?["parameters"]?.children ?? []
        let shown = parameters.map { "\($0["name"]?.string ?? "") \(Inferred.plain($0["schema"] ?? $0))" }
        #expect(
            shown == [
                "exact {type: boolean}", "limit {type: integer}", "price {type: number}", "q {type: string}",
                "tags {type: array, items: {type: string}}",
            ])
        #expect(parameters.filter { $0["required"]?.bool == true }.map { $0["name"]?.string } == ["q"])
    }

    @Test("Members of a body are required if all bodies have them while others vary")
    func bodies() throws {
        let inferred = try Inferred([
            Recorded("POST", "/items", sends: #"{"title": "a", "price": 1}"#, status: 201, returns: "{}"),
            Recorded("POST", "/items", sends: #"{"title": "b"}"#, status: 201, returns: "{}"),
            Recorded("POST", "/items", sends: #"{"title": "c", "tags": ["x"]}"#, status: 201, returns: "{}"),
        ])
        let schema = inferred.operation("post", "/items")?["requestBody"]?["content"]?["application/json"]?["schema"]
        #expect(schema?["properties"]?.children.map(\.key) == ["title", "price", "tags"])
        #expect(schema?["required"].map(Inferred.plain) == "[title]")
    }

    @Test("Forms are bodies, too")
    func forms() throws {
        var sent = Recorded("POST", "/login", sends: "user=ada&remember=true", returns: "{}")
        sent.requestType = "application/x-www-form-urlencoded"
        let inferred = try Inferred([sent])
        let content = inferred.operation("post", "/login")?["requestBody"]?["content"]?.first
        #expect(content?.key == "application/x-www-form-urlencoded")
        #expect(
            content?["schema"]?["properties"].map(Inferred.plain)
                == "{remember: {type: boolean}, user: {type: string}}")
    }

    @Test("The place of the token is that of most calls, and calls without it succeed without it")
    func credentials() throws {
        let inferred = try Inferred([
            Recorded("/me", returns: "{}").with("Authorization", "Bearer abc.def.ghi"),
            Recorded("/orders", returns: "[]").with("Authorization", "Bearer abc.def.ghi"),
            Recorded("/status", returns: "{}"),
            Recorded("/stock?api_key=k-12345678", returns: "{}"),
        ])
        #expect(inferred.root["security"].map(Inferred.plain) == "[{bearer: []}]")
        #expect(inferred.operation("get", "/status")?["security"].map(Inferred.plain) == "[]")
        #expect(inferred.operation("get", "/stock")?["security"].map(Inferred.plain) == "[{apiKey: []}]")
        #expect(inferred.operation("get", "/stock")?["parameters"] == nil)
        #expect(
            inferred.root["components"]?["securitySchemes"].map(Inferred.plain)
                == "{bearer: {type: http, scheme: bearer}, apiKey: {type: apiKey, in: query, name: api_key}}")
    }

    @Test("A Link field with a next page is in the document, from which the importer tells pages")
    func pages() throws {
        var page = Recorded("/items?page=1", returns: "[1]")
        page.responseFields["Link"] = #"<https://api.shop.example/items?page=2>; rel="next""#
        let response = try Inferred([page]).operation("get", "/items")?["responses"]?["200"]
        #expect(response?["headers"]?["Link"] != nil)
    }

    @Test("Another run adds to the types and widens them, and keeps names")
    func refinement() throws {
        let first = try Inferred([
            Recorded("/items/100", returns: #"{"id": 100, "price": 1, "owner": {"login": "ada", "age": 3}}"#),
            Recorded("/tags/tea/items", returns: "[]"),
        ])
        let second = try Inferred(
            [
                Recorded("/items/200", returns: #"{"id": 200, "price": 1.5, "sold": true, "owner": null}"#),
                Recorded("/shops", returns: "[]"),
                Recorded("/tags/10000/items", returns: "[]"),
            ], refining: first)
        #expect(
            second.operations == ["GET /items/{id}", "GET /shops", "GET /tags/{id}/items"])
        #expect(second.member("price", of: "Item") == "{type: number}")
        #expect(second.member("sold", of: "Item") == "{type: boolean}")
        #expect(
            second.member("owner", of: "Item") == "{anyOf: [{$ref: #/components/schemas/Owner}, {type: null}]}")
        #expect(second.type("Item")?["x-seen"]?.integer == 2)
    }

    @Test("Another run without anything new writes the same document, but for the numbers")
    func repetition() throws {
        let exchanges = [
            Recorded("/items/100?full=true", returns: #"{"id": 100, "tags": ["a"], "at": "2024-02-29", "o": {}}"#),
            Recorded("POST", "/items", sends: #"{"title": "a"}"#, status: 201, returns: #"{"id": 100}"#),
            Recorded("/counts", returns: #"{"10442": 1, "10443": null}"#),
        ]
        let first = try Inferred(exchanges)
        let second = try Inferred(exchanges, refining: first)
        #expect(Inferred.plain(first.root) == Inferred.plain(second.root))
    }
}
