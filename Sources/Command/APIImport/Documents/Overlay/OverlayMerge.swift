import MethodicalGenerator

/// A merge of values into a tree. Every value is copied, so that later actions can change each place separately.
struct OverlayMerge {
    /// The number of the document that the tree belongs to. References in merged values are relative to it.
    let file: Int
    /// The number of values that may still be copied.
    var copiesLeft: Int

    /// A value that cannot be merged.
    struct Fault: Error {
        /// The place of the error, or `nil` for that of the action.
        var place: Place?
        var message: String

        init(at node: JSONNode?, _ message: String) {
            place = node?.place
            self.message = message
        }
    }

    /// Merges a value into an object or an array. An object gets members; an array gets elements.
    mutating func merge(_ value: JSONNode, into target: JSONNode) throws(Fault) {
        if target.isArray {
            let elements = value.elementsOrItself
            var copies: [JSONNode] = []
            for element in elements {
                copies.append(try copy(element, key: ""))
            }
            target.children += copies
            return
        }
        guard value.isObject else {
            throw mismatch(of: value, with: target)
        }
        var children = target.children
        var indices: [String: Int] = [:]
        for (index, child) in children.enumerated() {
            indices[child.key] = index
        }
        for member in value.children {
            guard let index = indices[member.key] else {
                indices[member.key] = children.count
                children.append(try copy(member, key: member.key))
                continue
            }
            let old = children[index]
            switch (old.isComposite, member.isComposite) {
            case (false, false):
                children[index] = try copy(member, key: member.key)
            case (true, true) where old.kind == member.kind:
                try merge(member, into: old)
            default:
                throw mismatch(of: member, with: old)
            }
        }
        target.children = children
    }

    private func mismatch(of value: JSONNode, with target: JSONNode) -> Fault {
        let place = target.place
        return Fault(
            at: value,
            "\(value.kindName) cannot be merged into \(target.kindName), which is at "
                + "\(place.file):\(place.line):\(place.column); remove that in an action before this one")
    }

    /// Returns a deep copy with another key.
    mutating func copy(_ node: JSONNode, key: String) throws(Fault) -> JSONNode {
        copiesLeft -= 1
        guard copiesLeft >= 0 else {
            throw Fault(at: nil, "the overlay adds too many values to the document")
        }
        let copy = node.copy(key: key)
        copy.file = file
        var children: [JSONNode] = []
        for child in node.children {
            children.append(try self.copy(child, key: child.key))
        }
        copy.children = children
        return copy
    }
}

extension JSONNode {
    var isComposite: Bool {
        isObject || isArray
    }

    fileprivate var kindName: String {
        switch kind {
        case .object: "an object"
        case .array: "a list"
        case .string: "a string"
        case .number: "a number"
        case .bool: "a Boolean"
        case .null: "null"
        }
    }

    /// The number of nested objects and arrays, counting this one, and the number of all values in them.
    var extent: (depth: Int, count: Int) {
        var depth = 0
        var count = 1
        var open = [(node: self, depth: 1)]
        while let next = open.popLast() {
            depth = max(depth, next.depth)
            count += next.node.children.count
            for child in next.node.children where child.isComposite {
                open.append((child, next.depth + 1))
            }
        }
        return (depth, count)
    }
}
