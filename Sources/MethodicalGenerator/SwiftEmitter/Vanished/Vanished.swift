/// What the lock file has and the API has not: declarations that tell a caller what became of it, until the API is accepted.
///
/// What works under another name, and values that can still be sent, are deprecated; all else is unavailable.
struct Vanished {
    let emission: Emission
    let lock: Lock
    /// What types that seem renamed are called now, by ids.
    private var renamed: [String: String] = [:]
    /// Where enumerations that are gone are declared, by ids.
    private var enumerations: [String: String] = [:]
    /// What declarations can stand in, and what is declared.
    private var scopes: Set<String>
    private var taken: Set<String>
    /// The lines of each declaration, by what it stands in.
    private var declarations: [String: [[String]]] = [:]
    /// The types of all functions' parameters.
    var parameters: Set<String> = []

    init(_ lock: Lock, _ emission: Emission) {
        self.emission = emission
        self.lock = lock
        scopes = Set(emission.namespaces.all.map { $0.path })
        taken = scopes.union(emission.types.paths)
        for (i, type) in emission.api.types.enumerated() {
            if case .alias = type.shape { continue }
            scopes.insert(emission.types.paths[i])
        }
        if lock.name != emission.root {
            let attribute = Self.deprecated("the API is `" + emission.root + "` now", renamed: emission.root)
            add(attribute, "typealias " + lock.name + " = " + emission.root, to: "", as: lock.name)
        }
        types()
        functions()
        errors()
    }

    /// One of a name in each place.
    mutating func add(_ attribute: String, _ declaration: String, _ body: [String] = [], to scope: String, as name: String) {
        guard taken.insert(scope + "." + name).inserted else { return }
        declarations[scope, default: []].append([attribute, emission.access + declaration] + body)
    }

    static func deprecated(_ message: String, renamed: String = "") -> String {
        "@available(*, deprecated, message: " + literal(message) + (renamed.isEmpty ? ")" : ", renamed: " + literal(renamed) + ")")
    }

    static func unavailable(_ message: String) -> String { "@available(*, unavailable, message: " + literal(message) + ")" }

    static func code(_ parts: String...) -> String { CommentText.code(CommentText.line(parts.joined())) }

    static func parts(_ path: String) -> [String] { path.utf8.split(separator: 0x2E).map { Reserved.bare(String(Substring($0))) } }

    /// The body of what nobody can call: it only has to compile.
    static let unreachable = "while true {}"

    func spelled(_ type: String) -> String {
        let text = Lock.spelled(type) { id in
            emission.resolver.index[TypeID(renamed[id] ?? id)].map { emission.types.paths[$0] } ?? enumerations[id] ?? "JSON"
        }
        return text ?? "JSON"
    }

    /// A namespace, made anew if it is gone; nil where something else has its name.
    mutating func namespace(_ names: [String], isCallable: Bool) -> Namespace? {
        var path = emission.root
        for name in names {
            path += "." + Reserved.namespace(emission.speller.type(name))
            if taken.contains(path), !emission.namespaces.all.contains(where: { $0.path == path }) { return nil }
        }
        let i = emission.keepNamespace(names, isCallable: isCallable)
        for space in emission.namespaces.all where taken.insert(space.path).inserted { scopes.insert(space.path) }
        return emission.namespaces.all[i]
    }

    // MARK: Types

    private mutating func types() {
        let olds = lock.entries.filter { $0.kind != .setting && $0.kind != .method && $0.kind != .error }
        let pairs = Pairs(olds, emission.api.types.indices.map { emission.entry(type: $0) }, id: { $0.id }) { type, _ in
            type.kind == .alias
                ? .member(type.id, kind: "alias " + (type.facts["of"] ?? type.type))
                : .type(type.id, kind: type.kind.rawValue, members: type.members.map { $0.id })
        }
        for pair in pairs.renamed { renamed[pair.old.id] = pair.new.id }
        // Where what lay in a type lies now; nowhere, if the type is gone.
        var owners: [String: String] = [:]
        for pair in pairs.same + pairs.renamed { owners[pair.old.swift] = pair.new.swift }
        for type in pairs.removed { owners[type.swift] = "" }
        for type in pairs.removed { declare(type, owners, Self.unavailable(Self.code(type.id) + " is gone from the API")) }
        for pair in pairs.same + pairs.renamed {
            if pair.old.swift != pair.new.swift {
                let text = Self.code(pair.old.id) + (pair.old.id == pair.new.id ? " is `" : " seems to be `") + pair.new.swift + "` now"
                declare(pair.old, owners, Self.deprecated(text, renamed: pair.new.swift), as: pair.new.swift)
            }
            if pair.old.kind == pair.new.kind { members(pair.old, pair.new) }
        }
    }

