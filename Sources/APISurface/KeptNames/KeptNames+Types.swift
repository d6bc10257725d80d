import MethodicalGenerator

extension KeptNames {
    /// Declares the removed and renamed types, and those of their members.
    mutating func keepTypes() {
        let olds = lock.entries.filter { $0.kind != .setting && $0.kind != .method && $0.kind != .error }
        let news = emission.namedTypes.map { emission.entry(type: $0) }
        let pairs = Pairs(olds, news, id: { $0.id }) { type, _ in
            type.kind == .alias
                ? .member(type.id, kind: "alias " + (type.facts["of"] ?? type.type))
                : .type(type.id, kind: type.kind.rawValue, members: type.members.map { $0.id })
        }
        for pair in pairs.renamed {
            renamed[pair.old.id] = pair.new.id
        }
        // The new path of each type that may contain others, or an empty string if the type is removed.
        var owners: [String: String] = [:]
        for pair in pairs.same + pairs.renamed {
            owners[pair.old.swift] = pair.new.swift
        }
        for type in pairs.removed {
            owners[type.swift] = ""
        }
        for type in pairs.removed {
            declare(type, owners, Self.unavailable(Self.code(type.id) + " is gone from the API"))
        }
        for pair in pairs.same + pairs.renamed {
            if pair.old.swift != pair.new.swift {
                let words = pair.old.id == pair.new.id ? " is `" : " seems to be `"
                let text = Self.code(pair.old.id) + words + pair.new.swift + "` now"
                declare(pair.old, owners, Self.deprecated(text, renamed: pair.new.swift), as: pair.new.swift)
            }
            if pair.old.kind == pair.new.kind {
                keepMembers(pair.old, pair.new)
            }
        }
    }

    /// Declares a type under its old name.
    ///
    /// A type whose owner is removed is not declared, because the owner's declaration already tells the caller. An
    /// enumeration keeps its values: in a call of an unavailable method with the argument `.name`, an error about
    /// `.name` would hide that of the method.
    private mutating func declare(
        _ type: Lock.Entry, _ owners: [String: String], _ attribute: String, as target: String? = nil
    ) {
        var parts = Self.parts(type.swift)
        guard parts.first == lock.name, let last = parts.popLast() else { return }
        let name = Reserved.escaped(last)
        let owner = owners[parts.joined(separator: ".")]
        parts.removeFirst()
        let path = owner ?? emission.root + parts.map { "." + $0 }.joined()
        if !scopes.contains(path), owner != nil || scope(parts) != path {
            return
        }
        guard type.kind == .enumeration, target == nil else {
            return add(attribute, "typealias " + name + " = " + (target ?? "Methodical.JSON"), to: path, as: name)
        }
        if !taken.contains(path + "." + name) {
            enumerations[type.id] = path + "." + name
        }
        let body = openEnumeration(type).map { "    " + emission.access + $0 } + ["}"]
        add(attribute, "nonisolated struct " + name + ": Methodical.OpenEnum {", body, to: path, as: name)
    }

    /// Returns the lines of an enumeration's body.
    private func openEnumeration(_ type: Lock.Entry) -> [String] {
        let (swift, raw): (String, Enumeration.Raw) =
            switch type.facts["of"] {
            case "Int": ("Swift.Int", .integer)
            case "JSON": ("Methodical.JSON", .mixed)
            default: ("Swift.String", .string)
            }
        var lines: [String] = []
        for member in type.members {
            guard let value = value(member.id, raw) else { continue }
            let name = Reserved.escaped(Reserved.bare(member.swift))
            lines.append("static var " + name + ": Self { Self(rawValue: " + value + ") }")
        }
        return lines + [
            "let rawValue: " + swift, "init(rawValue: " + swift + ") { self.rawValue = rawValue }",
            "static var _known: Swift.StaticString { \"\" }",
        ]
    }

    /// Returns an enumeration's value as a Swift literal, or `nil` if Swift has none for it.
    private func value(_ id: String, _ raw: Enumeration.Raw) -> String? {
        if raw == .string {
            return literal(id)
        }
        if raw == .mixed, id.utf8.first == UInt8(ascii: "\"") {
            return literal(String(id.dropFirst().dropLast()))
        }
        return emission.isWritable(id, raw) ? id : nil
    }

    // MARK: Members

