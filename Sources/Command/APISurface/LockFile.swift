import MethodicalGenerator

/// A surface as text, with a line for each entry. The lines are sorted, so that people can review changes and
/// merge them line by line.
///
/// ```
/// method users.get users.get -> [<users_user>]
///   .call POST {name}
///   user_ids userIDs?: [Int]
/// record users_user VK.User
///   id id: Int
/// record */markup VK.Markup
///   .place messages.send/markup
/// ```
/// Each line has the name on the wire, the name in Swift and the type. A `?` after the Swift name marks what
/// can be omitted or missing. A line that begins with a dot describes the entry, or with deeper indentation the
/// member above it. In names, `%` with two hexadecimal digits stands for a space, a line break or `%`.
package struct LockFile: Sendable {
    /// The surface.
    package var surface: Surface
    /// The places of the inline types, by which they stay where they are when the schema grows.
    package var places: RecordedTypes

    /// Creates the lock file of a surface.
    package init(_ surface: Surface, places: RecordedTypes = RecordedTypes()) {
        self.surface = surface
        self.places = places
    }

    /// The text of the file.
    package var text: String {
        var lines = [Lock.head + surface.name]
        for (name, value) in surface.settings.sorted(by: { $0.key < $1.key }) {
            lines.append("setting \(name) \(Self.escaped(value, spaces: false))")
        }
        for function in surface.functions {
            let result = Self.escaped(function.result, spaces: false)
            lines.append("method \(Self.escaped(function.id)) \(function.swift) -> \(result)")
            lines += facts(
                function.facts,
                deprecated: function.deprecated,
                indent: "  .")
            for parameter in function.parameters {
                lines += member(parameter)
            }
        }
        for type in surface.types {
            lines.append("\(type.kind.rawValue) \(Self.escaped(type.id)) \(type.swift)")
            var facts: [String: String] = [:]
            facts["of"] = type.shape.fact
            if type.hasInitializer {
                facts["initializer"] = "yes"
            }
            lines += self.facts(facts, deprecated: nil, indent: "  .")
            lines += (places.places[TypeID(type.id)] ?? []).map {
                RecordedTypes.placeMark + Self.escaped($0.text, spaces: false)
            }
            for child in type.members {
                lines += member(child)
            }
        }
        for error in surface.errors {
            let code = Self.escaped(error.type, spaces: false)
            lines.append("error \(Self.escaped(error.id)) \(error.swift): \(code)")
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private func member(_ member: Surface.Member) -> [String] {
        var line = "  \(Self.escaped(member.id)) \(member.swift)"
        if member.isOptional {
            line += "?"
        }
        if !member.type.isEmpty {
            line += ": " + Self.escaped(member.type, spaces: false)
        }
        return [line]
            + facts(
                member.facts,
                deprecated: member.deprecated,
                indent: "    .")
    }

    private func facts(
        _ facts: [String: String],
        deprecated: String?,
        indent: String
    ) -> [String] {
        var lines = facts.sorted { $0.key < $1.key }.map {
            "\(indent)\($0.key) \(Self.escaped($0.value, spaces: false))"
        }
        if let deprecated {
            lines.append("\(indent)deprecated \(Self.escaped(deprecated, spaces: false))")
        }
        return lines
    }

    /// Returns the text with control characters and `%` escaped. An empty text becomes `%`.
    ///
    /// - Parameter spaces: Indicates whether spaces and a leading dot are escaped as well.
    private static func escaped(_ text: String, spaces: Bool = true) -> String {
        var bytes: [UInt8] = []
        for (place, byte) in text.utf8.enumerated() {
            let isControl = byte < 0x20 || byte == 0x7F
            let isPercent = byte == 0x25
            let isLeadingDot = byte == 0x2E && place == 0
            var isEscaped = isControl || isPercent
            if spaces, byte == 0x20 || isLeadingDot {
                isEscaped = true
            }
            guard isEscaped else {
                bytes.append(byte)
                continue
            }
            bytes.append(UInt8(ascii: "%"))
            if byte < 16 {
                bytes.append(UInt8(ascii: "0"))
            }
            bytes += String(byte, radix: 16, uppercase: true).utf8
        }
        if bytes.isEmpty {
            return "%"
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    // MARK: Reading

    /// Returns the current name of a setting. Earlier versions wrote another one.
    private static func currentName(ofSetting name: String) -> String {
        switch name {
        case "reading": "mismatches"
        case "responseFlags": "flags"
        default: name
        }
    }

    /// The error for a file that cannot be read.
    package typealias Unreadable = Lock.Damage

    /// Reads a lock file. Throws an error if a line is malformed, for example because of a merge conflict or
    /// because a later version wrote the file.
    package init(text: String) throws(Unreadable) {
        let lock = try Lock(Array(text.utf8))
        surface = Surface(name: lock.name)
        places = RecordedTypes(lock: Array(text.utf8))
        for entry in lock.entries {
            let members = entry.members.map { Surface.Member(locked: $0) }
            switch entry.kind {
            case .setting: surface.settings[Self.currentName(ofSetting: entry.id)] = entry.type
            case .error: surface.errors.append(Surface.Member(locked: entry))
            case .method:
                surface.functions.append(
                    Surface.Function(
                        id: entry.id,
                        swift: entry.swift,
                        parameters: members,
                        result: entry.type,
                        facts: entry.facts.filter { $0.key != "deprecated" },
                        deprecated: entry.facts["deprecated"]))
            default:
                guard let kind = Surface.TypeSurface.Kind(rawValue: entry.kind.rawValue) else {
                    continue
                }
                let shape = Surface.TypeSurface.Shape(kind, fact: entry.facts["of"])
                surface.types.append(
                    Surface.TypeSurface(
                        id: entry.id,
                        swift: entry.swift,
                        shape: shape,
                        members: members,
                        hasInitializer: entry.facts["initializer"] == "yes"))
            }
        }
    }
}

extension Surface.TypeSurface.Shape {
    /// The fact `of` of the lock file, or `nil` if there is none.
    fileprivate var fact: String? {
        let fact: String? =
            switch self {
            case .record(let undeclaredMembers): undeclaredMembers
            case .enumeration(let values): values
            case .union(let discriminator): discriminator
            case .alias(let target): target
            }
        // The file has no empty facts.
        return fact == "" ? nil : fact
    }

    fileprivate init(_ kind: Surface.TypeSurface.Kind, fact: String?) {
        self =
            switch kind {
            case .record: .record(undeclaredMembers: fact)
            case .enumeration: .enumeration(values: fact ?? "")
            case .union: .union(discriminator: fact)
            case .alias: .alias(target: fact)
            }
    }
}

extension Surface.Member {
    fileprivate init(locked entry: Lock.Entry) {
        self.init(
            entry,
            facts: entry.facts.filter { $0.key != "deprecated" },
            deprecated: entry.facts["deprecated"])
    }
}
