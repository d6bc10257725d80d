import Methodical

// Models in the form that the generator prints, each with a different feature.

struct Person: APIEngine.Model {
    var id: Int = 0
    var firstName: String?
    var rating: Double?
    var isClosed: Bool?
    var kind: Kind?
    var photo: URLString?
    @APIEngine.Boxed var friend: Person?
    var career: [Job]?
    var langs: [String]?
    var mutual: [Int]?
    var limits: [String: Int]?
    var city: Job?
    var name: String = ""
    var grid: [[Int]]?
    var gaps: [Int?]?

    init(_: APIEngine.Blank) {}
    static let _fields = APIEngine.FieldTable(
        "!id,first_name,rating,is_closed,kind,photo,friend,career,langs,mutual,limits,city,!name,grid,gaps")
    mutating func _field(_ index: Int, _ cursor: inout APIEngine.FieldCursor) {
        switch index {
        case 0: cursor.int(&id)
        case 1: cursor.stringIfPresent(&firstName)
        case 2: cursor.doubleIfPresent(&rating)
        case 3: cursor.boolIfPresent(&isClosed)
        case 4: cursor.valueIfPresent(&kind)
        case 5: cursor.valueIfPresent(&photo)
        case 6: cursor.boxedIfPresent(&_friend)
        case 7: cursor.arrayIfPresent(&career)
        case 8: cursor.arrayIfPresent(&langs)
        case 9: cursor.arrayIfPresent(&mutual)
        case 10: cursor.dictionaryIfPresent(&limits)
        case 11: cursor.valueIfPresent(&city)
        case 12: cursor.string(&name)
        case 13: cursor.arrayIfPresent(&grid)
        case 14: cursor.arrayIfPresent(&gaps)
        default: break
        }
    }
}

struct Kind: APIEngine.OpenEnum {
    let rawValue: String
    init(rawValue: String) { self.rawValue = rawValue }
    static var user: Self { Self(rawValue: "user") }
    static var _known: StaticString { "user,group,a~2b," }
}

struct Flag: APIEngine.OpenEnum {
    let rawValue: Int
    init(rawValue: Int) { self.rawValue = rawValue }
    static var _known: StaticString { "0,1" }
}

struct Job: APIEngine.Model {
    var company: String = ""
    var until: Int?
    /// Required, but may be null.
    var boss: String?

    init(_: APIEngine.Blank) {}
    static let _fields = APIEngine.FieldTable("!company,until,!?boss")
    mutating func _field(_ index: Int, _ cursor: inout APIEngine.FieldCursor) {
        switch index {
        case 0: cursor.string(&company)
        case 1: cursor.intIfPresent(&until)
        case 2: cursor.stringIfPresent(&boss)
        default: break
        }
    }
}

/// A model with values from nested objects, a key with every escape, and additional members.
struct Pin: APIEngine.Model {
    var kind: String = ""
    var width: Int?
    var odd: Int?
    var text: String?
    var more: [String: Int] = [:]

    init(_: APIEngine.Blank) {}
    static let _fields = APIEngine.FieldTable("!content/type,content/size/width,~0~1~2~3~4~5~6,text,*")
    mutating func _field(_ index: Int, _ cursor: inout APIEngine.FieldCursor) {
        switch index {
        case 0: cursor.string(&kind)
        case 1: cursor.intIfPresent(&width)
        case 2: cursor.intIfPresent(&odd)
        case 3: cursor.stringIfPresent(&text)
        case 4: cursor.additional(&more)
        default: break
        }
    }
}

enum Item: APIEngine.Union {
    indirect case job(Job)
    indirect case person(Person)
    case unknown(JSON)

    static let _cases = APIEngine.UnionTable("type", "job=0,work=0,person=1,7=1")
    static func _read(_ index: Int, _ reader: inout APIEngine.JSONReader) -> Self {
        switch index {
        case 0: .job(reader.read())
        case 1: .person(reader.read())
        default: .unknown(reader.read())
        }
    }
    var _payload: any APIValue {
        switch self {
        case .job(let value): value
        case .person(let value): value
        case .unknown(let value): value
        }
    }
}

