import APISurface
import MethodicalGenerator

/// The schemas of the values that were seen, with the numbers from which a later inference goes on.
struct SchemaWriter {
    let types: RecordTypes
    let secrets: Secrets
    let identities: Identities

    /// The least number of objects that show that a member is required.
    private static let leastObjects = 10

    /// The keys of the numbers in the document.
    enum Count {
        /// The number of values, calls or objects.
        static let seen = "x-seen"
        /// The number of values that were null.
        static let nulls = "x-nulls"
    }

    // MARK: Values

    /// Returns the schema of the values at a place.
    ///
    /// - Parameters:
    ///   - name: The name of the place.
    ///   - isInline: Indicates whether records are written at the place, and not as types with names.
    func schema(
        of tally: ValueTally,
        named name: String,
        isInline: Bool = false
    ) -> JSONValue {
        var alternatives = self.alternatives(of: tally, named: name, isInline: isInline)
        var members: [JSONValue.Member] = []
        if tally.kinds.count == ValueTally.Kind.allCases.count {
            alternatives = []
        } else if tally.nulls > 0, !alternatives.isEmpty {
            alternatives.append([.init(key: "type", value: .string("null"))])
        }
        if alternatives.count == 1 {
            members = alternatives[0]
        } else if let type = Self.joinedType(of: alternatives) {
            members = type
        } else if !alternatives.isEmpty {
            members = [.init(key: "anyOf", value: .array(alternatives.map { .object($0) }))]
        }
        members.removeAll { $0.key == Count.seen }
        members.append(.init(key: Count.seen, value: .number(tally.count)))
        if tally.nulls > 0 {
            members.append(.init(key: Count.nulls, value: .number(tally.nulls)))
        }
        return .object(members)
    }

    /// Returns one schema with a list of types for alternatives that are types only, or a type with its keywords and
    /// null.
    private static func joinedType(of alternatives: [[JSONValue.Member]]) -> [JSONValue.Member]? {
        let types = alternatives.compactMap { members -> String? in
            guard case .string(let type)? = members.first(where: { $0.key == "type" })?.value else { return nil }
            return type
        }
        guard types.count == alternatives.count, Set(types).count == types.count else { return nil }
        let detailed = alternatives.filter { $0.count > 1 }
        let isPlain = detailed.isEmpty
        let isTypeOrNull = detailed.count == 1 && alternatives.count == 2 && types.contains("null")
        guard isPlain || isTypeOrNull, !types.isEmpty else { return nil }
        var members = detailed.first ?? []
        members.removeAll { $0.key == "type" }
        return [.init(key: "type", value: .strings(types))] + members
    }

    /// Returns a schema for each kind of values.
    private func alternatives(
        of tally: ValueTally,
        named name: String,
        isInline: Bool
    ) -> [[JSONValue.Member]] {
        var found: [[JSONValue.Member]] = []
        for kind in ValueTally.Kind.allCases where tally.kinds.contains(kind) {
            switch kind {
            case .boolean:
                found.append([.init(key: "type", value: .string("boolean"))])
            case .integer:
                // A number includes an integer, and integers of more than 64 bits are read as numbers.
                let isCovered = tally.kinds.contains(.number)
                if !isCovered {
                    let type = tally.hasHugeInteger ? "number" : "integer"
                    found.append([.init(key: "type", value: .string(type))])
                }
            case .number:
                found.append([.init(key: "type", value: .string("number"))])
            case .string:
                found += strings(tally.texts, named: name)
            case .array:
                found.append(list(of: tally.element, named: name, isInline: isInline))
            case .object:
                found.append(object(tally.record, isInline: isInline))
            }
        }
        return found
    }

    /// Returns the schemas of strings: one, or an enumeration beside any other text.
    private func strings(_ texts: TextTally, named name: String) -> [[JSONValue.Member]] {
        let type = JSONValue.Member(key: "type", value: .string("string"))
        if let values = enumeration(texts, named: name) {
            return [[type, .init(key: "enum", value: .strings(values))], [type]]
        }
        if Secrets.isSecretName(name) {
            return [[type, .init(key: "format", value: .string("password"))]]
        }
        if let format = texts.format {
            return [[type, .init(key: "format", value: .string(format.rawValue))]]
        }
        return [[type]]
    }

    /// Returns the values of an enumeration, or `nil` if the strings show none.
    func enumeration(_ texts: TextTally, named name: String) -> [String]? {
        texts.enumeration(named: name, secrets: secrets, identities: identities)
    }

    private func list(
        of element: ValueTally?,
        named name: String,
        isInline: Bool
    ) -> [JSONValue.Member] {
        var items = JSONValue.object([])
        if let element {
            items = schema(of: element, named: name, isInline: isInline)
        }
        return [.init(key: "type", value: .string("array")), .init(key: "items", value: items)]
    }

    private func object(_ record: RecordNode?, isInline: Bool) -> [JSONValue.Member] {
        guard let record = record?.root else {
            return [.init(key: "type", value: .string("object"))]
        }
        if !isInline, let name = types.name(of: record) {
            return [.init(key: "$ref", value: .string("#/components/schemas/\(name)"))]
        }
        return members(of: record, isInline: isInline)
    }

    // MARK: Records

    /// Returns the schema of a record or a dictionary.
    func members(of record: RecordNode, isInline: Bool = false) -> [JSONValue.Member] {
        var schema: [JSONValue.Member] = [.init(key: "type", value: .string("object"))]
        if record.isDictionary {
            var merges: [(RecordNode, RecordNode)] = []
            let values = record.dictionaryValues(merges: &merges)
            // The values have been merged where they are of one type. Others are of any type.
            let isOneType = merges.allSatisfy { $0.root === $1.root }
            if isOneType {
                let values = self.schema(of: values, named: "value", isInline: isInline)
                schema.append(.init(key: "additionalProperties", value: values))
            }
            return schema
        }
        let keys = record.keys.filter { !secrets.reveals(key: $0) }
        let properties = keys.compactMap { key in
            record.members[key].map {
                JSONValue.Member(key: key, value: self.schema(of: $0, named: key, isInline: isInline))
            }
        }
        if !properties.isEmpty {
            schema.append(.init(key: "properties", value: .object(properties)))
        }
        let required = keys.filter { isRequired($0, in: record) }
        if !required.isEmpty {
            schema.append(.init(key: "required", value: .strings(required)))
        }
        schema.append(.init(key: Count.seen, value: .number(record.count)))
        return schema
    }

    /// Indicates whether all objects have a member, and there are enough of them.
    func isRequired(_ key: String, in record: RecordNode) -> Bool {
        let count = record.members[key]?.count ?? 0
        return record.count >= Self.leastObjects
            && count >= record.count
    }
}
