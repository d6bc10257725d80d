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
            add(.breaks, .renamed, .api, old.name, old.name, "is `\(new.name)` now")
        }
        let types = Pairs(old.types, new.types, id: \.id) { type, _ in
            type.kind == .alias
                ? .member(type.id, kind: "alias \(type.detail)")
                : .type(type.id, kind: type.kind.rawValue, members: type.members.map(\.id))
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
        _ effect: Change.Effect, _ action: Change.Action, _ kind: Change.Kind, _ id: String, _ swift: String,
        _ message: String
    ) {
        found.append(Change(effect: effect, action: action, kind: kind, id: id, swift: swift, message: message))
    }

    /// Returns a type of the old surface, with the new ids of renamed types.
    func translated(_ type: String) -> String {
        renamedTypes.isEmpty ? type : Lock.spelled(type) { "<\(renamedTypes[$0] ?? $0)>" } ?? type
    }

    // MARK: Functions

    /// Adds the changes of all methods.
    private mutating func functions() {
        let (olds, news) = (Set(old.functions.map(\.method)), Set(new.functions.map(\.method)))
        let pairs = Pairs(old.functions, new.functions, id: \.id) { [self] function, isOld in
            .function(
                function.id, parameters: function.parameters.map { $0.id + (isOld ? translated($0.type) : $0.type) },
                result: isOld ? translated(function.result) : function.result)
        }
        for function in pairs.removed where news.contains(function.method) || !function.id.contains(":") {
            add(.breaks, .removed, .method, function.id, function.call(old), "is gone")
        }
        for pair in pairs.renamed {
            add(
                .breaks, .renamed, .method, pair.old.id, pair.old.call(old),
                "seems to be `\(pair.new.id)` now: call \(pair.new.call(new))")
            compare(pair.old, pair.new)
        }
        for pair in pairs.same {
            compare(pair.old, pair.new)
        }
        for function in pairs.added where olds.contains(function.method) || !function.id.contains(":") {
            add(
                .compatible, .added, .method, function.id, function.call(new),
                "is new, and gives `\(new.spelled(function.result))`")
        }
    }

    /// Adds the changes of one function.
    private mutating func compare(_ old: Surface.Function, _ new: Surface.Function) {
        let call = old.call(self.old)
        if old.id == new.id, old.swift != new.swift {
            add(.breaks, .renamed, .method, old.id, call, "is called as \(new.call(self.new)) now")
        }
        if translated(old.result) != new.result {
            add(
                .breaks, .changed, .method, old.id, call,
                "gave `\(self.old.spelled(old.result))`, and gives `\(self.new.spelled(new.result))` now")
        }
        facts(old.facts, new.facts, .method, old.id, call)
        deprecation(old.deprecated, new.deprecated, .method, old.id, call)
        let pairs = Pairs(old.parameters, new.parameters, id: \.id) { [self] in
            .member($0.id, kind: $1 ? translated($0.type) : $0.type)
        }
        for parameter in pairs.removed {
            add(.breaks, .removed, .parameter, "\(old.id).\(parameter.id)", call, "is gone")
        }
        for pair in pairs.renamed {
            add(
                .breaks, .renamed, .parameter, "\(old.id).\(pair.old.id)", call,
                "seems to be `\(pair.new.id)` now: `\(pair.new.swift):`")
        }
        for parameter in pairs.added {
            let spelled = "`\(parameter.swift): \(self.new.spelled(parameter.type))\(parameter.isOptional ? "?" : "")`"
            add(
                parameter.isOptional ? .compatible : .breaks, .added, .parameter, "\(old.id).\(parameter.id)", call,
                "is new\(parameter.isOptional ? "" : " and required"): \(spelled)")
        }
        for pair in pairs.same {
            compare(pair.old, pair.new, of: old, call)
        }
        order(old, new, call)
    }

    private mutating func compare(
        _ old: Surface.Member, _ new: Surface.Member, of function: Surface.Function, _ call: String
    ) {
        let id = "\(function.id).\(old.id)"
        if old.swift != new.swift {
            add(.breaks, .renamed, .parameter, id, call, "is `\(new.swift):` now")
        }
        if translated(old.type) != new.type {
            add(
                .breaks, .changed, .parameter, id, call,
                "was `\(self.old.spelled(old.type))`, and is `\(self.new.spelled(new.type))` now")
        }
        if old.isOptional != new.isOptional {
            add(
                new.isOptional ? .compatible : .breaks, .changed, .parameter, id, call,
                new.isOptional ? "is no longer required" : "is required now")
        }
        facts(old.facts, new.facts, .parameter, id, call)
        deprecation(old.deprecated, new.deprecated, .parameter, id, call)
    }

    /// Adds a change if parameters that both functions have are in another order, because calls must pass
    /// arguments in order.
    private mutating func order(_ old: Surface.Function, _ new: Surface.Function, _ call: String) {
        let kept = Set(old.parameters.map(\.swift)).intersection(new.parameters.map(\.swift))
        let (before, after) = (
            old.parameters.map(\.swift).filter(kept.contains), new.parameters.map(\.swift).filter(kept.contains)
        )
        if before != after {
            add(
                .breaks, .changed, .method, old.id, call,
                "takes its arguments in another order now: \(new.call(self.new))")
        }
    }

    /// Adds the changes of facts, which are the properties of a call that its declaration does not show.
    private mutating func facts(
        _ old: [String: String], _ new: [String: String], _ kind: Change.Kind, _ id: String, _ swift: String
    ) {
        for name in Set(old.keys).union(new.keys).sorted() where old[name] != new[name] {
            let isChange = old[name] != nil && new[name] != nil
            let effect: Change.Effect =
                switch name {
                case "pages" where !isChange: old[name] == nil ? .compatible : .breaks
                case "upload" where !isChange, "files" where !isChange, "operation" where !isChange,
                    "stream" where !isChange:
                    .breaks
                // Each header field is a property of the response.
                case "headers": Self.keepsAll(old[name], new[name]) ? .compatible : .breaks
                default: .behaviour
                }
            add(effect, .changed, kind, id, swift, Self.message(name, old[name], new[name]))
        }
    }

    /// Returns a Boolean value that indicates whether a list has all items of an earlier one.
    private static func keepsAll(_ old: String?, _ new: String?) -> Bool {
        let items = { (list: String?) in Set((list ?? "").split(separator: ", ")) }
        return items(new).isSuperset(of: items(old))
    }

    private static func message(_ name: String, _ old: String?, _ new: String?) -> String {
        let was = old.map { " (was `\($0)`)" } ?? ""
        guard let new else {
            return name == "reads" ? "may change something on the server now" : "has no \(noun(name)) any more\(was)"
        }
        return switch name {
        case "reads": "no longer changes anything on the server"
        case "call": "travels as `\(new)` now\(was)"
        default: "has \(old == nil ? "a" : "another") \(noun(name)) now: `\(new)`\(was)"
        }
    }

    /// Returns the name of a fact for a sentence.
    private static func noun(_ name: String) -> String {
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
        case "operation": "wait for an operation"
        case "stream": "stream as its result"
        case "as", "arrays", "flags", "reserved": "spelling (`\(name)`)"
        default: "`\(name)`"
        }
    }

    /// Adds a change if something has become deprecated, or no longer is.
    mutating func deprecation(_ old: String?, _ new: String?, _ kind: Change.Kind, _ id: String, _ swift: String) {
        guard (old == nil) != (new == nil) else { return }
        let reason = new.map { $0.isEmpty ? "" : ": \($0)" } ?? ""
        add(
            .compatible, new == nil ? .changed : .deprecated, kind, id, swift,
            new == nil ? "is no longer deprecated" : "is deprecated now\(reason)")
    }

    // MARK: Errors and settings

    /// Adds the changes of error codes.
    private mutating func errors() {
        let pairs = Pairs(old.errors, new.errors, id: \.id) { error, _ in .only(error.type) }
        for error in pairs.removed {
            add(.breaks, .removed, .error, error.id, name(error, old), "is gone")
        }
        for pair in pairs.renamed + pairs.same {
            if pair.old.swift != pair.new.swift {
                add(.breaks, .renamed, .error, pair.old.id, name(pair.old, old), "is `\(name(pair.new, new))` now")
            }
            if pair.old.type != pair.new.type {
                add(
                    .behaviour, .changed, .error, pair.old.id, name(pair.old, old),
                    "is \(pair.new.type) now, and was \(pair.old.type)")
            }
        }
        for error in pairs.added {
            add(.compatible, .added, .error, error.id, name(error, new), "is new: \(error.type)")
        }
    }

    private func name(_ error: Surface.Member, _ surface: Surface) -> String {
        "\(surface.name).ErrorCode.\(error.swift)"
    }

    /// Adds the changes of settings.
    private mutating func settings() {
        for name in Set(old.settings.keys).union(new.settings.keys).sorted()
        where old.settings[name] != new.settings[name] {
            let widths = ["internal", "package", "public"]
            let narrows =
                name == "access"
                && (widths.firstIndex(of: old.settings[name] ?? "") ?? 0)
                    > (widths.firstIndex(of: new.settings[name] ?? "") ?? 0)
            var effect: Change.Effect = .behaviour
            if name == "access" {
                effect = narrows ? .breaks : .compatible
            }
            if name.hasPrefix("argument.") {
                // A new argument that callers may omit changes nothing for them.
                let isOptional = old.settings[name] == nil && new.settings[name]?.contains("?") == true
                effect = isOptional ? .compatible : .breaks
            }
            let (before, after) = (
                old.settings[name].map { "`\($0)`" } ?? "not said", new.settings[name].map { "`\($0)`" } ?? "not said"
            )
            add(effect, .changed, .setting, name, new.name, "is \(after) now, and was \(before)")
        }
    }
}
