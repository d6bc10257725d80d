/// The second stage, which applies the corrections of the overlays to the schemas. Nodes from an overlay keep their
/// place in the overlay's file, which diagnostics show.
struct Overlays {
    let resolver: ReferenceResolver
    let keywords: KeywordCheck

    /// Applies all corrections of the overlay files.
    func apply(_ files: [SchemaFile], problems: Problems) {
        for file in files {
            apply(file, problems: problems)
        }
    }

    private func apply(_ file: SchemaFile, problems: Problems) {
        guard let list = file.root[.overlay],
            list.isArray
        else {
            return problems.error(
                at: file.root,
                "expected {\"overlay\": [{\"at\": ..., \"merge\": {...}, \"because\": ...}]}")
        }
        let known = [
            Key.overlay.rawValue,
            Key.schema.rawValue,
            "$comment",
            "description",
        ]
        for member in file.root.members(besides: known) {
            let suggestion = problems.suggestion(for: member.key, among: ["overlay"])
            problems.error(
                at: member.keyPlace,
                "unknown key \"\(member.key)\" in an overlay\(suggestion)")
        }
        for correction in list.children {
            apply(correction: correction, problems: problems)
        }
    }

    private func apply(correction: JSONNode, problems: Problems) {
        guard correction.isObject else {
            return problems.error(
                at: correction,
                expected: "{\"at\": ..., \"merge\": {...}, \"because\": ...}")
        }
        keywords.check(correction, as: .overlay, problems: problems)
        if correction[.because]?.string?.isEmpty ?? true {
            problems.error(at: correction, "\"because\" is missing: the reason for the correction")
        }
        guard let at = correction[.at] else {
            return problems.error(
                at: correction,
                "\"at\" is missing: what to correct, as in \"users/objects.json#/definitions/users_user\"")
        }
        guard let target = target(at: at, problems: problems) else { return }
        if let remove = correction[.remove], remove.bool != true {
            problems.error(at: remove, expected: "true")
        }
        switch (correction[.merge], correction[.remove]?.bool == true) {
        case (let merge?, false):
            apply(merge, to: target, at: at, problems: problems)
        case (nil, true):
            guard let parent = target.parent else {
                return problems.error(at: at, "a whole file cannot be removed; delete it")
            }
            parent.remove(target.node)
        default:
            problems.error(at: correction, "expected either \"merge\" or \"remove\": true")
        }
    }

    /// The node that a correction changes.
    private struct Target {
        var node: JSONNode
        var parent: JSONNode?
    }

    /// Returns the node that the pointer in `at` leads to, or reports an error if there is none.
    private func target(at: JSONNode, problems: Problems) -> Target? {
        let text = at.string ?? ""
        let reference = Reference(text)
        guard reference.hasPointer else {
            problems.error(
                at: at,
                expected: "a file and a JSON Pointer, \"users/objects.json#/definitions/users_user\"")
            return nil
        }
        guard let file = resolver.file(atPath: reference.path) else {
            let suggestion = problems.suggestion(
                for: reference.path,
                among: resolver.paths,
                within: 2)
            problems.missing(
                .error,
                at: at.place,
                "there is no schema file \(reference.path)\(suggestion)")
            return nil
        }
        if !reference.pointer.isEmpty, !reference.pointer.hasPrefix("/") {
            problems.error(
                at: at,
                "expected a JSON Pointer that begins with \"/\" after \"#\", found \"\(text)\"")
            return nil
        }
        if let escape = reference.wrongEscape {
            problems.error(at: at, wrongEscape(escape, in: text))
            return nil
        }
        var target = Target(node: file.root)
        for token in reference.tokens {
            // An element can also be identified by its `name`, so that the author of a correction does not have to
            // count methods.
            guard let next = target.node.child(token) ?? target.node.element(named: token) else {
                let suggestion = problems.suggestion(for: token, among: target.node.childNames)
                problems.error(
                    at: at,
                    "the target no longer exists: \(file.path) has no \"\(token)\" there\(suggestion)")
                return nil
            }
            target = Target(node: next, parent: target.node)
        }
        return target
    }

    /// Merges an object into the target, or replaces the target by any other value.
    private func apply(
        _ merge: JSONNode,
        to target: Target,
        at: JSONNode,
        problems: Problems
    ) {
        merge.adopt(by: target.node.file)
        let isChanged: Bool
        if merge.isObject, target.node.isObject {
            isChanged = target.node.merge(merge)
        } else if let parent = target.parent {
            isChanged = !merge.isSame(as: target.node)
            if isChanged {
                parent.replace(target.node, with: merge.copy(key: target.node.key))
            }
        } else {
            return problems.error(at: merge, expected: "an object, because the target is a whole file")
        }
        if !isChanged {
            problems.warning(
                at: at,
                "this correction changes nothing, because the schema already says the same; remove it")
        }
    }
}

extension JSONNode {
    /// Returns the element of a list that has the given `name`, or `nil` if there is none.
    func element(named name: String) -> JSONNode? {
        guard isArray else { return nil }
        return children.first { $0[.name]?.string == name }
    }

    /// Makes the node and its descendants belong to another file, from which their references are resolved.
    fileprivate func adopt(by file: Int) {
        self.file = file
        for child in children {
            child.adopt(by: file)
        }
    }

    /// Applies a merge patch (RFC 7386). Returns `true` if anything changed.
    fileprivate func merge(_ patch: JSONNode) -> Bool {
        var isChanged = false
        for member in patch.children {
            let existing = self[member.key]
            switch (existing, member.kind) {
            case (nil, .null):
                continue
            case (let existing?, .null):
                remove(existing)
            case (let existing?, .object) where existing.isObject:
                if !existing.merge(member) {
                    continue
                }
            case (let existing?, _):
                if member.isSame(as: existing) {
                    continue
                }
                replace(existing, with: member.withoutNulls)
            case (nil, _):
                children.append(member.withoutNulls)
            }
            isChanged = true
        }
        return isChanged
    }

    /// The node without the null members of objects. In a patch, `null` means removal, and a new object has nothing to
    /// remove.
    fileprivate var withoutNulls: JSONNode {
        if isObject {
            children = children.filter { $0.kind != .null }.map(\.withoutNulls)
        }
        return self
    }

    /// Indicates whether two values are equal. The order of an object's members does not count.
    fileprivate func isSame(as other: JSONNode) -> Bool {
        guard kind == other.kind,
            children.count == other.children.count
        else {
            return false
        }
        switch kind {
        case .object:
            return children.allSatisfy {
                other[$0.key]?.isSame(as: $0) ?? false
            }
        case .array:
            return zip(children, other.children).allSatisfy { $0.isSame(as: $1) }
        default:
            return described == other.described
        }
    }
}
