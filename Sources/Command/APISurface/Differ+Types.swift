import MethodicalGenerator

extension Differ {
    /// Adds the changes of all types.
    mutating func compare(_ pairs: Pairs<Surface.TypeSurface>) {
        var renamedNames = [(old.name + ".", new.name + ".")]
        for pair in pairs.renamed {
            renamedNames.append((pair.old.swift + ".", pair.new.swift + "."))
        }
        for type in pairs.removed {
            add(
                effect: .breaks,
                action: .removed,
                kind: .type,
                id: type.id,
                swift: type.swift,
                message: "is gone")
        }
        for pair in pairs.renamed + pairs.same {
            // The names of nested types change with the name of their API or outer type.
            let moved = renamedNames.contains {
                pair.old.swift.hasPrefix($0)
                    && pair.new.swift == $1 + pair.old.swift.dropFirst($0.count)
            }
            if pair.old.swift != pair.new.swift, !moved {
                let verb = identityVerb(from: pair.old.id, to: pair.new.id)
                add(
                    effect: .breaks,
                    action: .renamed,
                    kind: .type,
                    id: pair.old.id,
                    swift: pair.old.swift,
                    message: "\(verb) `\(pair.new.swift)` now")
            }
            compare(pair.old, with: pair.new)
        }
        for type in pairs.added {
            add(
                effect: .compatible,
                action: .added,
                kind: .type,
                id: type.id,
                swift: type.swift,
                message: "is new")
        }
    }

    /// Adds the changes of one type.
    private mutating func compare(_ old: Surface.TypeSurface, with new: Surface.TypeSurface) {
        guard old.kind == new.kind else {
            return add(
                effect: .breaks,
                action: .changed,
                kind: .type,
                id: old.id,
                swift: old.swift,
                message: "was \(old.kind.noun), and is \(new.kind.noun) now")
        }
        shape(from: old, to: new)
        if old.kind == .record, old.hasInitializer != new.hasInitializer {
            let message =
                new.hasInitializer
                ? "has an initializer now"
                : "no longer has an initializer"
            add(
                effect: Change.Effect(isCompatible: new.hasInitializer),
                action: .changed,
                kind: .type,
                id: old.id,
                swift: old.swift,
                message: message)
        }
        members(from: old, to: new)
    }

    /// Adds the changes of a type's members.
    private mutating func members(from old: Surface.TypeSurface, to new: Surface.TypeSurface) {
        let kind = old.kind.member
        let pairs = Pairs(
            from: old.members,
            to: new.members,
            id: \.id
        ) { [self] in
            if kind == .value {
                return .only($0.swift)
            }
            return .member($0.id, kind: translated($0.type, isOld: $1))
        }
        for member in pairs.removed {
            add(
                effect: .breaks,
                action: .removed,
                kind: kind,
                id: "\(old.id).\(member.id)",
                swift: "\(old.swift).\(member.swift)",
                message: "is gone")
        }
        for pair in pairs.renamed {
            var effect = Change.Effect.breaks
            var newName = pair.new.swift
            if pair.old.swift == pair.new.swift {
                effect = .behaviour
                newName = pair.new.id
            }
            add(
                effect: effect,
                action: .renamed,
                kind: kind,
                id: "\(old.id).\(pair.old.id)",
                swift: "\(old.swift).\(pair.old.swift)",
                message: "seems to be `\(newName)` now")
            compare(pair.old, with: pair.new, of: old, kind: kind)
        }
        for pair in pairs.same {
            if pair.old.swift != pair.new.swift {
                add(
                    effect: .breaks,
                    action: .renamed,
                    kind: kind,
                    id: "\(old.id).\(pair.old.id)",
                    swift: "\(old.swift).\(pair.old.swift)",
                    message: "is `\(pair.new.swift)` now")
            }
            compare(pair.old, with: pair.new, of: old, kind: kind)
        }
        for member in pairs.added {
            add(member, to: new, wasMade: old.hasInitializer)
        }
    }