    /// What lay in a type that is gone too is told with it. An enumeration keeps its values: `.name` would else be an error before that of the
    /// method that it was an argument of.
    private mutating func declare(_ type: Lock.Entry, _ owners: [String: String], _ attribute: String, as target: String? = nil) {
        var parts = Self.parts(type.swift)
        guard parts.first == lock.name, let last = parts.popLast() else { return }
        let name = Reserved.escaped(last)
        let owner = owners[parts.joined(separator: ".")]
        parts.removeFirst()
        let scope = owner ?? emission.root + parts.map { "." + $0 }.joined()
        if !scopes.contains(scope), owner != nil || namespace(parts, isCallable: false)?.path != scope { return }
        guard type.kind == .enumeration, target == nil else {
            return add(attribute, "typealias " + name + " = " + (target ?? "JSON"), to: scope, as: name)
        }
        let raw = type.facts["of"] == "Int" ? "Int" : type.facts["of"] == "JSON" ? "JSON" : "String"
        var body: [String] = []
        for member in type.members {
            guard let value = value(member.id, raw == "Int" ? .integer : raw == "JSON" ? .mixed : .string) else { continue }
            body.append("static var " + Reserved.escaped(Reserved.bare(member.swift)) + ": Self { Self(rawValue: " + value + ") }")
        }
        body += ["let rawValue: " + raw, "init(rawValue: " + raw + ") { self.rawValue = rawValue }", "static var _known: StaticString { \"\" }"]
        if !taken.contains(scope + "." + name) { enumerations[type.id] = scope + "." + name }
        add(attribute, "nonisolated struct " + name + ": OpenEnum {", body.map { "    " + emission.access + $0 } + ["}"], to: scope, as: name)
    }

    /// An enumeration's value as Swift writes it, where it can.
    private func value(_ id: String, _ raw: Enumeration.Raw) -> String? {
        if raw == .string { return literal(id) }
        if raw == .mixed, id.utf8.first == 0x22 { return literal(String(id.dropFirst().dropLast())) }
        return emission.isWritable(id, raw) ? id : nil
    }

    // MARK: Members

    private mutating func members(_ old: Lock.Entry, _ new: Lock.Entry) {
        let names = Set(new.members.map { $0.swift })
        guard old.members.contains(where: { !names.contains($0.swift) }), let i = emission.resolver.index[TypeID(new.id)] else { return }
        let pairs = Pairs(old.members, new.members, id: { $0.id }) { member, _ in
            old.kind == .enumeration ? .only(member.swift) : .member(member.id, kind: spelled(member.type))
        }
        for member in pairs.removed where !names.contains(member.swift) {
            gone(member, i, Self.code(old.id, ".", member.id) + " is gone from the API")
        }
        for pair in pairs.same + pairs.renamed where !names.contains(pair.old.swift) {
            let words = pair.old.id == pair.new.id ? " is " : " seems to be "
            let text = Self.code(old.id, ".", pair.old.id) + words + Self.code(pair.new.swift) + " now"
            renamed(pair.old, pair.new, i, Self.deprecated(text, renamed: Reserved.bare(pair.new.swift)))
        }
    }

    private mutating func gone(_ member: Lock.Entry, _ i: Int, _ text: String) {
        let (path, name) = (emission.types.paths[i], Reserved.escaped(Reserved.bare(member.swift)))
        let type = spelled(member.type) + (member.isOptional ? "?" : "")
        switch emission.api.types[i].shape {
        case .record(let record):
            let body = member.isOptional ? "nil" : Self.unreachable
            add(Self.unavailable(text), "var " + name + ": " + type + accessors(record, body, "{}"), to: path, as: name)
        case .enumeration(let enumeration):
            guard let value = value(member.id, enumeration.raw) else { return }
            add(Self.deprecated(text), "static var " + name + ": Self { Self(rawValue: " + value + ") }", to: path, as: name)
        case .union:
            // As a case, so that who switches over all of them need not do so anew before he has read this.
            emission.keptCases[i, default: []].append((Self.unavailable(text), "indirect case " + name + "(" + type + ")"))
        case .alias: break
        }
    }

