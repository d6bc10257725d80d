#if YAML
    import MethodicalGenerator
    import Yams

    /// A reader of YAML documents, which builds the same trees as the parser of JSON.
    ///
    /// It follows the core schema of YAML 1.2 and also knows the merge key `<<`.
    struct YAMLReader {
        let file: ParsedFile
        let limits: DocumentLimits
        var text: YAMLText
        /// The nodes with anchors so far. A node without a value is still being read.
        var anchors: [String: JSONNode?] = [:]
        /// The number of values that aliases have repeated.
        var repeated = 0
        /// The errors that do not end reading: members with the same key.
        private(set) var duplicates: [Diagnostic] = []

        init(
            _ bytes: [UInt8],
            in file: ParsedFile,
            limits: DocumentLimits
        ) throws(DocumentFault) {
            self.file = file
            self.limits = limits
            text = try YAMLText(bytes)
            var at = 0
            while at < bytes.count {
                if bytes[at] == UInt8(ascii: "\n") {
                    file.addLine(at: at + 1)
                }
                at += 1
            }
        }

        /// Reads the whole text, and returns its root.
        mutating func read() throws(DocumentFault) -> JSONNode {
            let (parser, root) = try compose()
            guard let root else {
                throw DocumentFault(offset: 0, message: "the document is empty")
            }
            let node = try node(from: root, depth: 0)
            // The parser holds the anchors of all nodes.
            withExtendedLifetime(parser) {}
            return node
        }

        /// The number of objects with a key that occurs twice up to which a document is read. Each of them takes a pass
        /// over the whole text.
        private static let duplicateLimit = 50

        /// Parses the text by Yams.
        private mutating func compose() throws(DocumentFault) -> (Parser, Node?) {
            var passesLeft = Self.duplicateLimit
            while true {
                do {
                    let parser = try Parser(
                        yaml: text.text,
                        resolver: .basic,
                        encoding: .utf8)
                    return (parser, try parser.singleRoot())
                } catch let error as YamlError {
                    passesLeft -= 1
                    guard passesLeft > 0,
                        disguiseKey(of: error)
                    else {
                        throw fault(for: error)
                    }
                } catch {
                    throw DocumentFault(offset: 0, message: "this YAML cannot be read: \(error)")
                }
            }
        }

        /// Makes the first of two equal keys different, if an error is about them. Returns a Boolean value that
        /// indicates whether the text can be parsed again.
        private mutating func disguiseKey(of error: YamlError) -> Bool {
            guard case .duplicatedKeysInMapping(_, let context) = error else {
                return false
            }
            let first = offset(of: context.mark)
            return text.disguiseKey(at: first)
        }

        /// Returns the offset in the file of a place that Yams reports.
        mutating func offset(of mark: Mark?) -> Int {
            mark.map { text.offset(line: $0.line, column: $0.column) } ?? 0
        }

        /// Translates a value. `keyOffset` is that of its key, if it is a member.
        private mutating func node(
            from value: Node,
            key: String = "",
            at keyOffset: Int? = nil,
            depth: Int
        ) throws(DocumentFault) -> JSONNode {
            let start = offset(of: value.mark)
            let position = ValuePosition(key: key, offset: start, keyOffset: keyOffset ?? start)
            if depth >= limits.depth, value.scalar == nil {
                throw tooDeep(at: start)
            }
            switch value {
            case .scalar(let scalar):
                if let name = try aliasName(of: scalar, at: start) {
                    return try alias(named: name, at: position, depth: depth)
                }
                let result = try self.scalar(scalar, at: position)
                if let anchor = scalar.anchor {
                    anchors[anchor.rawValue] = result
                }
                return result
            case .sequence(let sequence):
                try check(sequence.tag, is: .seq, at: start)
                if let anchor = sequence.anchor {
                    anchors[anchor.rawValue] = .some(nil)
                }
                let result = JSONNode(.array, key: key, in: file, at: start, keyOffset: position.keyOffset)
                var elements: [JSONNode] = []
                elements.reserveCapacity(sequence.count)
                for element in sequence {
                    elements.append(try node(from: element, depth: depth + 1))
                }
                result.children = elements
                if let anchor = sequence.anchor {
                    anchors[anchor.rawValue] = result
                }
                return result
            case .mapping(let mapping):
                try check(mapping.tag, is: .map, at: start)
                if let anchor = mapping.anchor {
                    anchors[anchor.rawValue] = .some(nil)
                }
                let result = JSONNode(.object, key: key, in: file, at: start, keyOffset: position.keyOffset)
                result.children = try members(of: mapping, depth: depth + 1)
                if let anchor = mapping.anchor {
                    anchors[anchor.rawValue] = result
                }
                return result
            case .alias: throw DocumentFault(offset: start, message: "an alias is not expected here")
            }
        }

        /// Translates the members of a mapping. Of members with the same key, the last one counts.
        private mutating func members(of mapping: Node.Mapping, depth: Int) throws(DocumentFault) -> [JSONNode] {
            var members: [JSONNode] = []
            var known: [String: JSONNode] = [:]
            var merged: Set<JSONNode> = []
            for (key, value) in mapping {
                let keyOffset = offset(of: key.mark)
                if isMerge(key) {
                    let source = try node(from: value, at: keyOffset, depth: depth)
                    for member in try mergedMembers(from: source, at: keyOffset) where known[member.key] == nil {
                        known[member.key] = member
                        members.append(member)
                        merged.insert(member)
                    }
                    continue
                }
                let member = try node(
                    from: value,
                    key: try keyText(of: key, at: keyOffset),
                    at: keyOffset,
                    depth: depth)
                if let first = known.updateValue(member, forKey: member.key),
                    !merged.contains(first)
                {
                    let place = first.keyPlace
                    let message =
                        "\"\(member.key)\" occurs twice in this object; the first is at "
                        + "\(place.file):\(place.line):\(place.column)"
                    duplicates.append(Diagnostic(.error, at: member.keyPlace, message))
                }
                members.append(member)
            }
            if known.count < members.count {
                members.removeAll {
                    known[$0.key] != $0
                }
            }
            return members
        }

        private func isMerge(_ key: Node) -> Bool {
            key.scalar.map { $0.string == "<<" && $0.style == .plain } ?? false
        }

        /// Returns the members that the value of a merge key adds. The first of several objects wins.
        private func mergedMembers(from source: JSONNode, at offset: Int) throws(DocumentFault) -> [JSONNode] {
            let objects = source.elementsOrItself
            guard objects.allSatisfy(\.isObject) else {
                throw DocumentFault(
                    offset: offset,
                    message: "expected an object or a list of objects after the merge key \"<<\"")
            }
            return objects.flatMap(\.children)
        }

        func tooDeep(at offset: Int) -> DocumentFault {
            DocumentFault(offset: offset, message: "objects and arrays are nested more than \(limits.depth) deep")
        }
    }
#endif
