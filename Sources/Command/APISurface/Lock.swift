import MethodicalGenerator

/// The contents of `methodical.lock`: an API as its callers saw it when it was last accepted. `LockFile` writes the
/// file, with a line for each entry and member:
///
/// ```
/// method users.get users.get -> [<users_user>]
///   .call POST {name}
///   user_ids userIDs?: [Int]
/// record users_user VK.User
///   id id: Int
/// ```
package struct Lock {
    /// An entry of the file, or a member of one.
    package struct Entry {
        /// The kinds of entries.
        package enum Kind: String {
            case setting, method, record, enumeration, union, alias, error, member
        }
        package var kind: Kind
        /// The name on the wire.
        package var id = ""
        /// The name in Swift.
        package var swift = ""
        /// The result of a method, the type of a member, the code of an error, or the value of a setting. It refers to
        /// declared types by their ids: `[<users_user>]`.
        package var type = ""
        /// Indicates whether a parameter can be omitted or a member can be missing.
        package var isOptional = false
        /// The facts of a call that its declaration does not show, by name.
        package var facts: [String: String] = [:]
        /// The parameters, properties, values or cases.
        package var members: [Entry] = []
    }

    /// An error for a file that is not a valid lock file.
    package struct Damage: Error, Equatable, CustomStringConvertible {
        /// The line of the fault, from 1.
        package let line: Int
        package let message: String
        package var description: String { "line \(line): \(message)" }
    }

    /// The name of the client's type.
    package var name: String
    package var entries: [Entry] = []

    /// The Swift name of an argument without a label, the whole body.
    package static let unlabelled = "_"

    /// The beginning of the first line. The API's name follows it.
    package static let head = "methodical-lock 1 "

    /// Reads a lock file. Throws an error if a line is malformed, for example because of a merge conflict or because a
    /// later version wrote the file. Names and types are checked, so that they can be printed as Swift code.
    package init(_ bytes: [UInt8]) throws(Damage) {
        var reader = LockReader(bytes)
        guard reader.next(), reader.text.hasPrefix(Self.head) else {
            throw Damage(
                line: 1,
                message: "expected `" + Self.head
                    + "` and the API's name: this is not a lock file, or a later version wrote it")
        }
        name = String(reader.text.dropFirst(Self.head.utf8.count))
        guard Speller.isIdentifier(name) else {
            throw Damage(line: 1, message: "the API's name is not a valid Swift name")
        }
        var seen: Set<String> = []
        while reader.next() {
            if reader.isEmpty {
                continue
            }
            let count = entries.count
            var fault: String?
            if !reader.read(into: &entries) {
                fault = "is not an entry"
            }
            if entries.count > count {
                let entry = entries[count]
                if !seen.insert(entry.kind.scope + " " + entry.id).inserted {
                    fault = "is listed twice"
                }
            }
            if reader.isCut {
                fault = "is cut short"
            }
            guard let fault else { continue }
            let line = CommentText.line(String(reader.text.prefix(80)))
            throw Damage(
                line: reader.line,
                message: "`" + line + "` " + fault + ": accept the API again, or undo the edit")
        }
    }

    /// Returns the lock file of a schema. If it is damaged, the function adds a diagnostic and returns `nil`.
    package static func read(_ file: SourceFile, problems: inout [Diagnostic]) -> Lock? {
        do throws(Damage) {
            return try Lock(file.bytes)
        } catch {
            problems.append(
                Diagnostic(.error, at: Place(file: file.shownPath, line: error.line, column: 1), error.message))
            return nil
        }
    }
}

extension Lock.Entry.Kind {
    /// Indicates whether an entry may have members below it.
    fileprivate var hasMembers: Bool {
        switch self {
        case .setting, .error: false
        case .method, .record, .enumeration, .union, .alias, .member: true
        }
    }

    /// The scope in which an id is unique. All kinds of types share one.
    fileprivate var scope: String {
        switch self {
        case .method, .setting, .error: rawValue
        case .record, .enumeration, .union, .alias, .member: ""
        }
    }
}

/// A reader of lines. It works on bytes because a lock file is as large as its API, and the tool runs without
/// optimization.
private struct LockReader {
    private let bytes: [UInt8]
    private(set) var line = 0
    /// The offset of the line.
    private var start = 0
    /// The offset after the line, without its line break.
    private var end = 0
    /// The offset of the next line.
    private var following = 0
    /// The offset of the line's next word.
    private var at = 0
    /// The texts that are known to be types.
    private var types = Set(Emission.scalars.keys)
    /// The names of the last entry's members.
    private var names: Set<String> = []

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    var text: String { slice(from: start, to: end) }
    var isEmpty: Bool { start == end }
    /// Indicates whether the file ends within the line. A name could then be incomplete and mean something else.
    var isCut: Bool { following > bytes.count }

    /// Moves to the next line. Returns `false` at the end of the file.
    mutating func next() -> Bool {
        guard following < bytes.count else { return false }
        start = following
        at = start
        end = find(0x0A, before: bytes.count)
        following = end + 1
        if end > start, bytes[end - 1] == 0x0D {
            end -= 1
        }
        line += 1
        return true
    }