    private mutating func renamed(_ old: Lock.Entry, _ new: Lock.Entry, _ i: Int, _ attribute: String) {
        let (path, name) = (emission.types.paths[i], Reserved.escaped(Reserved.bare(old.swift)))
        let target = Reserved.escaped(Reserved.bare(new.swift))
        let type = spelled(new.type) + (new.isOptional ? "?" : "")
        switch emission.api.types[i].shape {
        case .record(let record):
            add(attribute, "var " + name + ": " + type + accessors(record, target, "{ " + target + " = newValue }"), to: path, as: name)
        case .union: add(attribute, "static func " + name + "(_ value: " + type + ") -> Self { ." + target + "(value) }", to: path, as: name)
        default: add(attribute, "static var " + name + ": Self { ." + target + " }", to: path, as: name)
        }
    }

    private func accessors(_ record: Record, _ getter: String, _ setter: String) -> String {
        let isMutable = record.isInput || emission.api.initializers == .all
        return isMutable ? " { get { " + getter + " } set " + setter + " }" : " { " + getter + " }"
    }

    // MARK: Errors

    private mutating func errors() {
        let (names, errors) = (Set(emission.errorNames), emission.api.errors)
        let isWord = errors.contains(where: \.isWord)
        for old in lock.entries where old.kind == .error && !names.contains(old.swift) && !errors.isEmpty && (isWord || Int(old.type) != nil) {
            let place = errors.firstIndex { $0.name == old.id } ?? errors.firstIndex { $0.code == old.type }
            let new = place.map { emission.errorNames[$0] }
            let text = Self.code(old.id) + (new.map { " is `" + $0 + "` now" } ?? " is gone from the API")
            let body = new.map { "." + Reserved.escaped($0) } ?? "Self(rawValue: " + (isWord ? literal(old.type) : old.type) + ")"
            add(
                Self.deprecated(text, renamed: new ?? ""), "static var " + Reserved.escaped(old.swift) + ": Self { " + body + " }",
                to: emission.root + ".ErrorCode", as: old.swift)
        }
    }

    // MARK: Printing

    /// Whether a parameter is of this type, or a list of it.
    func uses(_ type: String) -> Bool {
        [type, "Foundation." + type].contains { parameters.contains($0) || parameters.contains("[" + $0 + "]") }
    }

    func print(_ out: inout Printer) {
        if declarations.isEmpty { return }
        out.blank()
        out.line("// MARK: Gone or called otherwise since methodical.lock was written; `swift package methodical check --accept` writes it anew")
        out.line("// What is unavailable cannot be called: its body only has to compile.")
        for scope in declarations.keys.sorted() {
            out.blank()
            if !scope.isEmpty { out.line("nonisolated extension ", scope, " {") }
            for (place, lines) in (declarations[scope] ?? []).enumerated() {
                if place > 0 { out.blank() }
                for line in lines { out.line(scope.isEmpty ? "" : "    ", line) }
            }
            if !scope.isEmpty { out.line("}") }
        }
    }
}

extension Vanished {
    mutating func functions() {
        let olds = lock.entries.filter { $0.kind == .method }
        let news = emission.functions.map { emission.entry($0) }
        let pairs = Pairs(olds, news, id: { $0.id }) { function, _ in
            .function(function.id, parameters: function.members.map { $0.id + spelled($0.type) }, result: spelled(function.type))
        }
        let called = Dictionary(grouping: news) { $0.swift }
        let paths = Set(news.map { Self.parts($0.swift) })
        /// Whether there is no function any more that has a place for each of its arguments, and could be one without another function's name.
        func isGone(_ old: Lock.Entry) -> Bool {
            let path = Self.parts(old.swift)
            if path.indices.contains(where: { paths.contains(Array(path[..<$0])) }) { return false }
            guard let known = called[old.swift] else { return true }
            return !known.contains { new in old.members.allSatisfy { label in new.members.contains { $0.swift == label.swift } } }
        }
        for pair in pairs.same where isGone(pair.old) { keep(pair.old, pair.new, called[pair.old.swift] ?? [], " is called as ") }
        for pair in pairs.renamed where isGone(pair.old) { keep(pair.old, pair.new, called[pair.old.swift] ?? [], " seems to be ") }
        let plain = Dictionary(news.map { (Self.method($0), $0) }) { first, _ in first }
        for old in pairs.removed where isGone(old) {
            let other = plain[Self.method(old)].map { ": call " + Self.call($0) } ?? ""
            declare(old, Self.unavailable(Self.code(old.id) + " is gone from the API" + other))
        }
    }

    private static func method(_ function: Lock.Entry) -> String { String(function.id.utf8.prefix { $0 != 0x3A }) ?? "" }

