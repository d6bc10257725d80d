import APISurface
import MethodicalGenerator

/// The files of an imported API: a folder for each namespace, and `shared` for the types that several namespaces use.
///
/// The generator writes one Swift file for each folder, so an edit recompiles one namespace.
struct FileLayout {
    private let api: ImportedAPI
    /// The first members of each file.
    private let head: [JSONValue.Member]
    /// The folders of the definitions by name.
    private let homes: [String: String]
    private static let shared = "shared"
    /// The number of characters of shared definitions from which they are divided by their first letters. The generator
    /// makes a Swift file of each folder, and a compiler needs a gigabyte for one of 30,000 lines.
    private static let largestFolder = 200_000

    /// - Parameter rules: The version of the rules by which the files are written.
    init(_ api: ImportedAPI, rules: Int) {
        self.api = api
        head = Self.head(rules: rules)
        homes = Self.divided(Self.homes(of: api), for: api)
    }

    /// The files by path, in order.
    var files: [(path: String, text: String)] {
        var contents: [String: [JSONValue.Member]] = [:]
        for (folder, methods) in Dictionary(grouping: api.methods, by: { Self.folder(of: $0.name) }) {
            let path = Self.path(for: "methods.json", in: folder)
            let list = methods.map { method in
                JSONValue.object([JSONValue.Member(key: "name", value: .string(method.name))] + method.members)
            }
            contents[path] = [.init(key: "methods", value: placed(.array(list), in: path))]
        }
        for (folder, definitions) in Dictionary(grouping: api.definitions, by: { homes[$0.name] ?? Self.shared }) {
            let path = Self.path(for: "types.json", in: folder)
            let members = definitions.map {
                JSONValue.Member(key: $0.name, value: placed($0.schema, in: path))
            }
            contents[path] = [.init(key: "definitions", value: .object(members))]
        }
        if !api.events.isEmpty {
            contents["events.json"] = [.init(key: "events", value: placed(.object(api.events), in: "events.json"))]
        }
        let sorted = contents.sorted { $0.key < $1.key }
        return sorted.map { path, members in
            (path, SchemaText(head + members).text)
        }
    }

    /// Returns the first members of a file: the mark, by which a repeated import knows its files, and the JSON Schema.
    private static func head(rules: Int) -> [JSONValue.Member] {
        func mark(_ text: String) -> JSONValue.Member {
            .init(key: ImportMark.key, value: .string(text))
        }
        guard rules >= RecordedSource.RulesVersion.editorSchemas else {
            return [mark(ImportMark.formerText)]
        }
        return [mark(ImportMark.text), EditorSchema.methods.member]
    }

    /// The settings with references to the files.
    var settings: [JSONValue.Member] {
        api.settings.map {
            .init(key: $0.key, value: placed($0.value, in: "api.json"))
        }
    }

    /// Returns the folder of a method, which is empty for the root.
    private static func folder(of name: String) -> String {
        let words = name.split(separator: ".")
        guard words.count > 1 else { return "" }
        return String(words[0])
    }

    private static func path(for name: String, in folder: String) -> String {
        if folder.isEmpty {
            return name
        }
        return "\(folder)/\(name)"
    }
}

// MARK: References

extension FileLayout {
    /// Returns a value with its references as they are written in a file.
    private func placed(_ value: JSONValue, in path: String) -> JSONValue {
        switch value {
        case .array(let elements):
            return .array(elements.map { placed($0, in: path) })
        case .object(let members):
            return .object(
                members.map { member in
                    // Besides `$ref`, only the mapping of a discriminator contains such texts.
                    if case .string(let text) = member.value,
                        let name = Self.definition(in: text),
                        homes[name] != nil
                    {
                        return .init(key: member.key, value: .string(reference(to: name, from: path)))
                    }
                    return .init(key: member.key, value: placed(member.value, in: path))
                })
        default:
            return value
        }
    }

