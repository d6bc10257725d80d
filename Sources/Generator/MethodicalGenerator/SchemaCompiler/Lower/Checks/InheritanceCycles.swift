/// A search for definitions that contain themselves as a part, by `allOf` or by a `$ref` beside properties. Merging
/// stops at such a cycle and would silently miss properties.
struct InheritanceCycles {
    /// The definitions of all cycles.
    private(set) var members: Set<TypeID> = []
    private var cycles: [Cycle] = []
    /// The definitions that each definition has as parts.
    private var partsByOwner: [TypeID: [Part]] = [:]
    private let catalogue: Catalogue
    private var visits: [TypeID: Visit] = [:]
    /// The way to the current definition. The search uses it instead of recursion, because chains of references can be
    /// long.
    private var path: [Step] = []

    /// A definition on the path, with the parts that have not been visited. The last one is the next.
    private struct Step {
        var definition: Definition
        var part: Part?
        var waiting: [Part]
    }

    /// A step from a definition to another that is a part of it.
    private struct Part {
        /// The reference or the schema to report.
        var element: any PositionedSyntax
        /// The keyword that makes the target a part, or `nil` for an alias.
        var keyword: Key?
        var target: Definition
    }

    /// The state of a definition that the search has reached.
    private enum Visit {
        /// The definition is on the path.
        case begun
        /// All parts of the definition have been visited.
        case finished
    }

    /// A definition that contains itself.
    private struct Cycle {
        /// The definition with the part to report.
        var definition: Definition
        /// The reference or the schema to report.
        var element: any PositionedSyntax
        /// The keyword that makes the next definition of the cycle a part.
        var keyword: Key
    }

    /// Finds the cycles among all definitions.
    init(in catalogue: Catalogue) {
        self.catalogue = catalogue
        for definition in catalogue.definitions.all where visits[definition.id] == nil {
            begin(definition)
            while let step = path.last {
                guard let part = step.waiting.last else {
                    visits[step.definition.id] = .finished
                    path.removeLast()
                    continue
                }
                path[path.count - 1].part = part
                path[path.count - 1].waiting.removeLast()
                switch visits[part.target.id] {
                case nil:
                    begin(part.target)
                case .begun?:
                    add(cycleOf: part.target)
                case .finished?:
                    break
                }
            }
        }
    }

    /// Reports the cycles that some definitions are in, or have as parts.
    func report(neededBy definitions: [Definition], problems: Problems) {
        if cycles.isEmpty {
            return
        }
        var needed: Set<TypeID> = []
        var waiting = definitions.map(\.id)
        while let id = waiting.popLast() {
            if needed.insert(id).inserted {
                waiting += (partsByOwner[id] ?? []).map(\.target.id)
            }
        }
        for cycle in cycles where needed.contains(cycle.definition.id) {
            problems.error(
                at: cycle.element.position,
                "\"\(cycle.definition.key)\" contains itself through \"\(cycle.keyword.rawValue)\"")
        }
    }

    private mutating func begin(_ definition: Definition) {
        visits[definition.id] = .begun
        let parts = parts(of: definition.schema)
        partsByOwner[definition.id] = parts
        path.append(Step(definition: definition, waiting: parts.reversed()))
    }

    /// Returns the definitions that a schema has as parts, including those inside a nested `allOf`.
    private func parts(of schema: SchemaSyntax, depth: Int = 0) -> [Part] {
        guard schema.isObject,
            depth < SchemaContext.depthLimit
        else {
            return []
        }
        var parts: [Part] = []
        if let reference = schema.reference,
            let target = catalogue.definition(referredBy: reference)
        {
            var part = Part(element: reference, target: target)
            if depth > 0 {
                part.element = schema
                part.keyword = .allOf
            } else if schema.properties != nil || schema.allOf != nil {
                // A schema that only refers to another is an alias. `AliasCycles` finds cycles of aliases.
                part.keyword = .ref
            }
            parts.append(part)
        }
        guard let list = schema.allOf,
            list.isList
        else {
            return parts
        }
        let inner = list.elements.flatMap { self.parts(of: $0, depth: depth + 1) }
        return parts + inner
    }

    /// Adds the cycle that leads back to `head`. It is reported at its first part that is not an alias.
    private mutating func add(cycleOf head: Definition) {
        let steps = path.drop { $0.definition.id != head.id }
        guard let step = steps.first(where: { $0.part?.keyword != nil }),
            let part = step.part,
            let keyword = part.keyword
        else {
            return
        }
        cycles.append(Cycle(definition: step.definition, element: part.element, keyword: keyword))
        members.formUnion(steps.map(\.definition.id))
    }
}
