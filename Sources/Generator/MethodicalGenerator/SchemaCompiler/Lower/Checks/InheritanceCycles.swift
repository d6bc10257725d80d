/// A search for definitions that contain themselves as a part, by `allOf` or by a `$ref` beside properties. Merging
/// stops at such a cycle and would silently miss properties.
struct InheritanceCycles {
    /// The definitions of all cycles that have been reported.
    private(set) var members: Set<TypeID> = []
    private let catalogue: Catalogue
    private let problems: Problems
    /// The definitions that have been visited, with a Boolean value that indicates whether they are on the path.
    private var isOpen: [TypeID: Bool] = [:]
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
        var word: Key?
        var target: Definition
    }

    /// Finds and reports the cycles among the given definitions.
    init(among definitions: [Definition], catalogue: Catalogue, problems: Problems) {
        self.catalogue = catalogue
        self.problems = problems
        for definition in definitions where isOpen[definition.id] == nil {
            enter(definition)
            while let step = path.last {
                guard let part = step.waiting.last else {
                    isOpen[step.definition.id] = false
                    path.removeLast()
                    continue
                }
                path[path.count - 1].part = part
                path[path.count - 1].waiting.removeLast()
                switch isOpen[part.target.id] {
                case nil:
                    enter(part.target)
                case true?:
                    report(cycleOf: part.target)
                case false?:
                    break
                }
            }
        }
    }

    private mutating func enter(_ definition: Definition) {
        isOpen[definition.id] = true
        let parts = parts(of: definition.schema)
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
                part.word = .allOf
            } else if schema.properties != nil || schema.allOf != nil {
                // A schema that only refers to another is an alias. `AliasCycles` finds cycles of aliases.
                part.word = .ref
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

    /// Reports the cycle that leads back to `head`, at its first part that is not an alias.
    private mutating func report(cycleOf head: Definition) {
        let cycle = path.drop { $0.definition.id != head.id }
        guard let step = cycle.first(where: { $0.part?.word != nil }),
            let part = step.part,
            let word = part.word
        else {
            return
        }
        problems.error(
            at: part.element.position,
            "\"\(step.definition.key)\" contains itself through \"\(word.rawValue)\"")
        members.formUnion(cycle.map(\.definition.id))
    }
}
