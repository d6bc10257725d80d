import APISurface
import MethodicalGenerator

// The keywords of a schema, in the order in which they are written.
extension SchemaTranslator {
    /// Returns the translation of a schema's keywords.
    func keywords(of node: JSONNode, depth: Int) -> Members {
        var members: Members = []
        let kinds = types(of: node)
        if let title = node["title"]?.string,
            isAlternative(node)
        {
            members["title"] = .string(title)
        }
        members.append(contentsOf: annotations(of: node).filter { $0.key == "description" })
        setType(kinds, of: node, in: &members)
        setValues(of: node, kinds: kinds, in: &members)
        setFormat(of: node, kinds: kinds, in: &members)
        setLimits(of: node, in: &members)
        setProperties(of: node, kinds: kinds, depth: depth, in: &members)
        setItems(of: node, kinds: kinds, depth: depth, in: &members)
        setCombinations(of: node, depth: depth, in: &members)
        if let value = node["default"],
            value.children.isEmpty,
            value.kind != .null,
            !value.isObject,
            !value.isArray
        {
            members["default"] = JSONValue(value)
        }
        if node["deprecated"]?.bool == true {
            members["deprecated"] = .bool(true)
        }
        if node["xml"] != nil {
            context.xml = context.xml ?? node["xml"]
        }
        for keyword in Self.restrictions {
            guard let condition = node[keyword] else { continue }
            var effect = "has no effect on types"
            if Self.conditions.contains(keyword) {
                effect = "only adds optional members"
            }
            context.leaveUnchecked(condition, text: "\"\(keyword)\" \(effect), so it is left out")
        }
        return members
    }

    /// The keywords whose schemas apply under a condition.
    private static let conditions: Set = ["then", "else", "dependentSchemas"]

    /// The keywords that restrict values in a way that types cannot express.
    private static let restrictions = [
        "not", "if", "then", "else", "contains", "minContains", "maxContains", "dependencies", "dependentSchemas",
        "dependentRequired", "propertyNames", "unevaluatedItems", "unevaluatedProperties", "additionalItems",
    ]

    // MARK: Types and values

    /// Returns the words of `type`. Other languages' words become JSON Schema's, with a note.
    func types(of node: JSONNode) -> [String] {
        guard let type = node["type"] else { return [] }
        var found: [String] = []
        for element in type.elementsOrItself {
            let text =
                if element.kind == .null {
                    "null"
                } else {
                    element.string ?? ""
                }
            if Self.kinds.contains(text) {
                if !found.contains(text) {
                    found.append(text)
                }
            } else if let meant = Self.otherWords[text.lowercased()] {
                context.note(
                    .wrong,
                    at: element,
                    "\(element.described) is no type; it is read as \"\(meant)\"")
                if !found.contains(meant) {
                    found.append(meant)
                }
            } else if text != "any",
                text != "file" || !context.isSwagger
            {
                context.note(
                    .wrong,
                    at: element,
                    "\(element.described) is no type; it is read as any value")
            }
        }
        return found
    }

    private static let kinds: Set = ["string", "integer", "number", "boolean", "array", "object", "null"]
    private static let otherWords = [
        "int": "integer",
        "long": "integer",
        "int32": "integer",
        "int64": "integer",
        "bool": "boolean",
        "float": "number",
        "double": "number",
        "decimal": "number",
        "str": "string",
        "text": "string",
        "date": "string",
        "datetime": "string",
        "date-time": "string",
        "uuid": "string",
        "list": "array",
        "map": "object",
        "dict": "object",
        "hash": "object",
    ]

    private func setType(
        _ kinds: [String],
        of node: JSONNode,
        in members: inout Members
    ) {
        if kinds.count == 1, let kind = kinds.first {
            members["type"] = .string(kind)
        } else if kinds.count > 1 {
            members["type"] = .strings(kinds)
        }
        let hasNull = node.elements("enum").contains { $0.kind == .null } && !kinds.contains("null")
        if isNullableByWord(node) || hasNull {
            makeNullable(&members)
        }
    }

    private func setValues(
        of node: JSONNode,
        kinds: [String],
        in members: inout Members
    ) {
        if let const = node["const"] {
            if const.kind == .string || const.integer != nil || const.kind == .bool {
                members["const"] = JSONValue(const)
            } else if const.kind == .null {
                members["type"] = .string("null")
            } else if isFraction(const) {
                members["enum"] = .array([JSONValue(const)])
            } else {
                context.leaveUnchecked(const, text: "a constant that is no text, number or flag is left out")
            }
        }
        guard let list = node["enum"] else { return }
        guard list.isArray,
            !kinds.contains("array")
        else {
            return context.leaveUnchecked(list, text: "\"enum\" on a list, or without a list of values, is left out")
        }
        if isNull(node) {
            members["type"] = .string("null")
            members["nullable"] = nil
            return
        }
        var values = list.children.filter { $0.kind != .null }
        // Documents repeat values, and write numbers and flags among texts as they are.
        var seen: Set<String> = []
        values = values.filter { seen.insert($0.described).inserted }
        if values.isEmpty {
            context.leaveUnchecked(list, text: "an empty \"enum\" is left out")
        } else if values.count == 1,
            let only = values.first,
            only.kind == .bool
        {
            members["const"] = JSONValue(only)
        } else if values.allSatisfy({ $0.kind == .bool }) {
            // Both flags together are no restriction of flags.
            if kinds.isEmpty || kinds.contains("boolean") {
                setFlag(in: &members)
            }
        } else if isListable(values), fits(values, kinds: kinds) {
            members["enum"] = .array(values.map { JSONValue($0) })
            setNames(of: node, count: values.count, in: &members)
        } else {
            context.leaveUnchecked(list, text: "an \"enum\" with values other than texts and numbers is left out")
        }
    }

