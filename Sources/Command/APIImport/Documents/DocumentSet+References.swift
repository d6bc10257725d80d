import MethodicalGenerator

extension DocumentSet {
    /// Finds the target of a reference, or reports an error.
    ///
    /// - Parameters:
    ///   - base: The schema with an `$id` around the reference.
    ///   - depth: The number of references that pointers have followed on their way to this one.
    func findTarget(
        of reference: JSONNode,
        text: String,
        base: SchemaNames.Base?,
        depth: Int
    ) -> Target? {
        let parts = text.split(
            separator: "#",
            maxSplits: 1,
            omittingEmptySubsequences: false)
        let fragment = parts.dropFirst().first.map { String($0) } ?? ""
        let start: Target
        if parts[0].isEmpty {
            // A document may ignore the `$id` around a reference, so its root is tried too.
            if let base,
                let target = lookUp(fragment, from: base.schema, depth: depth).target
            {
                return target
            }
            let number = reference.file
            start = Target(
                node: documents[number].root,
                document: number,
                tokens: [])
        } else {
            guard let found = document(at: String(parts[0]), base: base, for: reference, text: text) else {
                return nil
            }
            start = found
        }
        switch lookUp(fragment, from: start, depth: depth) {
        case .found(let target):
            return target
        case .missing(let parent, let pointer, let token):
            var hint = ""
            if !documents[parent.file].isForeign {
                hint = suggestion(for: text, token: token, in: parent)
            }
            let place = pointer.isEmpty ? "the document" : "\"\(pointer)\""
            report(at: reference, "\"\(text)\" leads nowhere: \(place) has no \"\(token)\"\(hint)")
            return nil
        }
    }

    /// Returns the root of the document, or the schema with an `$id`, that a reference without fragment leads to.
    private func document(
        at location: String,
        base: SchemaNames.Base?,
        for reference: JSONNode,
        text: String
    ) -> Target? {
        let containing = documents[reference.file].location
        let isName = location.hasPrefix("/") || location.contains(":")
        if isName, let target = schema(identified: DocumentLocation(location)) {
            return target
        }
        do {
            if let base,
                let target = schema(identified: try base.location.resolving(location))
            {
                return target
            }
            let resolved = try containing.resolving(location)
            if let target = schema(identified: resolved) {
                return target
            }
            if !text.contains("#"),
                let pointer = pointer(for: text)
            {
                report(at: reference, "\"\(text)\" is the name of a file; did you mean \"\(pointer)\"?")
                return nil
            }
            guard let number = number(of: resolved, for: reference) else {
                return nil
            }
            return Target(
                node: documents[number].root,
                document: number,
                tokens: [])
        } catch {
            let hint = pointer(for: text).map { "; did you mean \"\($0)\"?" } ?? ""
            report(at: reference, "\"\(text)\" cannot be followed: \(error.message)\(hint)")
            return nil
        }
    }

    /// The result of a search for a fragment.
    private enum LookUp {
        case found(Target)
        /// A token that a node does not have, with the pointer to the node.
        case missing(parent: JSONNode, pointer: String, token: String)

        var target: Target? {
            if case .found(let target) = self {
                target
            } else {
                nil
            }
        }
    }

    /// Finds a fragment: nothing, a JSON pointer or an anchor.
    private func lookUp(
        _ fragment: String,
        from start: Target,
        depth: Int
    ) -> LookUp {
        if fragment.isEmpty {
            return .found(start)
        }
        let decoded = percentDecoded(fragment)
        guard fragment.hasPrefix("/") || decoded.hasPrefix("/") else {
            if let target = documents[start.document].names.anchors[decoded] {
                return .found(target)
            }
            return .missing(
                parent: start.node,
                pointer: "",
                token: decoded)
        }
        let result = follow(decoded, from: start, depth: depth)
        if decoded != fragment,
            result.target == nil,
            let target = follow(fragment, from: start, depth: depth).target
        {
            return .found(target)
        }
        return result
    }

    /// Follows a JSON pointer. Where a node only has a `$ref`, the way goes on at its target.
    private func follow(
        _ pointer: String,
        from start: Target,
        depth: Int
    ) -> LookUp {
        var current = start
        var passed = ""
        for part in pointer.split(separator: "/", omittingEmptySubsequences: false).dropFirst() {
            let token = String(part).replacing("~1", with: "/").replacing("~0", with: "~")
            var child = current.node.child(at: token)
            var followed = depth
            while child == nil,
                followed < 20,
                let reference = current.node["$ref"],
                reference.string != nil,
                let target = target(of: reference, depth: followed + 1)
            {
                current = target
                child = current.node.child(at: token)
                followed += 1
            }
            guard let child else {
                let pointer = passed.isEmpty ? "" : "#" + passed
                return .missing(parent: current.node, pointer: pointer, token: token)
            }
            current.node = child
            current.tokens.append(token)
            passed += "/" + part
        }
        return .found(current)
    }

    /// Returns a hint such as `; did you mean "Pet"?`, or an empty string if no name is similar.
    private func suggestion(
        for text: String,
        token: String,
        in parent: JSONNode
    ) -> String {
        if let pointer = pointer(for: text), pointer != text {
            return "; did you mean \"\(pointer)\"?"
        }
        guard parent.isObject, comparisonsLeft > 0 else { return "" }
        comparisonsLeft -= parent.children.count
        guard let near = nearest(to: token, among: parent.children.map(\.key)) else {
            return ""
        }
        return "; did you mean \"\(near)\"?"
    }

    /// Returns the pointer that is probably meant by a name, or by a pointer with a wrong beginning.
    private func pointer(for text: String) -> String? {
        let words = text.drop {
            $0 == "#"
                || $0 == "/"
                || $0 == "."
        }
        guard !text.contains("://"),
            !words.isEmpty
        else { return nil }
        let start = Target(node: root, document: 0, tokens: [])
        if words.contains("/"),
            lookUp("/" + words, from: start, depth: 20).target != nil
        {
            return "#/" + words
        }
        let name = words.split(separator: "/").last ?? words
        guard
            words == name
                || words.hasSuffix("/schemas/" + name)
                || words == "definitions/" + name
        else {
            return nil
        }
        for section in ["components/schemas/", "definitions/", "components/parameters/", "components/responses/"]
        where lookUp("/" + section + name, from: start, depth: 20).target != nil {
            return "#/" + section + name
        }
        return nil
    }
}

extension JSONNode {
    /// Returns the member or element that a token of a JSON pointer leads to.
    fileprivate func child(at token: String) -> JSONNode? {
        guard isArray else {
            return self[token]
        }
        guard let index = Int(token),
            String(index) == token,
            children.indices.contains(index)
        else {
            return nil
        }
        return children[index]
    }
}
