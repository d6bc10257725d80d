// The properties of a record, each made of all schemas that describe it.
extension RecordLowering {
    /// Returns the property that all schemas of an entry describe together.
    func property(for entry: Entry, types: inout TypeLowering) -> Property {
        var property = Property(path: [entry.key.key], type: .any)
        let nodes = entry.schemas.map(\.node)
        let node: JSONNode
        if entry.isOptional {
            // Each alternative describes its own values of the property.
            node = schemas.disjunction(of: nodes)
            if node.isObject {
                describe(node, isLast: true, in: &property)
            }
            property.documentation = property.documentation ?? nodes.lazy.compactMap(catalogue.documentation).first
            property.isRequired = false
        } else {
            for (place, schema) in nodes.enumerated() where schema.isObject {
                describe(schema, isLast: place + 1 == nodes.count, in: &property)
            }
            if nodes.count == 1 {
                node = entry.key
            } else {
                node = schemas.conjunction(of: nodes)
            }
        }
        if let constant = listedConstant(of: node) {
            property.constant = Variant.Constant.Value(constant)
            property.constantText = jsonText(of: constant)
            property.type = constant.kind == .string ? .string : .integer
            property.isNullable = schemas.isNullable(node)
            return property
        }
        // If one part describes everything, inline types belong to its record. A newly made schema belongs to the whole
        // record.
        let part = entry.schemas.last { $0.node == node }?.part ?? owner
        var spot = part.spot(at: entry.key.key)
        if node.isObject {
            spot.name = property.swift
        }
        spot.shared = property.swift ?? property.name
        let use = types.useAllowingRequired(node, at: spot)
        property.type = use.type
        property.isNullable = use.isNullable
        return property
    }

    /// Adds the description of a property in one of its schemas, except for its type. Later schemas take precedence.
    private func describe(_ member: JSONNode, isLast: Bool, in property: inout Property) {
        let schema = catalogue.schema(of: member)
        if let required = schema[.required] {
            let trust = required.string
            property.isRequired = required.bool == true || trust != nil
            property.isTrusted = trust.map { $0 == "trusted" }
        }
        if property.isTrusted == nil,
            catalogue.settings.responses.trustedNames.contains(member.key)
        {
            property.isTrusted = true
        }
        var constant = onlyValue(of: member)
        if constant == nil, isLast {
            constant = catalogue.followed(member).flatMap(onlyValue)
        }
        if let constant {
            property.constant = Variant.Constant.Value(constant)
            property.constantText = jsonText(of: constant)
        }
        if let readOnly = schema[.readOnly] {
            property.isReadOnly = problems.flag(from: readOnly) ?? false
        }
        if schema[.format]?.string == "password" {
            property.isPassword = true
        }
        property.defaultText = schema[.default].flatMap(catalogue.defaultText) ?? property.defaultText
        property.documentation = catalogue.documentation(of: schema.node) ?? property.documentation
        if schema.hasAny(.deprecated, .deprecated_from_version) {
            property.deprecation = catalogue.deprecation(of: member)
        }
        property.swift = catalogue.swiftName(of: member) ?? property.swift
        if let from = schema[.from], let path = path(from: from) {
            property.path = path
        }
    }

    /// Returns the only value that an inline `enum` lists, if it is a string or an integer without a name or a
    /// description. Returns `nil` for other schemas: a definition with one value is an enumeration.
    private func listedConstant(of node: JSONNode) -> JSONNode? {
        let values = node.list(at: .enum).filter { $0.kind != .null }
        guard values.count == 1, let value = values.first else {
            return nil
        }
        guard value.kind == .string || value.integer != nil else {
            return nil
        }
        if node.hasAny([.ref, .allOf, .enumNames, .enumDescriptions]) {
            return nil
        }
        catalogue.checkRequired(node)
        let schema = catalogue.schema(of: node)
        guard case .enumeration = schemas.form(of: schema) else {
            return nil
        }
        let isOpen = schemas.cache.openEnumerations.contains(node.number)
        if isOpen {
            return nil
        }
        return values[0]
    }

    /// Returns the value of `const`, or the only Boolean in `enum`.
    private func onlyValue(of node: JSONNode) -> JSONNode? {
        if let const = node[.const] {
            return const
        }
        let values = node.list(at: .enum).filter { $0.kind != .null }
        guard let first = values.first, first.kind == .bool else {
            return nil
        }
        guard values.allSatisfy({ $0.bool == first.bool }) else {
            return nil
        }
        return first
    }

    /// Reports lifted values that another property also contains. Such a value would be read twice, and the two
    /// properties could not be written consistently.
    func checkLifted(_ properties: [Property]) {
        for (place, entry) in entries.enumerated() {
            let paths = entry.schemas.compactMap { $0.node[.from] }
            guard let from = paths.last else { continue }
            for (other, property) in properties.enumerated()
            where other != place && properties[place].path.starts(with: property.path) {
                let name = "\"\(property.name)\""
                problems.error(
                    at: from,
                    "the property \(name) already contains \(from.described); describe it there, or remove \(name)")
            }
        }
    }

    /// Returns the keys that lead to a lifted property, such as `content.type`.
    private func path(from: JSONNode) -> [String]? {
        let text = from.string ?? "/"
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        if !text.hasPrefix("/"), parts.allSatisfy({ !$0.isEmpty }) {
            return parts.map(String.init)
        }
        problems.error(at: from, expected: "the path of keys to the value, as in \"content.type\"")
        return nil
    }
}

extension Variant.Constant.Value {
    /// Creates the value of a `const`, or returns `nil` if it is not a supported scalar.
    init?(_ node: JSONNode) {
        if let flag = node.bool {
            self = .flag(flag)
        } else if let text = node.string {
            self = .text(text)
        } else if let number = node.integer {
            self = .integer(number)
        } else {
            return nil
        }
    }
}