    private func reference(to name: String, from path: String) -> String {
        let target = Self.path(for: "types.json", in: homes[name] ?? Self.shared)
        let pointer = "#/definitions/" + Self.escaped(name)
        if target == path {
            return pointer
        }
        guard let slash = path.firstIndex(of: "/") else {
            return target + pointer
        }
        let folder = path[...slash]
        if target.hasPrefix(folder) {
            return target.dropFirst(folder.count) + pointer
        }
        return "../" + target + pointer
    }

    /// Returns the name in a reference to a definition, or `nil` for other texts.
    static func definition(in reference: String) -> String? {
        let prefix = "#/definitions/"
        guard reference.hasPrefix(prefix) else { return nil }
        return String(reference.dropFirst(prefix.count))
    }

    /// Returns a name as it is written in a pointer in a URL's fragment.
    private static func escaped(_ name: String) -> String {
        name
            .replacing("~", with: "~0")
            .replacing("/", with: "~1")
            .replacing("%", with: "%25")
            .replacing(
                "#", with: "%23")
    }
}

// MARK: Homes of definitions

extension FileLayout {
    /// Determines the folder of each definition: that of the only namespace whose methods need it, or else `shared`.
    private static func homes(of api: ImportedAPI) -> [String: String] {
        var edges: [String: Set<String>] = [:]
        for definition in api.definitions {
            edges[definition.name] = references(in: definition.schema)
        }
        var users: [String: Set<String>] = [:]
        for (folder, methods) in Dictionary(grouping: api.methods, by: { folder(of: $0.name) }) {
            let roots = methods.reduce(into: Set<String>()) {
                $0.formUnion(references(in: .object($1.members)))
            }
            for name in reachable(from: roots, along: edges) {
                users[name, default: []].insert(folder)
            }
        }
        // Settings and events belong to no namespace.
        let others = references(in: .object(api.settings + api.events))
        for name in reachable(from: others, along: edges) {
            users[name, default: []].insert("/")
        }
        return Dictionary(
            api.definitions.map { definition in
                let folders = users[definition.name] ?? []
                if folders.count == 1,
                    folders != ["/"],
                    let only = folders.first
                {
                    return (definition.name, only)
                }
                return (definition.name, shared)
            }
        ) { first, _ in first }
    }

    /// Divides `shared` into `shared-a`, `shared-b` and so on if it is large.
    private static func divided(_ homes: [String: String], for api: ImportedAPI) -> [String: String] {
        let sizes = api.definitions.lazy
            .filter { homes[$0.name] == shared }
            .map {
                $0.schema.line.utf8.count
            }
        guard sizes.reduce(0, +) > largestFolder else {
            return homes
        }
        return Dictionary(
            homes.map { name, home in
                guard home == shared else {
                    return (name, home)
                }
                let letter = name.lowercased().first { ("a"..."z").contains($0) } ?? "z"
                return (name, "\(shared)-\(letter)")
            }
        ) { first, _ in first }
    }

    /// Returns the names that lead from the roots along the edges, including the roots.
    static func reachable(from roots: Set<String>, along edges: [String: Set<String>]) -> Set<String> {
        var found = roots
        var waiting = Array(roots)
        while let name = waiting.popLast() {
            for next in edges[name] ?? [] where found.insert(next).inserted {
                waiting.append(next)
            }
        }
        return found
    }

    /// Returns the names of the definitions that a value refers to.
    static func references(in value: JSONValue) -> Set<String> {
        var found: Set<String> = []
        var waiting = [value]
        while let value = waiting.popLast() {
            switch value {
            case .array(let elements):
                waiting += elements
            case .object(let members):
                for member in members {
                    if member.key == "$ref",
                        case .string(let text) = member.value,
                        let name = definition(in: text)
                    {
                        found.insert(name)
                    } else {
                        waiting.append(member.value)
                    }
                }
            default:
                break
            }
        }
        return found
    }
}
