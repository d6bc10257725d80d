import MethodicalGenerator

/// `methodical.lock`: an API as its callers saw it when it was last accepted. The command writes it (`LockFile`), a line for each entry and member:
///
/// ```
/// method users.get users.get -> [<users_user>]
///   .call POST {name}
///   user_ids userIDs?: [Int]
/// record users_user VK.User
///   id id: Int
/// ```
package struct Lock {
    package struct Entry {
        package enum Kind: String { case setting, method, record, enumeration, union, alias, error, member }
        package var kind: Kind
        /// On the wire.
        package var id = ""
        package var swift = ""
        /// What a method gives, a member's type, an error's code, a setting's value. Declared types stand in it by their ids: `[<users_user>]`.
        package var type = ""
        package var isOptional = false
        package var facts: [String: String] = [:]
        package var members: [Entry] = []
    }

    package struct Damage: Error, Equatable, CustomStringConvertible {
        package let line: Int
        package let message: String
        package var description: String { "line \(line): \(message)" }
    }

    package var name: String
    package var entries: [Entry] = []

    package static let head = "methodical-lock 1 "

    /// Throws where a line is no entry: somebody's merge conflict, or a later version's file. Names and types are such as Swift can read.
    package init(_ bytes: [UInt8]) throws(Damage) {
        var reader = LockReader(bytes)
        guard reader.next(), reader.text.hasPrefix(Self.head) else {
            throw Damage(
                line: 1,
                message: "expected `" + Self.head + "` and the API's name: this is no lock file, or a later version's")
        }
        name = String(reader.text.dropFirst(Self.head.utf8.count))
        guard Speller.isIdentifier(name) else {
            throw Damage(line: 1, message: "the API has no name that Swift could use")
        }
        var seen: Set<String> = []
        while reader.next() {
            if reader.isEmpty { continue }
            let count = entries.count
            var fault = reader.read(into: &entries) ? "" : "is no entry"
            if entries.count > count {
                let (kind, id) = (entries[count].kind, entries[count].id)
                if !seen.insert((kind == .method || kind == .setting || kind == .error ? kind.rawValue : "") + " " + id)
                    .inserted
                {
                    fault = "stands here twice"
                }
            }
            if reader.isCut { fault = "is cut short" }
            if fault.isEmpty { continue }
            let line = CommentText.line(String(reader.text.prefix(80)))
            throw Damage(
                line: reader.line, message: "`" + line + "` " + fault + ": accept the API again, or undo the edit")
        }
    }

    /// The lock file of a schema; nil, and a problem more, where it is damaged.
    package static func read(_ file: SourceFile, _ problems: inout [Diagnostic]) -> Lock? {
        do throws(Damage) {
            return try Lock(file.bytes)
        } catch {
            problems.append(
                Diagnostic(.error, at: Place(file: file.shownPath, line: error.line, column: 1), error.message))
            return nil
        }
    }

    /// A type as Swift spells it, given what declared types are called; nil if it is none.
    package static func spelled(_ type: String, depth: Int = 0, _ name: (String) -> String) -> String? {
        if Emission.scalars.contains(type) { return type }
        guard depth < 32, let first = type.utf8.first, let last = type.utf8.last else { return nil }
        if last == 0x3F { return spelled(String(type.dropLast()), depth: depth + 1, name).map { $0 + "?" } }
        let inner = String(type.dropFirst().dropLast())
        if first == 0x3C, last == 0x3E { return inner.isEmpty ? nil : name(inner) }
        guard first == 0x5B, last == 0x5D else { return nil }
        let lead = inner.hasPrefix("String: ") ? "String: " : ""
        return spelled(String(inner.dropFirst(lead.count)), depth: depth + 1, name).map { "[" + lead + $0 + "]" }
    }
}

