extension Schemas {
    /// Indicates whether every value of `base` satisfies `part`, and the type of `base` contains everything that `part`
    /// describes. At the outermost level, `null` does not count, because the rule about `null` of all parts is
    /// determined apart from their types.
    func isImplied(_ part: SchemaSyntax, by base: SchemaSyntax, depth: Int = 0) -> Bool {
        guard part.isObject,
            depth == 0 || isNullRuleImplied(part, by: base)
        else {
            return false
        }
        let part = meaning(of: part)
        let base = meaning(of: base)
        if part == base {
            return true
        }
        // Null alone is less than any other schema allows.
        if isNull(part) != isNull(base) {
            return false
        }
        guard depth < 8, base.isObject else { return false }
        let all = parts(of: base)
        if all.contains(part) {
            return true
        }
        let isCombined = part.reference != nil || part.hasAlternatives
        let isRenamed = part.from != nil || part.swift != nil
        if isCombined || isRenamed || part.patternProperties != nil {
            return false
        }
        if part.additionalProperties?.isObject == true || !isScalarImplied(part, by: base) {
            return false
        }
        if let items = part.items {
            guard items.isObject,
                let others = base.items,
                isImplied(items, by: others, depth: depth + 1)
            else {
                return false
            }
        }
        for other in part.parts where !isImplied(other, by: base, depth: depth + 1) {
            return false
        }
        for member in part.properties?.schemas ?? [] {
            let others = all.compactMap { $0.properties?[member.key] }
            guard others.contains(where: { isImplied(member, by: $0, depth: depth + 1) }) else {
                return false
            }
            if let required = member.required,
                required.flag != false,
                !requires(member.key, in: all)
            {
                return false
            }
        }
        guard let required = part.required,
            required.isList
        else {
            return true
        }
        return required.names.allSatisfy { requires($0.text ?? "", in: all) }
    }

    /// Indicates whether a part changes nothing about `null`.
    private func isNullRuleImplied(_ part: SchemaSyntax, by base: SchemaSyntax) -> Bool {
        let rule = nullRule(of: base)
        let both = rule.and(nullRule(of: part))
        return (rule == .allowed) == (both == .allowed)
    }

    /// Indicates whether `format`, `type` and the listed values of `part` allow all values of `base`.
    private func isScalarImplied(_ part: SchemaSyntax, by base: SchemaSyntax) -> Bool {
        if let format = part.format, base.format?.text != format.text {
            return false
        }
        if part.type != nil, !kinds(of: base).isSubset(of: kinds(of: part)) {
            return false
        }
        let values = values(of: part).map(\.described)
        if values.isEmpty {
            return true
        }
        let known = self.values(of: base).map(\.described)
        let haveSameForm = (part.values == nil) == (base.values == nil)
        guard !known.isEmpty, haveSameForm else { return false }
        return known.allSatisfy(values.contains)
    }

    /// Returns the values that `enum` or `const` allows.
    func values(of part: SchemaSyntax) -> [ValueSyntax] {
        let schema = meaning(of: part)
        if let values = schema.values, values.isList {
            return values.nonNull
        }
        guard let value = schema.constant,
            !value.isNull
        else {
            return []
        }
        return [value]
    }

    /// Indicates whether one of the schemas requires a property.
    private func requires(_ name: String, in parts: [SchemaSyntax]) -> Bool {
        parts.contains { part in
            part.required?.contains(name) == true
                || part.properties?[name]?.required?.flag == true
        }
    }
}
