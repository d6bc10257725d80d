import APISurface
import MethodicalGenerator

/// The definitions that references of a document lead to, with their names.
struct Definitions {
    /// A definition that is not translated yet.
    struct Pending {
        var name: String
        var node: JSONNode
    }

    private var pending: [Pending] = []
    /// The number of pending definitions that have been taken.
    private var position = 0
    /// The names of the definitions by document and pointer.
    private var names: [String: String] = [:]
    /// The names that are taken, in lowercase.
    private var taken: Set<String> = []

    /// The pointers to the places where a document keeps its named schemas.
    private static let homes = [["components", "schemas"], ["definitions"], ["$defs"]]

    /// Returns the name of the definition for the target of a reference. A schema that is no component gets a name from
    /// its place.
    ///
    /// - Parameter location: The path or URL of the target's document, after which a whole file is named.
    mutating func name(of target: DocumentSet.Target, in location: String) -> String {
        let key = "\(target.document)#" + target.tokens.map { "/" + $0 }.joined()
        if let name = names[key] { return name }
        let name = freshName(Self.base(target.tokens, location))
        names[key] = name
        pending.append(Pending(name: name, node: target.node))
        return name
    }

    /// Returns a name for a definition that the importer makes itself.
    mutating func freshName(_ base: String) -> String {
        var (name, number) = (base, 2)
        while !taken.insert(name.lowercased()).inserted {
            name = "\(base)\(number)"
            number += 1
        }
        return name
    }

    /// Reserves the names of a document's components, so that other schemas do not get them.
    mutating func reserve(_ components: [JSONNode], at home: [String]) {
        for component in components {
            let name = component.key.isEmpty ? "Schema" : component.key
            // Two components whose names differ in case only would be one file on some disks, and one type in Swift.
            guard taken.insert(name.lowercased()).inserted else { continue }
            names["0#" + (home + [component.key]).map { "/" + $0 }.joined()] = name
            pending.append(Pending(name: name, node: component))
        }
    }

    /// Returns the first definition that is not translated yet. The next call returns the one after it.
    mutating func next() -> Pending? {
        guard position < pending.count else { return nil }
        position += 1
        return pending[position - 1]
    }

    /// Returns a name for a pointer: the component's own, or the words of its last keys.
    private static func base(_ tokens: [String], _ location: String) -> String {
        if tokens.isEmpty {
            let file = location.split(separator: "/").last ?? ""
            let stem = Words(String(file.prefix { $0 != "." })).list.map(\.capitalizedWord).joined()
            return stem.isEmpty ? "Schema" : stem
        }
        for home in homes where tokens.count == home.count + 1 && tokens.starts(with: home) {
            return tokens[home.count]
        }
        let silent: Set = [
            "components", "schemas", "definitions", "$defs", "properties", "items", "paths", "responses", "content",
            "application/json", "schema", "requestBody", "allOf", "oneOf", "anyOf", "parameters",
            "additionalProperties",
        ]
        let words = tokens.filter { !silent.contains($0) && Int($0) == nil }.suffix(3).flatMap { Words($0).list }
        return words.isEmpty ? "Schema" : words.map(\.capitalizedWord).joined()
    }
}
