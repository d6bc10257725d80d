/// A difference between two states of an API, with its effect on callers.
package struct Change: Equatable, Sendable {
    /// The effect of a change on code that was written for the old state.
    package enum Effect: String, Sendable, CaseIterable {
        /// Code may no longer compile.
        case breaks
        /// Code compiles and behaves differently.
        case behaviour
        /// Code compiles and behaves as before.
        case compatible

        /// Creates the effect of a change that can only keep callers as they are or break them.
        init(isCompatible: Bool) {
            if isCompatible {
                self = .compatible
            } else {
                self = .breaks
            }
        }
    }

    /// The kinds of change.
    package enum Action: String, Sendable {
        case added, removed, renamed, changed, deprecated
    }

    /// The kinds of things that can change.
    package enum Kind: String, Sendable {
        case api, setting, method, parameter, type, property, value, `case`, error
    }

    package var effect: Effect
    package var action: Action
    package var kind: Kind
    /// The name on the wire: `users.get`, or `users.get.user_ids` for a part of it.
    package var id: String
    /// The old name in Swift, or the new one if the thing is new: `vk.users.get(userIDs:)`, `VK.User.photo`.
    package var swift: String
    /// A description of the change, without its subject: `is required now`.
    package var message: String
}

/// The kind of release that a set of changes requires (semver.org).
package enum Verdict: String, Sendable, CaseIterable {
    case major, minor, patch, none

    /// Creates the verdict on a set of changes.
    package init(_ changes: [Change]) {
        if changes.contains(where: { $0.effect == .breaks }) {
            self = .major
        } else if changes.contains(where: { $0.effect == .compatible }) {
            self = .minor
        } else if changes.isEmpty {
            self = .none
        } else {
            self = .patch
        }
    }
}

/// The differences between two states of an API.
package struct Comparison: Sendable {
    package let old: Surface
    package let new: Surface
    /// The changes, sorted by effect: first those that break callers. Changes with the same effect are in the
    /// order API, methods, types, errors, settings.
    package let changes: [Change]

    /// Compares two states.
    package init(from old: Surface, to new: Surface) {
        self.old = old
        self.new = new
        var differ = Differ(old: old, new: new)
        let found = differ.changes()
        changes = Change.Effect.allCases.flatMap { effect in
            found.filter { $0.effect == effect }
        }
    }

    /// The kind of release that the changes require.
    package var verdict: Verdict { Verdict(changes) }

    /// The numbers of added and removed names on the wire. A renamed thing counts as removed and added.
    package struct Count: Equatable, Sendable {
        package var added: Int
        package var removed: Int
    }

    /// The numbers of added and removed methods.
    package var methods: Count {
        let before = Set(old.functions.map(\.method))
        let after = Set(new.functions.map(\.method))
        return Self.count(from: before, to: after)
    }

    /// The numbers of added and removed properties of all records.
    package var properties: Count {
        Self.count(from: Self.properties(of: old), to: Self.properties(of: new))
    }

    private static func properties(of surface: Surface) -> Set<[String]> {
        var properties: Set<[String]> = []
        for type in surface.types where type.kind == .record {
            for member in type.members {
                properties.insert([type.id, member.id])
            }
        }
        return properties
    }

    private static func count<Element: Hashable>(
        from old: Set<Element>,
        to new: Set<Element>
    ) -> Count {
        Count(added: new.subtracting(old).count, removed: old.subtracting(new).count)
    }
}

extension Surface.Function {
    /// The name of the method, without that of the variant.
    package var method: String {
        String(id.prefix { $0 != ":" })
    }

    /// The call with its labels: `vk.users.get(userIDs:fields:)`.
    func call(in surface: Surface) -> String {
        let labels = parameters.map { $0.swift + ":" }
        return "\(surface.client).\(swift.asCall)(\(labels.joined()))"
    }
}
