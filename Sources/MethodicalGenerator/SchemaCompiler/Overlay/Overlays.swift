/// The second stage, which applies the corrections of the overlays to the trees. Nodes from an overlay keep their place
/// in the overlay's file for diagnostics.
struct Overlays {
    let resolver: ReferenceResolver
    let problems: Problems
    let keywords: KeywordCheck

    /// Applies all corrections of an overlay file.
    mutating func apply(_ file: SchemaFile) {
        guard file.root.isObject, let list = file.root[.overlay], list.isArray else {
            problems.error(file.root, "expected {\"overlay\": [{\"at\": ..., \"merge\": {...}, \"because\": ...}]}")
            return
        }
        for member in file.root.children
        where member.symbol != Word.overlay.rawValue && member.symbol != Word.schema.rawValue {
            if member.key == "$comment" || member.key == "description" || member.key.utf8.starts(with: "x-".utf8) {
                continue
            }
            let suggestion = problems.suggestion(for: member.key, among: ["overlay"])
            problems.error(member.keyPlace, "unknown key \"\(member.key)\" in an overlay\(suggestion)")
        }
        for correction in list.children { correct(correction) }
    }

    /// Applies one correction.
    private func correct(_ correction: JSONNode) {
        guard correction.isObject else {
            problems.error(correction, expected: "{\"at\": ..., \"merge\": {...}, \"because\": ...}")
            return
        }
        var problems = problems
        keywords.check(correction, as: .overlay, &problems)
        if correction[.because]?.string?.isEmpty ?? true {
            problems.error(
                correction, "\"because\" is missing: say why the schema is wrong, for those who come after you")
        }
        guard let at = correction[.at] else {
            problems.error(
                correction, "\"at\" is missing: what to correct, as in \"users/objects.json#/definitions/users_user\"")
            return
        }
        guard let target = target(at) else { return }
        let merge = correction[.merge]
        let isRemoval = correction[.remove]?.bool == true
        if let remove = correction[.remove], !isRemoval { problems.error(remove, expected: "true") }
        switch (merge, isRemoval) {
        case (let merge?, false): apply(merge, to: target, at)
        case (nil, true):
            if let parent = target.parent {
                parent.tree.remove(target.node, from: parent)
            } else {
                problems.error(at, "a whole file cannot be removed; delete it")
            }
        default: problems.error(correction, "expected either \"merge\" or \"remove\": true")
        }
    }

    /// The node that a correction changes.
    private struct Target {
        var node: JSONNode
        var parent: JSONNode?
        var file: SchemaFile
    }

    /// Returns the node that the pointer in `at` leads to, or reports an error if there is none.
    private func target(_ at: JSONNode) -> Target? {
        let text = at.string ?? ""
        let bytes = Array(text.utf8)
        guard let hash = bytes.firstIndex(of: UInt8(ascii: "#")) else {
            problems.error(at, expected: "a file and a JSON Pointer, \"users/objects.json#/definitions/users_user\"")
            return nil
        }
        let path = String(decoding: bytes[..<hash], as: UTF8.self)
        guard let file = resolver.file(atPath: path) else {
            problems.missing(
                .error, at.place,
                "there is no schema file \(path)\(problems.suggestion(for: path, among: resolver.paths, within: 2))")
            return nil
        }
        let pointer = Array(bytes[(hash + 1)...])
        if !pointer.isEmpty, pointer[0] != UInt8(ascii: "/") {
            problems.error(at, "expected a JSON Pointer that begins with \"/\" after \"#\", found \"\(text)\"")
            return nil
        }
        if let escape = wrongEscape(pointer) {
            problems.error(at, "\"\(escape)\" in \"\(text)\" is no escape: write \"~0\" for \"~\" and \"~1\" for \"/\"")
            return nil
        }
        var target = Target(node: file.root, parent: nil, file: file)
        for token in pointer.isEmpty ? [] : pointerTokens(pointer) {
            guard let next = child(of: target.node, token) else {
                let known = target.node.isObject ? target.node.keys : []
                problems.error(
                    at,
                    "the target is gone: \(path) has no \"\(token)\" there"
                        + problems.suggestion(for: token, among: known)
                )
                return nil
            }
            target = Target(node: next, parent: target.node, file: file)
        }
        return target
    }

    /// Returns a member of an object or an element of a list. An element can also be named by its `name`, so that the
    /// author of a correction need not count methods.
    private func child(of node: JSONNode, _ token: String) -> JSONNode? {
        if let found = step(node, token) { return found }
        guard node.isArray else { return nil }
        for element in node.children where element[.name]?.string == token { return element }
        return nil
    }

    /// Merges an object into the target, or replaces the target by any other value.
    private func apply(_ merge: JSONNode, to target: Target, _ at: JSONNode) {
        resolver.adopt(merge, into: target.file.root.file)
        if merge.isObject, target.node.isObject {
            if !mergePatch(merge, into: target.node) {
                problems.warning(at, "this correction changes nothing; the schema says so already. Remove it")
            }
        } else if let parent = target.parent {
            if isSame(merge, target.node) {
                problems.warning(at, "this correction changes nothing; the schema says so already. Remove it")
                return
            }
            merge.tree.takeKey(merge, from: target.node)
            parent.tree.replace(target.node, in: parent, with: merge)
        } else {
            problems.error(merge, expected: "an object, since the target is a whole file")
        }
    }

    /// Applies a merge patch (RFC 7386). Returns `true` if anything changed.
    private func mergePatch(_ patch: JSONNode, into target: JSONNode) -> Bool {
        var isChanged = false
        for member in Array(patch.children) {
            let existing = target[member.symbol]
            if member.kind == .null {
                guard let existing else { continue }
                target.tree.remove(existing, from: target)
                isChanged = true
            } else if let existing {
                if member.isObject, existing.isObject {
                    if mergePatch(member, into: existing) { isChanged = true }
                } else if !isSame(member, existing) {
                    removeNulls(in: member)
                    target.tree.replace(existing, in: target, with: member)
                    isChanged = true
                }
            } else {
                removeNulls(in: member)
                target.tree.append(member, to: target)
                isChanged = true
            }
        }
        return isChanged
    }

    /// Removes the null members of a new object. In a patch, `null` means removal, and a new object has nothing to
    /// remove.
    private func removeNulls(in node: JSONNode) {
        guard node.isObject else { return }
        for member in Array(node.children) {
            if member.kind == .null { node.tree.remove(member, from: node) } else { removeNulls(in: member) }
        }
    }

    /// Indicates whether two values are equal. The order of an object's members does not count.
    private func isSame(_ a: JSONNode, _ b: JSONNode) -> Bool {
        guard a.kind == b.kind else { return false }
        switch a.kind {
        case .null: return true
        case .bool: return a.bool == b.bool
        case .number: return a.numberText == b.numberText
        case .string: return a.string == b.string
        case .array, .object:
            let first = Array(a.children)
            let second = Array(b.children)
            guard first.count == second.count else { return false }
            for (one, other) in zip(first, second) {
                let counterpart = a.isObject ? b[one.symbol] : other
                guard let counterpart, isSame(one, counterpart) else { return false }
            }
            return true
        }
    }
}
