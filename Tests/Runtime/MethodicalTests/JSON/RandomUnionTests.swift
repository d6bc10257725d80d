import Testing

@testable import Methodical

/// Tests of random unions of objects without a tag, with random values of one case each.
@Suite(.serialized) struct RandomUnionTests {
    @Test(arguments: 0..<20) func theCaseIsChosenOrTheAmbiguityReported(seed: UInt64) throws {
        var dice = Dice(state: seed &* 0x9E37_79B9_7F4A_7C15 &+ 1)
        for _ in 0..<20 {
            let schema = RandomUnion(&dice)
            RandomUnion.current = schema
            for _ in 0..<20 {
                let place = dice.below(schema.cases.count)
                let text = schema.cases[place].value(&dice)
                let original = try JSON(json: Array(text.utf8))
                for policy in [ReadingPolicy.strict, .tolerant, .salvage] {
                    var mismatches: [Mismatch] = []
                    let value = try AnyCase(json: Array(text.utf8), reading: policy, mismatches: &mismatches)
                    let shapes = schema.cases.map(\.shape)
                    #expect(
                        policy == .strict || value.place == place || !mismatches.isEmpty,
                        "\(shapes) read \(text) as \(value.place), not \(place)")
                    #expect(try JSON(json: value.json()) == original, "\(shapes) read \(text) as \(value.place)")
                    // The only mismatch that may be reported is an ambiguous case.
                    let others = mismatches.filter { $0.expected != "a value that fits one alternative only" }
                    #expect(others.isEmpty, "\(shapes) read \(text): \(others)")
                }
            }
        }
    }
}

private struct Dice {
    var state: UInt64

    mutating func below(_ count: Int) -> Int {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int(state >> 33) % count
    }

    mutating func pick<T>(_ values: [T]) -> T { values[below(values.count)] }
}

private struct RandomUnion: Sendable {
    enum Kind: CaseIterable { case integer, string, boolean, constant, number, values, object }

    struct Member {
        var key: String
        var kind: Kind
        var isRequired: Bool
        var values: [String]
        /// The keys that an object in this member may have.
        var inner: [String]

        func value(_ dice: inout Dice) -> String {
            switch kind {
            case .integer: String(dice.below(3))
            case .number: dice.pick(["0", "1", "0.5"])
            case .string: "\"w\(dice.below(50))\""
            case .boolean: dice.pick(["true", "false"])
            case .constant, .values: "\"\(dice.pick(values))\""
            case .object:
                "{" + inner.filter { _ in dice.below(2) == 0 }.map { "\"\($0)\":1" }.joined(separator: ",") + "}"
            }
        }

        var shape: String {
            let letters: [Kind: String] = [.integer: "i", .number: "n", .boolean: "b", .object: "o"]
            return (isRequired ? "!" : "") + key + "=" + (letters[kind] ?? "s") + values.map { "|" + $0 }.joined()
        }
    }

    struct Case {
        var members: [Member]
        var isClosed: Bool
        var index: Int
        var table: APIEngine.FieldTable
        var inner: [APIEngine.FieldTable]

        func value(_ dice: inout Dice) -> String {
            var parts = members.filter { $0.isRequired || dice.below(3) > 0 }.map { "\"\($0.key)\":" + $0.value(&dice) }
            if dice.below(2) == 0 { parts.reverse() }
            return "{" + parts.joined(separator: ",") + "}"
        }

        var shape: String { (["\(index)" + (isClosed ? "!" : "")] + members.map(\.shape)).joined(separator: ",") }
    }

    var cases: [Case]
    let table: APIEngine.UnionTable

