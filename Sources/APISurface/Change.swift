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
    }

    /// The kinds of change.
    package enum Action: String, Sendable { case added, removed, renamed, changed, deprecated }

    /// The kinds of things that can change.
    package enum Kind: String, Sendable { case api, setting, method, parameter, type, property, value, `case`, error }

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
        } else {
            self = changes.isEmpty ? .none : .patch
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
    package init(_ old: Surface, _ new: Surface) {
        self.old = old
        self.new = new
        var differ = Differ(old: old, new: new)
        let found = differ.changes()
        changes = Change.Effect.allCases.flatMap { effect in found.filter { $0.effect == effect } }
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
        Self.count(Set(old.functions.map(\.method)), Set(new.functions.map(\.method)))
    }

    /// The numbers of added and removed properties of all records.
    package var properties: Count { Self.count(Self.properties(old), Self.properties(new)) }

    private static func properties(_ surface: Surface) -> Set<[String]> {
        Set(surface.types.filter { $0.kind == .record }.flatMap { type in type.members.map { [type.id, $0.id] } })
    }

    private static func count<Element: Hashable>(_ old: Set<Element>, _ new: Set<Element>) -> Count {
        Count(added: new.subtracting(old).count, removed: old.subtracting(new).count)
    }
}

extension Surface.Function {
    /// The name of the method, without that of the variant.
    package var method: String { String(id.prefix { $0 != ":" }) }

    /// The call with its labels: `vk.users.get(userIDs:fields:)`.
    func call(_ surface: Surface) -> String {
        "\(surface.client).\(swift)(\(parameters.map { $0.swift + ":" }.joined()))"
    }
}