    private static func call(_ function: Lock.Entry, _ name: String? = nil) -> String {
        "`" + (name ?? function.swift) + "(" + function.members.map { $0.swift + ":" }.joined() + ")`"
    }

    /// A function under another name, or with other arguments: it calls the new one where it can.
    private mutating func keep(_ old: Lock.Entry, _ new: Lock.Entry, _ known: [Lock.Entry], _ words: String) {
        let pairs = Pairs(old.members, new.members, id: { $0.id }) { member, _ in .member(member.id, kind: spelled(member.type)) }
        let kept = pairs.same + pairs.renamed
        var text = Self.code(old.id) + words + Self.call(new) + " now"
        if old.swift == new.swift {
            let gone = pairs.removed.map { Self.code(old.id, ".", $0.id) + " is gone" }
            let changed = pairs.same.filter { $0.old.swift != $0.new.swift }.map {
                Self.code(old.id, ".", $0.old.id) + " is `" + $0.new.swift + ":` now"
            }
            let alike = pairs.renamed.map { Self.code(old.id, ".", $0.old.id) + " seems to be `" + $0.new.swift + ":` now" }
            text = (gone + changed + alike).joined(separator: ", ") + ": call " + Self.call(new)
        }
        let isFile = old.facts["upload"] != nil
        let there = Self.parts(new.swift)
        let space = there.dropLast().map { $0 + "." }.joined()
        guard pairs.removed.isEmpty, spelled(old.type) == spelled(new.type), isFile == (new.facts["upload"] != nil),
            pairs.added.allSatisfy({ $0.isOptional }),
            kept.allSatisfy({ spelled($0.old.type) == spelled($0.new.type) && ($0.new.isOptional || !$0.old.isOptional) }),
            let name = there.last, let path = emission.namespaces.all.first(where: { $0.call == space })?.path
        else { return declare(old, Self.unavailable(text)) }
        // Beside another function of the name a call means this one only by an argument that no other takes.
        var telling = old.members.filter { label in !known.contains { $0.members.contains { $0.swift == label.swift } } }
        if !known.isEmpty, telling.isEmpty { return }
        if known.isEmpty || telling.contains(where: { !$0.isOptional }) { telling = [] }
        let isNear = there.dropLast() == Self.parts(old.swift).dropLast()
        let attribute = Self.deprecated(text, renamed: isNear ? String(Self.call(new, name).dropFirst().dropLast()) : "")
        let target = (isNear ? "self." : path + "(client: self.client).") + Reserved.escaped(name)
        for turn in 0..<max(telling.count, 1) {
            var variant = old
            variant.members.removeAll { label in telling[..<turn].contains { $0.swift == label.swift } }
            var arguments = isFile ? ["file"] : []
            for member in new.members {
                guard let value = kept.first(where: { $0.new.id == member.id })?.old.swift,
                    variant.members.contains(where: { $0.swift == value })
                else { continue }
                arguments.append((member.swift == "inout" ? "`inout`" : member.swift) + ": " + Reserved.escaped(value))
            }
            let body = target + "(" + arguments.joined(separator: ", ") + ")"
            declare(variant, attribute, body, needing: turn < telling.count ? telling[turn].swift : nil)
        }
    }

    private mutating func declare(_ old: Lock.Entry, _ attribute: String, _ body: String? = nil, needing needed: String? = nil) {
        let names = Self.parts(old.swift)
        guard let name = names.last, !emission.namespaces.all.contains(where: { $0.call == old.swift + "." }),
            let space = namespace(names.dropLast(), isCallable: true), space.call == names.dropLast().map({ $0 + "." }).joined()
        else { return }
        let isFile = old.facts["upload"] != nil
        if isFile { parameters.insert("Upload") }
        var list = isFile ? ["_ file: Upload"] : []
        for member in old.members {
            parameters.insert(member.type)
            let mark = !member.isOptional ? "" : member.swift == needed ? "?" : "? = nil"
            list.append(Reserved.escaped(member.swift) + ": " + spelled(member.type) + mark)
        }
        let result = (isFile ? ") -> UploadRequest<" : ") -> Request<") + spelled(old.type) + "> {"
        let head = "func " + Reserved.escaped(name) + "(" + list.joined(separator: ", ") + result
        guard let body else { return add(attribute, head + " " + Self.unreachable + " }", to: space.path, as: Self.call(old)) }
        add(attribute, head, ["    " + body, "}"], to: space.path, as: Self.call(old))
    }
}
