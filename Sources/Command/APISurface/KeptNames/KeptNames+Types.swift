import MethodicalGenerator

extension KeptNames {
    /// The fate of a type that may contain others.
    private enum Owner {
        /// The API still has the type, under this path.
        case kept(String)
        /// The API no longer has the type.
        case removed
    }

    /// Declares the removed and renamed types, and those of their members.
    mutating func keepTypes() {
        let oldTypes = lock.entries.filter {
            ![.setting, .method, .error].contains($0.kind)
        }
        let newTypes = emission.namedTypes.map { emission.entry(for: $0) }
        let pairs = Pairs(
            from: oldTypes,
            to: newTypes,
            id: { $0.id },
            traits: { type, _ in
                switch type.kind {
                case .alias:
                    .member(type.id, kind: "alias " + (type.facts["of"] ?? type.type))
                default:
                    .type(
                        type.id,
                        kind: type.kind.rawValue,
                        members: type.members.map { $0.id })
                }
            })
        for pair in pairs.renamed {
            renamed[pair.old.id] = pair.new.id
        }
        var owners: [String: Owner] = [:]
        for pair in pairs.same + pairs.renamed {
            owners[pair.old.swift] = .kept(pair.new.swift)
        }
        for type in pairs.removed {
            owners[type.swift] = .removed
        }
        for type in pairs.removed {
            let text = "\(Self.code(type.id)) is gone from the API"
            declare(type, owners: owners, attribute: Self.unavailable(text))
        }
        for pair in pairs.same + pairs.renamed {
            if pair.old.swift != pair.new.swift {
                let verb = identityVerb(from: pair.old.id, to: pair.new.id)
                let text = "\(Self.code(pair.old.id)) \(verb) `\(pair.new.swift)` now"
                declare(
                    pair.old,
                    owners: owners,
                    attribute: Self.deprecated(text, renamed: pair.new.swift),
                    as: pair.new.swift)
            }
            if pair.old.kind == pair.new.kind {
                keepMembers(of: pair.old, in: pair.new)
            }
        }
    }

    /// Declares a type under its old name.
    ///
    /// A type whose owner is removed is not declared, because the owner's declaration already tells the caller. An
    /// enumeration keeps its values: in a call of an unavailable method with the argument `.name`, an error about
    /// `.name` would hide that of the method.
    private mutating func declare(
        _ type: Lock.Entry,
        owners: [String: Owner],
        attribute: String,
        as target: String? = nil
    ) {
        var parts = Self.parts(of: type.swift)
        guard parts.first == lock.name,
            let last = parts.popLast()
        else { return }
        let name = Reserved.escaped(last)
        let path: String
        switch owners[parts.joined(separator: ".")] {
        case .removed: return
        case .kept(let owner):
            guard scopes.contains(owner) else { return }
            path = owner
        case nil:
            // The owner is a namespace, which is declared again if it no longer exists.
            let names = Array(parts.dropFirst())
            path = emission.root + names.map { "." + $0 }.joined()
            if !scopes.contains(path) {
                guard scope(for: names) == path else { return }
            }
        }
        guard type.kind == .enumeration, target == nil else {
            return add(
                attribute,
                declaration: "typealias " + name + " = " + (target ?? "Methodical.JSON"),
                to: path,
                as: name)
        }
        if !taken.contains(path + "." + name) {
            enumerations[type.id] = path + "." + name
        }
        let body = openEnumeration(for: type).map { "    " + emission.access + $0 } + ["}"]
        add(
            attribute,
            declaration: "nonisolated struct " + name + ": Methodical.APIEngine.OpenEnum {",
            body: body,
            to: path,
            as: name)
    }

    /// Returns the lines of an enumeration's body.
    private func openEnumeration(for type: Lock.Entry) -> [String] {
        let (swift, raw): (String, Enumeration.Raw) =
            switch type.facts["of"] {
            case "Int": ("Swift.Int", .integer)
            case "JSON": ("Methodical.JSON", .mixed)
            default: ("Swift.String", .string)
            }
        var lines: [String] = []
        for member in type.members {
            guard let value = value(of: member.id, raw: raw) else {
                continue
            }
            let name = Reserved.escaped(Reserved.bare(member.swift))
            lines.append("static var \(name): Self { Self(rawValue: \(value)) }")
        }
        return lines + [
            "let rawValue: " + swift, "init(rawValue: " + swift + ") { self.rawValue = rawValue }",
            "static var _known: Swift.StaticString { \"\" }",
        ]
    }

    /// Returns an enumeration's value as a Swift literal, or `nil` if Swift has none for it.
    private func value(of id: String, raw: Enumeration.Raw) -> String? {
        if raw == .string {
            return literal(id)
        }
        if raw == .mixed, id.utf8.first == UInt8(ascii: "\"") {
            return literal(String(id.dropFirst().dropLast()))
        }
        guard emission.isWritable(id, as: raw) else { return nil }
        return id
    }

    // MARK: Members

