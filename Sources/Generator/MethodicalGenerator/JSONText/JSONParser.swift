/// A parser of JSON texts according to RFC 8259, with an optional byte order mark.
///
/// It keeps its own stack of open objects and arrays, so deep nesting does not use the call stack.
struct JSONParser {
    /// The greatest permitted depth of nested objects and arrays.
    static let depthLimit = 512

    /// An error in a text.
    struct Fault: Error {
        var offset: Int
        var message: String
    }

    let file: ParsedFile
    /// The bytes of the text, and a zero, which ends every token.
    let bytes: [UInt8]
    /// The offset of the next byte.
    var at = 0
    /// The problems that do not end parsing: members with the same key.
    private(set) var duplicates: [Diagnostic] = []
    /// The open objects and arrays. The innermost one is last.
    private var open: [JSONNode] = []

    init(_ text: [UInt8], in file: ParsedFile) {
        bytes = text + [0]
        self.file = file
    }

    /// Parses the whole text, and returns its root.
    mutating func parse() throws(Fault) -> JSONNode {
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
            at = 3
        }
        if bytes.starts(with: [0xFE, 0xFF]) || bytes.starts(with: [0xFF, 0xFE]) {
            throw Fault(offset: 0, message: "this text is UTF-16; save it as UTF-8")
        }
        skipSpace()
        let root = try value()
        while let parent = open.last {
            try continueParsing(in: parent)
        }
        skipSpace()
        if at < end {
            throw expected("the end of the file")
        }
        return root
    }

    /// The offset of the zero after the text.
    var end: Int { bytes.count - 1 }

    /// Returns the error for something else than what the text should have at the next byte.
    func expected(_ what: String) -> Fault {
        Fault(offset: at, message: "expected \(what), found \(described(at: at))")
    }

    /// Parses the next member or element of the innermost open object or array, or its end.
    private mutating func continueParsing(in parent: JSONNode) throws(Fault) {
        let isObject = parent.isObject
        let closing = isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")
        skipSpace()
        if bytes[at] == closing {
            at += 1
            open.removeLast()
            if isObject {
                removeDuplicates(in: parent)
            }
            return
        }
        if !parent.children.isEmpty {
            guard bytes[at] == UInt8(ascii: ",") else {
                let bracket = Unicode.Scalar(closing)
                throw expected("\",\" or \"\(bracket)\"")
            }
            at += 1
            skipSpace()
            if bytes[at] == closing {
                let noun = isObject ? "member" : "element"
                throw expected("another \(noun) after \",\"")
            }
        }
        if isObject {
            parent.children.append(try member())
        } else {
            parent.children.append(try value())
        }
    }

    private mutating func member() throws(Fault) -> JSONNode {
        guard bytes[at] == UInt8(ascii: "\"") else {
            throw expected("a key in double quotes")
        }
        let start = at
        let key = try string()
        skipSpace()
        guard bytes[at] == UInt8(ascii: ":") else {
            throw expected("\":\" after the key")
        }
        at += 1
        skipSpace()
        return try value(key: key, at: start)
    }

    /// Parses a scalar, or the opening brace or bracket of an object or array.
    private mutating func value(key: String = "", at keyOffset: Int? = nil) throws(Fault) -> JSONNode {
        let start = at
        let kind: JSONNode.Kind
        var text = ""
        switch bytes[at] {
        case UInt8(ascii: "\""):
            kind = .string
            text = try string()
        case UInt8(ascii: "{"): kind = .object
        case UInt8(ascii: "["): kind = .array
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
            kind = .number
            text = try number()
        default: (kind, text) = try literal()
        }
        let node = JSONNode(kind, text: text, key: key, in: file, at: start, keyOffset: keyOffset ?? start)
        if kind == .object || kind == .array {
            guard open.count < Self.depthLimit else {
                throw Fault(offset: at, message: "objects and arrays are nested more than \(Self.depthLimit) deep")
            }
            at += 1
            open.append(node)
        }
        return node
    }

    /// Reports members whose key occurs earlier in an object. The last one counts.
    private mutating func removeDuplicates(in object: JSONNode) {
        if Self.hasFewDifferentKeys(in: object.children) {
            return
        }
        var known = [String: JSONNode](minimumCapacity: object.children.count)
        for member in object.children {
            guard let first = known.updateValue(member, forKey: member.key) else { continue }
            let message = "\"\(member.key)\" occurs twice in this object; the first is at \(shown(first.keyPlace))"
            duplicates.append(Diagnostic(.error, at: member.keyPlace, message))
        }
        if known.count < object.children.count {
            object.children.removeAll { known[$0.key] != $0 }
        }
    }

    /// Indicates whether there are at most eight members, each with another key. Most objects are like this.
    private static func hasFewDifferentKeys(in members: [JSONNode]) -> Bool {
        guard members.count <= 8 else { return false }
        var later = 1
        var earlier = 0
        while later < members.count {
            if members[later].key == members[earlier].key {
                return false
            }
            earlier += 1
            if earlier == later {
                later += 1
                earlier = 0
            }
        }
        return true
    }

    mutating func skipSpace() {
        while true {
            switch bytes[at] {
            case UInt8(ascii: " "), UInt8(ascii: "\r"), UInt8(ascii: "\t"): at += 1
            case UInt8(ascii: "\n"):
                at += 1
                file.addLine(at: at)
            default: return
            }
        }
    }
}

/// Parses a file, and returns its root. Appends diagnostics for the first error, which makes the result `nil`, and for
/// members with the same key.
///
/// - Parameter number: A number that identifies the file among those that are compiled together.
package func parse(_ source: SourceFile, number: Int = 0, problems: inout [Diagnostic]) -> JSONNode? {
    let file = ParsedFile(path: source.shownPath, number: number)
    var parser = JSONParser(source.bytes, in: file)
    do {
        let root = try parser.parse()
        problems += parser.duplicates
        return root
    } catch {
        problems.append(Diagnostic(.error, at: file.place(at: error.offset), error.message))
        return nil
    }
}
