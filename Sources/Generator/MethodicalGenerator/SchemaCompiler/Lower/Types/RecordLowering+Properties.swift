// The properties of a record, each made of all schemas that describe it.
extension RecordLowering {
    /// Returns the property that all schemas of an entry describe together.
    func property(for entry: Entry, types: inout TypeLowering) -> Property {
        var property = Property(path: [entry.key], type: .any)
        let given = entry.schemas.map(\.schema)
        let schema: SchemaSyntax
        if entry.isOptional {
            // Each alternative describes its own values of the property.
            schema = schemas.disjunction(of: given)
            if schema.isObject {
                describe(schema, isLast: true, in: &property)
            }
            property.documentation = property.documentation ?? given.lazy.compactMap(catalogue.documentation).first
            property.isRequired = false
        } else {
            for (index, schema) in given.enumerated() where schema.isObject {
                describe(schema, isLast: index + 1 == given.count, in: &property)
            }
            if given.count == 1 {
                schema = entry.first
            } else {
                schema = schemas.conjunction(of: given)
            }
        }
        if let constant = listedConstant(of: schema) {
            property.constant = constant.constantValue
            property.constantText = jsonText(of: constant.node)
            property.type = constant.isText ? .string : .integer
            property.isNullable = schemas.isNullable(schema)
            return property
        }
        // If one part describes everything, inline types belong to its record. A newly made schema belongs to the whole
        // record.
        let part = entry.schemas.last { $0.schema == schema }?.part ?? owner
        var context = part.context(of: entry.key)
        if schema.isObject {
            context.name = property.swift
        }
        context.shared = property.swift ?? property.name
        let use = types.useAllowingRequired(schema, in: context)
        property.type = use.type
        property.isNullable = use.isNullable
        return property
    }

    /// Adds the description of a property in one of its schemas, except for its type. Later schemas take precedence.
    private func describe(_ member: SchemaSyntax, isLast: Bool, in property: inout Property) {
        catalogue.check(member)
        if let required = member.required {
            let trust = required.trust
            property.isRequired = required.flag == true || trust != nil
            property.isTrusted = trust.map { $0 == "trusted" }
        }
        if property.isTrusted == nil,
            catalogue.settings.decoding.trustedNames.contains(member.key)
        {
            property.isTrusted = true
        }
        var constant = member.constantOrFlag
        if constant == nil, isLast {
            constant = catalogue.followed(member)?.constantOrFlag
        }
        if let constant {
            property.constant = constant.constantValue
            property.constantText = jsonText(of: constant.node)
        }
        if let readOnly = member.readOnly {
            property.isReadOnly = problems.flag(from: readOnly.node) ?? false
        }
        if member.format?.text == "password" {
            property.isPassword = true
        }
        property.defaultText = member.defaultValue?.defaultText ?? property.defaultText
        property.documentation = catalogue.documentation(of: member) ?? property.documentation
        if member.deprecated != nil || member.deprecatedFromVersion != nil {
            property.deprecation = catalogue.deprecation(of: member)
        }
        property.swift = catalogue.swiftName(of: member) ?? property.swift
        if let from = member.from, let path = path(from: from) {
            property.path = path
        }
    }

    /// Returns the only value that an inline `enum` lists, if it is a string or an integer without a name or a
    /// description. Returns `nil` for other schemas: a definition with one value is an enumeration.
    private func listedConstant(of schema: SchemaSyntax) -> ValueSyntax? {
        let values = schema.values?.nonNull ?? []
        guard values.count == 1,
            let value = values.first
        else {
            return nil
        }
        guard value.isText || value.integer != nil else {
            return nil
        }
        if schema.reference != nil || schema.allOf != nil {
            return nil
        }
        if schema.valueNames != nil || schema.valueDescriptions != nil {
            return nil
        }
        catalogue.checkRequired(schema)
        catalogue.check(schema)
        guard case .enumeration = schemas.form(of: schema) else {
            return nil
        }
        let isOpen = schemas.cache.openEnumerations.contains(schema.number)
        return isOpen ? nil : value
    }

    /// Reports lifted values that another property also contains. Such a value would be read twice, and the two
    /// properties could not be written consistently.
    func checkLifted(_ properties: [Property]) {
        for (index, entry) in entries.enumerated() {
            let paths = entry.schemas.compactMap(\.schema.from)
            guard let from = paths.last else { continue }
            for (other, property) in properties.enumerated()
            where other != index && properties[index].path.starts(with: property.path) {
                let name = "\"\(property.name)\""
                problems.error(
                    at: from,
                    "the property \(name) already contains \(from.described); describe it there, or remove \(name)")
            }
        }
    }

    /// Returns the keys that lead to a lifted property, such as `content.type`.
    private func path(from: ValueSyntax) -> [String]? {
        let text = from.text ?? "/"
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        if !text.hasPrefix("/"), parts.allSatisfy({ !$0.isEmpty }) {
            return parts.map(String.init)
        }
        problems.error(at: from, expected: "the path of keys to the value, as in \"content.type\"")
        return nil
    }
}