    init(_ dice: inout Dice) {
        var cases: [Case] = []
        for index in 0..<2 + dice.below(3) {
            var members: [Member] = []
            for key in ["id", "type", "text", "url", "count", "data"] where dice.below(2) == 0 {
                let kind = dice.pick(Kind.allCases)
                let values =
                    kind == .constant
                    ? [dice.pick(["x", "y"])] : kind == .values ? dice.pick([["x", "y"], ["y", "z"]]) : []
                let inner = kind == .object ? ["a", "b", "c"].filter { _ in dice.below(2) == 0 } : []
                members.append(
                    Member(key: key, kind: kind, isRequired: dice.below(3) == 0, values: values, inner: inner))
            }
            let keys = members.map {
                ($0.isRequired ? "!" : "") + $0.key + ($0.kind == .constant ? "=\"\($0.values[0])\"" : "")
            }
            cases.append(
                Case(
                    members: members, isClosed: dice.below(2) == 0, index: index,
                    table: APIEngine.FieldTable(Array(keys.joined(separator: ",").utf8)),
                    inner: members.map { APIEngine.FieldTable(Array($0.inner.joined(separator: ",").utf8)) }))
        }
        self.cases = cases
        let tags: [StaticString] = ["object=0|1", "object=0|1|2", "object=0|1|2|3"]
        table = APIEngine.UnionTable(
            discriminator: nil, tags: tags[cases.count - 2], shapes: cases.map { Array($0.shape.utf8) })
    }

    nonisolated(unsafe) static var current: RandomUnion!
    /// The position of the member whose object is being read.
    nonisolated(unsafe) static var inside = (place: 0, member: 0)
}

private enum AnyCase: APIEngine.Union {
    indirect case record(Int, any RandomRecord)
    case unknown(JSON)

    static var _cases: APIEngine.UnionTable { RandomUnion.current.table }
    static func _read(_ index: Int, _ reader: inout APIEngine.JSONReader) -> Self {
        switch index {
        case 0: .record(0, reader.read() as Record<Zero>)
        case 1: .record(1, reader.read() as Record<One>)
        case 2: .record(2, reader.read() as Record<Two>)
        case 3: .record(3, reader.read() as Record<Three>)
        default: .unknown(reader.read())
        }
    }
    var _payload: any APIValue {
        switch self {
        case .record(_, let value): value
        case .unknown(let value): value
        }
    }

    var place: Int { if case .record(let place, _) = self { place } else { -1 } }

    static func == (left: Self, right: Self) -> Bool { (try? left.json()) == (try? right.json()) }
    func hash(into hasher: inout Hasher) { hasher.combine(try? json()) }
}

private protocol RandomRecord: APIEngine.Model {}
private protocol Place: Sendable { static var place: Int { get } }
private enum Zero: Place { static let place = 0 }
private enum One: Place { static let place = 1 }
private enum Two: Place { static let place = 2 }
private enum Three: Place { static let place = 3 }

private struct Record<At: Place>: RandomRecord {
    var integers = [Int?](repeating: nil, count: 6)
    var numbers = [Double?](repeating: nil, count: 6)
    var strings = [String?](repeating: nil, count: 6)
    var flags = [Bool?](repeating: nil, count: 6)
    var listed = [Listed?](repeating: nil, count: 6)
    var objects = [Inside?](repeating: nil, count: 6)

    init(_: APIEngine.Blank) {}
    static var _fields: APIEngine.FieldTable { RandomUnion.current.cases[At.place].table }
    mutating func _field(_ index: Int, _ cursor: inout APIEngine.FieldCursor) {
        RandomUnion.inside = (At.place, index)
        switch RandomUnion.current.cases[At.place].members[index].kind {
        case .integer: cursor.intIfPresent(&integers[index])
        case .number: cursor.doubleIfPresent(&numbers[index])
        case .string, .constant: cursor.stringIfPresent(&strings[index])
        case .boolean: cursor.boolIfPresent(&flags[index])
        case .values: cursor.rawStringIfPresent(&listed[index])
        case .object: cursor.valueIfPresent(&objects[index])
        }
    }
}

/// An enumeration whose values the test does not check, because the shapes contain them.
private struct Listed: APIEngine.OpenEnum {
    let rawValue: String
    init(rawValue: String) { self.rawValue = rawValue }
    static var _known: StaticString { "x,y,z" }
}

private struct Inside: APIEngine.Model {
    var values = [Int?](repeating: nil, count: 3)

    init(_: APIEngine.Blank) {}
    static var _fields: APIEngine.FieldTable {
        RandomUnion.current.cases[RandomUnion.inside.place].inner[RandomUnion.inside.member]
    }
    mutating func _field(_ index: Int, _ cursor: inout APIEngine.FieldCursor) { cursor.intIfPresent(&values[index]) }
}