    /// Declares the removed and renamed members of a type.
    private mutating func keepMembers(of old: Lock.Entry, in new: Lock.Entry) {
        let names = Set(new.members.map { $0.swift })
        guard old.members.contains(where: { !names.contains($0.swift) }),
            let type = emission.type(named: TypeID(new.id))
        else { return }
        let pairs = Pairs(
            from: old.members,
            to: new.members,
            id: { $0.id },
            traits: { member, _ in
                switch old.kind {
                case .enumeration: .only(member.swift)
                default: .member(member.id, kind: spelled(member.type))
                }
            })
        for member in pairs.removed where !names.contains(member.swift) {
            let name = Self.code(old.id, ".", member.id)
            keepRemoved(member, of: type, text: "\(name) is gone from the API")
        }
        for pair in pairs.same + pairs.renamed where !names.contains(pair.old.swift) {
            let verb = identityVerb(from: pair.old.id, to: pair.new.id)
            let name = Self.code(old.id, ".", pair.old.id)
            let text = "\(name) \(verb) \(Self.code(pair.new.swift)) now"
            let attribute = Self.deprecated(text, renamed: Reserved.bare(pair.new.swift))
            keepRenamed(pair.old, as: pair.new, of: type, attribute: attribute)
        }
    }

    /// Declares a removed member.
    private mutating func keepRemoved(
        _ member: Lock.Entry,
        of owner: EmittedType,
        text: String
    ) {
        let path = owner.path
        let name = Reserved.escaped(Reserved.bare(member.swift))
        let type = spelledType(of: member)
        switch owner.declaration.shape {
        case .record(let record):
            let body = member.isOptional ? "nil" : Self.unreachable
            let accessors = accessors(of: record, getter: body, setter: "{}")
            let head = "var \(name): \(type)\(accessors)"
            add(Self.unavailable(text), declaration: head, to: path, as: name)
        case .enumeration(let enumeration):
            guard let value = value(of: member.id, raw: enumeration.raw) else {
                return
            }
            let head = "static var \(name): Self { Self(rawValue: \(value)) }"
            add(Self.deprecated(text), declaration: head, to: path, as: name)
        case .union where member.type == Emission.nothing:
            let head = "static var \(name): Self { \(Self.unreachable) }"
            add(Self.unavailable(text), declaration: head, to: path, as: name)
        case .union:
            let head = "static func \(name)(_ value: \(type)) -> Self { \(Self.unreachable) }"
            add(Self.unavailable(text), declaration: head, to: path, as: name)
        case .alias: break
        }
    }

    /// Declares a renamed member as an alias of the new one.
    private mutating func keepRenamed(
        _ old: Lock.Entry,
        as new: Lock.Entry,
        of owner: EmittedType,
        attribute: String
    ) {
        let path = owner.path
        let name = Reserved.escaped(Reserved.bare(old.swift))
        let target = Reserved.escaped(Reserved.bare(new.swift))
        let type = spelledType(of: new)
        let head: String
        switch owner.declaration.shape {
        case .record(let record):
            let accessors = accessors(
                of: record,
                getter: target,
                setter: "{ \(target) = newValue }")
            head = "var \(name): \(type)\(accessors)"
        case .union where new.type != Emission.nothing:
            head = "static func \(name)(_ value: \(type)) -> Self { .\(target)(value) }"
        default: head = "static var \(name): Self { .\(target) }"
        }
        add(attribute, declaration: head, to: path, as: name)
    }

    /// Returns the accessors of a property. It has a setter if the record's properties have one.
    private func accessors(
        of record: Record,
        getter: String,
        setter: String
    ) -> String {
        if emission.api.isMutable(record) {
            return " { get { \(getter) } set \(setter) }"
        }
        return " { \(getter) }"
    }

    // MARK: Errors

    /// Declares the removed and renamed error codes.
    mutating func keepErrors() {
        let names = Set(emission.errors.map(\.name))
        guard !emission.errors.isEmpty else { return }
        let isWord = emission.errors.contains { $0.declaration.isWord }
        for old in lock.entries where old.kind == .error && !names.contains(old.swift) {
            // A word cannot be a raw value of an enumeration of numbers.
            let hasUnusableCode = !isWord && Int(old.type) == nil
            if hasUnusableCode {
                continue
            }
            let error =
                emission.errors.first { $0.declaration.name == old.id }
                ?? emission.errors.first { $0.declaration.code == old.type }
            let new = error?.name
            let fate = new.map { "is `\($0)` now" } ?? "is gone from the API"
            let text = "\(Self.code(old.id)) \(fate)"
            let rawValue = isWord ? literal(old.type) : old.type
            let body =
                new.map { ".\(Reserved.escaped($0))" }
                ?? "Self(rawValue: \(rawValue))"
            let head = "static var \(Reserved.escaped(old.swift)): Self { \(body) }"
            add(
                Self.deprecated(text, renamed: new ?? ""),
                declaration: head,
                to: emission.root + ".ErrorCode",
                as: old.swift)
        }
    }
}
