/// A surface as text: a line for each entry, sorted, made to be read where changes are reviewed and to be merged line by line.
///
/// ```
/// method users.get users.get -> [<users_user>]
///   .call POST {name}
///   user_ids userIDs?: [Int]
/// record users_user VK.User
///   id id: Int
/// ```
/// What the wire calls something comes first, then its name in Swift, with `?` where it may be left out or missing, then its type. A line that begins
/// with a dot says something of the entry, one that is indented further something of the member above it. In names `%` and two hexadecimal digits
/// stand for spaces, line breaks and `%`.
package struct LockFile: Sendable {
    package var surface: Surface

    package init(_ surface: Surface) { self.surface = surface }

    private static let head = "methodical-lock 1 "

    package var text: String {
        var lines = [Self.head + surface.name]
        for (name, value) in surface.settings.sorted(by: { $0.key < $1.key }) {
            lines.append("setting \(name) \(Self.escaped(value, spaces: false))")
        }
        for function in surface.functions {
            lines.append("method \(Self.escaped(function.id)) \(function.swift) -> \(function.result)")
            lines += facts(function.facts, function.deprecated, "  .")
            for parameter in function.parameters { lines += member(parameter) }
        }
        for type in surface.types {
            lines.append("\(type.kind.rawValue) \(Self.escaped(type.id)) \(type.swift)")
            var facts: [String: String] = [:]
            if !type.detail.isEmpty { facts["of"] = type.detail }
            if type.hasInitializer { facts["initializer"] = "yes" }
            lines += self.facts(facts, nil, "  .")
            for child in type.members { lines += member(child) }
        }
        for error in surface.errors { lines.append("error \(Self.escaped(error.id)) \(error.swift): \(error.type)") }
        return lines.joined(separator: "\n") + "\n"
    }

    private func member(_ member: Surface.Member) -> [String] {
        let type = member.type.isEmpty ? "" : ": " + member.type
        return ["  \(Self.escaped(member.id)) \(member.swift)\(member.isOptional ? "?" : "")\(type)"]
            + facts(member.facts, member.deprecated, "    .")
    }

    private func facts(_ facts: [String: String], _ deprecated: String?, _ indent: String) -> [String] {
        var lines = facts.sorted { $0.key < $1.key }.map { "\(indent)\($0.key) \(Self.escaped($0.value, spaces: false))" }
        if let deprecated { lines.append("\(indent)deprecated \(Self.escaped(deprecated, spaces: false))") }
        return lines
    }

    /// - Parameter spaces: whether spaces are escaped too, and a dot in front.
    private static func escaped(_ text: String, spaces: Bool = true) -> String {
        var bytes: [UInt8] = []
        for (place, byte) in text.utf8.enumerated() {
            if byte < 0x20 || byte == 0x25 || byte == 0x7F || spaces && (byte == 0x20 || byte == 0x2E && place == 0) {
                bytes += "%\(byte < 16 ? "0" : "")\(String(byte, radix: 16, uppercase: true))".utf8
            } else {
                bytes.append(byte)
            }
        }
        return bytes.isEmpty ? "%" : String(decoding: bytes, as: UTF8.self)
    }

    // MARK: Reading

    package struct Unreadable: Error, Equatable, CustomStringConvertible {
        package let line: Int
        package let message: String
        package var description: String { "line \(line): \(message)" }
    }

    /// Throws where a line is none of the above: somebody's merge conflict, or a later version's file.
    package init(text: String) throws(Unreadable) {
        var reading = Reading()
        for (number, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            if number == 0 {
                guard line.hasPrefix(Self.head) else {
                    throw Unreadable(line: 1, message: "expected `\(Self.head)` and the API's name: this is no lock file, or a later version's")
                }
                reading.surface.name = String(line.dropFirst(Self.head.count))
            } else if !line.isEmpty, !reading.take(line) {
                throw Unreadable(line: number + 1, message: "`\(line)` is no entry: accept the API again, or undo the edit")
            }
        }
        surface = reading.surface
        guard !surface.name.isEmpty else { throw Unreadable(line: 1, message: "the API has no name") }
    }

    static func unescaped(_ text: Substring) -> String? {
        if text == "%" { return "" }
        var bytes: [UInt8] = []
        var rest = text.utf8[...]
        while let byte = rest.popFirst() {
            guard byte == 0x25 else {
                bytes.append(byte)
                continue
            }
            guard rest.count >= 2, let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16) else { return nil }
            bytes.append(value)
            rest = rest.dropFirst(2)
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

/// What has been read so far: facts belong to the entry or member that was read last.
private struct Reading {
    var surface = Surface(name: "")
    private var isFunction = true

    /// False if the line is no entry.
    mutating func take(_ line: Substring) -> Bool {
        if line.hasPrefix("    .") { return fact(line.dropFirst(5), ofMember: true) }
        if line.hasPrefix("  .") { return fact(line.dropFirst(3), ofMember: false) }
        if line.hasPrefix("  ") { return member(line.dropFirst(2)) }
        let words = line.split(separator: " ", maxSplits: 2).map(\.self)
        guard words.count == 3, let id = LockFile.unescaped(words[1]) else { return false }
        switch words[0] {
        case "setting":
            guard let value = LockFile.unescaped(words[2]) else { return false }
            surface.settings[id] = value
        case "method":
            guard let arrow = words[2].firstRange(of: " -> ") else { return false }
            isFunction = true
            surface.functions.append(
                Surface.Function(
                    id: id, swift: String(words[2][..<arrow.lowerBound]), parameters: [], result: String(words[2][arrow.upperBound...])))
        case "error":
            guard let error = Self.member(id, words[2]) else { return false }
            surface.errors.append(error)
        default:
            guard let kind = Surface.TypeSurface.Kind(rawValue: String(words[0])) else { return false }
            isFunction = false
            surface.types.append(Surface.TypeSurface(id: id, swift: String(words[2]), kind: kind, members: []))
        }
        return true
    }

    private mutating func member(_ line: Substring) -> Bool {
        let words = line.split(separator: " ", maxSplits: 1)
        guard words.count == 2, let id = LockFile.unescaped(words[0]), let member = Self.member(id, words[1]) else { return false }
        if isFunction {
            guard !surface.functions.isEmpty else { return false }
            surface.functions[surface.functions.count - 1].parameters.append(member)
        } else {
            surface.types[surface.types.count - 1].members.append(member)
        }
        return true
    }

    /// `userIDs?: [Int]`.
    private static func member(_ id: String, _ text: Substring) -> Surface.Member? {
        let colon = text.firstRange(of: ": ")
        var swift = text[..<(colon?.lowerBound ?? text.endIndex)]
        let isOptional = swift.hasSuffix("?")
        if isOptional { swift.removeLast() }
        guard !swift.isEmpty else { return nil }
        return Surface.Member(id: id, swift: String(swift), type: colon.map { String(text[$0.upperBound...]) } ?? "", isOptional: isOptional)
    }

    private mutating func fact(_ text: Substring, ofMember: Bool) -> Bool {
        let words = text.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
        guard words.count == 2, let value = LockFile.unescaped(words[1]) else { return false }
        let name = String(words[0])
        let last = (functions: surface.functions.count - 1, types: surface.types.count - 1)
        switch (isFunction, ofMember) {
        case (true, false):
            guard last.functions >= 0 else { return false }
            if name == "deprecated" {
                surface.functions[last.functions].deprecated = value
            } else {
                surface.functions[last.functions].facts[name] = value
            }
        case (true, true):
            guard last.functions >= 0 else { return false }
            return Self.fact(name, value, &surface.functions[last.functions].parameters)
        case (false, false):
            switch name {
            case "of": surface.types[last.types].detail = value
            case "initializer": surface.types[last.types].hasInitializer = value == "yes"
            default: return false
            }
        case (false, true): return Self.fact(name, value, &surface.types[last.types].members)
        }
        return true
    }

    private static func fact(_ name: String, _ value: String, _ members: inout [Surface.Member]) -> Bool {
        guard let last = members.indices.last else { return false }
        if name == "deprecated" { members[last].deprecated = value } else { members[last].facts[name] = value }
        return true
    }
}
