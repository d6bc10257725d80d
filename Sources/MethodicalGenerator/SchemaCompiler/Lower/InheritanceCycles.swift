/// A step from a definition to another that is a part of it, by `allOf` or by a `$ref` beside properties.
private struct Ancestor {
    /// The node to report.
    var element: JSONNode
    /// The keyword that makes the target a part, or an empty string for an alias.
    var word: String
    var target: Definition
}

/// A definition on the current path, with the number of its parts that have been visited.
private struct Step {
    var definition: Definition
    var parts: [Ancestor]
    var next = 0
}

extension Lowering {
    /// Reports definitions that contain themselves as a part. Merging stops at such a cycle and would silently miss
    /// properties.
    ///
    /// The search uses its own stack instead of recursion, because chains of references can be long.
    func reportInheritanceCircles() {
        var isOpen: [TypeID: Bool] = [:]
        for definition in definitions where definition.isQueued && isOpen[definition.id] == nil {
            var path: [Step] = []
            enter(definition, &path, &isOpen)
            while let step = path.last {
                guard step.next < step.parts.count else {
                    isOpen[step.definition.id] = false
                    path.removeLast()
                    continue
                }
                path[path.count - 1].next += 1
                let target = step.parts[step.next].target
                switch isOpen[target.id] {
                case nil: enter(target, &path, &isOpen)
                case true?: report(circleOf: target, path)
                case false?: break
                }
            }
        }
    }

    /// Adds a definition to the path.
    private func enter(_ definition: Definition, _ path: inout [Step], _ isOpen: inout [TypeID: Bool]) {
        isOpen[definition.id] = true
        var parts: [Ancestor] = []
        addParts(of: definition.node, to: &parts, depth: 0)
        path.append(Step(definition: definition, parts: parts))
    }

    /// Adds the definitions that a schema has as parts, including those inside a nested `allOf`.
    private func addParts(of node: JSONNode, to parts: inout [Ancestor], depth: Int) {
        guard node.isObject, depth < Spot.depthLimit else { return }
        if let reference = node[.ref], let target = resolver.look(reference),
            let definition = definitionOf[target.number]
        {
            // A schema that only refers to another is an alias. `breakAliasCycles` finds cycles of aliases.
            let word = depth > 0 ? "allOf" : node[.properties] != nil || node[.allOf] != nil ? "$ref" : ""
            parts.append(Ancestor(element: depth > 0 ? node : reference, word: word, target: definition))
        }
        guard let list = node[.allOf], list.isArray else { return }
        for element in list.children { addParts(of: element, to: &parts, depth: depth + 1) }
    }

    /// Reports the cycle that leads back to `head`, at its first part that is not an alias.
    private func report(circleOf head: Definition, _ path: [Step]) {
        guard let start = path.firstIndex(where: { $0.definition.id == head.id }) else { return }
        guard let step = path[start...].first(where: { !$0.parts[$0.next - 1].word.isEmpty }) else { return }
        let part = step.parts[step.next - 1]
        problems.error(part.element, "\"\(step.definition.key)\" contains itself through \"\(part.word)\"")
        for step in path[start...] { circular.insert(step.definition.id) }
    }
}
