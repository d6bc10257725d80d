import Methodical
import Testing

/// Tests of unions of objects without a tag: the members decide the case.
@Suite struct UnionEvidenceTests {
    private func read<T: APIValue>(_: T.Type, _ text: String, _ policy: ReadingPolicy = .tolerant) throws -> (
        value: T, report: [String]
    ) {
        var mismatches: [Mismatch] = []
        let value = try T(json: Array(text.utf8), reading: policy, mismatches: &mismatches)
        return (value, mismatches.map(\.description))
    }

    @Test(arguments: [ReadingPolicy.strict, .tolerant, .salvage]) func theCaseWithAPlaceForEveryMember(
        policy: ReadingPolicy
    ) throws {
        #expect(try read(Medium.self, #"{"id":1,"text":"hello"}"#, policy).value.written == #"{"id":1,"text":"hello"}"#)
        #expect(try read(Medium.self, #"{"id":1,"text":"hello"}"#, policy).report.isEmpty)
        #expect(try read(Medium.self, #"{"url":"u","id":1}"#, policy).value.name == "photo")
        // A string in place of a number counts against a case.
        #expect(try read(Medium.self, #"{"id":"a","score":1}"#, policy).value.name == "score")
    }

    @Test func whatFitsSeveralCasesIsReported() throws {
        #expect(try read(Medium.self, #"{"id":1}"#, .strict).value.name == "photo")
        let tolerant = try read(Medium.self, #"{"id":1}"#)
        #expect(tolerant.value.name == "photo")
        #expect(tolerant.report == ["expected a value that fits one alternative only, found one that fits several"])
    }

    /// A closed case has no room for members that it does not declare. Tolerant reading accepts them and reports a
    /// mismatch.
    @Test("A closed case refuses unknown members strictly, and tolerant reading reports them")
    func closedCases() throws {
        #expect(
            problem(Medium.self, #"{"id":1,"text":"hello","new":true}"#, .strict)?.expected
                == "no members but those of the schema")
        let tolerant = try read(Medium.self, #"{"id":1,"text":"hello","new":true}"#)
        #expect(tolerant.value.name == "post")
        #expect(tolerant.report == ["expected no members but those of the schema, found others"])
    }

    @Test func membersOfSeveralCases() throws {
        let tolerant = try read(Medium.self, #"{"id":1,"text":"hello","views":2,"url":"u"}"#)
        #expect(tolerant.value.name == "post")
        #expect(tolerant.report.contains("expected members of one alternative, found members of several"))
    }

    @Test func constantsAndEnumerations() throws {
        for policy in [ReadingPolicy.strict, .tolerant] {
            #expect(try read(Inline.self, #"{"type":"gif","file_id":"a"}"#, policy).value.name == "cached")
            #expect(try read(Inline.self, #"{"type":"gif","url":"a"}"#, policy).value.name == "gif")
            #expect(try read(Inline.self, #"{"type":"article","url":"a"}"#, policy).value.name == "article")
            #expect(try read(Inline.self, #"{"url":"\u0061","type":"g\u0069f"}"#, policy).value.name == "gif")
        }
        let ambiguous = try read(Inline.self, #"{"type":"gif"}"#)
        #expect(ambiguous.value.name == "gif" && ambiguous.report.count == 1)
        // No case has this tag.
        #expect(problem(Inline.self, #"{"type":"poll","url":"a"}"#, .strict)?.found == #""poll""#)
        let unknown = try read(Inline.self, #"{"type":"poll","url":"a"}"#)
        #expect(unknown.value.name == "unknown" && unknown.report.count == 1)
    }

    /// An object without its tag is valid, because JSON Schema demands a tag only if it is required.
    @Test func objectsWithoutTheirTag() throws {
        #expect(try read(Inline.self, #"{"file_id":"a"}"#, .strict).value.name == "cached")
        #expect(try read(Inline.self, #"{"file_id":"a"}"#).report.isEmpty)
    }

    @Test func casesThatDifferInsideAMember() throws {
        for policy in [ReadingPolicy.strict, .tolerant, .salvage] {
            #expect(try read(Wrapped.self, #"{"data":{"url":"u"}}"#, policy).value.name == "first")
            #expect(try read(Wrapped.self, #"{"data":{"text":"t"}}"#, policy).value.name == "second")
            #expect(try read(Wrapped.self, #"{"data":{"text":"t"}}"#, policy).report.isEmpty)
        }
        #expect(try read(Wrapped.self, #"{"data":{"id":7}}"#).report.count == 1)
    }

    /// If no case can be read, strict reading reports the problem of the likeliest case, and tolerant reading keeps the
    /// value as unknown instead of choosing a case that would lose members.
    @Test func whatCannotBeReadIsKept() throws {
        #expect(problem(Medium.self, #"{"id":1,"text":"hello","views":[]}"#, .strict)?.path == "views")
        let tolerant = try read(Medium.self, #"{"id":1,"text":"hello","views":[]}"#)
        #expect(tolerant.value == .unknown(["id": 1, "text": "hello", "views": []]) && tolerant.report.count == 1)
    }

    /// JSON Schema accepts any object as `Likes`, but the text would be lost in it.
    @Test func strictReadingLosesNothing() throws {
        let text = #"{"text":"hello","likes":{"count":"many"}}"#
        #expect(try read(Open.self, text, .strict).value.name == "unknown")
        #expect(try read(Open.self, #"{"text":"hello","likes":{"count":1}}"#, .strict).value.name == "second")
        #expect(try read(Open.self, #"{"new":1}"#, .strict).value.name != "unknown")
    }

    @Test func nullsAndNumbersAsTexts() throws {
        let tolerant = try read(Medium.self, #"{"id":"1","text":null,"views":3}"#)
        #expect(tolerant.value.name == "post")
        #expect(problem(Medium.self, #"{"id":"1","text":null,"views":3}"#, .strict) != nil)
    }
}

extension APIEngine.Union {
    /// The name of the case.
    fileprivate var name: String { Mirror(reflecting: self).children.first?.label ?? "" }
}

private struct Photo: APIEngine.Model {
    var id: Int?
    var url: String?

    init(_: APIEngine.Blank) {}
    static let _fields = APIEngine.FieldTable("id,url")
    mutating func _field(_ index: Int, _ cursor: inout APIEngine.FieldCursor) {
        switch index {
        case 0: cursor.intIfPresent(&id)
        case 1: cursor.stringIfPresent(&url)
        default: break
        }
    }
}

private struct Post: APIEngine.Model {
    var id: Int?
    var text: String?
    var views: Int?

    init(_: APIEngine.Blank) {}
    static let _fields = APIEngine.FieldTable("id,text,views")
    mutating func _field(_ index: Int, _ cursor: inout APIEngine.FieldCursor) {
        switch index {
        case 0: cursor.intIfPresent(&id)
        case 1: cursor.stringIfPresent(&text)
        case 2: cursor.intIfPresent(&views)
        default: break
        }
    }
}

private struct Score: APIEngine.Model {
    var id: String?
    var score: Int?

    init(_: APIEngine.Blank) {}
    static let _fields = APIEngine.FieldTable("id,score")
    mutating func _field(_ index: Int, _ cursor: inout APIEngine.FieldCursor) {
        switch index {
        case 0: cursor.stringIfPresent(&id)
        case 1: cursor.intIfPresent(&score)
        default: break
        }
    }
}

private enum Medium: APIEngine.Union {
    indirect case photo(Photo)
    indirect case post(Post)
    indirect case score(Score)
    case unknown(JSON)

    static let _cases = APIEngine.UnionTable(
        "object=0|1|2", shapes: "0!,id=i,url=s", "1!,id=i,text=s,views=i", "2!,id=s,score=i")
    static func _read(_ index: Int, _ reader: inout APIEngine.JSONReader) -> Self {
        switch index {
        case 0: .photo(reader.read())
        case 1: .post(reader.read())
        case 2: .score(reader.read())
        default: .unknown(reader.read())
        }
    }
    var _payload: any APIValue {
        switch self {
        case .photo(let value): value
        case .post(let value): value
        case .score(let value): value
        case .unknown(let value): value
        }
    }
}

private struct Gif: APIEngine.Model {
    var type: String?
    var url: String?

    init(_: APIEngine.Blank) {}
    static let _fields = APIEngine.FieldTable(#"type="gif",url"#)
    mutating func _field(_ index: Int, _ cursor: inout APIEngine.FieldCursor) {
        switch index {
        case 0: cursor.stringIfPresent(&type)
        case 1: cursor.stringIfPresent(&url)
        default: break
        }
    }
}

private struct CachedGif: APIEngine.Model {
    var type: String?
    var fileID: String?

    init(_: APIEngine.Blank) {}
    static let _fields = APIEngine.FieldTable(#"type="gif",file_id"#)
    mutating func _field(_ index: Int, _ cursor: inout APIEngine.FieldCursor) {
        switch index {
        case 0: cursor.stringIfPresent(&type)
        case 1: cursor.stringIfPresent(&fileID)
        default: break
        }
    }
}

private struct Article: APIEngine.Model {
    var type: String?
    var url: String?
    var version: Double?
    var tags: JSON?

    init(_: APIEngine.Blank) {}
    static let _fields = APIEngine.FieldTable(#"type="article",url,version=2,tags=[1~2"a"]"#)
    mutating func _field(_ index: Int, _ cursor: inout APIEngine.FieldCursor) {
        switch index {
        case 0: cursor.stringIfPresent(&type)
        case 1: cursor.stringIfPresent(&url)
        case 2: cursor.doubleIfPresent(&version)
        case 3: cursor.valueIfPresent(&tags)
        default: break
        }
    }
}

private enum Inline: APIEngine.Union {
    indirect case gif(Gif)
    indirect case cached(CachedGif)
    indirect case article(Article)
    case unknown(JSON)

    static let _cases = APIEngine.UnionTable(
        "type", "gif=0|1,article=2", shapes: "0,type=s|gif,url=s", "1,type=s|gif,file_id=s")
    static func _read(_ index: Int, _ reader: inout APIEngine.JSONReader) -> Self {
        switch index {
        case 0: .gif(reader.read())
        case 1: .cached(reader.read())
        case 2: .article(reader.read())
        default: .unknown(reader.read())
        }
    }
    var _payload: any APIValue {
        switch self {
        case .gif(let value): value
        case .cached(let value): value
        case .article(let value): value
        case .unknown(let value): value
        }
    }
}

private struct Likes: APIEngine.Model {
    var count: Int?

    init(_: APIEngine.Blank) {}
    static let _fields = APIEngine.FieldTable("count")
    mutating func _field(_ index: Int, _ cursor: inout APIEngine.FieldCursor) { cursor.intIfPresent(&count) }
}

private struct LikedPost: APIEngine.Model {
    var text: String?
    var likes: Likes?

    init(_: APIEngine.Blank) {}
    static let _fields = APIEngine.FieldTable("text,likes")
    mutating func _field(_ index: Int, _ cursor: inout APIEngine.FieldCursor) {
        switch index {
        case 0: cursor.stringIfPresent(&text)
        case 1: cursor.valueIfPresent(&likes)
        default: break
        }
    }
}

/// A record around another one.
private struct Holder<Part: APIEngine.Model>: APIEngine.Model {
    var data: Part?

    init(_: APIEngine.Blank) {}
    static var _fields: APIEngine.FieldTable { holderFields }
    mutating func _field(_ index: Int, _ cursor: inout APIEngine.FieldCursor) { cursor.valueIfPresent(&data) }
}

private let holderFields = APIEngine.FieldTable("data")

/// A union of two records, with its table in a type of its own.
private enum Either<First: APIEngine.Model, Second: APIEngine.Model, Table: UnionTableSource>: APIEngine.Union {
    indirect case first(First)
    indirect case second(Second)
    case unknown(JSON)

    static var _cases: APIEngine.UnionTable { Table.table }
    static func _read(_ index: Int, _ reader: inout APIEngine.JSONReader) -> Self {
        switch index {
        case 0: .first(reader.read())
        case 1: .second(reader.read())
        default: .unknown(reader.read())
        }
    }
    var _payload: any APIValue {
        switch self {
        case .first(let value): value
        case .second(let value): value
        case .unknown(let value): value
        }
    }
}

private protocol UnionTableSource { static var table: APIEngine.UnionTable { get } }

private enum WrappedTable: UnionTableSource {
    static let table = APIEngine.UnionTable("object=0|1", shapes: "0,data=o", "1,data=o")
}

private enum OpenTable: UnionTableSource {
    static let table = APIEngine.UnionTable("object=0|1", shapes: "0,count=i", "1,text=s,likes=o")
}

private typealias Wrapped = Either<Holder<Photo>, Holder<Post>, WrappedTable>
private typealias Open = Either<Likes, LikedPost, OpenTable>

/// Tests of properties with a `const`, which are checked like an enumeration with one value.
@Suite struct ConstantTests {
    private func report(_ text: String) throws -> [String] {
        var mismatches: [Mismatch] = []
        _ = try Article(json: Array(text.utf8), reading: .tolerant, mismatches: &mismatches)
        return mismatches.map(\.description)
    }

    @Test(arguments: [
        #"{"type":"article"}"#, #"{"type" : "\u0061rticle"}"#, #"{"version":2}"#, #"{"version":2.0}"#,
        #"{"version":20e-1}"#, #"{"tags":[ 1, "a" ]}"#,
        "{}",
    ])
    func theValueItself(text: String) throws {
        #expect(problem(Article.self, text, .strict) == nil)
        #expect(try report(text).isEmpty)
    }

    @Test(
        "A value other than the constant is refused strictly, reported tolerantly, and kept",
        arguments: [
            (#"{"type":"gif"}"#, #"type: expected "article", found "gif""#),
            (#"{"version":21}"#, "version: expected 2, found 21"),
            (#"{"version":2.5}"#, "version: expected 2, found 2.5"),
            (#"{"tags":["a"]}"#, #"tags: expected [1,"a"], found ["a"]"#),
            (#"{"type":"articles"}"#, #"type: expected "article", found "articles""#),
        ])
    func anotherValue(text: String, message: String) throws {
        let refusal = problem(Article.self, text, .strict)
        #expect(refusal.map { "\($0.path): expected \($0.expected), found \($0.found)" } == message)
        #expect(try report(text) == [message])
        #expect(try Article(text).written == text)
    }

    @Test func otherKindsAreTheirOwnMismatch() throws {
        #expect(try report(#"{"version":"2"}"#) == ["version: expected a number, found a string"])
        #expect(problem(Article.self, #"{"type":["article"]}"#, .strict) != nil)
    }
}
