/// A method in a schema file.
package struct MethodNode {
    /// The dotted name of the method.
    package let name: String
    /// The method's object.
    package let node: JSONNode
    /// The file that contains the method.
    let file: SchemaFile
    /// Indicates whether `include` and `exclude` select the method.
    let isSelected: Bool

    /// The place of types that are declared for the method.
    let owner: TypeDeclaration.Owner
    /// The last part of the name.
    let function: String

    init(name: String, node: JSONNode, file: SchemaFile, isSelected: Bool) {
        self.name = name
        self.node = node
        self.file = file
        self.isSelected = isSelected
        let parts = name.split(separator: ".").map(String.init)
        owner = TypeDeclaration.Owner(namespace: parts.dropLast())
        function = parts.last ?? name
    }

    /// Returns the context of a schema in the method.
    ///
    /// - Parameters:
    ///   - name: The words that follow the name of the function in the name of a type.
    ///   - part: The path of the part of the method that contains the schema. It is empty for the method itself.
    func context(of name: String, in part: String = "") -> SchemaContext {
        SchemaContext(
            owner: owner,
            parent: self.name + part,
            key: function + "_" + name,
            unit: file.unit)
    }
}

extension TypeDeclaration.Owner {
    /// Creates the owner from the parts of a namespace. Without any, it is the API itself.
    init(namespace parts: [String]) {
        self = parts.isEmpty ? .root : .namespace(parts)
    }
}

/// The methods of all files, and the namespaces that methods and `api.json` use.
struct MethodList {
    private(set) var nodes: [MethodNode] = []
    /// The namespaces in the spelling of methods and `api.json`, by their lowercase form.
    private(set) var namespaces: [String: String] = [:]

    /// Finds the methods. Reports methods without a valid name, and patterns that match no method.
    init(in files: [SchemaFile], settings: Settings, problems: Problems) {
        var firsts: [String: JSONNode] = [:]
        var include = PatternMatches(settings.include)
        var exclude = PatternMatches(settings.exclude)
        for name in settings.namespaces {
            namespaces[name.lowercased()] = name
        }
        for file in files {
            guard let list = file.root[.methods] else { continue }
            if !list.isArray {
                problems.error(at: list, expected: "a list of methods")
            }
            for node in list.children where list.isArray {
                guard let name = Self.name(of: node, problems: problems) else {
                    continue
                }
                if let first = firsts[name] {
                    let place = (first[.name] ?? first).place
                    problems.error(
                        at: node[.name] ?? node,
                        "the method \"\(name)\" is already declared at \(shown(place))")
                    continue
                }
                firsts[name] = node
                let isIncluded = !include.match(name).isEmpty || settings.include.isEmpty
                let isExcluded = !exclude.match(name).isEmpty
                nodes.append(
                    MethodNode(
                        name: name,
                        node: node,
                        file: file,
                        isSelected: isIncluded && !isExcluded))
                addNamespace(of: name)
            }
        }
        var unused = include.unused
        // The files of an import have only the methods that the patterns select.
        if !settings.isImported {
            unused += exclude.unused
        }
        for pattern in unused {
            nodes.reportUnused(pattern, at: pattern.node.place, problems: problems)
        }
    }

    private mutating func addNamespace(of method: String) {
        guard let dot = method.utf8.firstIndex(of: UInt8(ascii: ".")) else {
            return
        }
        let namespace = String(method[..<dot])
        let known = namespaces[namespace.lowercased()] ?? namespace
        namespaces[namespace.lowercased()] = min(known, namespace)
    }

    /// Returns the name of a method, or reports an error if it has no valid one.
    private static func name(of node: JSONNode, problems: Problems) -> String? {
        guard node.isObject else {
            problems.error(at: node, expected: "a method, an object with a \"name\"")
            return nil
        }
        guard let name = node[.name] else {
            problems.error(at: node, "this method has no \"name\"")
            return nil
        }
        if let text = name.string, isMethodName(text) {
            return text
        }
        problems.error(
            at: name,
            expected: "a method name of words with dots between them, as in \"users.get\"")
        return nil
    }
}

/// Patterns of method names, with the number of methods that each has matched.
struct PatternMatches {
    private let patterns: [Pattern]
    private var counts: [Int]

