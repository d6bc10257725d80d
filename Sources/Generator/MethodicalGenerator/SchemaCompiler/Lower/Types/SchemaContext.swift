/// The context of a schema, from which its type gets an identity and a name if it needs them. The strings are built
/// only then.
struct SchemaContext {
    /// The namespace or type that contains the declared type.
    var owner: TypeDeclaration.Owner
    /// The identity of the enclosing type or method.
    var parent: String
    /// The words of the type's name.
    var key: String
    /// The top-level folder that the schema comes from.
    var unit: String
    /// The number of enclosing inline schemas.
    var depth = 0
    /// The number of lists and dictionaries between the name and the schema.
    var steps = 0
    /// Indicates whether `parent` is the complete identity and the name belongs to an existing type.
    var isNamed = false
    /// The Swift name that the schema asks for. The type is named after the property that it is made for.
    var name: String?
    /// The name of the parameter or property that the type is made for. It is `nil` if the type is not shared with
    /// equal types elsewhere.
    var shared: String?

    /// The maximum number of schemas nested in one another.
    static let depthLimit = 64
    /// The maximum length of a chain of schemas that lead from one to the next by `allOf` and `$ref`.
    static let partLimit = 4096

    /// The context of a schema that stands for the whole value.
    var deeper: SchemaContext {
        var context = self
        context.depth += 1
        return context
    }

    /// The context of a list's element or a dictionary's value.
    var element: SchemaContext {
        var context = deeper
        context.steps += 1
        return context
    }

    /// The identity of the type.
    var id: String {
        let start = isNamed ? parent : parent + "/" + key
        return start + String(repeating: "/items", count: steps)
    }

    /// The name of the type in the model.
    var wire: String {
        if steps == 0 {
            return name ?? key
        }
        if isNamed {
            return key + "_item"
        }
        return singular(of: name ?? key)
    }

    /// The name under which equal types are shared.
    var sharedName: String? {
        if steps == 0 {
            return shared
        }
        return shared.map(singular)
    }
}

extension SchemaContext {
    /// Creates the context of a definition.
    init(_ definition: Definition) {
        self.init(
            owner: definition.owner,
            parent: definition.id.text,
            key: definition.wire,
            unit: definition.file.unit,
            isNamed: true)
    }

    /// Creates the context of a record's property or a union's alternative.
    init(_ key: String, in type: TypeID, unit: String, depth: Int) {
        self.init(
            owner: .type(type),
            parent: type.text,
            key: key,
            unit: unit,
            depth: depth)
    }
}

/// Returns a name with its last word in the singular: `careers` is a list of `career`.
func singular(of name: String) -> String {
    func ends(_ suffixes: String...) -> Bool {
        suffixes.contains {
            name.utf8.count > $0.utf8.count && name.hasSuffix($0)
        }
    }
    if ends("ies"), name.utf8.count > 4, !ends("series", "movies") {
        return name.dropLast(3) + "y"
    }
    if ends("sses", "xes", "ches", "shes", "uses") {
        return String(name.dropLast(2))
    }
    if ends("ss", "us", "is", "series", "news") {
        return name
    }
    if ends("s") {
        return String(name.dropLast())
    }
    return name
}
