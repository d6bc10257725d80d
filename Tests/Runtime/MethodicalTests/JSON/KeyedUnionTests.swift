import Foundation
import Testing

@testable import Methodical

/// Tests of unions whose case a key outside the JSON selects.
@Suite struct KeyedUnionTests {
    @Test(arguments: [
        ("200", #"{"company": "Acme", "boss": null}"#, Outcome.found(Job("Acme"))),
        ("204", "", .noContent), ("204", "anything at all", .noContent),
        ("404", "Not \"here\"\n", .missing("Not \"here\"\n")),
        ("500", "{}", .failed(["a": 1])),
        ("302", #"{"to": 1}"#, .unknown("302", ["to": 1])), ("302", "<html>", .unknown("302", "<html>")),
        ("302", "", .unknown("302", .null)),
    ])
    func theKeySelectsTheCase(key: String, body: String, expected: Outcome) throws {
        let body = key == "500" ? #"{"a": 1}"# : body
        let group = "\(key.prefix(1))XX"
        var mismatches: [Mismatch] = []
        let value = try Outcome._decode(Array(body.utf8), key: key, or: group, mismatches: &mismatches)
        #expect(value == expected && mismatches.isEmpty)
    }

    @Test func bytesAreKept() throws {
        let bytes = (0...255 as ClosedRange<UInt8>).map { $0 }
        var mismatches: [Mismatch] = []
        #expect(try Outcome._decode(bytes, key: "206", mismatches: &mismatches) == .part(Data(bytes)))
    }

    @Test func theValueCanLieInAnObject() throws {
        let body = Array(#"{"data": {"object": {"company": "Acme", "boss": 5}}}"#.utf8)
        var mismatches: [Mismatch] = []
        let value = try Outcome._decode(body, key: "200", path: ["data", "object"], mismatches: &mismatches)
        #expect(value == .found(Job("Acme", boss: "5")))
        #expect(mismatches.map(\.path) == ["data.object.boss"])
        #expect {
            try Outcome._decode(body, key: "200", path: ["data", "subject"], mismatches: &mismatches)
        } throws: { "\($0)".contains("subject") }
    }

    /// Outside of a response, a value is written as an object with its key.
    @Test(
        "A value survives writing and reading, in JSON and with Foundation's coders",
        arguments: [
            Outcome.found(Job("Acme")), .noContent, .missing("no"), .part(Data([0, 255])), .failed(["a": [1, nil]]),
            .unknown("302", ["to": 1]),
        ])
    func valuesSurvive(value: Outcome) throws {
        #expect(try Outcome(json: value.json(), reading: .strict) == value)
        #expect(try JSONDecoder().decode([Outcome].self, from: JSONEncoder().encode([value])) == [value])
    }

    @Test func theTextHasTheKey() throws {
        #expect(try String(decoding: Outcome.missing("no").json(), as: UTF8.self) == #"{"404":"no"}"#)
        #expect(try String(decoding: Outcome.noContent.json(), as: UTF8.self) == #"{"204":null}"#)
        #expect(Outcome.missing("no").debugDescription == #"404: "no""#)
        #expect(throws: ReadingProblem.self) { try Outcome(json: Array("[]".utf8)) }
    }
}

/// A union in the form that the generator prints.
enum Outcome: APIEngine.KeyedUnion {
    indirect case found(Job)
    case noContent
    case missing(String)
    case part(Data)
    case failed(JSON)
    case unknown(String, JSON)

    static let _keys: APIEngine.KeyTable = "200=0,204=1-,404=2t,206=3b,5XX=4"
    static func _read(_ index: Int, _ reader: inout APIEngine.JSONReader) -> Self {
        switch index {
        case 0: .found(reader.read())
        case 1: .noContent
        case 2: .missing(reader.read())
        case 3: .part(reader.read())
        case 4: .failed(reader.read())
        default: .unknown("", reader.read())
        }
    }
    var _payload: (key: String, value: any APIValue) {
        switch self {
        case .found(let value): ("200", value)
        case .noContent: ("204", NoContent())
        case .missing(let value): ("404", value)
        case .part(let value): ("206", value)
        case .failed(let value): ("5XX", value)
        case .unknown(let key, let value): (key, value)
        }
    }
}

extension Job {
    fileprivate init(_ company: String, boss: String? = nil) {
        self.init(APIEngine.Blank())
        (self.company, self.boss) = (company, boss)
    }
}