    init(_ patterns: [Pattern]) {
        self.patterns = patterns
        counts = patterns.map { _ in 0 }
    }

    /// The patterns that have matched no method.
    var unused: [Pattern] {
        patterns.indices.filter { counts[$0] == 0 }.map { patterns[$0] }
    }

    /// Returns the indexes of the patterns that match a name.
    mutating func match(_ name: String) -> [Int] {
        let bytes = Array(name.utf8)
        let matching = patterns.indices.filter { patterns[$0].matches(bytes) }
        for index in matching {
            counts[index] += 1
        }
        return matching
    }
}

extension [MethodNode] {
    /// The namespaces of the methods, including the outer ones.
    var allNamespaces: Set<String> {
        var namespaces: Set<String> = []
        for method in self {
            let bytes = method.name.utf8
            for dot in bytes.indices where bytes[dot] == UInt8(ascii: ".") {
                namespaces.insert(String(method.name[..<dot]))
            }
        }
        return namespaces
    }

    /// Warns about a pattern that matches no method.
    func reportUnused(_ pattern: Pattern, at place: Place, problems: Problems) {
        let known = map(\.name) + allNamespaces.map { $0 + ".*" }.sorted()
        let suggestion = problems.suggestion(for: pattern.text, among: known)
        problems.missing(
            .warning,
            at: place,
            "the pattern \"\(pattern.text)\" matches no method\(suggestion)")
    }
}

/// A search for the methods and parameters that the steps of other methods name.
struct MethodLookup {
    private let catalogue: Catalogue
    private let names: [String]
    private let indices: [String: Int]

    private var problems: Problems { catalogue.problems }

    init(_ methods: [Method], catalogue: Catalogue) {
        self.catalogue = catalogue
        names = methods.map(\.name)
        let places = zip(names, names.indices)
        indices = Dictionary(places) { first, _ in first }
    }

    /// Returns the index of the method with a name. Reports an error if there is none.
    ///
    /// - Parameters:
    ///   - excluded: The rest of the message about a method that `api.json` excludes.
    ///   - isSuitable: A function that indicates whether the method at an index can be used.
    func index(
        of name: LocatedName,
        excluded: String = "is needed here, but api.json excludes it; include it too",
        where isSuitable: (Int) -> Bool = { _ in true }
    ) -> Int? {
        if let index = name.value.flatMap({ indices[$0] }), isSuitable(index) {
            return index
        }
        if let text = name.value, catalogue.excludesMethod(named: text) {
            problems.error(at: name, "\"\(text)\" \(excluded)")
            return nil
        }
        let known = names.indices.filter(isSuitable).map { names[$0] }
        let suggestion = problems.suggestion(for: name.value, among: known)
        problems.missing(
            .error,
            at: name.position,
            "expected the name of a method, found \(name.found)\(suggestion)")
        return nil
    }

    /// Returns the name of a parameter. Reports an error if the method does not have it.
    func parameter(_ name: LocatedName, of method: Method) -> String? {
        let known = method.parameters.map(\.name)
        if let text = name.value, known.contains(text) {
            return text
        }
        let suggestion = problems.suggestion(for: name.value, among: known)
        problems.error(
            at: name,
            "expected a parameter of \"\(method.name)\", found \(name.found)\(suggestion)")
        return nil
    }

    /// Returns the values that a method takes from a response. Reports those without a parameter or without a key.
    ///
    /// - Parameters:
    ///   - parameters: The parameters that can be stated.
    ///   - meaning: The meaning of a key, for messages.
    func values(
        of reference: ResponseReferenceSyntax,
        for method: Method,
        among parameters: [Parameter],
        meaning: String
    ) -> [ResponseReference.Value] {
        let known = parameters.map(\.name)
        return reference.values.compactMap { value in
            if let name = value.parameter.value, known.contains(name), let key = value.key.value {
                return ResponseReference.Value(parameter: name, key: key)
            }
            let suggestion = problems.suggestion(for: value.parameter.value, among: known)
            let keys = reference.isList ? "" : " and \(meaning)"
            problems.error(
                at: value.position,
                "expected a parameter of \"\(method.name)\"\(keys)\(suggestion)")
            return nil
        }
    }
}
