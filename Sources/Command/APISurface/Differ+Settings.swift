extension Differ {
    /// Adds the changes of error codes.
    mutating func errors() {
        let pairs = Pairs(
            from: old.errors,
            to: new.errors,
            id: \.id
        ) { error, _ in
            .only(error.type)
        }
        for error in pairs.removed {
            add(
                effect: .breaks,
                action: .removed,
                kind: .error,
                id: error.id,
                swift: name(of: error, in: old),
                message: "is gone")
        }
        for pair in pairs.renamed + pairs.same {
            if pair.old.swift != pair.new.swift {
                add(
                    effect: .breaks,
                    action: .renamed,
                    kind: .error,
                    id: pair.old.id,
                    swift: name(of: pair.old, in: old),
                    message: "is `\(name(of: pair.new, in: new))` now")
            }
            if pair.old.type != pair.new.type {
                add(
                    effect: .behaviour,
                    action: .changed,
                    kind: .error,
                    id: pair.old.id,
                    swift: name(of: pair.old, in: old),
                    message: "is \(pair.new.type) now, and was \(pair.old.type)")
            }
        }
        for error in pairs.added {
            add(
                effect: .compatible,
                action: .added,
                kind: .error,
                id: error.id,
                swift: name(of: error, in: new),
                message: "is new: \(error.type)")
        }
    }

    private func name(of error: Surface.Member, in surface: Surface) -> String {
        "\(surface.name).ErrorCode.\(error.swift)"
    }

    /// Adds the changes of settings.
    mutating func settings() {
        for name in Set(old.settings.keys).union(new.settings.keys).sorted()
        where old.settings[name] != new.settings[name] {
            add(
                effect: effect(ofSetting: name),
                action: .changed,
                kind: .setting,
                id: name,
                swift: new.name,
                message: Self.message(forSettingFrom: old.settings[name], to: new.settings[name]))
        }
    }

    private static func message(forSettingFrom old: String?, to new: String?) -> String {
        switch (old, new) {
        case (let old?, let new?): "is `\(new)` now, and was `\(old)`"
        case (let old?, nil): "is gone, and was `\(old)`"
        case (nil, let new?): "is new: `\(new)`"
        case (nil, nil): "has not changed"
        }
    }

    /// Returns the effect of a setting's change.
    private func effect(ofSetting name: String) -> Change.Effect {
        let (before, after) = (old.settings[name], new.settings[name])
        if name == "access" {
            return Change.Effect(isCompatible: Self.width(ofAccess: before) <= Self.width(ofAccess: after))
        }
        if name.hasPrefix("argument.") {
            // A new argument that callers may omit changes nothing for them.
            let isNewAndOptional = before == nil && after?.contains("?") == true
            return Change.Effect(isCompatible: isNewAndOptional)
        }
        return .behaviour
    }

    /// Returns the rank of an access level. A higher one has more callers.
    private static func width(ofAccess level: String?) -> Int {
        switch level {
        case "package": 1
        case "public": 2
        default: 0
        }
    }
}
