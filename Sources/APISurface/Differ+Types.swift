import MethodicalGenerator

extension Differ {
    /// Adds the changes of all types.
    mutating func compare(_ pairs: Pairs<Surface.TypeSurface>) {
        let renamedNames =
            [(old.name + ".", new.name + ".")] + pairs.renamed.map { ($0.old.swift + ".", $0.new.swift + ".") }
        for type in pairs.removed {
            add(.breaks, .removed, .type, type.id, type.swift, "is gone")
        }
        for pair in pairs.renamed + pairs.same {
            // The names of nested types change with the name of their API or outer type.
            let moved = renamedNames.contains {
                pair.old.swift.hasPrefix($0) && pair.new.swift == $1 + pair.old.swift.dropFirst($0.count)
            }
            if pair.old.swift != pair.new.swift, !moved {
                let seems = pair.old.id == pair.new.id ? "is" : "seems to be"
                add(.breaks, .renamed, .type, pair.old.id, pair.old.swift, "\(seems) `\(pair.new.swift)` now")
            }
            compare(pair.old, pair.new)
        }
        for type in pairs.added {
            add(.compatible, .added, .type, type.id, type.swift, "is new")
        }
    }

    /// Adds the changes of one type.
    private mutating func compare(_ old: Surface.TypeSurface, _ new: Surface.TypeSurface) {
        guard old.kind == new.kind else {
            return add(.breaks, .changed, .type, old.id, old.swift, "was \(old.kind.noun), and is \(new.kind.noun) now")
        }
        detail(old, new)
        if old.kind == .record, old.hasInitializer != new.hasInitializer {
            add(
                new.hasInitializer ? .compatible : .breaks, .changed, .type, old.id, old.swift,
                new.hasInitializer ? "has an initializer now" : "no longer has an initializer")
        }
        let kind = old.kind.member
        let pairs = Pairs(old.members, new.members, id: \.id) { [self] in
            if kind == .value {
                return .only($0.swift)
            }
            return .member($0.id, kind: $1 ? translated($0.type) : $0.type)
        }
        for member in pairs.removed {
            add(.breaks, .removed, kind, "\(old.id).\(member.id)", "\(old.swift).\(member.swift)", "is gone")
        }
        for pair in pairs.renamed {
            let isSame = pair.old.swift == pair.new.swift
            add(
                isSame ? .behaviour : .breaks, .renamed, kind, "\(old.id).\(pair.old.id)",
                "\(old.swift).\(pair.old.swift)",
                "seems to be `\(isSame ? pair.new.id : pair.new.swift)` now")
            compare(pair.old, pair.new, of: old, kind)
        }
        for pair in pairs.same {
            if pair.old.swift != pair.new.swift {
                add(
                    .breaks, .renamed, kind, "\(old.id).\(pair.old.id)", "\(old.swift).\(pair.old.swift)",
                    "is `\(pair.new.swift)` now")
            }
            compare(pair.old, pair.new, of: old, kind)
        }
        for member in pairs.added {
            add(member, to: new, wasMade: old.hasInitializer)
        }
    }

    /// Adds the changes of one member.
    private mutating func compare(
        _ old: Surface.Member, _ new: Surface.Member, of type: Surface.TypeSurface, _ kind: Change.Kind
    ) {
        let (id, swift) = ("\(type.id).\(old.id)", "\(type.swift).\(old.swift)")
        let isRetyped = translated(old.type) != new.type
        if isRetyped || old.isOptional != new.isOptional {
            let (before, after) = (
                self.old.spelled(old.type) + (old.isOptional ? "?" : ""),
                self.new.spelled(new.type) + (new.isOptional ? "?" : "")
            )
            add(.breaks, .changed, kind, id, swift, "was `\(before)`, and is `\(after)` now")
        }
        deprecation(old.deprecated, new.deprecated, kind, id, swift)
    }

    /// Adds the change for a new member.
    ///
    /// - Parameter wasMade: Indicates whether the old type had an initializer. Calls of it then lack the new member.
    private mutating func add(_ member: Surface.Member, to type: Surface.TypeSurface, wasMade: Bool) {
        let (id, swift) = ("\(type.id).\(member.id)", "\(type.swift).\(member.swift)")
        let spelled = new.spelled(member.type) + (member.isOptional ? "?" : "")
        switch type.kind {
        case .union: add(.breaks, .added, .case, id, swift, "is new: a `switch` over all cases has to name it")
        case .record where type.hasInitializer && wasMade && !member.isOptional:
            add(.breaks, .added, .property, id, swift, "is new, and the initializer needs it: `\(spelled)`")
        case .record: add(.compatible, .added, .property, id, swift, "is new: `\(spelled)`")
        case .enumeration, .alias: add(.compatible, .added, .value, id, swift, "is new")
        }
    }

    /// Adds the change of a type's `detail`.
    private mutating func detail(_ old: Surface.TypeSurface, _ new: Surface.TypeSurface) {
        let (before, after) = (translated(old.detail), new.detail)
        if before == after {
            return
        }
        let (was, isNow) = (self.old.spelled(old.detail), self.new.spelled(new.detail))
        switch old.kind {
        case .record where before.isEmpty:
            add(.compatible, .changed, .type, old.id, old.swift, "stores undeclared members as `\(isNow)` now")
        case .record:
            add(
                .breaks, .changed, .type, old.id, old.swift,
                "stored undeclared members as `\(was)`\(after.isEmpty ? "" : ", and as `\(isNow)` now")")
        case .enumeration:
            add(.breaks, .changed, .type, old.id, old.swift, "had values of `\(was)`, and has those of `\(isNow)` now")
        case .union: add(.behaviour, .changed, .type, old.id, old.swift, "is distinguished by `\(after)` now")
        case .alias:
            add(
                .breaks, .changed, .type, old.id, old.swift,
                "was another name for `\(was)`, and is another name for `\(isNow)` now")
        }
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
