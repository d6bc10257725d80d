/// One difference between two states of an API, and what it means to those who call it.
package struct Change: Equatable, Sendable {
    /// What happens to code that was written for the old state.
    package enum Effect: String, Sendable, CaseIterable {
        /// It may not compile any more.
        case breaks
        /// It compiles, and does something else.
        case behaviour
        case compatible
    }

    package enum Action: String, Sendable { case added, removed, renamed, changed, deprecated }

    package enum Kind: String, Sendable { case api, setting, method, parameter, type, property, value, `case`, error }

    package var effect: Effect
    package var action: Action
    package var kind: Kind
    /// On the wire: `users.get`, or `users.get.user_ids` with what it belongs to.
    package var id: String
    /// In Swift, as it was, or as it is where it is new: `vk.users.get(userIDs:)`, `VK.User.photo`.
    package var swift: String
    /// What has changed, as a sentence without its subject: `is required now`.
    package var message: String
}

/// What a release with these changes has to be called (semver.org).
package enum Verdict: String, Sendable, CaseIterable {
    case major, minor, patch, none

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

/// How two states of an API differ.
package struct Comparison: Sendable {
    package let old: Surface
    package let new: Surface
    /// What breaks first; in each effect methods, types, errors, settings by their ids.
    package let changes: [Change]

    package init(_ old: Surface, _ new: Surface) {
        self.old = old
        self.new = new
        var differ = Differ(old: old, new: new)
        let found = differ.changes()
        changes = Change.Effect.allCases.flatMap { effect in found.filter { $0.effect == effect } }
    }

    package var verdict: Verdict { Verdict(changes) }

    /// Methods and properties by their names on the wire, without guesses at what was renamed.
    package struct Count: Equatable, Sendable {
        package var added: Int
        package var removed: Int
    }

    package var methods: Count {
        Self.count(Set(old.functions.map(\.method)), Set(new.functions.map(\.method)))
    }

    package var properties: Count { Self.count(Self.properties(old), Self.properties(new)) }

    private static func properties(_ surface: Surface) -> Set<[String]> {
        Set(surface.types.filter { $0.kind == .record }.flatMap { type in type.members.map { [type.id, $0.id] } })
    }

    private static func count<Element: Hashable>(_ old: Set<Element>, _ new: Set<Element>) -> Count {
        Count(added: new.subtracting(old).count, removed: old.subtracting(new).count)
    }
}

extension Surface.Function {
    /// Its method's name, whichever variant it is.
    package var method: String { String(id.prefix { $0 != ":" }) }

    /// `vk.users.get(userIDs:fields:)`.
    func call(_ surface: Surface) -> String { "\(surface.client).\(swift)(\(parameters.map { $0.swift + ":" }.joined()))" }
}
