import MethodicalGenerator

/// A comparison of two surfaces, entry by entry. Entries with the same id belong together. Of the others, the
/// most similar ones are considered renamed.
struct Differ {
    let old: Surface
    let new: Surface
    /// The new ids of types that seem to be renamed, by their old ids.
    private(set) var renamedTypes: [String: String] = [:]
    private var found: [Change] = []

    init(old: Surface, new: Surface) {
        self.old = old
        self.new = new
    }

    /// Returns all changes.
    mutating func changes() -> [Change] {
        if old.name != new.name {
            add(
                effect: .breaks,
                action: .renamed,
                kind: .api,
                id: old.name,
                swift: old.name,
                message: "is `\(new.name)` now")
        }
        let types = Pairs(
            from: old.types,
            to: new.types,
            id: \.id
        ) { type, _ in
            switch type.shape {
            case .alias(let target):
                .member(type.id, kind: "alias \(target ?? "")")
            default:
                .type(
                    type.id,
                    kind: type.kind.rawValue,
                    members: type.members.map(\.id))
            }
        }
        for pair in types.renamed {
            renamedTypes[pair.old.id] = pair.new.id
        }
        functions()
        compare(types)
        errors()
        settings()
        return found
    }

    /// Adds a change.
    mutating func add(
        effect: Change.Effect,
        action: Change.Action,
        kind: Change.Kind,
        id: String,
        swift: String,
        message: String
    ) {
        found.append(
            Change(
                effect: effect,
                action: action,
                kind: kind,
                id: id,
                swift: swift,
                message: message))
    }

    /// Returns a type of the old surface, with the new ids of renamed types.
    func translated(_ type: String) -> String {
        if renamedTypes.isEmpty {
            return type
        }
        return Lock.spelled(type) { "<\(renamedTypes[$0] ?? $0)>" } ?? type
    }

    /// Returns a type of either surface, with the new ids of renamed types.
    func translated(_ type: String, isOld: Bool) -> String {
        if isOld {
            return translated(type)
        }
        return type
    }

    /// Adds the changes of facts, which are the properties of a call that its declaration does not show.
    mutating func facts(
        from old: [String: String],
        to new: [String: String],
        kind: Change.Kind,
        id: String,
        swift: String
    ) {
        let isOtherRequest = Lock.request(for: old) != Lock.request(for: new)
        for name in Set(old.keys).union(new.keys).sorted() where old[name] != new[name] {
            let isChange = old[name] != nil && new[name] != nil
            let effect: Change.Effect =
                switch name {
                case "pages" where !isChange:
                    Change.Effect(isCompatible: old[name] == nil)
                case "upload" where !isChange, "files" where !isChange, "operation" where !isChange,
                    "stream" where !isChange:
                    .breaks
                // A stream that becomes a socket, or the reverse.
                case "stream" where isOtherRequest: .breaks
                case "messages": .breaks
                // Each header field is a property of the response.
                case "headers":
                    Change.Effect(isCompatible: Self.keepsAll(of: old[name], in: new[name]))
                default: .behaviour
                }
            add(
                effect: effect,
                action: .changed,
                kind: kind,
                id: id,
                swift: swift,
                message: Self.message(for: name, from: old[name], to: new[name]))
        }
    }

    /// Returns a Boolean value that indicates whether a list has all items of an earlier one.
    private static func keepsAll(of old: String?, in new: String?) -> Bool {
        let items = { (list: String?) in Set((list ?? "").split(separator: ", ")) }
        return items(new).isSuperset(of: items(old))
    }

    private static func message(
        for name: String,
        from old: String?,
        to new: String?
    ) -> String {
        let was = old.map { " (was `\($0)`)" } ?? ""
        guard let new else {
            return switch name {
            case "reads": "may change something on the server now"
            default: "has no \(noun(for: name)) any more\(was)"
            }
        }
        return switch name {
        case "reads": "no longer changes anything on the server"
        case "call": "travels as `\(new)` now\(was)"
        case _ where old == nil: "has \(withArticle(noun(for: name))) now: `\(new)`\(was)"
        default: "has another \(noun(for: name)) now: `\(new)`\(was)"
        }
    }

    private static func withArticle(_ noun: String) -> String {
        let beginsWithVowel = noun.first.map("aeiou".contains) ?? false
        return (beginsWithVowel ? "an " : "a ") + noun
    }

    /// Returns the name of a fact for a sentence.
    private static func noun(for name: String) -> String {
        switch name {
        case "in": "place for parameters"
        case "token": "demand for a token"
        case "needs": "demand for credentials"
        case "headers": "list of typed header fields"
        case "failures": "list of failures"
        case "statuses": "list of statuses that are results"
        case "cache": "cache lifetime"
        case "invalidates": "list of namespaces that become stale"
        case "pages": "way to the next page"
        case "sends": "constant argument"
        case "upload": "file to send"
        case "files": "body of files"
        case "type": "media type"
        case "accept": "accepted media type"
        case "server": "server of its own"
        case "result": "key of its result"
        case "timeout": "timeout"
        case "operation": "wait for an operation"
        case "stream": "stream as its result"
        case "messages": "type of messages to the server"
        case "as", "arrays", "flags", "reserved": "spelling (`\(name)`)"
        default: "`\(name)`"
        }
    }

    /// Adds a change if something has become deprecated, or no longer is.
    mutating func deprecation(
        from old: String?,
        to new: String?,
        kind: Change.Kind,
        id: String,
        swift: String
    ) {
        switch (old, new) {
        case (nil, let reason?):
            var message = "is deprecated now"
            if !reason.isEmpty {
                message += ": \(reason)"
            }
            add(
                effect: .compatible,
                action: .deprecated,
                kind: kind,
                id: id,
                swift: swift,
                message: message)
        case (_?, nil):
            let message = "is no longer deprecated"
            add(
                effect: .compatible,
                action: .changed,
                kind: kind,
                id: id,
                swift: swift,
                message: message)
        case (nil, nil), (_?, _?): break
        }
    }
}
