import Foundation
import Testing

@testable import Methodical

@Suite struct ModelTests {
    static let full = """
        {"id":1,"first_name":"Ада\\n","rating":1.5,"is_closed":true,"kind":"user","photo":"https://a.b/c","friend":{"id":2,"mutual":[],"name":"b"},\
        "career":[{"company":"c","until":3,"boss":null},{"company":"","boss":"d"}],"langs":["en","рус"],"mutual":[1,2,9007199254740993],\
        "limits":{"a":1,"b":2},"city":{"company":"x","boss":null},"name":"n","grid":[[1],[],[2,3]],"gaps":[1,null,3]}
        """

    private func coded<T: APIValue>(_ value: T) throws -> [T] {
        let encoder = PropertyListEncoder()
        encoder.outputFormat = .xml
        return [
            try JSONDecoder().decode(T.self, from: JSONEncoder().encode(value)),
            try PropertyListDecoder().decode(T.self, from: PropertyListEncoder().encode(value)),
            try PropertyListDecoder().decode(T.self, from: encoder.encode(value)),
            try T(json: value.json(), reading: .strict),
            try T(json: Array(JSONEncoder().encode(value)), reading: .strict),
            try JSONDecoder().decode(T.self, from: Data(value.json())),
        ]
    }

    @Test func writesWhatItRead() throws { #expect(try Person(Self.full, reading: .strict).written == Self.full) }

    @Test("Records survive Foundation's encoders and decoders and the project's own")
    func roundTrips() throws {
        var person = try Person(Self.full)
        // Property lists have no null inside arrays.
        person.gaps = nil
        for copy in try coded(person) {
            #expect(copy == person)
            #expect(copy.hashValue == person.hashValue)
        }
        let pin = try Pin(#"{"a":1,"content":{"size":{"width":5},"type":"t"},"~/,!=*|":7,"b":2}"#)
        #expect(pin.kind == "t" && pin.width == 5 && pin.odd == 7 && pin.more == ["a": 1, "b": 2])
        for copy in try coded(pin) { #expect(copy == pin) }
    }

    @Test func everyDifferenceCounts() throws {
        let json = try JSON(of: Self.full)
        let person = try Person(Self.full)
        guard case .object(let members) = json else { return }
        for key in members.keys where key != "id" && key != "name" {
            var fewer = members
            fewer[key] = nil
            let other = try Person(JSON.object(fewer).written)
            #expect(other != person, "\(key)")
            #expect(person != other, "\(key)")
            #expect(other.hashValue != person.hashValue, "\(key)")
        }
        for (old, new) in [
            ("\"id\":2", "\"id\":3"), ("1.5", "1.6"), ("true", "false"), ("[2,3]", "[2,4]"), ("null,3]", "2,3]"),
            ("\"b\":2", "\"c\":2"),
        ] {
            #expect(try Person(Self.full.replacingOccurrences(of: old, with: new)) != person, "\(old)")
        }
        #expect(try Person(Self.full) == person)
        #expect(try Set([person, Person(Self.full)]).count == 1)
    }

    @Test("A lifted property names its whole path in errors and is written back to its place")
    func liftedPaths() throws {
        #expect(problem(Pin.self, "{}")?.path == "content.type")
        #expect(problem(Pin.self, #"{"content":null}"#)?.path == "content.type")
        #expect(problem(Pin.self, #"{"content":{"type":"t","size":{"width":[]}}}"#)?.path == "content.size.width")
        #expect(problem(Pin.self, #"{"content":5}"#)?.path == "content")
        let pin = try Pin(
            #"{"content":{"x":1,"type":"t","size":null,"y":[{}]},"text":"after","c":3}"#, reading: .strict)
        #expect(pin.text == "after" && pin.width == nil && pin.more == ["c": 3])
        #expect(try String(decoding: pin.json(), as: UTF8.self) == #"{"content":{"type":"t"},"text":"after","c":3}"#)
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(Pin.self, from: Data("{}".utf8)) }
    }

    @Test func boxesAreValues() throws {
        let person = try Person(Self.full)
        var copy = person
        copy.friend?.name = "other"
        #expect(person.friend?.name == "b")
        #expect(copy.friend?.name == "other")
        copy.friend = nil
        #expect(person.friend != nil)
    }

    @Test("Enumerations, arrays, dates, records, and dictionaries become arguments of their kinds")
    func arguments() throws {
        #expect(Kind.user._argument == .string("user"))
        #expect([1, 2]._argument == .list([.integer(1), .integer(2)]))
        #expect(UnixSeconds(rawValue: 5)._argument == .integer(5))
        #expect(
            try Job(#"{"company":"c","boss":null}"#)._argument == .json(Array(#"{"company":"c","boss":null}"#.utf8)))
        #expect(["b": 1, "a": 2]._argument == .json(Array(#"{"a":2,"b":1}"#.utf8)))
    }

    @Test("An open enumeration keeps unknown values, which strict reading refuses")
    func openEnumerations() throws {
        #expect(Kind.known.map(\.rawValue) == ["user", "group", "a,b", ""])
        #expect(Kind(rawValue: "a,b").isKnown && !Kind(rawValue: "x").isKnown)
        #expect(try Kind(#""x""#).written == #""x""#)
        #expect(problem(Kind.self, #""x""#, .strict)?.found == #""x""#)
    }

    @Test(
        "Several listed values with commas between them, and the spellings of the list, are unknown values",
        arguments: ["user,group", "group,a", "a~2b", "user,", ",", "~2"])
    func valuesThatLookLikeTheList(_ text: String) throws {
        #expect(try !Kind(text.written).isKnown)
        #expect(problem(Kind.self, try text.written, .strict) != nil)
    }

    @Test(
        "A listed value is read in any spelling, and nothing else is taken for it",
        arguments: [
            (#""user""#, "user"), (#""group""#, "group"), (#""a,b""#, "a,b"), (#""""#, ""), (#""\u0075ser""#, "user"),
            (#""us""#, nil), (#""users""#, nil), (#""user\"""#, nil), (#""grouп""#, nil), (#""a""#, nil),
        ])
    func listedValues(_ json: String, _ listed: String?) throws {
        let kinds = try [Kind]("[\(json),\(json)]")
        #expect(kinds == Array(repeating: Kind(rawValue: try String(json)), count: 2))
        #expect((try? [Kind](json: Array("[\(json)]".utf8), reading: .strict)) == listed.map { [Kind(rawValue: $0)] })
        for length in 1..<json.utf8.count {
            #expect(problem(Kind.self, String(decoding: json.utf8.prefix(length), as: UTF8.self)) != nil)
        }
    }

    /// A union is printed without the names of its module and of the enclosing types, in lists and models as well.
    @Test func printsUnionsAsTheyAreWritten() throws {
        let items = try [Item](#"[{"type":"job","company":"a","boss":null},{"type":"x"}]"#)
        let expected = [#"job(Job(company: "a"))"#, #"unknown({"type":"x"})"#]
        #expect(items.map { "\($0)" } == expected && items.map { String(reflecting: $0) } == expected)
        #expect("\(items)" == "[\(expected[0]), \(expected[1])]")
        #expect("\(Loose.text("b")) \(Loose.list([.count(1)]))" == #"text("b") list([count(1)])"#)
    }

    @Test func printsWhatIsThere() throws {
        var settings = SignInSettings(APIEngine.Blank())
        #expect("\(settings)" == "SignInSettings()")
        settings._2fa = true
        settings.friend = Person(APIEngine.Blank())
        settings.friend?.firstName = "Ada"
        #expect("\(settings)" == #"SignInSettings(_2fa: true, friend: Person(id: 0, firstName: "Ada", name: ""))"#)
    }
}

@Suite struct UnionTests {
    @Test("A union picks its case by the tag, keeps unknown values, and names the path of a problem")
    func byTag() throws {
        let items = try [Item](
            #"[{"company":"c","type":"work","boss":null},{"type":7,"id":1,"name":"a"},{"type":"new","x":[1.5]},5]"#)
        guard case .job(let job) = items[0], case .person(let person) = items[1] else { throw Missed() }
        #expect(job.company == "c" && person.id == 1)
        #expect(items[2] == .unknown(["type": "new", "x": [1.5]]) && items[3] == .unknown(5))
        #expect(problem([Item].self, #"[{"type":"new"}]"#, .strict)?.path == "[0]")
        #expect(problem(Item.self, #"{"type":"job","company":"c"}"#)?.path == "boss")
    }

    @Test("A union without a tag picks its case by the shape, keeps other values, and writes what it read")
    func byShape() throws {
        let loose = try [Loose](#"["a",1,{"id":1,"name":"a"},{"company":"c","boss":null},[2],true,{"x":1}]"#)
        guard case .person = loose[2], case .job = loose[3] else { throw Missed() }
        #expect(loose[0] == .text("a") && loose[1] == .count(1) && loose[4] == .list([.count(2)]))
        #expect(loose[5] == .unknown(true) && loose[6] == .unknown(["x": 1]))
        #expect(problem([Loose].self, "[true]", .strict) != nil)
        #expect(try JSONDecoder().decode([Loose].self, from: JSONEncoder().encode(loose)) == loose)
        #expect(try [Loose](json: loose.json()) == loose)
    }

    /// A number with a whole value is an integer in every spelling, as in JSON Schema.
    @Test(arguments: ["1", "1.0", "1e0", "10e-1"]) func aWholeNumberIsAnInteger(_ text: String) throws {
        #expect(try Loose(text, reading: .strict) == .count(1))
        #expect(problem(Loose.self, text.replacing("1", with: "1."), .strict) != nil)
    }

    struct Missed: Error {}
}
