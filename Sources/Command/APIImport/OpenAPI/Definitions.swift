import APISurface
import MethodicalGenerator

/// The definitions that references of a document lead to, with their names.
struct Definitions {
    /// A definition that is not translated yet.
    struct Pending {
        var name: String
        var node: JSONNode
        /// The name or the place of the schema in the document, if it is another one.
        var origin: String?
    }

    private var pending: [Pending] = []
    /// The number of pending definitions that have been taken.
    private var position = 0
    /// The names of the definitions by document and pointer.
    private var names: [String: String] = [:]
    /// The names that are taken, in lowercase.
    private var taken: Set<String> = []
    /// The names in the document of the definitions that have others.
    private var origins: [String: String] = [:]
    /// The names for the schemas among the components of the first document.
    private let componentNames: ComponentNames
    /// The names that responses among the components had in an earlier import, by their places.
    private let responseNames: [String: String]

    /// - Parameters:
    ///   - keys: The names of the schemas among the components of the first document.
    ///   - known: The names of the definitions in an earlier import, by the names of the schemas in the document.
    init(_ keys: [String], known: [String: String]) {
        responseNames = known.filter {
            $0.key.hasPrefix(Self.homeOfResponses)
        }
        componentNames = ComponentNames(keys, known: known)
        taken = Set(responseNames.values.map { $0.lowercased() })
    }

    /// The pointer to the responses among the components.
    private static let homeOfResponses = "#/components/responses/"

    /// The pointers to the places where a document keeps its named schemas.
    private static let homes = [
        ["components", "schemas"],
        ["definitions"],
        ["$defs"],
    ]

    /// Returns the name of the definition for the target of a reference. A schema that is not a component gets a name
    /// from its place.
    ///
    /// - Parameter location: The path or URL of the target's document, after which a whole file is named.
    mutating func name(of target: DocumentSet.Target, in location: String) -> String {
        let key = "\(target.document)#" + target.tokens.map { "/" + $0 }.joined()
        if let name = names[key] {
            return name
        }
        let base = Self.base(for: target.tokens, location: location)
        let isComponent = target.document == 0 && base == target.tokens.last
        let wanted = isComponent ? componentNames[base] : base
        let name = freshName(from: wanted)
        names[key] = name
        var origin: String?
        if isComponent, name != base {
            origin = base
        }
        origins[name] = origin
        pending.append(Pending(name: name, node: target.node, origin: origin))
        return name
    }

    /// Returns the name of the definition for the schema of a response among the components.
    ///
    /// - Parameters:
    ///   - response: The name of the response.
    ///   - node: The schema.
    ///   - document: The number of the document.
    mutating func name(
        ofResponse response: String,
        node: JSONNode,
        in document: Int
    ) -> String {
        let key = "\(document)#/components/responses/\(response)"
        if let name = names[key] {
            return name
        }
        let origin = Self.homeOfResponses + response
        var base = Self.typeName(Words(response).list, orIfEmpty: "Response")
        if taken.contains(base.lowercased()),
            !base.hasSuffix("Response")
        {
            base += "Response"
        }
        let name = responseNames[origin] ?? freshName(from: base)
        names[key] = name
        pending.append(Pending(name: name, node: node, origin: origin))
        return name
    }

    /// Returns the name in the document of the component that a definition stands for, if it is another name.
    func origin(of name: String) -> String? {
        origins[name]
    }

    /// Returns a name for a definition that the importer makes itself.
    mutating func freshName(from base: String) -> String {
        var name = base
        var number = 2
        while !taken.insert(name.lowercased()).inserted {
            name = "\(base)\(number)"
            number += 1
        }
        return name
    }

    /// Reserves the names of a document's components, so that other schemas do not get them.
    mutating func reserve(_ components: [JSONNode], at home: [String]) {
        for component in components {
            let key = component.key.isEmpty ? "Schema" : component.key
            let name = componentNames[key]
            // Two components whose names differ in case only would be one file on some disks, and one type in Swift.
            guard taken.insert(name.lowercased()).inserted else {
                continue
            }
            let pointer = (home + [component.key]).map { "/" + $0 }.joined()
            names["0#" + pointer] = name
            var origin: String?
            if name != key {
                origin = key
            }
            origins[name] = origin
            pending.append(Pending(name: name, node: component, origin: origin))
        }
    }

    /// Returns the first definition that is not translated yet. The next call returns the one after it.
    mutating func next() -> Pending? {
        guard position < pending.count else { return nil }
        position += 1
        return pending[position - 1]
    }

    /// Returns a name for a pointer: the component's own, or the words of its last keys.
    private static func base(for tokens: [String], location: String) -> String {
        if tokens.isEmpty {
            let file = location.split(separator: "/").last ?? ""
            let stem = String(file.prefix { $0 != "." })
            return typeName(Words(stem).list, orIfEmpty: "Schema")
        }
        for home in homes where tokens.count == home.count + 1 && tokens.starts(with: home) {
            return tokens[home.count]
        }
        let silent: Set = [
            "components", "schemas", "definitions", "$defs", "properties", "items", "paths", "responses", "content",
            "application/json", "schema", "requestBody", "allOf", "oneOf", "anyOf", "parameters",
            "additionalProperties",
        ]
        let speaking = tokens.filter {
            !silent.contains($0) && Int($0) == nil
        }
        return typeName(speaking.suffix(3).flatMap { Words($0).list }, orIfEmpty: "Schema")
    }

    /// Returns a type's name of the given words, or another one if there are none.
    private static func typeName(_ words: [String], orIfEmpty other: String) -> String {
        let name = words.map(\.capitalizedWord).joined()
        return name.isEmpty ? other : name
    }
}