/// The API of today, entry by entry.
extension Emission {
    package func entry(_ function: Function) -> Lock.Entry {
        let method = api.methods[function.method]
        let variant = method.variants[function.variant]
        let id = method.name + (variant.wire == method.variants[0].wire ? "" : ":" + variant.wire)
        let result = variant.isEmpty ? Emission.nothing : notation(resolver.resolved(variant.result))
        var entry = Lock.Entry(
            kind: .method, id: id, swift: namespaces.all[function.namespace].call + function.name, type: result)
        entry.facts["upload"] = method.upload?.field
        for place in function.parameters {
            let (parameter, label) = (method.parameters[place], function.labels[place])
            entry.members.append(
                Lock.Entry(
                    kind: .member, id: parameter.name, swift: label,
                    type: notation(peeled(parameter.type), asParameter: true),
                    isOptional: !function.required.contains(label)))
        }
        return entry
    }

    package func entry(type i: Int) -> Lock.Entry {
        var entry = Lock.Entry(kind: .alias, id: api.types[i].id.text, swift: types.paths[i])
        switch api.types[i].shape {
        case .record(let record):
            entry.kind = .record
            for field in fields(of: i, record) {
                let id = field.property.path.joined(separator: "/")
                entry.members.append(
                    Lock.Entry(
                        kind: .member, id: id, swift: field.name, type: notation(field.use),
                        isOptional: field.isOptional))
            }
        case .enumeration(let enumeration):
            entry.kind = .enumeration
            let distinct = distinct(enumeration)
            for (member, name) in zip(distinct.members, speller.members(distinct)) {
                let id = member.isText && enumeration.raw == .mixed ? "\"" + member.value + "\"" : member.value
                entry.members.append(Lock.Entry(kind: .member, id: id, swift: name))
            }
        case .union(let union):
            entry.kind = .union
            for (member, name) in zip(union.cases, speller.cases(union, resolver)) {
                let type = notation(member.type)
                entry.members.append(
                    Lock.Entry(
                        kind: .member, id: member.tags.isEmpty ? type : member.tags.joined(separator: "|"), swift: name,
                        type: type))
            }
        case .alias(let target): entry.type = notation(target)
        }
        return entry
    }

    /// A type as the lock file writes it.
    package func notation(_ use: TypeUse, asParameter: Bool = false) -> String {
        switch use {
        case .named(let id): "<" + id.text + ">"
        case .array(let element) where !asParameter || spelling(use) == nil: "[" + notation(element) + "]"
        case .dictionary(let value): "[String: " + notation(value) + "]"
        case .optional(let inner): notation(peeled(inner)) + "?"
        default: text(use, asParameter: asParameter)
        }
    }
}

/// Goes through the lines. By bytes: a lock file is as large as its API, and the tool is built without optimisation.
private struct LockReader {
    private let bytes: [UInt8]
    private(set) var line = 0
    private var start = 0
    private var end = 0
    private var following = 0
    /// Where the line's next word begins.
    private var at = 0
    /// What was found to be a type.
    private var types = Emission.scalars
    /// The names of the last entry's members.
    private var names: Set<String> = []

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    var text: String { slice(start, end) }
    var isEmpty: Bool { start == end }
    /// Whether the file ends within the line: a part of a name would be another name.
    var isCut: Bool { following > bytes.count }

    mutating func next() -> Bool {
        guard following < bytes.count else { return false }
        start = following
        at = start
        end = find(0x0A, bytes.count)
        following = end + 1
        if end > start, bytes[end - 1] == 0x0D { end -= 1 }
        line += 1
        return true
    }

    /// Adds what the line says; false if that is nothing.
    mutating func read(into entries: inout [Lock.Entry]) -> Bool {
        while at < end, bytes[at] == 0x20 { at += 1 }
        let indent = at - start
        if indent == 0 { return entry(into: &entries) }
        guard at < end, let last = entries.indices.last else { return false }
        if bytes[at] == 0x2E {
            at += 1
            guard let name = word(), let value = unescaped(at, end) else { return false }
            if indent == 2 {
                entries[last].facts[name] = value
                return true
            }
            guard indent == 4, let member = entries[last].members.indices.last else { return false }
            entries[last].members[member].facts[name] = value
            return true
        }
        guard indent == 2, entries[last].kind != .setting, entries[last].kind != .error, let id = word() else {
            return false
        }
        guard let member = named(Lock.Entry(kind: .member, id: id)), names.insert(member.swift).inserted else {
            return false
        }
        entries[last].members.append(member)
        return true
    }

