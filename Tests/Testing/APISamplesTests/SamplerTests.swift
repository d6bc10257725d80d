import APISamples
import Testing

@testable import MethodicalGenerator

@Suite struct SamplerTests {
    private func sampler(_ definitions: String, _ manner: Sampler.Manner = .lifelike) throws -> Sampler {
        let files = [
            SourceFile(path: "api.json", bytes: Array(#"{"name": "Test", "baseURL": "https://example.com/"}"#.utf8)),
            SourceFile(path: "types.json", bytes: Array((#"{"definitions": "# + definitions + "}").utf8)),
        ]
        return Sampler(try #require(compile(files).api), manner: manner)
    }

    private func texts(_ sampler: Sampler, _ type: TypeID, seeds: Range<UInt64> = 0..<40) -> [String] {
        seeds.compactMap { sampler.sample(of: .named(type), seed: $0).map { String(decoding: $0.json, as: UTF8.self) } }
    }

    private static let person = ##"""
        {"Person": {"required": ["id"], "properties": {
          "id": {"type": "integer"}, "sex": {"enum": [0, 1, 2]}, "friends": {"type": "array", "items": {"$ref": "#/definitions/Person"}},
          "town": {"from": "home.town", "type": "string"}, "mother": {"$ref": "#/definitions/Person"}}}}
        """##

    @Test func theSeedDecides() throws {
        let person = try sampler(Self.person)
        #expect(texts(person, "Person") == texts(try sampler(Self.person), "Person"))
        #expect(Set(texts(person, "Person")).count == 40)
        #expect(texts(person, "Person", seeds: 1..<2).first?.hasPrefix(#"{"id":"#) == true)
        let full = try #require(texts(person, "Person", seeds: 0..<1).first)
        for key in ["id", "sex", "friends", "home", "town", "mother"] { #expect(full.contains("\"\(key)\":")) }
    }

    /// Each place changes the value and no other text.
    @Test func onePlaceIsAltered() throws {
        let person = try sampler(Self.person)
        let least = try #require(person.sample(of: .named("Person"), seed: 1))
        #expect(least.placeCount == 5)
        var seen = [least.json]
        for place in 0..<least.placeCount {
            let altered = try #require(person.altered(.named("Person"), seed: 1, at: place))
            #expect(!seen.contains(altered.json) && (place == 0 || altered.json.starts(with: least.json.dropLast())))
            seen.append(altered.json)
        }
    }

    @Test func whatHasNoValueHasNoSample() throws {
        let endless = try sampler(
            ##"""
            {"A": {"required": ["b"], "properties": {"b": {"$ref": "#/definitions/B"}}},
             "B": {"required": ["a"], "properties": {"a": {"$ref": "#/definitions/A"}}},
             "C": {"properties": {"a": {"$ref": "#/definitions/A"}, "all": {"type": "array", "items": {"$ref": "#/definitions/A"}}}},
             "U": {
               "oneOf": [{"$ref": "#/definitions/V"}, {"$ref": "#/definitions/W"}],
               "discriminator": {"propertyName": "type", "mapping": {"w": "#/definitions/V", "x": "#/definitions/W"}}},
             "V": {"properties": {"type": {"enum": ["v"]}}},
             "W": {"properties": {"type": {"enum": ["v"]}, "b": {}}}}
            """##)
        #expect(texts(endless, "A").isEmpty && texts(endless, "B").isEmpty && texts(endless, "U").isEmpty)
        #expect(Set(texts(endless, "C")) == ["{}", #"{"all":[]}"#])
    }

    /// A tag is written as its property's type demands, in nested unions too.
    @Test func tagsThatAreNoTexts() throws {
        let union = try sampler(
            ##"""
            {"A": {"required": ["t"], "properties": {"t": {"const": 1}}}, "B": {"required": ["t"], "properties": {"t": {"const": 2}}},
             "Y": {"required": ["ok"], "properties": {"ok": {"const": true}}}, "N": {"required": ["ok"], "properties": {"ok": {"const": false}}},
             "U": {"oneOf": [{"$ref": "#/definitions/A"}, {"$ref": "#/definitions/B"}]},
             "F": {"oneOf": [{"$ref": "#/definitions/Y"}, {"$ref": "#/definitions/N"}]},
             "UF": {"oneOf": [{"$ref": "#/definitions/U"}, {"type": "object", "required": ["t", "x"], "properties": {"t": {"enum": [1, 3]}, "x": {"type": "boolean"}}}]}}
            """##)
        #expect(
            Set(texts(union, "U")) == [#"{"t":1}"#, #"{"t":2}"#]
                && Set(texts(union, "F")) == [#"{"ok":true}"#, #"{"ok":false}"#])
        // Only the second alternative has a place for "x", whatever its tag.
        let all = texts(union, "UF")
        #expect(all.contains { $0.contains("x") } && all.allSatisfy { $0.contains("x") || !$0.contains("3") })
    }

    /// A constant has its value in samples. Readers accept any value, so extreme samples vary it.
    @Test("Constants have their values in samples, and vary in extreme ones")
    func constants() throws {
        let listing =
            ##"{"A": {"required": ["kind"], "properties": {"kind": {"const": "Listing"}, "n": {"const": 5}, "ok": {"const": false}}}}"##
        let all = texts(try sampler(listing), "A")
        #expect(all.first == #"{"kind":"Listing","n":5,"ok":false}"#)
        #expect(all.allSatisfy { $0.hasPrefix(#"{"kind":"Listing""#) && !$0.contains("true") })
        #expect(Set(texts(try sampler(listing, .extreme), "A")).count > 20)
    }

    /// Samples rarely have a value that also fits another alternative. The full sample, which has all members, may.
    @Test func alternativesCanBeTold() throws {
        let union = try sampler(
            ##"""
            {"A": {"required": ["x"], "properties": {"x": {"type": "integer"}, "y": {"type": "string"}}},
             "B": {"required": ["y"], "properties": {"x": {"type": "integer"}, "y": {"type": "string"}}},
             "U": {"anyOf": [{"$ref": "#/definitions/A"}, {"$ref": "#/definitions/B"}]}}
            """##)
        let all = texts(union, "U")
        #expect(all.contains { $0.contains("y") } && all.contains { $0.contains("x") })
        #expect(all.filter { $0.contains("x") && $0.contains("y") }.count * 10 < all.count)
    }

    /// Two unions that are alternatives of each other do not recurse without end.
    @Test func unionsOfEachOther() throws {
        let unions = try sampler(
            ##"""
            {"V": {"oneOf": [{"$ref": "#/definitions/W"}, {"type": "string"}, {"type": "array", "items": {"$ref": "#/definitions/V"}}]},
             "W": {"oneOf": [{"$ref": "#/definitions/V"}, {"type": "integer"}, {"type": "object", "additionalProperties": {"$ref": "#/definitions/W"}}]}}
            """##)
        #expect(Set(texts(unions, "V")).count > 3 && Set(texts(unions, "W")).count > 3)
    }

    /// A client that checks whether `object` is `list` finds that value.
    @Test func whatCanBeOneValueOnlyIsThat() throws {
        let list = try sampler(
            """
            {"List": {"required": ["object", "version", "has_more", "kind"], "properties": {
              "object": {"const": "list"}, "version": {"type": "integer", "const": 2}, "has_more": {"const": false}, "kind": {"enum": [true, 0.5]}}}}
            """)
        let all = Set(texts(list, "List"))
        let kinds = [true, false].map {
            #"{"object":"list","version":2,"has_more":false,"kind":"# + ($0 ? "true}" : "0.5}")
        }
        #expect(all == Set(kinds), "\(all)")
    }

    /// In a world, an object depends only on its id, and every requested object exists.
    @Test func oneThingIsTheSameEverywhere() throws {
        let samples = try sampler(Self.person)
        func text(_ seed: UInt64, _ world: Sampler.World) -> String {
            samples.sample(of: .named("Person"), seed: seed, in: world).map { String(decoding: $0.json, as: UTF8.self) }
                ?? ""
        }
        let fifth = Sampler.World(seed: 1, number: 5)
        #expect(text(2, fifth) == text(3, fifth) && text(2, fifth).contains("\"id\":5"))
        #expect(
            text(2, fifth) != text(2, .init(seed: 2, number: 5)) && text(2, fifth) != text(2, .init(seed: 1, number: 6))
        )
        for number in 1..<40 {
            #expect(text(2, .init(seed: 1, number: number, asked: ["town", "sex"])).contains("\"town\":"))
            #expect(
                text(2, .init(seed: 1, number: number, asked: ["friends"], counts: ["friends": 0])).contains(
                    "\"friends\":[]"))
        }
    }

    /// Names influence the values of scalars.
    @Test func namesAreHeeded() throws {
        let thing = try sampler(
            #"""
            {"Thing": {"required": ["firstName", "photo_50", "created_at", "is_open", "email"], "properties": {
              "firstName": {"type": "string"}, "photo_50": {"type": "string"}, "created_at": {"type": "integer"}, "is_open": {"type": "integer"},
              "email": {"type": "string"}}}}
            """#)
        for text in texts(thing, "Thing", seeds: 1..<30) {
            let pattern =
                /\{"firstName":"[A-Z][a-z]+","photo_50":"https:\/\/example.com\/[^"]*jpg","created_at":1[67]\d{8},"is_open":[01],"email":"[^"]+@example.com"\}/
            #expect(text.wholeMatch(of: pattern) != nil, "\(text)")
        }
    }

    @Test func extremesAreJSON() throws {
        let sampler = try sampler(
            #"{"X": {"properties": {"s": {"type": "string"}, "n": {"type": "number"}, "a": {}}}}"#, .extreme)
        let all = texts(sampler, "X", seeds: 0..<500)
        var problems: [Diagnostic] = []
        for text in all { _ = parse(SourceFile(path: "x.json", bytes: Array(text.utf8)), problems: &problems) }
        #expect(problems.isEmpty)
        for part in [#"\u0000"#, "\u{2028}", "Я", "e-", #"\ud8"#, "null"] {
            #expect(all.contains { $0.lowercased().contains(part.lowercased()) })
        }
    }
}