    /// Adds the entry, member or fact of the line. Returns `false` if the line is malformed.
    mutating func read(into entries: inout [Lock.Entry]) -> Bool {
        while at < end, bytes[at] == 0x20 {
            at += 1
        }
        let indent = at - start
        if indent == 0 {
            return entry(into: &entries)
        }
        guard at < end, let last = entries.indices.last else { return false }
        if bytes[at] == 0x2E {
            at += 1
            guard let name = word(),
                let value = unescaped(from: at, to: end)
            else { return false }
            if indent == 2 {
                entries[last].facts[name] = value
                return true
            }
            guard indent == 4,
                let member = entries[last].members.indices.last
            else { return false }
            entries[last].members[member].facts[name] = value
            return true
        }
        guard indent == 2,
            entries[last].kind.hasMembers,
            let id = word()
        else { return false }
        guard let member = named(Lock.Entry(kind: .member, id: id)) else {
            return false
        }
        guard names.insert(member.swift).inserted else { return false }
        entries[last].members.append(member)
        return true
    }

    /// Adds the entry of a line without indentation.
    private mutating func entry(into entries: inout [Lock.Entry]) -> Bool {
        guard let kind = word().flatMap({ Lock.Entry.Kind(rawValue: $0) }),
            kind != .member
        else { return false }
        guard let id = word(), at < end else { return false }
        var entry = Lock.Entry(kind: kind, id: id)
        switch kind {
        case .setting:
            guard let value = unescaped(from: at, to: end) else {
                return false
            }
            entry.type = value
        case .error:
            guard let error = named(entry) else { return false }
            entry = error
        case .method:
            let space = find(0x20, before: end)
            entry.swift = slice(from: at, to: space)
            guard isPath(from: at, to: space) else { return false }
            guard slice(from: space, to: min(space + 4, end)) == " -> " else {
                return false
            }
            guard let type = type(from: space + 4) else { return false }
            entry.type = type
        default:
            entry.swift = slice(from: at, to: end)
            // All types are nested in the API's own type.
            if !isPath(from: at, to: end) || find(0x2E, before: end) == end {
                return false
            }
        }
        entries.append(entry)
        names.removeAll(keepingCapacity: true)
        return true
    }

    /// Reads a Swift name, with or without a type: `userIDs?: [Int]` or `userIDs`.
    private mutating func named(_ entry: Lock.Entry) -> Lock.Entry? {
        var entry = entry
        let colon = find(0x3A, before: end)
        entry.isOptional = colon > at && bytes[colon - 1] == 0x3F
        var last = colon
        if entry.isOptional {
            last -= 1
        }
        entry.swift = slice(from: at, to: last)
        guard isPath(from: at, to: last),
            find(0x2E, before: last) == last
        else { return nil }
        if colon == end {
            return entry
        }
        guard colon + 1 < end, bytes[colon + 1] == 0x20 else { return nil }
        let text =
            switch entry.kind {
            case .error: unescaped(from: colon + 2, to: end)
            default: type(from: colon + 2)
            }
        guard let text else { return nil }
        entry.type = text
        return entry
    }

    // MARK: Words

    /// Returns the offset of a byte at or after `at`, or the limit if there is none.
    private func find(_ byte: UInt8, before limit: Int) -> Int {
        var here = at
        while here < limit, bytes[here] != byte {
            here += 1
        }
        return here
    }

    private func slice(from: Int, to: Int) -> String {
        guard from < to else { return "" }
        return String(decoding: bytes[from..<to], as: UTF8.self)
    }

    /// Reads a word and the space after it.
    private mutating func word() -> String? {
        let space = find(0x20, before: end)
        guard space > at else { return nil }
        defer { at = space + 1 }
        return unescaped(from: at, to: space)
    }

    /// Returns a text without escapes.
    private func unescaped(from: Int, to: Int) -> String? {
        LockText.unescaped(slice(from: from, to: to))
    }

    /// Indicates whether the text is a path of Swift names, with dots between them and keywords in backticks.
    private func isPath(from: Int, to: Int) -> Bool {
        var here = from
        while here < to, Unicode.Scalar(bytes[here]).isAlphanumeric || bytes[here] == 0x5F {
            here += 1
        }
        if from < to,
            here == to,
            !Unicode.Scalar(bytes[from]).isDigit
        {
            return true
        }
        let path = slice(from: from, to: to).utf8
        let parts = path.split(separator: 0x2E, omittingEmptySubsequences: false)
        return parts.allSatisfy {
            Speller.isIdentifier(Reserved.bare(String(Substring($0))))
        }
    }

    /// Returns the type that ends the line, or `nil` if the text is not a type.
    private mutating func type(from: Int) -> String? {
        guard let text = unescaped(from: from, to: end) else { return nil }
        if types.contains(text) {
            return text
        }
        if Lock.spelled(text, { $0 }) == nil {
            return nil
        }
        types.insert(text)
        return text
    }
}