    /// Declares the removed and renamed members of a type.
    private mutating func keepMembers(_ old: Lock.Entry, _ new: Lock.Entry) {
        let names = Set(new.members.map { $0.swift })
        guard old.members.contains(where: { !names.contains($0.swift) }),
            let i = emission.resolver.index[TypeID(new.id)]
        else { return }
        let pairs = Pairs(old.members, new.members, id: { $0.id }) { member, _ in
            old.kind == .enumeration ? .only(member.swift) : .member(member.id, kind: spelled(member.type))
        }
        for member in pairs.removed where !names.contains(member.swift) {
            keepRemoved(member, i, Self.code(old.id, ".", member.id) + " is gone from the API")
        }
        for pair in pairs.same + pairs.renamed where !names.contains(pair.old.swift) {
            let words = pair.old.id == pair.new.id ? " is " : " seems to be "
            let text = Self.code(old.id, ".", pair.old.id) + words + Self.code(pair.new.swift) + " now"
            keepRenamed(pair.old, pair.new, i, Self.deprecated(text, renamed: Reserved.bare(pair.new.swift)))
        }
    }

    /// Declares a removed member.
    private mutating func keepRemoved(_ member: Lock.Entry, _ i: Int, _ text: String) {
        let (path, name) = (emission.types.paths[i], Reserved.escaped(Reserved.bare(member.swift)))
        let type = spelled(member.type) + (member.isOptional ? "?" : "")
        switch emission.api.types[i].shape {
        case .record(let record):
            let body = member.isOptional ? "nil" : Self.unreachable
            let head = "var " + name + ": " + type + accessors(record, body, "{}")
            add(Self.unavailable(text), head, to: path, as: name)
        case .enumeration(let enumeration):
            guard let value = value(member.id, enumeration.raw) else { return }
            let head = "static var " + name + ": Self { Self(rawValue: " + value + ") }"
            add(Self.deprecated(text), head, to: path, as: name)
        case .union:
            let isEmpty = member.type == Emission.nothing
            let head =
                isEmpty
                ? "static var " + name + ": Self { " + Self.unreachable + " }"
                : "static func " + name + "(_ value: " + type + ") -> Self { " + Self.unreachable + " }"
            add(Self.unavailable(text), head, to: path, as: name)
        case .alias: break
        }
    }

    /// Declares a renamed member as an alias of the new one.
    private mutating func keepRenamed(_ old: Lock.Entry, _ new: Lock.Entry, _ i: Int, _ attribute: String) {
        let (path, name) = (emission.types.paths[i], Reserved.escaped(Reserved.bare(old.swift)))
        let target = Reserved.escaped(Reserved.bare(new.swift))
        let type = spelled(new.type) + (new.isOptional ? "?" : "")
        let head: String
        switch emission.api.types[i].shape {
        case .record(let record):
            head = "var " + name + ": " + type + accessors(record, target, "{ " + target + " = newValue }")
        case .union where new.type != Emission.nothing:
            head = "static func " + name + "(_ value: " + type + ") -> Self { ." + target + "(value) }"
        default: head = "static var " + name + ": Self { ." + target + " }"
        }
        add(attribute, head, to: path, as: name)
    }

    /// Returns the accessors of a property. It has a setter if the record's properties have one.
    private func accessors(_ record: Record, _ getter: String, _ setter: String) -> String {
        emission.api.isMutable(record) ? " { get { " + getter + " } set " + setter + " }" : " { " + getter + " }"
    }

    // MARK: Errors

    /// Declares the removed and renamed error codes.
    mutating func keepErrors() {
        let (names, errors) = (Set(emission.errorNames), emission.api.errors)
        let isWord = errors.contains(where: \.isWord)
        for old in lock.entries where old.kind == .error && !names.contains(old.swift) {
            let isOfOtherKind = !isWord && Int(old.type) == nil
            if errors.isEmpty || isOfOtherKind {
                continue
            }
            let place = errors.firstIndex { $0.name == old.id } ?? errors.firstIndex { $0.code == old.type }
            let new = place.map { emission.errorNames[$0] }
            let text = Self.code(old.id) + (new.map { " is `" + $0 + "` now" } ?? " is gone from the API")
            let body =
                new.map { "." + Reserved.escaped($0) }
                ?? "Self(rawValue: " + (isWord ? literal(old.type) : old.type) + ")"
            let head = "static var " + Reserved.escaped(old.swift) + ": Self { " + body + " }"
            add(Self.deprecated(text, renamed: new ?? ""), head, to: emission.root + ".ErrorCode", as: old.swift)
        }
    }
}
