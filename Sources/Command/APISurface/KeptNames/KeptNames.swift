import MethodicalGenerator

/// A Swift file that declares the names that `methodical.lock` has and the API no longer has.
///
/// Renamed methods, properties and types are deprecated and call the new ones. Values that a caller can still send are
/// deprecated, too. Everything else is unavailable. The compiler thus tells each caller what has changed about the
/// names that it uses.
package struct KeptNames {
    let emission: Emission
    let lock: Lock
    /// The new ids of types that seem renamed, by their old ids.
    var renamed: [String: String] = [:]
    /// The paths of removed enumerations, by their ids.
    var enumerations: [String: String] = [:]
    /// The paths that declarations can extend.
    private(set) var scopes: Set<String>
    /// The paths of everything that is declared.
    private(set) var taken: Set<String>
    /// The lines of each declaration, by the path that it extends.
    private var declarations: [String: [[String]]] = [:]
    /// The types of all parameters.
    var parameters: Set<String> = []
    /// The paths of namespaces with methods, by the words before a method's name: `VK.Users` for `users.`.
    private var namespaces: [String: String] = [:]

    /// Returns the file's text, or `nil` if the API still has every name of `lock`.
    package static func text(of api: API, since lock: Lock) -> String? {
        let names = KeptNames(emission: Emission(api), lock: lock)
        guard !names.declarations.isEmpty else { return nil }
        return names.text
    }

    /// Returns the file's name, which differs from that of every other API in the same target.
    package static func fileName(for api: API) -> String {
        Emission(api).root + "KeptNames.swift"
    }

    /// The beginning of the file. The command only replaces a file that begins with it.
    package static let head = "// Written by `methodical check --keep-names`"

    private init(emission: Emission, lock: Lock) {
        self.emission = emission
        self.lock = lock
        scopes = Set(emission.namespaces.all.map { $0.path })
        taken = scopes.union(emission.types.map(\.path))
        for space in emission.namespaces.all where space.isCallable {
            namespaces[space.call] = space.path
        }
        for type in emission.types where type.isDeclared {
            if case .alias = type.declaration.shape {
                continue
            }
            scopes.insert(type.path)
        }
        if lock.name != emission.root {
            let attribute = Self.deprecated(
                "the API is `" + emission.root + "` now",
                renamed: emission.root)
            add(
                attribute,
                declaration: "typealias " + lock.name + " = " + emission.root,
                to: "",
                as: lock.name)
        }
        keepTypes()
        keepMethods()
        keepErrors()
    }

    /// Adds a declaration, unless its scope already has one of that name.
    mutating func add(
        _ attribute: String,
        declaration: String,
        body: [String] = [],
        to scope: String,
        as name: String
    ) {
        guard taken.insert(scope + "." + name).inserted else { return }
        var lines = [emission.access + declaration] + body
        if !attribute.isEmpty {
            lines.insert(attribute, at: 0)
        }
        declarations[scope, default: []].append(lines)
    }

    // MARK: Words

    /// Returns the attribute of a deprecated declaration.
    static func deprecated(_ message: String, renamed: String = "") -> String {
        var arguments = "message: " + literal(message)
        if !renamed.isEmpty {
            arguments += ", renamed: " + literal(renamed)
        }
        return "@available(*, deprecated, " + arguments + ")"
    }

    /// Returns the attribute of an unavailable declaration.
    static func unavailable(_ message: String) -> String {
        "@available(*, unavailable, message: " + literal(message) + ")"
    }

    /// Returns the joined parts as Markdown code.
    static func code(_ parts: String...) -> String {
        CommentText.code(CommentText.line(parts.joined()))
    }

    /// Returns the words of a dotted path, without backticks.
    static func parts(of path: String) -> [String] {
        path.utf8.split(separator: UInt8(ascii: ".")).map {
            Reserved.bare(String(Substring($0)))
        }
    }

    /// The body of an unavailable function, which only has to compile.
    static let unreachable = "while true {}"

    /// Returns the Swift spelling of a type in the lock file. A removed type becomes `JSON`.
    func spelled(_ type: String) -> String {
        let text = Lock.spelled(type, names: .qualified) { id in
            let known = emission.type(named: TypeID(renamed[id] ?? id))
            return known?.path ?? enumerations[id] ?? "Methodical.JSON"
        }
        return text ?? "Methodical.JSON"
    }

    /// Returns the Swift spelling of a parameter's or member's type, with a question mark if it is optional.
    func spelledType(of member: Lock.Entry) -> String {
        let type = spelled(member.type)
        if member.isOptional {
            return type + "?"
        }
        return type
    }

    // MARK: Namespaces

    /// Returns the path of a namespace for methods, and declares the namespace if it no longer exists. Returns `nil` if
    /// something else has its name.
    mutating func namespace(for names: [String]) -> String? {
        var (path, call) = (emission.root, "")
        for name in names {
            let parent = path
            call += name + "."
            if let known = namespaces[call] {
                path = known
                continue
            }
            var type = Reserved.namespace(emission.speller.type(name))
            if scopes.contains(parent + "." + type) {
                type += "Methods"
            }
            path = parent + "." + type
            if taken.contains(path) || taken.contains(parent + "." + name) {
                return nil
            }
            let property = "var " + Reserved.escaped(name) + ": " + path + " { " + path + "(client: client) }"
            add(
                "/// The methods `" + call + "*`.",
                declaration: property,
                to: parent,
                as: name)
            let members = [
                "let client: Methodical.Client", "init(client: Methodical.Client) { self.client = client }",
            ]
            declare(
                "struct " + type + ": Swift.Sendable",
                members: members,
                to: parent,
                as: type)
            namespaces[call] = path
        }
        return path
    }

    /// Returns the path of a scope for types, and declares the scope if it no longer exists. Returns `nil` if something
    /// else has its name.
    mutating func scope(for names: [String]) -> String? {
        var path = emission.root
        for name in names {
            let (parent, type) = (path, Reserved.namespace(emission.speller.type(name)))
            path += "." + type
            if scopes.contains(path) {
                continue
            }
            if taken.contains(path) {
                return nil
            }
            declare("enum " + type, members: [], to: parent, as: type)
        }
        return path
    }

    private mutating func declare(
        _ head: String,
        members: [String],
        to parent: String,
        as type: String
    ) {
        let body = members.map { "    " + emission.access + $0 } + ["}"]
        add("", declaration: head + " {", body: body, to: parent, as: type)
        scopes.insert(parent + "." + type)
    }

    // MARK: Printing

    private var text: String {
        var out = Printer()
        out.line(Self.head, ". Commit it; `methodical check --accept` deletes it.")
        out.blank()
        if usesRuntime {
            emission.bring("Methodical", to: &out)
        } else {
            out.line("import Methodical")
        }
        let products = [
            ("Upload", RequiredProduct("MethodicalTransfers", for: "methodical.lock uploads a file")),
            (
                "OperationRequest",
                RequiredProduct("MethodicalOperations", for: "methodical.lock waits for an operation")
            ),
            (
                "SocketRequest",
                RequiredProduct("MethodicalStreams", for: "methodical.lock has a socket")
            ),
            (
                "StreamRequest",
                RequiredProduct(
                    "MethodicalStreams",
                    for: "methodical.lock has a stream")
            ),
        ]
        for (type, product) in products where uses(type) {
            emission.bring(product, to: &out)
        }
        for name in ["Data", "Date"] where uses(name) {
            emission.bring("struct Foundation." + name, to: &out)
        }
        out.blank()
        out.line("// An unavailable declaration cannot be called: its body only has to compile.")
        for scope in declarations.keys.sorted() {
            out.blank()
            let indent = scope.isEmpty ? "" : "    "
            if !scope.isEmpty {
                out.line("nonisolated extension ", scope, " {")
            }
            for (place, lines) in (declarations[scope] ?? []).enumerated() {
                if place > 0 {
                    out.blank()
                }
                for line in lines {
                    out.line(indent, line)
                }
            }
            if !scope.isEmpty {
                out.line("}")
            }
        }
        return out.text
    }

    /// Indicates whether a declaration names a type of the runtime. A public import without such a use is a warning.
    private var usesRuntime: Bool {
        declarations.values.joined().joined().contains { line in
            !line.hasPrefix("@")
                && !line.hasPrefix("///")
                && line.contains("Methodical.")
        }
    }

    /// Indicates whether a parameter has this type, or is a list of it.
    private func uses(_ type: String) -> Bool {
        [type, "Foundation." + type].contains {
            parameters.contains($0) || parameters.contains("[" + $0 + "]")
        }
    }
}
