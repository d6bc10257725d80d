/// The facts about schemas that lowering needs before it makes types of them.
///
/// The facts depend only on the catalogue. They are cached, because schemas refer to each other.
package struct Schemas {
    let catalogue: Catalogue
    let cache = Cache()

    /// The facts found so far, by the numbers of the nodes.
    final class Cache {
        var recordLike: [Int: Bool] = [:]
        /// The statements of the definitions about `null`.
        var nullRules: [TypeID: NullRule] = [:]
        /// The statements of the lists of alternatives about `null`, by the number of the list.
        var alternativesNullRules: [Int: NullRule] = [:]
        /// The schemas that an `allOf` without properties resolves to, by the node with the `allOf`.
        var singles: [Int: JSONNode] = [:]
        /// The conjunctions, by the numbers of the schemas that they combine.
        var conjunctions: [[Int]: JSONNode] = [:]
        /// The schemas of several alternatives, by the numbers of these.
        var disjunctions: [[Int]: JSONNode] = [:]
        /// The combined schemas, by the number of the new schema that was made of them.
        var conjoined: [Int: [JSONNode]] = [:]
        /// The enumerations that lists of alternatives with one value each stand for, by the number of the list. `nil`
        /// stands for other lists.
        var listedValues: [Int: JSONNode?] = [:]
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
        case reference(JSONNode), single(JSONNode), enumeration(JSONNode), union(JSONNode), record, plain
    }

    /// Returns the kind of type that a schema describes.
    func form(of schema: Schema) -> Form {
        let hasProperties = schema.hasProperties
        if let reference = schema[.ref] {
            if hasProperties || schema.has(.allOf) {
                return .record
            }
            return .reference(reference)
        }
        if let parts = schema[.allOf], parts.first != nil {
            if hasProperties || isRecord(schema.node, mergedFrom: parts.children) {
                return .record
            }
            // A part without a kind of value only restricts the others.
            if parts.children.contains(where: namesKind) {
                return .single(single(schema.node, list: parts))
            }
        }
        if let values = schema[.enum],
            EnumerationReader(schema: schema, problems: problems).isEnumerable(values)
        {
            if let type = schema[.type] {
                catalogue.checkTypes(type)
            }
            return .enumeration(values)
        }
        if hasProperties {
            guard let type = schema.node[.type] else {
                return .record
            }
            catalogue.checkTypes(type)
            let kinds = typeNames.kinds(in: type)
            let allowsObjects = kinds.isEmpty || kinds.contains(.object)
            return allowsObjects ? .record : .plain
        }
        // Alternatives beside `items` only restrict the list.
        if schema.has(.items) {
            return .plain
        }
        for list in schema.node.alternativeLists {
            if let values = listedValues(list, in: schema) {
                return .single(values)
            }
            if !schema.has(.type) || list.children.contains(where: namesKind) {
                return .union(list)
            }
        }
        return .plain
    }

    /// Indicates whether an `allOf` without properties beside it is an object with the properties of its parts.
    private func isRecord(_ node: JSONNode, mergedFrom parts: [JSONNode]) -> Bool {
        let records = parts.filter(isRecordLike)
        guard parts.count > 1, !records.isEmpty else {
            return false
        }
        if cache.conjoined[node.number] != nil {
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
    private func isOnlyUnion(_ node: JSONNode) -> Bool {
        let node = catalogue.followed(node) ?? node
        return node.hasAny([.oneOf, .anyOf]) && !node.hasAny([.properties, .allOf])
    }

    /// Indicates whether a schema allows objects, as far as its own keywords tell.
    private func allowsObjects(_ part: JSONNode, depth: Int = 0) -> Bool {
        let node = catalogue.followed(part) ?? part
        if let type = node[.type] {
            return typeNames.kinds(in: type).contains(.object)
        }
        if node.hasAny([.enum, .const]) {
            return false
        }
        guard depth < 8,
            !node.hasAny([.properties, .allOf]),
            let list = node[.oneOf] ?? node[.anyOf]
        else {
            return true
        }
        return list.children.contains { allowsObjects($0, depth: depth + 1) }
    }

    /// Indicates whether a schema states the kind of its values, rather than only restricting them.
    func namesKind(_ node: JSONNode) -> Bool {
        guard node.isObject else {
            return node.bool == nil
        }
        return node.hasAny([
            .type, .properties, .items, .enum, .const, .ref, .allOf, .oneOf, .anyOf, .additionalProperties,
            .patternProperties,
        ])
    }

    /// Indicates whether a schema contributes properties to an `allOf`.
    package func isRecordLike(_ node: JSONNode) -> Bool {
        if let known = cache.recordLike[node.number] {
            return known
        }
        // The search uses its own list instead of recursion, because chains of references can be long. Each step
        // records its predecessor, so that a positive result can be cached for the whole chain.
        var steps: [(node: JSONNode, before: Int)] = [(node, -1)]
        var seen: Set<Int> = []
        var waiting = [0]
        while var place = waiting.popLast() {
            let next = steps[place].node
            let known = cache.recordLike[next.number]
            guard next.isObject,
                known != false,
                seen.insert(next.number).inserted
            else {
                continue
            }
            if known == true || next[.properties]?.first != nil {
                while place >= 0 {
                    cache.recordLike[steps[place].node.number] = true
                    place = steps[place].before
                }
                return true
            }
            var others = next.list(at: .anyOf) + next.list(at: .oneOf) + next.list(at: .allOf)
            if let target = next[.ref].flatMap(catalogue.target) {
                others.append(target)
            }
            for other in others {
                waiting.append(steps.count)
                steps.append((other, place))
            }
        }
        for number in seen {
            cache.recordLike[number] = false
        }
        return false
    }

    /// Follows references, and each `allOf` that amounts to a single schema, to the schema that they stand for.
    func meaning(of node: JSONNode) -> JSONNode {
        var node = node
        for _ in 0..<Spot.depthLimit where node.isObject {
            switch form(of: catalogue.schema(of: node)) {
            case .reference(let reference):
                guard let target = catalogue.target(of: reference) else {
                    return node
                }
                node = target
            case .single(let part):
                node = part
            default:
                return node
            }
        }
        return node
    }

    /// Returns the kinds of value that a schema allows, without `null`. The result is empty if it allows only `null`. A
    /// schema that allows numbers also allows integers.
    func kinds(of part: JSONNode, depth: Int = 0) -> Kinds {
        let node = meaning(of: part)
        if isNull(node) {
            return []
        }
        var kinds: Kinds = []
        if depth < Spot.depthLimit, node.isObject {
            kinds = statedKinds(of: node, depth: depth)
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
    private func statedKinds(of node: JSONNode, depth: Int) -> Kinds {
        if let list = node[.enum], list.isArray {
            return list.children.reduce(into: []) { kinds, value in
                kinds.formUnion(Kinds(of: value))
            }
        }
        if let value = node[.const] {
            return Kinds(of: value)
        }
        if let type = node[.type] {
            return typeNames.kinds(in: type)
        }
        if let list = node[.oneOf] ?? node[.anyOf], node[.properties] == nil {
            return list.children.reduce(into: []) { kinds, alternative in
                kinds.formUnion(self.kinds(of: alternative, depth: depth + 1))
            }
        }
        if isRecordLike(node) || node.hasAny([.additionalProperties, .patternProperties]) {
            return .object
        }
        if node[.items] != nil {
            return .array
        }
        return []
    }

    /// Returns the alternatives in a list that allow something other than `null`.
    package func alternatives(in list: JSONNode) -> [JSONNode] {
        list.children.filter { !isNull($0) }
    }

    /// Returns the schemas that contribute properties to an object: its own schema, and all schemas that it refers to
    /// or merges. Later parts of an `allOf` come first, because they take precedence.
    func parts(of node: JSONNode) -> [JSONNode] {
        var found: [JSONNode] = []
        var seen: Set<Int> = []
        var waiting = [node]
        while let next = waiting.popLast() {
            guard seen.insert(next.number).inserted else {
                continue
            }
            found.append(next)
            if let target = next[.ref].flatMap(catalogue.target) {
                waiting.append(target)
            }
            waiting += next.list(at: .allOf)
        }
        return found
    }

    /// Returns the keys of the properties that an object has, as far as its parts list them.
    func propertyKeys(of node: JSONNode) -> [String] {
        parts(of: node).flatMap { $0.list(at: .properties).map(\.key) }
    }

    /// Returns the part of an `allOf` that is a reference and implies all other parts, or `nil` if there is none.
    /// Restrictions beside such a reference need no type of their own.
    func solePart(of schema: Schema) -> JSONNode? {
        guard let list = schema[.allOf],
            cache.conjoined[schema.node.number] == nil,
            !schema.has(.properties)
        else {
            return nil
        }
        let part = single(schema.node, list: list)
        guard part[.ref] != nil else { return nil }
        let impliesAll = list.children.allSatisfy {
            $0 == part || isImplied($0, by: part)
        }
        guard impliesAll else { return nil }
        return part
    }
}