    /// Makes a schema that of a flag, or of a flag and null.
    private func setFlag(in members: inout Members) {
        var isNullable = members["nullable"] == .bool(true)
        if case .array(let types)? = members["type"],
            types.contains(.string("null"))
        {
            isNullable = true
        }
        members["nullable"] = nil
        if isNullable {
            members["type"] = .strings(["boolean", "null"])
        } else {
            members["type"] = .string("boolean")
        }
    }

    /// Indicates whether values are an enumeration: texts and integers, or only numbers.
    private func isListable(_ values: [JSONNode]) -> Bool {
        if values.allSatisfy({ $0.kind == .string || $0.integer != nil }) {
            return true
        }
        return values.allSatisfy { $0.integer != nil || isFraction($0) }
    }

    /// Indicates whether a number has a fraction that the generator can write.
    private func isFraction(_ value: JSONNode) -> Bool {
        guard let text = value.numberText,
            text.contains(".")
        else { return false }
        return Double(text)?.isFinite == true
    }

    /// Indicates whether the values of an enumeration are of the kinds that `type` names.
    private func fits(_ values: [JSONNode], kinds: [String]) -> Bool {
        let named = Set(kinds).subtracting(["null"])
        if named.isEmpty {
            return true
        }
        return values.allSatisfy {
            if $0.kind == .string {
                return named.contains("string")
            }
            return named.contains("integer") || named.contains("number")
        }
    }

    /// Adds the names of an enumeration's values from an extension.
    private func setNames(
        of node: JSONNode,
        count: Int,
        in members: inout Members
    ) {
        for key in ["x-enum-varnames", "x-enumNames", "x-enum-names"] {
            let names = node.texts(key)
            if names.count == count,
                node.elements("enum").count == count
            {
                members["enumNames"] = .strings(names)
                return
            }
        }
    }

    // MARK: Formats

    private func setFormat(
        of node: JSONNode,
        kinds: [String],
        in members: inout Members
    ) {
        if let encoding = node["contentEncoding"]?.string?.lowercased(),
            encoding.hasPrefix("base64")
        {
            if encoding == "base64", kinds.contains("string") {
                members["format"] = .string("byte")
            } else {
                members["format"] = nil
            }
        }
        guard let formatNode = node["format"],
            let format = formatNode.string
        else {
            // A limit beyond `Int` says that the values are.
            if kinds == ["integer"],
                let text = node["maximum"]?.numberText,
                Int(text) == nil,
                UInt64(text) != nil
            {
                members["format"] = .string("uint64")
            }
            return
        }
        let kind = kinds.first { $0 != "null" } ?? ""
        if let known = Self.formats[kind]?[format.lowercased()] {
            if !known.isEmpty,
                kinds.filter({ $0 != "null" }).count == 1
            {
                members["format"] = .string(known)
            }
        } else {
            let owner = kind.isEmpty ? "a value without type" : kind
            context.leaveUnchecked(formatNode, text: "the format \(formatNode.described) of \(owner) is left out")
        }
    }

    /// The dialect's formats for those of documents, by type. Those with an empty text add nothing to the type.
    private static let formats: [String: [String: String]] = {
        let silent = [
            "uuid", "email", "hostname", "ipv4", "ipv6", "regex", "time", "idn-email", "idn-hostname", "iri",
            "iri-reference", "json-pointer", "relative-json-pointer", "uri-template",
        ]
        var string = Dictionary(uniqueKeysWithValues: silent.map { ($0, $0) })
        for format in ["date-time", "date", "duration", "byte", "uri", "uri-reference", "int64"] {
            string[format] = format
        }
        string.merge([
            "datetime": "date-time",
            "url": "uri",
            "base64": "byte",
        ]) { old, _ in old }
        string.merge([
            "string": "",
            "text": "",
            "password": "",
            "binary": "",
            "html": "",
        ]) { old, _ in old }
        let moments = [
            "unix-time": "unix-seconds",
            "unixtime": "unix-seconds",
            "unix": "unix-seconds",
            "timestamp": "",
            "unix-seconds": "unix-seconds",
            "unix-milliseconds": "unix-milliseconds",
        ]
        var integer = moments
        for format in ["int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "integer", "long"] {
            integer[format] = ""
        }
        integer["uint64"] = "uint64"
        var number = moments
        for format in ["float", "double", "decimal", "number", "int32", "int64", "integer"] {
            number[format] = ""
        }
        return [
            "string": string,
            "integer": integer,
            "number": number,
            "boolean": ["boolean": ""],
        ]
    }()

    private func setLimits(of node: JSONNode, in members: inout Members) {
        let keywords = [
            "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "minLength", "maxLength",
            "minItems", "maxItems", "uniqueItems", "minProperties", "maxProperties", "pattern",
        ]
        for keyword in keywords {
            guard let value = node[keyword],
                value.children.isEmpty,
                value.kind != .null,
                !value.isObject,
                !value.isArray
            else { continue }
            members[keyword] = JSONValue(value)
        }
    }
}
