#if YAML
    import MethodicalGenerator
    import Yams

    extension YAMLReader {
        /// The key of a value, and the offsets of both in the file.
        struct ValuePosition {
            var key: String
            var offset: Int
            var keyOffset: Int
        }

        /// Translates a scalar that is not an alias.
        func scalar(_ scalar: Node.Scalar, at position: ValuePosition) throws(DocumentFault) -> JSONNode {
            let string = text.restored(scalar.string)
            var resolved: CoreScalar?
            let tag = scalar.tag.rawValue
            let isTyped = ["bool", "int", "float", "null"].contains {
                tag == Self.tagPrefix + $0
            }
            let isPlain = tag.isEmpty && scalar.style == .plain
            if isTyped || isPlain {
                do { resolved = try CoreScalar(string) } catch {
                    throw DocumentFault(offset: position.offset, message: error.message)
                }
            }
            let kind = resolved?.kind ?? .string
            if !tag.isEmpty,
                !Self.tag(tag, fits: kind)
            {
                throw unknownTag(tag, at: position.offset)
            }
            return JSONNode(
                kind,
                text: resolved?.text ?? string,
                key: position.key,
                in: file,
                at: position.offset,
                keyOffset: position.keyOffset)
        }

        /// The beginning of the tags that YAML defines, which documents write as `!!`.
        private static var tagPrefix: String { "tag:yaml.org,2002:" }

        /// Indicates whether the tag of a scalar agrees with its value.
        private static func tag(_ tag: String, fits kind: JSONNode.Kind) -> Bool {
            guard tag.hasPrefix(tagPrefix) else {
                return tag == "!" && kind == .string
            }
            switch tag.dropFirst(tagPrefix.count) {
            case "str", "timestamp", "binary":
                return kind == .string
            case "int", "float":
                return kind == .number
            case "bool":
                return kind == .bool
            case "null":
                return kind == .null
            default:
                return false
            }
        }

        /// Reports the tag of an object or array unless it is the standard one.
        func check(
            _ tag: Tag,
            is standard: Tag.Name,
            at offset: Int
        ) throws(DocumentFault) {
            let name = tag.rawValue
            if name.isEmpty || name == "!" || name == standard.rawValue {
                return
            }
            throw unknownTag(name, at: offset)
        }

        private func unknownTag(_ tag: String, at offset: Int) -> DocumentFault {
            let message: String
            if tag.hasPrefix(Self.tagPrefix) {
                let shown = "!!" + tag.dropFirst(Self.tagPrefix.count)
                message = "the value does not fit its tag \"\(shown)\" in JSON; remove the tag"
            } else {
                let shown = text.restored(tag)
                message = "the tag \"\(shown)\" has no meaning here; remove it, or write a \"$ref\" to another file"
            }
            return DocumentFault(offset: offset, message: message)
        }

        /// Returns the text of a key. Numbers, Booleans and null are taken as they are written.
        mutating func keyText(of key: Node, at offset: Int) throws(DocumentFault) -> String {
            guard let scalar = key.scalar else {
                throw DocumentFault(
                    offset: offset, message: "a key must be a string; quote it if it begins with a bracket")
            }
            if let name = try aliasName(of: scalar, at: offset) {
                let value = try anchored(name, at: offset)
                guard let text = value.string ?? value.numberText else {
                    throw DocumentFault(offset: offset, message: "a key must be a string, but \"*\(name)\" is not one")
                }
                return text
            }
            let text = text.restored(scalar.string)
            if let anchor = scalar.anchor {
                anchors[anchor.rawValue] = JSONNode(.string, text: text, in: file, at: offset, keyOffset: offset)
            }
            return text
        }
    }
#endif
