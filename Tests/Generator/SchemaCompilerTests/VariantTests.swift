import Testing

@testable import MethodicalGenerator

@Suite struct VariantTests {
    /// Returns the variants in the form `suffix(required) -omitted +constant`.
    private func variants(_ responses: [String], parameters: [(String, String)]) throws -> [String] {
        let given = parameters.map { "{\"name\": \"\($0.0)\", \($0.1)}" }.joined(separator: ", ")
        let answers = responses.map { "\"\($0)\": {\"type\": \"integer\"}" }.joined(separator: ", ")
        let method = try method("{\"name\": \"a.get\", \"parameters\": [\(given)], \"variants\": {\(answers)}}")
        return method.variants.map { variant in
            var text = variant.suffix.joined(separator: " ") + "(" + variant.requires.joined(separator: ",") + ")"
            for name in variant.omits { text += " -" + name }
            for constant in variant.constants { text += " +\(constant.name)=\(constant.value)" }
            return text
        }
    }

    private let flag = #""type": "boolean""#
    private let list = #""type": "array", "items": {"type": "string"}"#

    @Test("A response for a flag is a variant that sends the flag")
    func flags() throws {
        #expect(
            try variants(
                ["response", "extendedResponse"], parameters: [("extended", flag), ("count", #""type": "integer""#)])
                == ["() -extended", "extended() -extended +extended=flag(true)"])
        #expect(
            try variants(["response", "extendedResponse"], parameters: []) == ["()", "extended() +extended=flag(true)"])
    }

    @Test("A response for given parameters is a variant that requires them")
    func givenParameters() throws {
        #expect(
            try variants(["response", "fieldsResponse"], parameters: [("fields", list)]) == ["() -fields", "(fields)"])
        #expect(
            try variants(
                ["response", "fieldsResponse", "chatIdsResponse", "chatIds_Fields_Response"],
                parameters: [("chat_ids", list), ("fields", list)])
                == ["() -fields -chat_ids", "(fields) -chat_ids", "(chat_ids) -fields", "(chat_ids,fields)"])
        #expect(
            try variants(["response", "userIdsResponse"], parameters: [("user_ids_list", list)]) == [
                "() -user_ids_list", "(user_ids_list)",
            ])
    }

    @Test func valuesOfAnEnumeration() throws {
        let section = #""type": "string", "required": true, "enum": ["cities", "schools"]"#
        #expect(
            try variants(["response", "citiesResponse"], parameters: [("section", section), ("cities", list)])
                == ["()", "cities() -section +section=text(\"cities\")"])
    }

    @Test func namesThatAreOnlyNames() throws {
        #expect(try variants(["response", "responseByOwner"], parameters: []) == ["()", "by owner()"])
        #expect(try variants(["responseInteger", "responseArray"], parameters: []) == ["()", "array()"])
        #expect(try variants(["extendedResponse"], parameters: [("extended", flag)]) == ["()"])
        #expect(
            try variants(["fieldsResponse", "response"], parameters: [("fields", list)]) == ["() -fields", "(fields)"])
    }

    @Test func noTwoCollide() throws {
        let found = try variants(["response", "fieldsResponse", "fields_Response"], parameters: [("fields", list)])
        #expect(Set(found).count == 3)
    }

    @Test func whenOfTheWrongKind() {
        let found = messages([
            "m.json": ##"""
            {"methods": [{"name": "a.b", "parameters": [{"name": "extended", "type": "boolean"}, {"name": "view", "enum": ["short", "full"]},
              {"name": "level", "$ref": "#/definitions/level"}],
             "variants": {"response": {}, "a": {"type": "integer", "when": {"extended": "yes"}}, "b": {"type": "string", "when": {"view": "wide"}},
              "c": {"type": "boolean", "when": {"level": 3}}, "d": {"type": "number", "when": {"level": 2}}}}], "definitions": {"level": {"enum": [1, 2]}}}
            """##
        ])
        #expect(
            found == [
                #"m.json:3:77: error: "extended" cannot have this value; expected true, false or "given", found "yes""#,
                #"m.json:3:127: error: "view" cannot have this value; expected "short" or "full", found "wide""#,
                #"m.json:4:46: error: "level" cannot have this value; expected "1" or "2", found 3"#,
            ])
    }

    @Test func byTheirOwnWord() throws {
        let method = try method(
            """
            {"name": "a.get", "parameters": [{"name": "extended", "type": "boolean"}, {"name": "fields", "type": "string"}, {"name": "mode", "type": "integer"}],
             "variants": {"response": {}, "one": {"type": "integer", "when": {"extended": true}, "swift": "getFull"}, "two": {"type": "string", "when": {"fields": "given", "mode": 2}}}}
            """)
        #expect(method.variants[1].constants == [.init(name: "extended", value: .flag(true))])
        #expect(method.variants[1].swift == "getFull")
        #expect(
            method.variants[2].requires == ["fields"]
                && method.variants[2].constants == [.init(name: "mode", value: .integer(2))])
        #expect(
            messages(["m.json": #"{"methods": [{"name": "a.b", "variants": {"x": {"when": {"extnded": true}}}}]}"#])
                .count == 1)
    }
}

@Suite struct PagesTests {
    private let list =
        #""response": {"properties": {"count": {"type": "integer"}, "items": {"type": "array"}, "next_from": {"type": "string"}}}"#

    private func pages(_ name: String, _ parameters: [String], _ rest: String) throws -> Pages? {
        let given = parameters.map {
            "{\"name\": \"\($0)\", \"type\": \"\($0 == "start_from" ? "string" : "integer")\"}"
        }.joined(separator: ", ")
        return try method("{\"name\": \"\(name)\", \"parameters\": [\(given)], \(rest)}").pages
    }

    /// Returns a reference from a page to the next one, which the method of the tests returns, too.
    private func next(_ keys: KeyValuePairs<String, String>) -> ResponseReference {
        let values = keys.map { ResponseReference.Value(parameter: $0.key, key: $0.value) }
        return ResponseReference(method: "a.get", values: values)
    }

    @Test("Pages are recognised by the parameters of a method that reads, unless it has none")
    func recognised() throws {
        #expect(
            try pages("a.get", ["offset", "count"], list)
                == Pages(kind: .offset(parameter: "offset", first: 0), size: "count", total: "count", items: "items"))
        #expect(try pages("a.get", ["page", "per_page"], list)?.kind == .number(parameter: "page", first: 1))
        #expect(
            try pages("a.get", ["start_from", "count"], list)?.kind
                == .cursor(next(["start_from": "next_from"])))
        #expect(try pages("a.get", ["offset"], list) == nil)
        #expect(try pages("a.set", ["offset", "count"], list) == nil)
        #expect(try pages("a.get", ["offset", "count"], #""pages": "none""#) == nil)
    }

    @Test("A method can declare pages by offset, by cursor, and by link")
    func declared() throws {
        let found = try pages(
            "a.get", ["from", "per_page"], list + #", "pages": {"offset": "from", "size": "per_page", "first": 1}"#)
        #expect(
            found == Pages(kind: .offset(parameter: "from", first: 1), size: "per_page", total: "count", items: "items")
        )
        let cursor = try pages(
            "a.get", ["max", "limit"],
            #""response": {"items": {"properties": {"pin_id": {"type": "integer"}}}}, "pages": {"cursor": "max", "size": "limit", "next": "pin_id"}"#
        )
        #expect(cursor == Pages(kind: .cursor(next(["max": "pin_id"])), size: "limit"))
        #expect(try pages("a.get", [], #""pages": "link""#) == Pages(kind: .link(next: nil)))
        #expect(
            try pages("a.get", ["page", "per_page"], #""pages": "link""#)
                == Pages(kind: .link(next: nil), size: "per_page"))
        #expect(
            try pages("a.get", ["max_id", "limit"], #""pages": "link""#) == Pages(kind: .link(next: nil), size: "limit")
        )
    }

    /// Pages may be declared inside the response: the cursor can be the ID of the last item, and a list inside an
    /// object is lifted.
    @Test("Declared pages can use nested and lifted keys of the response")
    func declaredInside() throws {
        let data = #"{"data": {"items": {"properties": {"id": {"type": "string"}}}}}"#
        let cursor = try pages(
            "a.get", ["after"],
            #""response": {"properties": \#(data)}, "pages": {"cursor": "after", "next": "data.id"}"#)
        #expect(
            cursor == Pages(kind: .cursor(next(["after": "data.id"])), items: "data", identity: ["id"]))
        let children = #"{"children": {"items": {"properties": {"id": {"from": "data.id", "type": "string"}}}}}"#
        let things =
            #""response": {"properties": \#(children)}, "pages": {"page": "p", "items": "children", "identity": "data.id"}"#
        #expect(try pages("a.get", ["p"], things)?.identity == ["data.id"])
        let lifted = #"{"files": {"from": "_embedded.items", "type": "array", "items": {"type": "integer"}}}"#
        let list = try pages(
            "a.get", ["skip"],
            #""response": {"properties": \#(lifted)}, "pages": {"offset": "skip", "items": "_embedded.items"}"#)
        #expect(list == Pages(kind: .offset(parameter: "skip", first: 0), items: "_embedded.items"))
        let alone = try pages(
            "a.get", ["skip"], #""response": {"properties": \#(lifted)}, "pages": {"offset": "skip"}"#)
        #expect(alone?.items == "_embedded.items")
        let both = lifted.dropLast() + #", "names": {"type": "array", "items": {"type": "string"}}}"#
        #expect(
            try pages("a.get", ["skip"], #""response": {"properties": \#(both)}, "pages": {"offset": "skip"}"#)?.items
                == "names")
    }

    @Test func byAddressAndByFlag() throws {
        let list = #""has_more": {"type": "boolean"}, "items": {"type": "array", "items": {"type": "integer"}}"#
        let response = #""response": {"properties": {\#(list), "links": {"properties": {"next": {"type": "string"}}}}}"#
        let linked = try pages(
            "a.get", ["limit"], response + #", "pages": {"link": "links.next", "size": "limit", "more": "has_more"}"#)
        #expect(linked == Pages(kind: .link(next: "links.next"), size: "limit", more: "has_more", items: "items"))
        let odata = #""response": {"properties": {"@odata.nextLink": {"type": "string"}, "value": {"type": "array"}}}"#
        #expect(
            try pages("a.get", [], odata + #", "pages": {"link": "@odata.nextLink"}"#)?.kind
                == .link(next: "@odata.nextLink"))
        let mistaken = compiled([
            "m.json": #"{"methods": [{"name": "a.get", \#(response), "pages": {"link": "links.nxt", "more": "more"}}]}"#
        ])
        #expect(
            mistaken.diagnostics.map(\.message) == [#"the result has no "links.nxt""#, #"the result has no "more""#])
    }

    /// Pages without a known list of items are a warning. Without it, the error would appear only when a caller's code
    /// fails to compile.
    @Test func noListIsTheItems() {
        func messages(_ response: String, _ pages: String) -> [String] {
            let parameters = #"[{"name": "p", "type": "integer"}]"#
            let method =
                "{\"name\": \"a.get\", \"parameters\": \(parameters), \"response\": \(response), \"pages\": \(pages)}"
            return compiled(["m.json": "{\"methods\": [\(method)]}"]).diagnostics.map {
                "\($0.severity): \($0.message)"
            }
        }
        let said =
            #"warning: cannot tell which list of the result holds the items; "items" can name it, and a property can lift a list out of an object"#
        let two = #"{"properties": {"users": {"type": "array"}, "groups": {"type": "array"}}}"#
        let none = #"{"properties": {"artists": {"type": "object"}}}"#
        for response in [two, none] {
            #expect(messages(response, #"{"page": "p"}"#) == [said])
            #expect(messages(response, #""link""#) == [said])
        }
        #expect(messages(two, #"{"page": "p", "items": "users"}"#) == [])
        #expect(messages(#"{"type": "array"}"#, #""link""#) == [])
        #expect(messages(two, #""none""#) == [])
    }

    @Test("Each wrong name and key in `pages` is explained")
    func mistakes() {
        let found = compiled([
            "m.json":
                #"{"methods": [{"name": "a.b", "parameters": [{"name": "offset", "const": 0}], "pages": {"offset": "ofset", "siez": "x"}}]}"#
        ])
        #expect(
            found.diagnostics.map(\.message) == [
                #"expected a parameter of "a.b", found "ofset"; did you mean "offset"?"#,
                #"unknown key "siez" in "pages"; did you mean "size"?"#,
            ])
        let all = compiled([
            "m.json":
                #"{"methods": [{"name": "a.b", "pages": {"offset": "ofset", "size": "limit", "total": "total", "items": "itms"}, "#
                + #""parameters": [{"name": "offset", "const": 0}], "response": {"properties": {"items": {"type": "array"}}}}]}"#
        ])
        #expect(
            all.diagnostics.map(\.message) == [
                #"expected a parameter of "a.b", found "ofset"; did you mean "offset"?"#,
                #"expected a parameter of "a.b", found "limit""#,
                #"the result has no "total""#, #"the result has no "itms"; did you mean "items"?"#,
            ])
        let empty = compiled(["m.json": #"{"methods": [{"name": "a.b", "pages": {"cursor": [], "next": []}}]}"#])
        #expect(empty.diagnostics.map(\.message) == [#"expected a key for each parameter of "cursor""#])
    }

    /// Pages refer to the response's own keys. The name of a property that lifts one of them is not accepted.
    @Test("Pages refer to the response's own keys, not to the properties that lift them")
    func lifted() {
        let found = compiled([
            "m.json":
                #"{"methods": [{"name": "a.b", "pages": {"offset": "o", "total": "all", "items": "found", "identity": "number"}, "#
                + #""parameters": [{"name": "o", "type": "integer"}], "response": {"properties": {"all": {"from": "hits.total", "type": "integer"}, "#
                + #""found": {"from": "hits.hits", "type": "array", "items": {"properties": {"number": {"from": "data.id", "type": "integer"}}}}}}}]}"#
        ])
        #expect(
            found.diagnostics.map(\.message) == [
                #"the result has no "all"; the response has it as "hits.total""#,
                #"the result has no "found"; the response has it as "hits.hits""#,
            ])
        let item = compiled([
            "m.json":
                #"{"methods": [{"name": "a.b", "pages": {"offset": "o", "items": "hits.hits", "identity": "number"}, "#
                + #""parameters": [{"name": "o", "type": "integer"}], "response": {"properties": {"#
                + #""found": {"from": "hits.hits", "type": "array", "items": {"properties": {"number": {"from": "data.id", "type": "integer"}}}}}}}]}"#
        ])
        #expect(item.diagnostics.map(\.message) == [#"an item has no "number"; the response has it as "data.id""#])
    }
}
