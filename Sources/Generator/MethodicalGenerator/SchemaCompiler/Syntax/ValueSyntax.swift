/// A JSON value in a schema, such as a value of `enum`, or the value of a keyword that is a text or a Boolean.
///
/// A schema lists JSON values under `enum`, `const` and `default`, so the value stays a node.
struct ValueSyntax: PositionedSyntax {
    let node: JSONNode

    init(node: JSONNode) { self.node = node }

    /// Creates a string that no file contains, at the position of another part.
    init(text: String, at position: some PositionedSyntax) {
        node = JSONNode(string: text, at: position.node)
    }

    /// The text of a string, or `nil` for other types.
    var text: String? { node.string }
    /// The text of a string, or `nil` for an empty string and for other types.
    var nonEmptyText: String? { node.nonEmptyString }
    /// The text of a string, a number or a Boolean, or `nil` for other types.
    var scalarText: String? { node.scalarText }
    /// The value of a Boolean, or `nil` for other types.
    var flag: Bool? { node.bool }
    /// The value of a number without fraction and exponent, or `nil` for other values.
    var integer: Int? { node.integer }
    /// A number as it is written, or `nil` for other types.
    var numberText: String? { node.numberText }
    var isNull: Bool { node.kind == .null }
    var isText: Bool { node.kind == .string }
    var isFlag: Bool { node.kind == .bool }
    /// The kind of value.
    var kind: Kinds { Kinds(of: node) }

    /// The value as one that is always sent, or `nil` if it is not a supported scalar.
    var constantValue: Variant.Constant.Value? {
        if let flag {
            return .flag(flag)
        }
        if let text {
            return .text(text)
        }
        return integer.map { .integer($0) }
    }

    /// The text of a default value for the documentation, or `nil` for `null` and objects.
    var defaultText: String? {
        guard node.isArray else {
            return scalarText
        }
        let parts = node.children.map { $0.string ?? $0.numberText }
        guard !parts.isEmpty,
            !parts.contains(nil)
        else {
            return nil
        }
        return parts.compactMap(\.self).joined(separator: ", ")
    }
}

/// A list of values: that of `enum`, or that of `enumNames` and `enumDescriptions`.
struct ValuesSyntax: PositionedSyntax {
    let node: JSONNode
    let values: [ValueSyntax]
    /// Indicates whether the values are in a list, as they should be.
    let isList: Bool

    /// Reads the value of a keyword.
    init(node: JSONNode) {
        self.node = node
        values = node.children.map { ValueSyntax(node: $0) }
        isList = node.isArray
    }

    /// Creates a list that no file contains, at the position of another part.
    init(_ values: [ValueSyntax], at position: some PositionedSyntax) {
        node = position.node
        self.values = values
        isList = true
    }

    /// Indicates whether the values are in an object whose keys are all numbers. PHP writes a list in this way after
    /// values have been removed from it.
    var isNumberedObject: Bool {
        guard !isList, node.isObject else { return false }
        return values.allSatisfy { Int($0.key) != nil }
    }

    var isEmpty: Bool { values.isEmpty }

    /// The values other than `null`.
    var nonNull: [ValueSyntax] {
        values.filter { !$0.isNull }
    }

    var containsNull: Bool {
        values.contains(where: \.isNull)
    }

    /// Indicates whether there are values, and all of them are `null`.
    var isOnlyNull: Bool {
        !isEmpty && values.allSatisfy(\.isNull)
    }
}

/// The value of `type`: one kind of value, or a list of them.
struct TypeSyntax: PositionedSyntax {
    let node: JSONNode
    /// The names of the kinds.
    let names: [ValueSyntax]
    /// The kinds that the names stand for, without unknown names.
    let kinds: Kinds
    /// Indicates whether the names are in a list.
    let isList: Bool

    /// Reads the value of `type`.
    init(node: JSONNode, typeNames: TypeNames) {
        self.node = node
        isList = node.isArray
        names = node.elements.map { ValueSyntax(node: $0) }
        kinds = typeNames.kinds(named: names)
    }

    /// Creates a list of names that no file contains, at the position of another part.
    init(_ names: [ValueSyntax], kinds: Kinds, at position: some PositionedSyntax) {
        node = position.node
        self.names = names
        self.kinds = kinds
        isList = true
    }

    /// The name of the only kind, or `nil` if there is a list.
    var onlyName: String? {
        guard !isList else { return nil }
        return names.first?.text
    }
}

/// The value of `required`: a statement about the schema itself, or a list of required properties.
struct RequiredSyntax: PositionedSyntax {
    let node: JSONNode

    /// Indicates whether the property or parameter with this schema is required, if that is stated.
    var flag: Bool? { node.bool }
    /// The word `trusted` or `untrusted`, which states that the property is required.
    var trust: String? { node.string }
    var isList: Bool { node.isArray }

    /// The names of the required properties.
    var names: [ValueSyntax] {
        node.children.map { ValueSyntax(node: $0) }
    }

    /// Indicates whether the list contains a name.
    func contains(_ name: String) -> Bool {
        node.children.contains { $0.string == name }
    }
}
