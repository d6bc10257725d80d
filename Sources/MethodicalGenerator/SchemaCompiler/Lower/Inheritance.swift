/// One object's way into another, for a definition that says `allOf` or has a `$ref` beside its properties.
private struct Ancestor {
    var element: JSONNode
    var word: String
    var target: Definition
}

/// A definition on the way that is being followed, and how many of its parts were looked at.
private struct Step {
    var definition: Definition
    var parts: [Ancestor]
    var next = 0
}

extension Lowering {
    /// An object that is a part of itself has no end; merging stops there, and what it left out would be missing without a word.
    ///
    /// With a stack of its own, since chains of references may be long.
    func reportInheritanceCircles() {
        var isOpen: [TypeID: Bool] = [:]
        for definition in definitions where definition.isQueued && isOpen[definition.id] == nil {
            var path: [Step] = []
            open(definition, &path, &isOpen)
            while let step = path.last {
                guard step.next < step.parts.count else {
                    isOpen[step.definition.id] = false
                    path.removeLast()
                    continue
                }
                path[path.count - 1].next += 1
                let target = step.parts[step.next].target
                switch isOpen[target.id] {
                case nil: open(target, &path, &isOpen)
                case true?: report(circleOf: target, path)
                case false?: break
                }
            }
        }
    }

    private func open(_ definition: Definition, _ path: inout [Step], _ isOpen: inout [TypeID: Bool]) {
        isOpen[definition.id] = true
        var parts: [Ancestor] = []
        addParts(of: definition.node, to: &parts, depth: 0)
        path.append(Step(definition: definition, parts: parts))
    }

    private func addParts(of node: JSONNode, to parts: inout [Ancestor], depth: Int) {
        guard node.isObject, depth < Spot.depthLimit else { return }
        if let reference = node[.ref], let target = resolver.look(reference), let definition = definitionOf[target.number] {
            // A schema that only refers is another name; circles of these are found elsewhere.
            let word = depth > 0 ? "allOf" : node[.properties] != nil || node[.allOf] != nil ? "$ref" : ""
            parts.append(Ancestor(element: depth > 0 ? node : reference, word: word, target: definition))
        }
        guard let list = node[.allOf], list.isArray else { return }
        for element in list.children { addParts(of: element, to: &parts, depth: depth + 1) }
    }

    private func report(circleOf head: Definition, _ path: [Step]) {
        guard let start = path.firstIndex(where: { $0.definition.id == head.id }) else { return }
        guard let step = path[start...].first(where: { !$0.parts[$0.next - 1].word.isEmpty }) else { return }
        let part = step.parts[step.next - 1]
        problems.error(part.element, "\"\(step.definition.key)\" contains itself through \"\(part.word)\"")
        for step in path[start...] { circular.insert(step.definition.id) }
    }
}
