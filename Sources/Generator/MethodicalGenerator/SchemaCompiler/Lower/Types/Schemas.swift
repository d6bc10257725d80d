/// The facts about schemas that lowering needs before it makes types of them.
///
/// The facts depend only on the catalogue. They are cached, because schemas refer to each other.
package struct Schemas {
    let catalogue: Catalogue
    let cache = Cache()

    /// The facts found so far, by the numbers of the schemas.
    final class Cache {
        var recordLike: [Int: Bool] = [:]
        /// The statements of the definitions about `null`.
        var nullRules: [TypeID: NullRule] = [:]
        /// The statements of the lists of alternatives about `null`, by the number of the list.
        var alternativesNullRules: [Int: NullRule] = [:]
        /// The schemas that an `allOf` without properties resolves to, by the schema with the `allOf`.
        var singles: [Int: SchemaSyntax] = [:]
        /// The conjunctions, by the numbers of the schemas that they combine.
        var conjunctions: [[Int]: SchemaSyntax] = [:]
        /// The schemas of several alternatives, by the numbers of these.
        var disjunctions: [[Int]: SchemaSyntax] = [:]
        /// The combined schemas, by the number of the new schema that was made of them.
        var conjoined: [Int: [SchemaSyntax]] = [:]
        /// The enumerations that lists of alternatives with one value each stand for, by the number of the list. `nil`
        /// stands for other lists.
        var listedValues: [Int: SchemaSyntax?] = [:]
        /// The numbers of these enumerations that allow any other text, too.
        var openEnumerations: Set<Int> = []
        /// The texts that are equal for equal schemas.
        var signatures: [Int: String] = [:]
    }

    var problems: Problems { catalogue.problems }
    var typeNames: TypeNames { catalogue.typeNames }

    // MARK: Forms

    /// The kind of type that a schema describes, as far as its own keywords tell.
    enum Form {
        case reference(ReferenceSyntax), single(SchemaSyntax), enumeration(ValuesSyntax), union(SchemaListSyntax)
        case record, plain
    }

    /// Returns the kind of type that a schema describes.
    func form(of schema: SchemaSyntax) -> Form {
        if let reference = schema.reference {
            if schema.hasProperties || schema.allOf != nil {
                return .record
            }
            return .reference(reference)
        }
        if let parts = schema.allOf, !parts.isEmpty {
            if schema.hasProperties || isRecord(schema, mergedFrom: parts.elements) {
                return .record
            }
            // A part without a kind of value only restricts the others.
            if parts.elements.contains(where: \.namesKind) {
                return .single(single(schema, list: parts))
            }
        }
        if let values = schema.values,
            EnumerationReader(schema: schema, problems: problems).isEnumerable(values)
        {
            if let type = schema.type {
                catalogue.checkTypes(type)
            }
            return .enumeration(values)
        }
        if schema.hasProperties {
            guard let type = schema.type else {
                return .record
            }
            catalogue.checkTypes(type)
            let allowsObjects = type.kinds.isEmpty || type.kinds.contains(.object)
            return allowsObjects ? .record : .plain
        }
        // Alternatives beside `items` only restrict the list.
        if schema.items != nil {
            return .plain
        }
        for list in schema.alternativeLists {
            if let values = listedValues(list, in: schema) {
                return .single(values)
            }
            if schema.type == nil || list.elements.contains(where: \.namesKind) {
                return .union(list)
            }
        }
        return .plain
    }

    /// Indicates whether an `allOf` without properties beside it is an object with the properties of its parts.
    private func isRecord(_ schema: SchemaSyntax, mergedFrom parts: [SchemaSyntax]) -> Bool {
        let records = parts.filter(isRecordLike)
        guard parts.count > 1,
            !records.isEmpty
        else {
            return false
        }
        if cache.conjoined[schema.number] != nil {
            return true
        }
        if parts.allSatisfy({ allowsObjects($0) }) {
            return true
        }
        // A part without objects chooses another alternative than an object, or only null is left. Otherwise it
        // contradicts the others, and is ignored.
        let rule = parts.reduce(NullRule.unstated) { rule, part in
            rule.and(nullRule(of: part))
        }
        return rule != .allowed && !records.allSatisfy(isOnlyUnion)
    }

    /// Indicates whether a schema only lists alternatives.
    private func isOnlyUnion(_ given: SchemaSyntax) -> Bool {
        let schema = catalogue.followed(given) ?? given
        return schema.hasAlternatives && schema.properties == nil && schema.allOf == nil
    }

    /// Indicates whether a schema allows objects, as far as its own keywords tell.
    private func allowsObjects(_ part: SchemaSyntax, depth: Int = 0) -> Bool {
        let schema = catalogue.followed(part) ?? part
        if let type = schema.type {
            return type.kinds.contains(.object)
        }
        if schema.values != nil || schema.constant != nil {
            return false
        }
        guard depth < 8,
            schema.properties == nil,
            schema.allOf == nil,
            let list = schema.alternatives
        else {
            return true
        }
        return list.elements.contains { allowsObjects($0, depth: depth + 1) }
    }

    /// Indicates whether a schema contributes properties to an `allOf`.
    func isRecordLike(_ schema: SchemaSyntax) -> Bool {
        if let known = cache.recordLike[schema.number] {
            return known
        }
        // The search uses its own list instead of recursion, because chains of references can be long. Each step
        // records its predecessor, so that a positive result can be cached for the whole chain.
        var steps: [(schema: SchemaSyntax, before: Int)] = [(schema, -1)]
        var seen: Set<Int> = []
        var waiting = [0]
        while var step = waiting.popLast() {
            let next = steps[step].schema
            let known = cache.recordLike[next.number]
            guard next.isObject,
                known != false,
                seen.insert(next.number).inserted
            else {
                continue
            }
            if known == true || next.hasProperties {
                while step >= 0 {
                    cache.recordLike[steps[step].schema.number] = true
                    step = steps[step].before
                }
                return true
            }
            var others: [SchemaSyntax] = []
            for list in [next.anyOf, next.oneOf, next.allOf] {
                others += list?.elements ?? []
            }
            if let target = next.reference.flatMap(catalogue.target) {
                others.append(target)
            }
            for other in others {
                waiting.append(steps.count)
                steps.append((other, step))
            }
        }
        for number in seen {
            cache.recordLike[number] = false
        }
        return false
    }

    /// Follows references, and each `allOf` that amounts to a single schema, to the schema that they stand for.
    func meaning(of given: SchemaSyntax) -> SchemaSyntax {
        var schema = given
        for _ in 0..<SchemaContext.depthLimit where schema.isObject {
            catalogue.check(schema)
            switch form(of: schema) {
            case .reference(let reference):
                guard let target = catalogue.target(of: reference) else {
                    return schema
                }
                schema = target
            case .single(let part):
                schema = part
            case .enumeration, .union, .record, .plain:
                return schema
            }
        }
        return schema
    }

    /// Returns the kinds of value that a schema allows, without `null`. The result is empty if it allows only `null`. A
    /// schema that allows numbers also allows integers.
    func kinds(of part: SchemaSyntax, depth: Int = 0) -> Kinds {
        let schema = meaning(of: part)
        if isNull(schema) {
            return []
        }
        var kinds: Kinds = []
        if depth < SchemaContext.depthLimit, schema.isObject {
            kinds = statedKinds(of: schema, depth: depth)
        }
        kinds.remove(.null)
        if kinds.isEmpty {
            kinds = .values
        }
        if kinds.contains(.number) {
            kinds.insert(.integer)
        }
        return kinds
    }

    /// Returns the kinds that the keywords of a schema name, or an empty set if they name none.
    private func statedKinds(of schema: SchemaSyntax, depth: Int) -> Kinds {
        if let list = schema.values, list.isList {
            return list.values.reduce(into: []) { kinds, value in
                kinds.formUnion(value.kind)
            }
        }
        if let value = schema.constant {
            return value.kind
        }
        if let type = schema.type {
            return type.kinds
        }
        if let list = schema.alternatives, schema.properties == nil {
            return list.elements.reduce(into: []) { kinds, alternative in
                kinds.formUnion(self.kinds(of: alternative, depth: depth + 1))
            }
        }
        if isRecordLike(schema) || schema.hasOpenMembers {
            return .object
        }
        if schema.items != nil {
            return .array
        }
        return []
    }

    /// Returns the alternatives in a list that allow something other than `null`.
    func alternatives(in list: SchemaListSyntax) -> [SchemaSyntax] {
        list.elements.filter { !isNull($0) }
    }

    /// Returns the schemas that contribute properties to an object: its own schema, and all schemas that it refers to
    /// or merges. Later parts of an `allOf` come first, because they take precedence.
    func parts(of schema: SchemaSyntax) -> [SchemaSyntax] {
        var found: [SchemaSyntax] = []
        var seen: Set<Int> = []
        var waiting = [schema]
        while let next = waiting.popLast() {
            guard seen.insert(next.number).inserted else {
                continue
            }
            found.append(next)
            if let target = next.reference.flatMap(catalogue.target) {
                waiting.append(target)
            }
            waiting += next.parts
        }
        return found
    }

    /// Returns the keys of the properties that an object has, as far as its parts list them.
    func propertyKeys(of schema: SchemaSyntax) -> [String] {
        parts(of: schema).flatMap(\.propertyKeys)
    }

    /// Returns the part of an `allOf` that is a reference and implies all other parts, or `nil` if there is none.
    /// Restrictions beside such a reference need no type of their own.
    func solePart(of schema: SchemaSyntax) -> SchemaSyntax? {
        guard let list = schema.allOf,
            cache.conjoined[schema.number] == nil,
            schema.properties == nil
        else {
            return nil
        }
        let part = single(schema, list: list)
        guard part.reference != nil else { return nil }
        let impliesAll = list.elements.allSatisfy {
            $0 == part || isImplied($0, by: part)
        }
        guard impliesAll else { return nil }
        return part
    }
}
