import Foundation
import TestFiles
import Testing

@testable import Methodical

/// Tests of the grammar in every way that a text can be read: raw, by a model, in an array, a dictionary or a union,
/// skipped, and in an envelope.
@Suite struct GrammarTests {
    static let policies: [ReadingPolicy] = [.strict, .tolerant, .salvage]

    @Test func whatIsAccepted() {
        for text in GrammarCases.accepted { Self.accept(Array(text.utf8), text) }
    }

    @Test func whatIsRefused() {
        for bytes in GrammarCases.refused { Self.refuse(bytes, "\(String(decoding: bytes, as: UTF8.self)) \(bytes)") }
    }

    @Test func theByteOrderMarkIsOneOnlyAtTheStart() {
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        #expect(Way.raw.accepts(mark + Array("[1]".utf8), .strict))
        for way in Way.allCases where way != .raw { #expect(!way.accepts(mark + Array("[1]".utf8), .strict), "\(way)") }
        #expect(!Way.raw.accepts(mark + mark + Array("[1]".utf8), .strict))
        #expect(!Way.raw.accepts(Array(mark.dropLast()) + Array("[1]".utf8), .strict))
    }

    /// The texts of JSONTestSuite are accepted (`y_`), refused (`n_`), or treated equally in all ways (`i_`).
    @Test(
        .enabled(
            if: Corpus.folder("json-parsing/test_parsing") != nil, "the corpus json-parsing is not beside this checkout"
        ))
    func jsonTestSuite() throws {
        let folder = try #require(Corpus.folder("json-parsing/test_parsing"))
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".json") }
            .sorted()
        #expect(names.count == 318)
        for name in names {
            let bytes = [UInt8](try Data(contentsOf: folder.appendingPathComponent(name)))
            switch name.prefix(2) {
            case "y_": Self.accept(bytes, name)
            case "n_": Self.refuse(bytes, name)
            default:
                // Reading and skipping agree within another value. A text on its own may differ, because only there may
                // it begin with a byte order mark.
                let verdict = Way.member.accepts(bytes, .strict)
                for way in Way.allCases where way != .raw {
                    #expect(way.accepts(bytes, .tolerant) == verdict, "\(name), \(way)")
                }
                for type in Self.types { _ = Self.reads(type, bytes, .tolerant) }
            }
        }
    }

    private static func accept(_ bytes: [UInt8], _ name: String) {
        for way in Way.allCases {
            for policy in policies { #expect(way.accepts(bytes, policy), "\(name), \(way), \(policy)") }
        }
    }

    /// Checks that no way and no type accepts the text, in any policy.
    private static func refuse(_ bytes: [UInt8], _ name: String) {
        for policy in policies {
            for way in Way.allCases { #expect(!way.accepts(bytes, policy), "\(name), \(way), \(policy)") }
            for type in types {
                let isRead = reads(type, bytes, policy)
                #expect(!isRead, "\(name), \(type), \(policy)")
            }
        }
    }

    private static let types: [any APIValue.Type] = [
        Int.self, Double.self, Bool.self, String.self, [Int].self, [String].self, [Bool?].self, [String: Int].self,
        Person.self, Job.self, Pin.self,
        Item.self, Loose.self, [Loose].self, Flag.self, Kind.self, IntegerOrString.self, URLString.self, Tree.self,
        [[Double]].self,
    ]

    private static func reads<T: APIValue>(_: T.Type, _ bytes: [UInt8], _ policy: ReadingPolicy) -> Bool {
        (try? T(json: bytes, reading: policy)) != nil
    }
}

/// The ways in which a text of any kind is read or skipped.
private enum Way: CaseIterable {
    case raw, element, value, member, additional, union, skipped, skippedElement, skippedDeeper, envelope, error,
        lookedOver

    func accepts(_ bytes: [UInt8], _ policy: ReadingPolicy) -> Bool {
        let value = Array("{\"x\":".utf8) + bytes + Array(",\"y\":0}".utf8)
        let element = Array("[".utf8) + bytes + Array(",0]".utf8)
        do {
            switch self {
            case .raw: _ = try JSON(json: bytes, reading: policy)
            case .element: _ = try [JSON](json: element, reading: policy)
            case .value: _ = try [String: JSON](json: value, reading: policy)
            case .member: _ = try Carrier(json: value, reading: policy)
            case .additional:
                _ = try Carrier(json: Array("{\"z\":".utf8) + bytes + Array(",\"y\":0}".utf8), reading: policy)
            case .union: _ = try [AnyJSON](json: element, reading: policy)
            case .skipped: _ = try Tree(json: value, reading: policy)
            case .skippedElement: _ = try Tree(json: Array("{\"x\":".utf8) + element + Array("}".utf8), reading: policy)
            case .skippedDeeper: _ = try Tree(json: Array("{\"x\":".utf8) + value + Array("}".utf8), reading: policy)
            case .envelope:
                _ = try JSONDocument(value).envelope(JSON.self, under: "x", error: "error", policy: policy).result?
                    .get()
            case .error: _ = try JSONDocument(value).envelope(JSON.self, under: "response", error: "x", policy: policy)
            case .lookedOver: _ = try JSONDocument(value).ranges(of: ["x"])
            }
        } catch {
            return false
        }
        return true
    }
}

/// A model that accepts any value, as a field and as an additional member.
private struct Carrier: APIEngine.Model {
    var x: JSON?
    var more: [String: JSON] = [:]

    init(_: APIEngine.Blank) {}
    static let _fields = APIEngine.FieldTable("?x,*")
    mutating func _field(_ index: Int, _ cursor: inout APIEngine.FieldCursor) {
        switch index {
        case 0: cursor.valueIfPresent(&x)
        case 1: cursor.additional(&more)
        default: break
        }
    }
}

/// A union that accepts any value after looking at its kind.
private enum AnyJSON: APIEngine.Union {
    case scalar(JSON)
    case list([JSON])
    case object([String: JSON])
    case unknown(JSON)

    static let _cases = APIEngine.UnionTable("null=0,boolean=0,number=0,string=0,array=1,object=2")
    static func _read(_ index: Int, _ reader: inout APIEngine.JSONReader) -> Self {
        switch index {
        case 0: .scalar(reader.read())
        case 1: .list(reader.read())
        case 2: .object(reader.read())
        default: .unknown(reader.read())
        }
    }
    var _payload: any APIValue {
        switch self {
        case .scalar(let value), .unknown(let value): value
        case .list(let value): value
        case .object(let value): value
        }
    }
}
