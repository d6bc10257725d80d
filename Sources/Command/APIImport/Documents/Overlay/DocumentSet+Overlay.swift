import MethodicalGenerator

extension DocumentSet {
    /// Applies an overlay to the first document. Reports an error and leaves out the rest of the overlay if an action
    /// cannot be applied.
    ///
    /// Overlays are applied before the document is translated: targets of earlier references are forgotten.
    ///
    /// - Parameter overlay: A file in JSON or YAML, in the format of the OpenAPI Overlay Specification 1.0 or 1.1.
    package func apply(overlay file: SourceFile) {
        // The overlay takes a number, so that its nodes differ from those of all documents.
        let number = documents.count
        guard let overlay = parser.parse(file, number: number, problems: &problems) else {
            return
        }
        let location = DocumentLocation(file.path)
        documents.append(
            Document(
                location: location,
                root: overlay,
                names: SchemaNames()))
        guard let actions = OverlayAction.read(from: overlay, problems: &problems) else {
            return
        }
        var merge = OverlayMerge(file: 0, copiesLeft: parser.limits.repeated)
        var (depth, count) = root.extent
        defer { documentDidChange() }
        for action in actions {
            do {
                let value = try apply(
                    action,
                    merge: &merge,
                    steps: 5_000_000 + 20 * count)
                let added = value?.extent ?? (depth: 0, count: 0)
                depth += added.depth
                count += added.count
                if depth > parser.limits.depth {
                    (depth, count) = root.extent
                }
                if depth > parser.limits.depth {
                    report(at: action.place, "this nests objects and arrays more than \(parser.limits.depth) deep")
                    return
                }
            } catch let error as OverlayMerge.Fault {
                problems.append(
                    Diagnostic(
                        .error,
                        at: error.place ?? action.place.place,
                        error.message))
                return
            } catch {
                return report(at: action.place, "this JSONPath takes too many steps in this document")
            }
        }
    }

    /// Applies an action, and returns the value that it has merged.
    private func apply(
        _ action: OverlayAction,
        merge: inout OverlayMerge,
        steps: Int
    ) throws -> JSONNode? {
        var evaluator = JSONPathEvaluator(root: root, steps: steps)
        var seen: Set<JSONNode> = []
        let targets = try evaluator.matches(of: action.target, from: root).filter { seen.insert($0.node).inserted }
        if targets.isEmpty {
            let hint = try missingName(in: action.target, evaluator: &evaluator)
            problems.append(
                Diagnostic(
                    .warning,
                    at: action.place.place,
                    "this target selects nothing\(hint)"))
            return nil
        }
        let value: JSONNode
        switch action.change {
        case .remove:
            try remove(targets, at: action.place)
            return nil
        case .update(let update):
            value = update
        case .copy(let path, let place):
            let sources = try evaluator.matches(of: path, from: root)
            guard sources.count == 1 else {
                let message = "expected a JSONPath that selects one value; this one selects \(sources.count)"
                throw OverlayMerge.Fault(at: place, message)
            }
            // The source may contain the target, which must not grow while it is read.
            value = try merge.copy(sources[0].node, key: "")
        }
        try update(
            targets,
            with: value,
            at: action.place,
            merge: &merge)
        return value
    }

    private func remove(_ targets: [JSONPathEvaluator.Match], at place: JSONNode) throws {
        var removed: [JSONNode: Set<JSONNode>] = [:]
        for target in targets {
            guard let parent = target.parent else {
                throw OverlayMerge.Fault(at: place, "the root of a document cannot be removed")
            }
            removed[parent, default: []].insert(target.node)
        }
        for (parent, nodes) in removed {
            parent.children.removeAll { nodes.contains($0) }
        }
    }

    private func update(
        _ targets: [JSONPathEvaluator.Match],
        with value: JSONNode,
        at place: JSONNode,
        merge: inout OverlayMerge
    ) throws {
        // All scalar values count as one kind.
        let kinds = Set(targets.map(\.node).map { $0.isComposite ? $0.kind : .string })
        guard kinds.count == 1,
            let first = targets.first
        else {
            throw OverlayMerge.Fault(
                at: place, "this target selects values of different types; expected only objects or only lists")
        }
        if first.node.isComposite {
            for target in targets {
                try merge.merge(value, into: target.node)
            }
            return
        }
        guard !value.isComposite else {
            throw OverlayMerge.Fault(
                at: value, "the target selects \(first.node.described), which only a simple value can replace")
        }
        var replaced: [JSONNode: [JSONNode: JSONNode]] = [:]
        for target in targets {
            let copy = try merge.copy(value, key: target.node.key)
            if let parent = target.parent {
                replaced[parent, default: [:]][target.node] = copy
            } else {
                root = copy
            }
        }
        for (parent, nodes) in replaced {
            parent.children = parent.children.map { nodes[$0] ?? $0 }
        }
    }

    /// Returns a hint at the first name of a query that no node has, or an empty string.
    private func missingName(in path: JSONPath, evaluator: inout JSONPathEvaluator) throws -> String {
        var known = JSONPath()
        for segment in path.segments {
            let nodes = try evaluator.matches(of: known, from: root)
            known.segments.append(segment)
            guard try evaluator.matches(of: known, from: root).isEmpty else {
                continue
            }
            guard segment.selectors.count == 1,
                case .name(let name) = segment.selectors[0]
            else {
                return ""
            }
            let objects = nodes.prefix(100).map(\.node).filter(\.isObject)
            let keys = objects.flatMap {
                $0.children.prefix(1000).map(\.key)
            }
            guard let near = nearest(to: name, among: keys) else {
                return "; nothing there has \"\(name)\""
            }
            return "; nothing there has \"\(name)\"; did you mean \"\(near)\"?"
        }
        return ""
    }
}
