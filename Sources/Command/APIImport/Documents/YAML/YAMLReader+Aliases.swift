#if YAML
    import MethodicalGenerator
    import Yams

    extension YAMLReader {
        /// Returns the name of an alias, or `nil` for other scalars.
        func aliasName(of scalar: Node.Scalar, at offset: Int) throws(DocumentFault) -> String? {
            guard scalar.style == .plain,
                scalar.string.unicodeScalars.first == text.alias
            else { return nil }
            let name = scalar.string.unicodeScalars.dropFirst()
            if let end = name.firstIndex(where: { !$0.isASCII || !YAMLText.isNamePart(UInt8($0.value)) }) {
                let rest = text.restored(String(name[end...].prefix(20)))
                throw DocumentFault(
                    offset: offset,
                    message: "\"*\(String(name[..<end]))\" is an alias, so \"\(rest)\" cannot follow; quote a text "
                        + "that begins with \"*\"")
            }
            guard scalar.anchor == nil,
                text.bytes[offset] == UInt8(ascii: "*")
            else {
                throw DocumentFault(offset: offset, message: "an alias cannot have an anchor or a tag")
            }
            return String(name)
        }

        /// Returns the value with an anchor.
        func anchored(_ name: String, at offset: Int) throws(DocumentFault) -> JSONNode {
            guard let value = anchors[name] else {
                let near = nearest(to: name, among: anchors.keys.sorted())
                let hint = near.map { "; did you mean \"*\($0)\"?" } ?? "; quote a text that begins with \"*\""
                throw DocumentFault(offset: offset, message: "no value before this has the anchor \"&\(name)\"\(hint)")
            }
            guard let value else {
                throw DocumentFault(offset: offset, message: "the alias \"*\(name)\" is inside its own anchor")
            }
            return value
        }

        /// Returns a copy of the value that an alias stands for.
        mutating func alias(
            named name: String,
            at position: ValuePosition,
            depth: Int
        ) throws(DocumentFault) -> JSONNode {
            let value = try anchored(name, at: position.offset)
            let copy = JSONNode(
                value.kind,
                text: value.scalarText,
                key: position.key,
                in: file,
                at: position.offset,
                keyOffset: position.keyOffset)
            copy.children = try copies(
                of: value.children,
                for: position.offset,
                depth: depth + 1)
            return copy
        }

        /// Returns deep copies, so that an overlay can change each place separately.
        private mutating func copies(
            of nodes: [JSONNode],
            for alias: Int,
            depth: Int
        ) throws(DocumentFault) -> [JSONNode] {
            repeated += nodes.count + 1
            if repeated > limits.repeated {
                throw DocumentFault(
                    offset: alias, message: "the aliases up to here repeat more than \(limits.repeated) values")
            }
            if depth > limits.depth {
                throw tooDeep(at: alias)
            }
            var copies: [JSONNode] = []
            for node in nodes {
                let copy = node.copy(key: node.key)
                if !node.children.isEmpty {
                    copy.children = try self.copies(
                        of: node.children,
                        for: alias,
                        depth: depth + 1)
                }
                copies.append(copy)
            }
            return copies
        }
    }

    extension JSONNode {
        /// The text of a scalar, from which it can be created again.
        fileprivate var scalarText: String {
            switch kind {
            case .object, .array: ""
            case .string: string ?? ""
            case .number, .bool, .null: described
            }
        }
    }
#endif