    /// Adds the changes of one member.
    private mutating func compare(
        _ old: Surface.Member,
        with new: Surface.Member,
        of type: Surface.TypeSurface,
        kind: Change.Kind
    ) {
        let id = "\(type.id).\(old.id)"
        let swift = "\(type.swift).\(old.swift)"
        let isRetyped = translated(old.type) != new.type
        if isRetyped || old.isOptional != new.isOptional {
            let before = self.old.spelledType(of: old)
            let after = self.new.spelledType(of: new)
            add(
                effect: .breaks,
                action: .changed,
                kind: kind,
                id: id,
                swift: swift,
                message: "was `\(before)`, and is `\(after)` now")
        }
        deprecation(
            from: old.deprecated,
            to: new.deprecated,
            kind: kind,
            id: id,
            swift: swift)
    }

    /// Adds the change for a new member.
    ///
    /// - Parameter wasMade: Indicates whether the old type had an initializer. Calls of it then lack the new member.
    private mutating func add(
        _ member: Surface.Member,
        to type: Surface.TypeSurface,
        wasMade: Bool
    ) {
        let id = "\(type.id).\(member.id)"
        let swift = "\(type.swift).\(member.swift)"
        let spelled = new.spelledType(of: member)
        switch type.kind {
        case .union:
            add(
                effect: .breaks,
                action: .added,
                kind: .case,
                id: id,
                swift: swift,
                message: "is new: a `switch` over all cases has to name it")
        case .record where type.hasInitializer && wasMade && !member.isOptional:
            add(
                effect: .breaks,
                action: .added,
                kind: .property,
                id: id,
                swift: swift,
                message: "is new, and the initializer needs it: `\(spelled)`")
        case .record:
            add(
                effect: .compatible,
                action: .added,
                kind: .property,
                id: id,
                swift: swift,
                message: "is new: `\(spelled)`")
        case .enumeration, .alias:
            add(
                effect: .compatible,
                action: .added,
                kind: .value,
                id: id,
                swift: swift,
                message: "is new")
        }
    }

    /// Adds the change of the type or key that belongs to a type's shape.
    private mutating func shape(from old: Surface.TypeSurface, to new: Surface.TypeSurface) {
        let typeOfApp = "a type of the app"
        switch (old.shape, new.shape) {
        case (.record(let before), .record(let after)) where before.map(translated) != after:
            undeclaredMembers(from: before, to: after, of: old)
        case (.enumeration(let before), .enumeration(let after)) where before != after:
            add(
                effect: .breaks,
                action: .changed,
                kind: .type,
                id: old.id,
                swift: old.swift,
                message: "had values of `\(before)`, and has those of `\(after)` now")
        case (.union(let before), .union(let after)) where before != after:
            add(
                effect: .behaviour,
                action: .changed,
                kind: .type,
                id: old.id,
                swift: old.swift,
                message: "is distinguished by \(after.map { "`\($0)`" } ?? "the form of its values") now")
        case (.alias(let before), .alias(let after)) where before.map(translated) != after:
            let was = before.map { "`\(self.old.spelled($0))`" } ?? typeOfApp
            let isNow = after.map { "`\(self.new.spelled($0))`" } ?? typeOfApp
            add(
                effect: .breaks,
                action: .changed,
                kind: .type,
                id: old.id,
                swift: old.swift,
                message: "was another name for \(was), and is another name for \(isNow) now")
        default:
            break
        }
    }

    /// Adds the change of a record that stores undeclared members, or no longer stores them.
    private mutating func undeclaredMembers(
        from before: String?,
        to after: String?,
        of old: Surface.TypeSurface
    ) {
        let message: String
        switch (before.map(self.old.spelled), after.map(new.spelled)) {
        case (nil, nil):
            return
        case (nil, let isNow?):
            message = "stores undeclared members as `\(isNow)` now"
        case (let was?, nil):
            message = "stored undeclared members as `\(was)`"
        case (let was?, let isNow?):
            message = "stored undeclared members as `\(was)`, and as `\(isNow)` now"
        }
        add(
            effect: Change.Effect(isCompatible: before == nil),
            action: .changed,
            kind: .type,
            id: old.id,
            swift: old.swift,
            message: message)
    }
}

extension Surface.TypeSurface.Kind {
    fileprivate var noun: String {
        switch self {
        case .record: "an object"
        case .enumeration: "an enumeration"
        case .union: "a union"
        case .alias: "another name for a type"
        }
    }

    fileprivate var member: Change.Kind {
        switch self {
        case .record: .property
        case .enumeration, .alias: .value
        case .union: .case
        }
    }
}
