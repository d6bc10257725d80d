import MethodicalGenerator

/// An evaluator of queries for one tree.
struct JSONPathEvaluator {
    let root: JSONNode
    /// The number of steps that are left. A short query can select very many nodes.
    var stepsLeft: Int

    /// A query that takes too many steps.
    struct TooExpensive: Error {}

    /// A selected node with the object or array that it is in.
    struct Match {
        var node: JSONNode
        /// The object or array, or `nil` for the root.
        var parent: JSONNode?
    }

    init(root: JSONNode, steps: Int = 5_000_000) {
        self.root = root
        stepsLeft = steps
    }

    /// Returns the nodes that a query selects, in order. A node that is selected twice occurs twice.
    mutating func matches(of path: JSONPath, from current: JSONNode) throws(TooExpensive) -> [Match] {
        let start = path.isRelative ? current : root
        var matches = [Match(node: start)]
        for segment in path.segments {
            var next: [Match] = []
            for match in matches {
                if segment.isDescendant {
                    try selectDescendants(
                        by: segment.selectors,
                        of: match.node,
                        into: &next)
                } else {
                    try select(
                        by: segment.selectors,
                        in: match.node,
                        into: &next)
                }
            }
            matches = next
            if matches.isEmpty {
                break
            }
        }
        return matches
    }

    mutating func spend(_ steps: Int) throws(TooExpensive) {
        stepsLeft -= steps
        if stepsLeft < 0 {
            throw TooExpensive()
        }
    }

    /// Selects children of a node and of all its descendants.
    private mutating func selectDescendants(
        by selectors: [JSONPath.Selector],
        of node: JSONNode,
        into result: inout [Match]
    ) throws(TooExpensive) {
        var open = [node]
        while let node = open.popLast() {
            try spend(node.children.count)
            try select(by: selectors, in: node, into: &result)
            for child in node.children.reversed() where !child.children.isEmpty {
                open.append(child)
            }
        }
    }

    private mutating func select(
        by selectors: [JSONPath.Selector],
        in node: JSONNode,
        into result: inout [Match]
    ) throws(TooExpensive) {
        for selector in selectors {
            try spend(1)
            switch selector {
            case .name(let name):
                if let child = try member(named: name, of: node) {
                    result.append(Match(node: child, parent: node))
                }
            case .wildcard:
                try spend(node.children.count)
                for child in node.children {
                    result.append(Match(node: child, parent: node))
                }
            case .index(let index):
                var index = index
                if index < 0 {
                    index += node.children.count
                }
                if node.isArray, node.children.indices.contains(index) {
                    result.append(Match(node: node.children[index], parent: node))
                }
            case .slice(let start, let end, let step):
                guard node.isArray else { continue }
                try spend(node.children.count)
                for index in Self.indices(from: start, to: end, by: step, count: node.children.count) {
                    result.append(Match(node: node.children[index], parent: node))
                }
            case .filter(let condition):
                for child in node.children where try holds(condition, for: child) {
                    result.append(Match(node: child, parent: node))
                }
            }
        }
    }

    /// Returns the member with a key that consists of the same Unicode scalars.
    private mutating func member(named name: String, of node: JSONNode) throws(TooExpensive) -> JSONNode? {
        guard let member = node[name] else { return nil }
        if member.key.utf8.elementsEqual(name.utf8) {
            return member
        }
        // A key with other scalars that are the same characters, such as a decomposed "é". All members are compared.
        try spend(node.children.count)
        return node.children.first {
            $0.key.utf8.elementsEqual(name.utf8)
        }
    }

    /// Returns the positions that a slice selects among `count` elements (RFC 9535, section 2.3.4.2.2).
    ///
    /// The parser limits the bounds and the step to 53 bits, so that no sum here leaves 64 bits.
    private static func indices(
        from start: Int?,
        to end: Int?,
        by step: Int,
        count: Int
    ) -> StrideTo<Int> {
        func normalized(_ index: Int) -> Int {
            if index < 0 {
                return index + count
            }
            return index
        }
        if step == 0 {
            return stride(from: 0, to: 0, by: 1)
        }
        if step > 0 {
            let lower = min(max(normalized(start ?? 0), 0), count)
            let upper = min(max(normalized(end ?? count), 0), count)
            return stride(from: lower, to: upper, by: step)
        }
        let first = start.map(normalized) ?? count - 1
        let last = end.map(normalized) ?? -1
        let upper = min(max(first, -1), count - 1)
        let lower = min(max(last, -1), count - 1)
        return stride(from: upper, to: lower, by: step)
    }
}
