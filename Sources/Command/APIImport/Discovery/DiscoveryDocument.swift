import APISurface
import MethodicalGenerator

/// The parts of a Discovery document: its schemas by name, and its methods with their names.
struct DiscoveryDocument {
    /// A method with the names of the resources around it and its own.
    struct MethodEntry {
        var names: [String]
        var node: JSONNode
        var operation: Operation
    }

    let root: JSONNode
    let reader: NodeReader
    /// The schemas by the name that references use.
    private(set) var schemas: [String: JSONNode] = [:]
    /// The names of the schemas in the order of the document.
    private(set) var schemaNames: [String] = []
    private(set) var methods: [MethodEntry] = []
    /// The numbers of references to each schema from other schemas and from responses.
    private(set) var uses: [String: Int] = [:]

    init(_ root: JSONNode, reader: NodeReader) {
        self.root = root
        self.reader = reader
        for schema in reader.objects(in: reader.object(in: root, key: "schemas")) {
            schemaNames.append(schema.key)
            schemas[schema.key] = schema
            countReferences(in: schema)
        }
        // References name the `id` of a schema, which is its key in every known document.
        for name in schemaNames {
            if let id = schemas[name]?["id"]?.string,
                schemas[id] == nil
            {
                schemas[id] = schemas[name]
            }
        }
        addMethods(of: root, names: [])
    }

    /// The address of the server, with a slash at its end, or `nil` if the document has none.
    var rootURL: String? {
        guard let url = reader.string(in: root, key: "rootUrl"),
            Self.isAddress(url)
        else { return nil }
        return url.endingWithSlash
    }

    /// Indicates whether a text is an absolute address without a query.
    static func isAddress(_ text: String) -> Bool {
        guard let scheme = ["https://", "http://"].first(where: text.hasPrefix) else {
            return false
        }
        let rest = text.utf8.dropFirst(scheme.utf8.count)
        guard let first = rest.first,
            Unicode.Scalar(first).properties.isAlphabetic
        else {
            return false
        }
        let excluded = "\"<>\\^`{|}?#@".utf8
        return rest.allSatisfy { $0.isVisibleASCII && !excluded.contains($0) }
    }

    /// Returns the schema that a reference names, or notes that there is none.
    func schema(for reference: JSONNode) -> JSONNode? {
        guard let name = reference.string else {
            reader.wrong(reference, expected: "the id of a schema")
            return nil
        }
        if let schema = schemas[name] {
            return schema
        }
        reader.note(
            .wrong,
            at: reference.place,
            "there is no schema \"\(name.shown)\"; any JSON is taken instead")
        return nil
    }

    /// Indicates whether the type of a request exists only for requests, as its name says.
    func isOnlyRequest(_ name: String?) -> Bool {
        guard let name else { return false }
        return name.hasSuffix("Request") && uses[name] == nil
    }

    /// Returns the properties that a type for requests requires, or an empty list for other types: a service need not
    /// send what a request must have. A description that begins with "Required." is how the documents spell a field
    /// that the service's own definition requires.
    func requiredProperties(ofRequest name: String?) -> [String] {
        guard let name, isOnlyRequest(name) else { return [] }
        let properties = schemas[name]?["properties"]?.children ?? []
        let required = properties.filter {
            $0["description"]?.string?.hasPrefix("Required.") == true
        }
        return required.map(\.key)
    }

    /// Counts the references in a schema. The tree is at most as deep as the parser permits.
    private mutating func countReferences(in node: JSONNode) {
        for child in node.children {
            if child.key == "$ref", let name = child.string {
                uses[name, default: 0] += 1
            }
            countReferences(in: child)
        }
    }

    /// Adds the methods of a resource and of the resources in it.
    private mutating func addMethods(of resource: JSONNode, names: [String]) {
        for node in reader.objects(in: reader.object(in: resource, key: "methods")) {
            let title =
                node["id"]?.string
                ?? (names + [node.key]).joined(separator: ".")
            let operation = Operation(title: title.shown, place: node.keyPlace)
            methods.append(
                MethodEntry(
                    names: names + [node.key],
                    node: node,
                    operation: operation))
            if let response = node["response"]?["$ref"]?.string {
                uses[response, default: 0] += 1
            }
        }
        for inner in reader.objects(in: reader.object(in: resource, key: "resources")) {
            addMethods(of: inner, names: names + [inner.key])
        }
    }
}
