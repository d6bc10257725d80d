/// The statement of a schema about `null`.
enum NullRule {
    /// The schema says nothing, so the other parts of an `allOf` decide. Alone, such a schema does not allow `null`.
    case unstated
    case allowed, refused

    /// Returns the rule of two schemas that both apply to one value.
    func and(_ other: NullRule) -> NullRule {
        switch (self, other) {
        case (.refused, _), (_, .refused): .refused
        case (.allowed, _), (_, .allowed): .allowed
        case (.unstated, .unstated): .unstated
        }
    }

    /// Returns the rule of two schemas of which one applies to a value.
    func or(_ other: NullRule) -> NullRule {
        switch (self, other) {
        case (.allowed, _), (_, .allowed): .allowed
        case (.unstated, _), (_, .unstated): .unstated
        case (.refused, .refused): .refused
        }
    }
}

extension Schemas {
    /// Indicates whether a schema allows only `null`.
    func isNull(_ given: SchemaSyntax) -> Bool {
        var schema = given
        if given.reference != nil {
            schema = catalogue.followed(given) ?? given
        }
        if let type = schema.type {
            return type.kinds == .null
        }
        if let values = schema.values {
            return values.isList && values.isOnlyNull
        }
        return schema.constant?.isNull == true
    }

    /// Indicates whether the value of a schema can be `null`, with everything that it refers to. Agrees with the type
    /// that the schema is lowered to.
    func isNullable(_ schema: SchemaSyntax) -> Bool {
        nullRule(of: schema) == .allowed
    }

    /// Indicates whether the value of a definition can be `null`.
    func isNullable(_ definition: Definition) -> Bool {
        nullRule(of: definition, steps: 0) == .allowed
    }

    /// Returns the rule of a schema, with everything that it refers to.
    ///
    /// - Parameter steps: The number of references that have led to the schema.
    func nullRule(of schema: SchemaSyntax, steps: Int = 0) -> NullRule {
        if isPlainReference(schema),
            !schema.isNullable,
            let definition = catalogue.definition(referredBy: schema.reference)
        {
            return nullRule(of: definition, steps: steps + 1)
        }
        var rule = NullRule.unstated
        // A list of the parts to visit replaces a recursion, because chains of `allOf` can be long.
        var pending = [schema]
        var seen: Set<Int> = []
        while let part = pending.popLast() {
            guard part.isObject,
                seen.insert(part.number).inserted
            else {
                continue
            }
            if let conjoined = cache.conjoined[part.number] {
                pending += conjoined
                continue
            }
            let own = ownNullRule(of: part, steps: steps)
            rule = rule.and(own)
            if rule == .refused {
                return .refused
            }
            // If a schema itself allows null, its own parts and its target do not count.
            if own == .allowed {
                continue
            }
            pending += part.parts
            if let target = part.reference.flatMap(catalogue.target) {
                pending.append(target)
            }
        }
        return rule
    }

    /// Indicates whether a schema is a reference that wins over the keywords beside it.
    private func isPlainReference(_ schema: SchemaSyntax) -> Bool {
        guard schema.reference != nil,
            schema.allOf == nil
        else { return false }
        return !schema.hasProperties && cache.conjoined[schema.number] == nil
    }

    /// Returns the rule that the keywords of a schema state, without its parts.
    ///
    /// If one keyword allows `null`, the schema does. Literally, `"type": ["string", "null"]` beside
    /// `"enum": ["a", "b"]` does not, but no schema author means that.
    private func ownNullRule(of schema: SchemaSyntax, steps: Int) -> NullRule {
        if schema.isNullable {
            return .allowed
        }
        if isPlainReference(schema) {
            return .unstated
        }
        var hasStatement = false
        if let type = schema.type {
            if type.kinds.contains(.null) {
                return .allowed
            }
            hasStatement = !type.kinds.isEmpty
        }
        if let values = schema.values, !values.isEmpty {
            if values.containsNull {
                return .allowed
            }
            hasStatement = true
        }
        if let value = schema.constant {
            if value.isNull {
                return .allowed
            }
            hasStatement = true
        }
        // Alternatives beside `items` only restrict the list.
        for list in schema.alternativeLists where schema.items == nil {
            switch nullRule(ofAlternatives: list, steps: steps) {
            case .allowed:
                return .allowed
            case .refused:
                hasStatement = true
            case .unstated:
                break
            }
        }
        return hasStatement ? .refused : .unstated
    }

    /// Returns the rule of a list of alternatives. While it is examined, references back to it say nothing.
    private func nullRule(ofAlternatives list: SchemaListSyntax, steps: Int) -> NullRule {
        if let known = cache.alternativesNullRules[list.number] {
            return known
        }
        cache.alternativesNullRules[list.number] = .unstated
        var rule = NullRule.refused
        for alternative in list.elements where rule != .allowed {
            rule = rule.or(nullRule(of: alternative, steps: steps))
        }
        cache.alternativesNullRules[list.number] = rule
        return rule
    }

    /// Returns the rule of a definition. While a definition is examined, references back to it say nothing.
    private func nullRule(of definition: Definition, steps: Int) -> NullRule {
        guard steps < SchemaContext.depthLimit else {
            problems.error(
                at: definition.keySchema.keyPosition,
                "more than \(SchemaContext.depthLimit) references in one chain before \"\(definition.key)\"")
            return .unstated
        }
        if let known = cache.nullRules[definition.id] {
            return known
        }
        cache.nullRules[definition.id] = .unstated
        let rule = nullRule(of: definition.schema, steps: steps)
        cache.nullRules[definition.id] = rule
        return rule
    }
}