    private mutating func entry(into entries: inout [Lock.Entry]) -> Bool {
        guard let kind = word().flatMap({ Lock.Entry.Kind(rawValue: $0) }), kind != .member, let id = word(), at < end
        else { return false }
        var entry = Lock.Entry(kind: kind, id: id)
        switch kind {
        case .setting:
            guard let value = unescaped(at, end) else { return false }
            entry.type = value
        case .error:
            guard let error = named(entry) else { return false }
            entry = error
        case .method:
            let space = find(0x20, end)
            entry.swift = slice(at, space)
            guard isPath(at, space), slice(space, min(space + 4, end)) == " -> ", let type = type(space + 4) else {
                return false
            }
            entry.type = type
        default:
            entry.swift = slice(at, end)
            // Each lies in the API's own type.
            if !isPath(at, end) || find(0x2E, end) == end { return false }
        }
        entries.append(entry)
        names.removeAll(keepingCapacity: true)
        return true
    }

    /// `userIDs?: [Int]`, or `userIDs` alone.
    private mutating func named(_ entry: Lock.Entry) -> Lock.Entry? {
        var entry = entry
        let colon = find(0x3A, end)
        entry.isOptional = colon > at && bytes[colon - 1] == 0x3F
        let last = entry.isOptional ? colon - 1 : colon
        entry.swift = slice(at, last)
        guard isPath(at, last), find(0x2E, last) == last else { return nil }
        if colon == end { return entry }
        guard colon + 1 < end, bytes[colon + 1] == 0x20 else { return nil }
        guard let type = entry.kind == .error ? unescaped(colon + 2, end) : type(colon + 2) else { return nil }
        entry.type = type
        return entry
    }

    // MARK: Words

    private func find(_ byte: UInt8, _ limit: Int) -> Int {
        var here = at
        while here < limit, bytes[here] != byte { here += 1 }
        return here
    }

    private func slice(_ from: Int, _ to: Int) -> String {
        from < to ? String(decoding: bytes[from..<to], as: UTF8.self) : ""
    }

    private mutating func word() -> String? {
        let space = find(0x20, end)
        guard space > at else { return nil }
        defer { at = space + 1 }
        return unescaped(at, space)
    }

    /// `%` and two hexadecimal digits stand for a byte, `%` alone for nothing.
    private func unescaped(_ from: Int, _ to: Int) -> String? {
        let text = slice(from, to)
        guard text.holds(0x25), text != "%" else { return text == "%" ? "" : text }
        var plain: [UInt8] = []
        var here = from
        while here < to {
            var byte = bytes[here]
            if byte == 0x25 {
                guard here + 2 < to, let value = UInt8(slice(here + 1, here + 3), radix: 16) else { return nil }
                byte = value
                here += 2
            }
            plain.append(byte)
            here += 1
        }
        return String(decoding: plain, as: UTF8.self)
    }

    /// Names with dots between them, keywords among them in backticks.
    private func isPath(_ from: Int, _ to: Int) -> Bool {
        var here = from
        while here < to, Scanner.isAlphanumeric(bytes[here]) || bytes[here] == 0x5F { here += 1 }
        if from < to, here == to, !Scanner.isDigit(bytes[from]) { return true }
        return slice(from, to).utf8.split(separator: 0x2E, omittingEmptySubsequences: false).allSatisfy {
            Speller.isIdentifier(Reserved.bare(String(Substring($0))))
        }
    }

    private mutating func type(_ from: Int) -> String? {
        guard let text = unescaped(from, end) else { return nil }
        if types.contains(text) { return text }
        if Lock.spelled(text, { $0 }) == nil { return nil }
        types.insert(text)
        return text
    }
}