enum Loose: APIEngine.Union {
    case text(String)
    case count(Int)
    case job(Job)
    case person(Person)
    case list([Loose])
    case unknown(JSON)

    static let _cases = APIEngine.UnionTable("string=0,integer=1,object=2|3,array=4")
    static func _read(_ index: Int, _ reader: inout APIEngine.JSONReader) -> Self {
        switch index {
        case 0: .text(reader.read())
        case 1: .count(reader.read())
        case 2: .job(reader.read())
        case 3: .person(reader.read())
        case 4: .list(reader.read())
        default: .unknown(reader.read())
        }
    }
    var _payload: any APIValue {
        switch self {
        case .text(let value): value
        case .count(let value): value
        case .job(let value): value
        case .person(let value): value
        case .list(let value): value
        case .unknown(let value): value
        }
    }
}

/// A model that contains itself through arrays.
struct Tree: APIEngine.Model {
    var children: [Tree]?

    init(_: APIEngine.Blank) {}
    static let _fields = APIEngine.FieldTable("children")
    mutating func _field(_ index: Int, _ cursor: inout APIEngine.FieldCursor) {
        switch index {
        case 0: cursor.arrayIfPresent(&children)
        default: break
        }
    }
}

/// A model with more required fields than a word has bits, all of one type.
struct Wide: APIEngine.Model {
    var values = [Int](repeating: 0, count: 70)

    init(_: APIEngine.Blank) {}
    static let _fields = APIEngine.FieldTable(
        """
        !a0,!a1,!a2,!a3,!a4,!a5,!a6,!a7,!a8,!a9,!b0,!b1,!b2,!b3,!b4,!b5,!b6,!b7,!b8,!b9,!c0,!c1,!c2,!c3,!c4,!c5,!c6,!c7,!c8,!c9,!d0,!d1,!d2,!d3,\
        !d4,!d5,!d6,!d7,!d8,!d9,!e0,!e1,!e2,!e3,!e4,!e5,!e6,!e7,!e8,!e9,!f0,!f1,!f2,!f3,!f4,!f5,!f6,!f7,!f8,!f9,!g0,!g1,!g2,!g3,!g4,!g5,!g6,!g7,\
        !g8,!g9
        """)
    mutating func _field(_ index: Int, _ cursor: inout APIEngine.FieldCursor) { cursor.int(&values[index]) }
}

extension APIValue {
    init(_ text: String, reading policy: ReadingPolicy = .tolerant) throws(ReadingProblem) {
        try self.init(json: Array(text.utf8), reading: policy)
    }

    /// Reads JSON text. The label distinguishes this from other initialisers that take a string.
    init(of text: String, reading policy: ReadingPolicy = .tolerant) throws(ReadingProblem) {
        try self.init(json: Array(text.utf8), reading: policy)
    }

    var written: String {
        get throws { String(decoding: try json(), as: UTF8.self) }
    }
}

/// Returns the problem that reading meets, or `nil` if it succeeds.
func problem<T: APIValue>(_ type: T.Type, _ text: String, _ policy: ReadingPolicy = .tolerant) -> ReadingProblem? {
    do throws(ReadingProblem) {
        _ = try T(of: text, reading: policy)
        return nil
    } catch {
        return error
    }
}

/// A model with a key that begins with a digit.
struct SignInSettings: APIEngine.Model {
    var _2fa: Bool?
    @APIEngine.Boxed var friend: Person?

    init(_: APIEngine.Blank) {}
    static let _fields = APIEngine.FieldTable("2fa,friend")
    mutating func _field(_ index: Int, _ cursor: inout APIEngine.FieldCursor) {
        switch index {
        case 0: cursor.boolIfPresent(&_2fa)
        case 1: cursor.boxedIfPresent(&_friend)
        default: break
        }
    }
}
