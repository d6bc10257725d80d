import Testing

@testable import Methodical

/// Tests of every kind of mismatch, in each policy.
@Suite struct MismatchTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let text: String
        /// The mismatch that tolerant reading reports, or `nil` if it refuses the text.
        let report: String?
        /// The value in written form, or the problem. If salvaging reads another value, `salvaged` contains it.
        let value: String
        var salvaged: String?
        var testDescription: String { text }
    }

    static let cases = [
        Case(
            text: #"{"id":"5","name":"n"}"#, report: "id: expected an integer, found a string",
            value: #"{"id":5,"name":"n"}"#),
        Case(
            text: #"{"id":1,"name":"","ratio":"-1.5e3"}"#, report: "ratio: expected a number, found a string",
            value: #"{"id":1,"name":"","ratio":-1500}"#),
        Case(
            text: #"{"id":1,"name":"","isOpen":1}"#, report: "isOpen: expected true or false, found a number",
            value: #"{"id":1,"name":"","isOpen":true}"#),
        Case(
            text: #"{"id":true,"name":""}"#, report: "id: expected an integer, found a flag",
            value: #"{"id":1,"name":""}"#),
        Case(
            text: #"{"id":1,"name":"","ratio":false}"#, report: "ratio: expected a number, found a flag",
            value: #"{"id":1,"name":"","ratio":0}"#),
        Case(
            text: #"{"id":1,"name":"","isOpen":"true"}"#, report: "isOpen: expected true or false, found a string",
            value: #"{"id":1,"name":"","isOpen":true}"#),
        Case(
            text: #"{"id":1,"name":"","isOpen":"0"}"#, report: "isOpen: expected true or false, found a string",
            value: #"{"id":1,"name":"","isOpen":false}"#),
        Case(
            text: #"{"id":1,"name":-1.50e3}"#, report: "name: expected a string, found a number",
            value: #"{"id":1,"name":"-1.50e3"}"#),
        Case(
            text: #"{"id":1,"name":"","ids":[true,3]}"#, report: "ids[]: expected an integer, found a flag (at ids[0])",
            value: #"{"id":1,"name":"","ids":[1,3]}"#),
        Case(
            text: #"{"id":1,"name":"","kind":5}"#,
            report: "kind: expected a string, found a number|"
                + #"kind: expected one of user, group, a,b, "", found 5"#,
            value: #"{"id":1,"name":"","kind":"5"}"#),
        Case(
            text: #"{"id":1,"name":"","flag":false}"#, report: "flag: expected an integer, found a flag",
            value: #"{"id":1,"name":"","flag":0}"#),
        Case(
            text: #"{"id":1,"name":"","limits":[]}"#, report: "limits: expected an object, found an empty array",
            value: #"{"id":1,"name":"","limits":{}}"#),
        Case(
            text: #"{"id":1,"name":"","part":[]}"#, report: "part: expected an object, found an empty array",
            value: #"{"id":1,"name":"","part":{}}"#),
        Case(text: #"{"id":1,"name":null}"#, report: "name: expected a value, found null", value: #"{"id":1}"#),
        Case(
            text: #"{"id":1,"name":"","ids":null}"#, report: "ids: expected a value, found null",
            value: #"{"id":1,"name":""}"#),
        Case(
            text: #"{"id":1,"name":"","part":null}"#, report: "part: expected a value, found null",
            value: #"{"id":1,"name":""}"#),
        Case(text: #"{"id":1}"#, report: "name: expected a value, found no such key", value: #"{"id":1}"#),
        Case(
            text: #"{"id":1,"name":"","kind":"new\u0020one"}"#,
            report: #"kind: expected one of user, group, a,b, "", found "new\u0020one""#,
            value: #"{"id":1,"name":"","kind":"new one"}"#),
        Case(
            text: #"{"id":1,"name":"","flag":7}"#, report: "flag: expected one of 0, 1, found 7",
            value: #"{"id":1,"name":"","flag":7}"#),
        Case(
            text: #"{"id":1,"name":"","mixed":"1"}"#, report: #"mixed: expected one of "auto", 1, true, found "1""#,
            value: #"{"id":1,"name":"","mixed":"1"}"#),
        Case(
            text: #"{"id":1,"name":"","item":{"type":"new"}}"#,
            report: #"item: expected an object whose "type" is one of job, work, person, 7, found "new""#,
            value: #"{"id":1,"name":"","item":{"type":"new"}}"#),
        Case(
            text: #"{"id":1,"name":"","item":{}}"#,
            report: #"item: expected an object whose "type" is one of job, work, person, 7, found no such key"#,
            value: #"{"id":1,"name":"","item":{}}"#),
        Case(
            text: #"{"id":1,"name":"","loose":1.5}"#,
            report: "loose: expected one of these kinds: string, integer, object, array, found a number",
            value: #"{"id":1,"name":"","loose":1.5}"#),
        Case(
            text: #"{"id":1,"name":"","ids":[1,"x",3]}"#, report: nil,
            value: "ids[1]: expected an integer, found a string",
            salvaged: #"{"id":1,"name":""}"#),
        Case(
            text: #"{"id":1,"name":"","ids":[1,null,5]}"#, report: nil,
            value: "ids[1]: expected an integer, found null",
            salvaged: #"{"id":1,"name":""}"#),
        Case(
            text: #"{"id":1,"name":"","parts":[{"id":1},5,{},{"parts":[{"deep":{"n":1}},[]]}]}"#, report: nil,
            value: "parts[1]: expected an object, found a number",
            salvaged: #"{"id":1,"name":"","parts":[{"id":1},{},{"parts":[{"deep":{"n":1}},{}]}]}"#),
        Case(
            text: #"{"id":1,"name":"","item":{"type":"job","company":{}},"ratio":2}"#, report: nil,
            value: "item.company: expected a string, found an object", salvaged: #"{"id":1,"name":"","ratio":2}"#),
        Case(
            text: #"{"id":1,"name":true}"#, report: nil, value: "name: expected a string, found a flag",
            salvaged: #"{"id":1}"#),
        Case(text: #"{"id":{},"name":""}"#, report: nil, value: "id: expected an integer, found an object"),
        Case(text: #"{"id":null,"name":""}"#, report: nil, value: "id: expected an integer, found null"),
        Case(text: #"{"name":""}"#, report: nil, value: "id: expected a value, found no such key"),
        Case(
            text: #"{"id":1,"name":"","isOpen":2}"#, report: nil,
            value: "isOpen: expected true or false, found a number",
            salvaged: #"{"id":1,"name":""}"#),
        Case(
            text: #"{"id":1,"name":"","isOpen":"yes"}"#, report: nil,
            value: "isOpen: expected true or false, found a string",
            salvaged: #"{"id":1,"name":""}"#),
        Case(
            text: #"{"id":1,"name":"","limits":[1]}"#, report: nil, value: "limits: expected an object, found an array",
            salvaged: #"{"id":1,"name":""}"#),
        Case(text: #"{"id":"5x","name":""}"#, report: nil, value: "id: expected an integer, found a string"),
        Case(text: #"{"id":"","name":""}"#, report: nil, value: "id: expected an integer, found a string"),
    ]

    /// Returns the value in written form, or the problem up to its position, and the reported mismatches.
    private func read(_ text: String, _ policy: ReadingPolicy) -> (value: String, report: [String]) {
        var mismatches: [Mismatch] = []
        do {
            let written = try Sample(json: Array(text.utf8), reading: policy, mismatches: &mismatches).written
            return (written, mismatches.map(\.description))
        } catch let problem as ReadingProblem {
            return (String("\(problem)".prefix { $0 != "\n" }).components(until: " at byte"), [])
        } catch {
            return ("\(error)", [])
        }
    }

    @Test("Strict reading refuses what tolerant reading reports, and salvage reads more than both", arguments: cases)
    func departs(_ test: Case) {
        let tolerant = read(test.text, .tolerant)
        let strict = read(test.text, .strict)
        let salvage = read(test.text, .salvage)
        #expect(tolerant.value == test.value)
        #expect(strict.report.isEmpty)
        guard let report = test.report else {
            #expect(tolerant.report.isEmpty && strict.value == test.value)
            if let salvaged = test.salvaged {
                #expect(salvage.value == salvaged && !salvage.report.isEmpty)
            } else {
                #expect(salvage.value == test.value)
            }
            return
        }
        let reports = report.split(separator: "|").map(String.init)
        #expect(tolerant.report == reports)
        #expect(strict.value == reports[0].components(until: " (at").replacing("ids[]", with: "ids[0]"))
        #expect(salvage.value == test.value && salvage.report == reports)
    }

    @Test(
        "A text that follows the schema is read by all policies without a mismatch",
        arguments: [
            #"{"id":1,"name":""}"#, #"{"id":1.0,"name":"","ratio":1,"ids":[10e-1,2.0]}"#,
            #"{"id":1,"name":"","note":null}"#,
            #"{"id":1,"name":"","other":[{}],"kind":"a,b","flag":1,"mixed":1}"#,
            #"{"id":1,"name":"","mixed":"auto","loose":1.0}"#,
            #"{"id":1,"name":"","mixed":true,"kind":"\u0075ser"}"#, #"{"id":-0,"name":"\u0000","anything":null}"#,
        ])
    func conforms(_ text: String) {
        for policy in [ReadingPolicy.strict, .tolerant, .salvage] {
            let reading = read(text, policy)
            #expect(reading.value.hasPrefix("{") && reading.report.isEmpty, "\(reading)")
        }
    }

    @Test("Equal mismatches at several places are one, with their number and the first place")
    func mergesPlaces() throws {
        let text =
            #"{"x":[{"id":"1","name":"a","parts":[{"id":"2"},{"id":3},{"id":"4"}]},{"id":"5","name":null,"kind":"b"},{"id":6,"kind":"c"}]}"#
        var mismatches: [Mismatch] = []
        _ = try [String: [Sample]](json: Array(text.utf8), mismatches: &mismatches)
        #expect(
            mismatches.map(\.description) == [
                "x[].id: expected an integer, found a string (2 times, first at x[0].id)",
                "x[].parts[].id: expected an integer, found a string (2 times, first at x[0].parts[0].id)",
                "x[].name: expected a value, found null (at x[1].name)",
                #"x[].kind: expected one of user, group, a,b, "", found "b", "c" (2 times, first at x[1].kind)"#,
                "x[].name: expected a value, found no such key (at x[2].name)",
            ])
        #expect(mismatches[0].path == "x[].id" && mismatches[0].example == "x[0].id" && mismatches[0].count == 2)
    }

    @Test func liftedKeysAreNamedWhole() throws {
        var mismatches: [Mismatch] = []
        _ = try [Lifted](json: Array(#"[{"a":{"b":"x"}},{"a":{}},{}]"#.utf8), mismatches: &mismatches)
        #expect(
            mismatches.map(\.description) == ["[].a.c: expected a value, found no such key (3 times, first at [0].a.c)"]
        )
    }

    @Test func shortensWhatItShows() throws {
        let long = String(repeating: "ж", count: 500)
        var mismatches: [Mismatch] = []
        _ = try [String: Kind](
            json: Array(#"{"\#(long)":"\#(long)","a\u001bb":"x\ty"}"#.replacing("\t", with: "\\t").utf8),
            mismatches: &mismatches)
        #expect(mismatches.allSatisfy { $0.found.utf8.count <= 90 && $0.path.utf8.count <= 90 })
        #expect(mismatches[1].path == "a b")
    }
}

struct Sample: APIEngine.Model {
    var id: Int = 0
    var name: String?
    var note: String?
    var ratio: Double?
    var isOpen: Bool?
    var kind: Kind?
    var flag: Flag?
    var mixed: Mixed?
    var limits: [String: Int]?
    var part: Part?
    var ids: [Int]?
    var parts: [Part]?
    var item: Item?
    var loose: Loose?
    var anything: JSON?

    init(_: APIEngine.Blank) {}
    static let _fields = APIEngine.FieldTable(
        "!id,+name,?note,ratio,isOpen,kind,flag,mixed,limits,part,ids,parts,item,loose,?anything")
    mutating func _field(_ index: Int, _ cursor: inout APIEngine.FieldCursor) {
        switch index {
        case 0: cursor.int(&id)
        case 1: cursor.stringIfPresent(&name)
        case 2: cursor.stringIfPresent(&note)
        case 3: cursor.doubleIfPresent(&ratio)
        case 4: cursor.boolIfPresent(&isOpen)
        case 5: cursor.valueIfPresent(&kind)
        case 6: cursor.valueIfPresent(&flag)
        case 7: cursor.valueIfPresent(&mixed)
        case 8: cursor.dictionaryIfPresent(&limits)
        case 9: cursor.valueIfPresent(&part)
        case 10: cursor.arrayIfPresent(&ids)
        case 11: cursor.arrayIfPresent(&parts)
        case 12: cursor.valueIfPresent(&item)
        case 13: cursor.valueIfPresent(&loose)
        case 14: cursor.valueIfPresent(&anything)
        default: break
        }
    }
}

struct Part: APIEngine.Model {
    var id: Int?
    var parts: [Part]?
    var deep: [String: Int]?

    init(_: APIEngine.Blank) {}
    static let _fields = APIEngine.FieldTable("id,parts,deep")
    mutating func _field(_ index: Int, _ cursor: inout APIEngine.FieldCursor) {
        switch index {
        case 0: cursor.intIfPresent(&id)
        case 1: cursor.arrayIfPresent(&parts)
        case 2: cursor.dictionaryIfPresent(&deep)
        default: break
        }
    }
}

struct Lifted: APIEngine.Model {
    var b: String?
    var c: Int?

    init(_: APIEngine.Blank) {}
    static let _fields = APIEngine.FieldTable("a/b,+a/c")
    mutating func _field(_ index: Int, _ cursor: inout APIEngine.FieldCursor) {
        switch index {
        case 0: cursor.stringIfPresent(&b)
        case 1: cursor.intIfPresent(&c)
        default: break
        }
    }
}

/// An open enumeration with values of several kinds.
struct Mixed: APIEngine.OpenEnum {
    let rawValue: JSON
    init(rawValue: JSON) { self.rawValue = rawValue }
    static var _known: StaticString { "\"auto\",1,true" }
}

extension String {
    func components(until mark: String) -> String {
        firstRange(of: mark).map { String(self[..<$0.lowerBound]) } ?? self
    }
}

@Suite struct SalvageTests {
    private func salvage<T: APIValue>(_: T.Type, _ text: String) throws -> (value: T, report: [Mismatch]) {
        var mismatches: [Mismatch] = []
        return (try T(json: Array(text.utf8), reading: .salvage, mismatches: &mismatches), mismatches)
    }

    @Test func leavesElementsOut() throws {
        let parts = try salvage([Part].self, #"[{"id":1},5,null,[],[4],"x",{"parts":[{"id":3},true]}]"#)
        #expect(try parts.value.written == #"[{"id":1},{},{"parts":[{"id":3}]}]"#)
        #expect(
            parts.report.map(\.description) == [
                "[]: expected an object, found a number, null, an array, a string, and left the element out (4 times, first at [1])",
                "[]: expected an object, found an empty array (at [3])",
                "[].parts[]: expected an object, found a flag, and left the element out (at [6].parts[1])",
            ])
        #expect(try salvage([Part?].self, #"[{"id":1},5,null]"#).value.map { $0?.id } == [1, nil])
        let counts = try salvage([[String: Int]].self, #"[{"a":1},{"a":{}},7,{"b":2}]"#)
        #expect(counts.value == [["a": 1], ["b": 2]] && counts.report.allSatisfy(\.isLeftOut))
    }

    /// An unreadable scalar is never left out of an array, because the scalars after it would move.
    @Test(arguments: ["[1,null,5]", "[1,{},5]", "[[1],5]"]) func scalarsKeepTheirPlaces(_ text: String) throws {
        #expect(problem([Int].self, text, .salvage) != nil)
        #expect(problem([[Int]].self, "[[2],\(text)]", .salvage) != nil)
        #expect(problem([String: [Int]].self, #"{"a":\#(text)}"#, .salvage) != nil)
        let sample = try salvage([Sample].self, #"[{"id":1,"ids":\#(text),"name":"a"}]"#)
        #expect(sample.value.map(\.ids) == [nil] && sample.value.map(\.name) == ["a"])
        #expect(sample.report.map(\.loss) == [.property] && sample.report[0].path.hasPrefix("[].ids[]"))
    }

    /// In a list whose values may be null, an unreadable scalar or list is `nil`, and the others keep their places.
    @Test func valuesThatMayBeNullKeepTheirPlaces() throws {
        let figures = try salvage([Double?].self, #"[1,null,"x",{},2.5,"3"]"#)
        #expect(figures.value == [1, nil, nil, nil, 2.5, 3])
        #expect(
            figures.report.map(\.description) == [
                "[]: expected a number, found a string, an object, and read the element as nil (2 times, first at [2])",
                "[]: expected a number, found a string (at [5])",
            ])
        #expect(figures.report.allSatisfy { !$0.isLeftOut })
        #expect(try salvage([[Double?]].self, #"[[1,null],[{},2]]"#).value == [[1, nil], [nil, 2]])
        #expect(try salvage([[Int]?].self, #"[[1],["x"],null]"#).value == [[1], nil, nil])
        #expect(problem([Double?].self, #"["x"]"#, .tolerant) != nil)
        #expect(problem([Double?].self, #"[1,}]"#, .salvage) != nil)
    }

    @Test func unreadablePropertiesAreNil() throws {
        let text =
            #"{"id":7,"name":[1],"name":{},"ratio":"x","isOpen":1,"part":{"id":"x","parts":[{"id":2}]},"limits":{"a":"b"},"note":"n"}"#
        let sample = try salvage(Sample.self, text)
        #expect(try sample.value.written == #"{"id":7,"note":"n","isOpen":true,"part":{"parts":[{"id":2}]}}"#)
        #expect(
            sample.report.map(\.description) == [
                "name: expected a string, found an array, an object, and read the property as nil (2 times)",
                "ratio: expected a number, found a string, and read the property as nil",
                "isOpen: expected true or false, found a number",
                "part.id: expected an integer, found a string, and read the property as nil",
                "limits.a: expected an integer, found a string, and read the property as nil",
            ])
        #expect(problem(Sample.self, #"{"name":[1]}"#, .salvage)?.path == "id")
        #expect(problem(Sample.self, #"{"id":[1],"name":""}"#, .salvage)?.path == "id")
    }

    /// An object without a required property is as unreadable as any other wrong value.
    @Test func requiredPropertiesInsideOptionalOnes() throws {
        let whole = try salvage(
            [String: [Sample]].self, #"{"x":[{"id":1,"item":{"type":"job","boss":null}},{"name":"b"}]}"#)
        #expect(whole.value["x"]?.count == 1 && whole.value["x"]?[0].item == nil)
        #expect(
            whole.report.map(\.description) == [
                "x[].name: expected a value, found no such key (at x[0].name)",
                "x[].item.company: expected a value, found no such key, and read the property as nil (at x[0].item.company)",
                "x[].id: expected a value, found no such key, and left the element out (at x[1].id)",
            ])
    }

    @Test("Salvage reads a lifted property without a usable value as nil and reports its full path")
    func liftedKeys() throws {
        let lifted = try salvage([Lifted].self, #"[{"a":5},{"a":{"b":{},"c":2}},{"a":{"b":"x","c":[]}}]"#)
        #expect(lifted.value.map(\.b) == [nil, nil, "x"] && lifted.value.map(\.c) == [nil, 2, nil])
        #expect(
            lifted.report.map(\.description) == [
                "[].a.c: expected a value, found no such key (at [0].a.c)",
                "[].a: expected an object, found a number, and read the property as nil (at [0].a)",
                "[].a.b: expected a string, found an object, and read the property as nil (at [1].a.b)",
                "[].a.c: expected an integer, found an array, and read the property as nil (at [2].a.c)",
            ])
    }

    @Test func theInnermostArrayLosesItsElement() throws {
        let text = #"[{"parts":[{"id":1},7,{"parts":[8]}]},9,{"id":4}]"#
        let parts = try salvage([Part].self, text)
        #expect(try parts.value.written == #"[{"parts":[{"id":1},{"parts":[]}]},{"id":4}]"#)
        #expect(parts.report.map(\.path) == ["[].parts[]", "[].parts[].parts[]", "[]"])
        #expect(parts.report.allSatisfy { $0.isLeftOut && $0.expected == "an object" })
    }

    @Test func whatElementsLackIsNamed() throws {
        let jobs = try salvage([Job].self, #"[{"company":"c","boss":null},{"boss":null},{"company":"d","boss":"e"}]"#)
        #expect(jobs.value.map(\.company) == ["c", "d"])
        #expect(
            jobs.report.map(\.description) == [
                "[].company: expected a value, found no such key, and left the element out (at [1].company)"
            ])
    }

    @Test("Salvage leaves out each of many unreadable elements and reports them together")
    func manyElements() throws {
        let elements = (0..<5000).map { $0 % 3 == 1 ? #""{}""# : #"{"id":\#($0)}"# }
        let parts = try salvage([Part].self, "[" + elements.joined(separator: ",") + "]")
        #expect(parts.value.compactMap(\.id) == (0..<5000).filter { $0 % 3 != 1 })
        #expect(parts.report.map(\.count) == [1667])
    }

    @Test(arguments: [
        "[1,tru]", "[1,{]", "[[1,\"\\x\"]]", "[1,2", "[1 2]", "[{\"id\":x}]", "[01]", "[\"\u{1}\"]", "[1,]",
    ])
    func theGrammarIsNotSalvaged(_ text: String) {
        #expect(problem([Int].self, text, .salvage) != nil)
        #expect(problem([Part].self, text, .salvage) != nil)
    }

    /// A failed attempt leaves no mismatch in the report, and an exact case comes before a tolerated one.
    @Test func unionsTakeTheirRecordsBack() throws {
        let exact = try salvage(Shape.self, #"{"open":1}"#)
        #expect(exact.value == .counted(["open": 1]) && exact.report.isEmpty)
        let tolerated = try salvage(Shape.self, #"{"open":"5"}"#)
        #expect(tolerated.value == .counted(["open": 5]))
        #expect(tolerated.report.map(\.description) == ["open: expected an integer, found a string"])
        let unknown = try salvage([Shape].self, #"[{"open":[]}]"#)
        #expect(
            unknown.value == [.unknown(["open": []])] && unknown.report.map(\.path) == ["[]"]
                && !unknown.report[0].isLeftOut)
    }
}

/// A union with two cases of one kind, which are tried in turn.
enum Shape: APIEngine.Union {
    case flagged([String: Bool])
    case counted([String: Int])
    case unknown(JSON)

    static let _cases = APIEngine.UnionTable("object=0|1")
    static func _read(_ index: Int, _ reader: inout APIEngine.JSONReader) -> Self {
        switch index {
        case 0: .flagged(reader.read())
        case 1: .counted(reader.read())
        default: .unknown(reader.read())
        }
    }
    var _payload: any APIValue {
        switch self {
        case .flagged(let value): value
        case .counted(let value): value
        case .unknown(let value): value
        }
    }
}

/// Tests of hostile responses: reading ends in time and reports a bounded number of mismatches.
@Suite struct HostileMismatchTests {
    private func mismatches<T: APIValue>(_: T.Type, _ text: String, _ policy: ReadingPolicy = .salvage) throws
        -> [Mismatch]
    {
        var mismatches: [Mismatch] = []
        _ = try T(json: Array(text.utf8), reading: policy, mismatches: &mismatches)
        return mismatches
    }

    private func repeated(_ text: String, _ count: Int) -> String {
        "[" + Array(repeating: text, count: count).joined(separator: ",") + "]"
    }

    @Test(.timeLimit(.minutes(20))) func aMillionOfOneKind() throws {
        #expect(try mismatches([Bool].self, repeated("0", 1_000_000)).map(\.count) == [1_000_000])
        #expect(try mismatches([Part].self, repeated("7", 100_000)).map(\.count) == [100_000])
        #expect(try mismatches([Kind].self, repeated(#""x""#, 100_000)).map(\.count) == [100_000])
        let many = try mismatches([Bool].self, repeated("0", 1_100_000))
        #expect(many.map(\.count).reduce(0, +) == 1_100_000 && many.count == 2)
    }

    @Test(.timeLimit(.minutes(20))) func manyDifferentKeys() throws {
        let text = "{" + (0..<100_000).map { #""k\#($0)":1"# }.joined(separator: ",") + "}"
        let found = try mismatches([String: Bool].self, text)
        #expect(found.count == 1001)
        #expect(found.map(\.count).reduce(0, +) == 100_000)
        #expect(found.last?.description == "expected at most 1000 kinds of mismatches, found others (99000 times)")
    }

    @Test(.timeLimit(.minutes(20))) func manyDifferentValues() throws {
        let text = "[" + (0..<100_000).map { "\"v\($0)\"" }.joined(separator: ",") + "]"
        let found = try mismatches([Kind].self, text)
        #expect(
            found.count == 1 && found[0].count == 100_000 && found[0].found.hasSuffix("…")
                && found[0].found.utf8.count < 300)
    }

    /// Each level fails after its content, and the level around it would read it again.
    @Test("Deeply nested failures are read in time", .timeLimit(.minutes(20))) func deepNesting() throws {
        let level = 60
        let text =
            String(repeating: #"[{"parts":"#, count: level) + repeated(#"{"id":{}}"#, 20_000)
            + String(repeating: #","id":{}}]"#, count: level)
        do { #expect(try mismatches([Part].self, text).count <= level + 1) } catch let problem as ReadingProblem {
            #expect(problem.offset > 0)
        }
    }
}
