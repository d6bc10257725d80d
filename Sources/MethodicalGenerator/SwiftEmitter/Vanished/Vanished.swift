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
    private var declarations: [String: [Declaration]] = [:]

    struct Declaration {
        var attribute: String
        var head: String
        var parameters: [String]?
        var tail = ""
        var body: [String] = []
    }

    init(_ lock: Lock, _ emission: Emission) {
        self.emission = emission
        self.lock = lock
        scopes = Set(emission.namespaces.all.map(\.path))
        taken = scopes.union(emission.types.paths)
        for (i, type) in emission.api.types.enumerated() {
            if case .alias = type.shape { continue }
            scopes.insert(emission.types.paths[i])
        }
        if lock.name != emission.root {
            let attribute = Self.deprecated("the API is `" + emission.root + "` now", renamed: emission.root)
            add(Declaration(attribute: attribute, head: "typealias " + lock.name + " = " + emission.root), to: "", as: lock.name)
        }
        types()
        functions()
        errors()
    }

    /// One of a name in each place.
    mutating func add(_ declaration: Declaration, to scope: String, as name: String) {
        if taken.insert(scope + "." + name).inserted { declarations[scope, default: []].append(declaration) }
    }

    static func deprecated(_ message: String, renamed: String = "") -> String {
        "@available(*, deprecated, message: " + literal(message) + (renamed.isEmpty ? ")" : ", renamed: " + literal(renamed) + ")")
    }

    static func unavailable(_ message: String) -> String { "@available(*, unavailable, message: " + literal(message) + ")" }

    static func code(_ parts: String...) -> String { CommentText.code(CommentText.line(parts.joined())) }

    func spelled(_ type: String) -> String {
        let text = Lock.spelled(type) { id in
            emission.resolver.index[TypeID(renamed[id] ?? id)].map { emission.types.paths[$0] } ?? enumerations[id] ?? "JSON"
        }
        return text ?? "JSON"
    }

    /// The place of a namespace, made anew if it is gone; nil where something else has its name.
    mutating func namespace(_ names: [String], isCallable: Bool) -> Int? {
        var path = emission.root
        for name in names {
            path += "." + Reserved.namespace(emission.speller.type(name))
            if taken.contains(path), !emission.namespaces.all.contains(where: { $0.path == path }) { return nil }
        }
        let i = emission.keepNamespace(names, isCallable: isCallable)
        for space in emission.namespaces.all where taken.insert(space.path).inserted { scopes.insert(space.path) }
        return i
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
        for (words, found) in [(" is ", pairs.same), (" seems to be ", pairs.renamed)] {
            for pair in found {
                let text = Self.code(pair.old.id) + words + "`" + pair.new.swift + "` now"
                if pair.old.swift != pair.new.swift {
                    declare(pair.old, owners, Self.deprecated(text, renamed: pair.new.swift), as: pair.new.swift)
                }
                if pair.old.kind == pair.new.kind { members(pair.old, pair.new) }
            }
        }
    }

    /// What lay in a type that is gone too is told with it. An enumeration keeps its values: `.name` would else be an error before
    /// that of the method that it was an argument of.
    private mutating func declare(_ type: Lock.Entry, _ owners: [String: String], _ attribute: String, as target: String? = nil) {
        guard type.swift.hasPrefix(lock.name + ".") else { return }
        var parts = type.swift.utf8.split(separator: 0x2E).map { String(Substring($0)) }
        let name = Reserved.escaped(Reserved.bare(parts.removeLast()))
        let owner = owners[parts.joined(separator: ".")]
        parts.removeFirst()
        let scope = owner ?? emission.root + parts.map { "." + $0 }.joined()
        if !scopes.contains(scope), owner != nil || namespace(parts, isCallable: false) == nil { return }
        var declaration = Declaration(attribute: attribute, head: "typealias " + name + " = " + (target ?? "JSON"))
        if type.kind == .enumeration, target == nil, !taken.contains(scope + "." + name) {
            let raw = type.facts["of"] == "Int" ? "Int" : type.facts["of"] == "JSON" ? "JSON" : "String"
            declaration.head = "nonisolated struct " + name + ": OpenEnum"
            for member in type.members {
                guard let value = value(member.id, raw == "Int" ? .integer : raw == "JSON" ? .mixed : .string) else { continue }
                declaration.body.append(
                    emission.access + "static var " + Reserved.escaped(Reserved.bare(member.swift)) + ": Self { Self(rawValue: " + value + ") }")
            }
            declaration.body.append(emission.access + "let rawValue: " + raw)
            declaration.body.append(emission.access + "init(rawValue: " + raw + ") { self.rawValue = rawValue }")
            declaration.body.append(emission.access + "static var _known: StaticString { \"\" }")
            enumerations[type.id] = scope + "." + name
        }
        add(declaration, to: scope, as: name)
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
            vanished(member, i, Self.code(old.id, ".", member.id) + " is gone from the API")
        }
        for (words, found) in [(" is ", pairs.same), (" seems to be ", pairs.renamed)] {
            for pair in found where !names.contains(pair.old.swift) {
                let text = Self.code(old.id, ".", pair.old.id) + words + Self.code(pair.new.swift) + " now"
                renamed(pair.old, pair.new, i, Self.deprecated(text, renamed: Reserved.bare(pair.new.swift)))
            }
        }
    }

    private mutating func vanished(_ member: Lock.Entry, _ i: Int, _ text: String) {
        let (path, name) = (emission.types.paths[i], Reserved.escaped(Reserved.bare(member.swift)))
        switch emission.api.types[i].shape {
        case .record(let record):
            let getter = member.isOptional ? "nil" : Self.none
            let body = isMutable(record) ? ["get { " + getter + " }", "set {}"] : [getter]
            let head = "var " + name + ": " + spelled(member.type) + (member.isOptional ? "?" : "")
            add(Declaration(attribute: Self.unavailable(text), head: head, body: body), to: path, as: name)
        case .enumeration(let enumeration):
            guard let value = value(member.id, enumeration.raw) else { return }
            let body = "Self(rawValue: " + value + ")"
            add(Declaration(attribute: Self.deprecated(text), head: "static var " + name + ": Self", body: [body]), to: path, as: name)
        case .union:
            // As a case, so that who switches over all of them need not do so anew before he has read this.
            emission.keptCases[i, default: []].append((Self.unavailable(text), "indirect case " + name + "(" + spelled(member.type) + ")"))
        case .alias: break
        }
    }

    private mutating func renamed(_ old: Lock.Entry, _ new: Lock.Entry, _ i: Int, _ attribute: String) {
        let name = Reserved.escaped(Reserved.bare(old.swift))
        var declaration = Declaration(
            attribute: attribute, head: "static var " + name + ": Self", body: ["." + Reserved.escaped(Reserved.bare(new.swift))])
        switch emission.api.types[i].shape {
        case .record(let record):
            declaration.head = "var " + name + ": " + spelled(new.type) + (new.isOptional ? "?" : "")
            declaration.body = [new.swift]
            if isMutable(record) {
                declaration.body = ["get { " + new.swift + " }", "set { " + new.swift + " = newValue }"]
            }
        case .union:
            declaration.head = "static func " + name
            declaration.parameters = ["_ value: " + spelled(new.type)]
            declaration.tail = " -> Self"
            declaration.body[0] += "(value)"
        default: break
        }
        add(declaration, to: emission.types.paths[i], as: name)
    }

    private func isMutable(_ record: Record) -> Bool { record.isInput || emission.api.initializers == .all }

    /// The body of what nobody can call: it only has to compile.
    static let none = "while true {}"

    // MARK: Errors

    private mutating func errors() {
        let (names, errors) = (Set(emission.errorNames), emission.api.errors)
        for old in lock.entries where old.kind == .error && !names.contains(old.swift) && !errors.isEmpty {
            let place = errors.firstIndex { $0.name == old.id } ?? errors.firstIndex { String($0.code) == old.type }
            let name = Reserved.escaped(old.swift)
            let new = place.map { emission.errorNames[$0] }
            let text = Self.code(old.id) + (new.map { " is `" + $0 + "` now" } ?? " is gone from the API")
            let body = new.map { "." + Reserved.escaped($0) } ?? "Self(rawValue: " + old.type + ")"
            add(
                Declaration(attribute: Self.deprecated(text, renamed: new ?? ""), head: "static var " + name + ": Self", body: [body]),
                to: emission.root + ".ErrorCode", as: name)
        }
    }

    // MARK: Printing

    /// Whether a parameter's type ends with a word.
    func uses(_ word: String) -> Bool {
        declarations.values.joined().contains {
            $0.parameters?.contains { $0.hasSuffix(word) || $0.contains(word + "]") || $0.contains(word + "?") } == true
        }
    }

    func print(_ out: inout Printer) {
        if declarations.isEmpty { return }
        out.blank()
        out.line("// MARK: Gone or called otherwise since methodical.lock was written; `methodical check --accept` writes it anew")
        for scope in declarations.keys.sorted() {
            out.blank()
            if scope.isEmpty {
                list(declarations[scope] ?? [], &out)
            } else {
                out.block("nonisolated extension ", scope) { list(declarations[scope] ?? [], &$0) }
            }
        }
    }

    private func list(_ declarations: [Declaration], _ out: inout Printer) {
        for (place, declaration) in declarations.enumerated() {
            if place > 0 { out.blank() }
            out.line(declaration.attribute)
            let head = emission.access + declaration.head
            if let parameters = declaration.parameters {
                out.signature(head, parameters, declaration.tail) { out in for line in declaration.body { out.line(line) } }
            } else if declaration.body.count < 2 {
                out.line(head, declaration.body.map { " { " + $0 + " }" }.joined())
            } else {
                out.block(head) { out in for line in declaration.body { out.line(line) } }
            }
        }
    }
}
