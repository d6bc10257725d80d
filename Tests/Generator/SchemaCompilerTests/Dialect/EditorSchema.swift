@testable import MethodicalGenerator

/// A JSON Schema by which editors complete and check files of the dialect. It is made from the declarations of the
/// keywords.
struct EditorSchema {
    let root: DialectObject
    let title: String
    let description: String
    /// Indicates whether the JSON Schema describes schemas. Otherwise any object is taken as one.
    let describesSchemas: Bool

    /// The JSON Schema of files with methods, types, errors and events.
    static let methods = EditorSchema(
        root: .file,
        title: "Schema file of Methodical",
        description: "Methods, types and errors of an API.",
        describesSchemas: true)

    /// The JSON Schema of `api.json`.
    static let api = EditorSchema(
        root: .api,
        title: "api.json of Methodical",
        description: "The settings that all methods of an API share.",
        describesSchemas: false)

    /// The text of the file.
    var text: String {
        var schema: JSONObject = [
            "$schema": "http://json-schema.org/draft-07/schema#",
            "title": .text(title),
            "description": .text(description),
        ]
        schema.add(constraints(of: root))
        var definitions: JSONObject = [:]
        for object in definedObjects {
            definitions[object.rawValue] = .object(constraints(of: object))
        }
        schema["definitions"] = .object(definitions)
        return JSONText.object(schema).printed() + "\n"
    }

    // MARK: Objects

    /// The kinds of object that the root can contain at any depth, in the order in which they are found.
    private var definedObjects: [DialectObject] {
        var found: [DialectObject] = [root]
        var next = 0
        while next < found.count {
            for keyword in Dialect.keywords where keyword.objects.contains(found[next]) {
                for object in objects(in: keyword.value) where !found.contains(object) {
                    found.append(object)
                }
            }
            next += 1
        }
        return Array(found.dropFirst())
    }

    private func objects(in value: ValueKind) -> [DialectObject] {
        switch value {
        case .list(of: let element, atLeast: _): objects(in: element)
        case .dictionary(of: let element, keys: _): objects(in: element)
        case .object(let object): [object]
        case .schema: describesSchemas ? [.schema] : []
        case .either(let kinds): kinds.flatMap(objects(in:))
        default: []
        }
    }

    private func constraints(of object: DialectObject) -> JSONObject {
        let keywords = Dialect.keywords.filter { $0.objects.contains(object) && $0.support != .refused }
        var constraints: JSONObject = ["type": "object"]
        let required = keywords.filter(\.isRequired).map(\.name)
        if !required.isEmpty {
            constraints["required"] = .texts(required)
        }
        let alternatives = keywords.filter { $0.support == .supported }.map(\.name)
        if object.isAlternative {
            constraints["oneOf"] = Self.oneRequired(of: alternatives.filter { $0 != "description" })
        }
        if object == .file {
            constraints["anyOf"] = Self.oneRequired(of: alternatives.filter { $0 != "version" })
        }
        var properties = inheritedProperties(of: object)
        for keyword in keywords {
            properties[keyword.name] = .object(property(for: keyword))
        }
        constraints["properties"] = .object(properties)
        if !object.isOpen {
            constraints["patternProperties"] = .object(["^x-": true])
            constraints["additionalProperties"] = false
        }
        return constraints
    }

    private static func oneRequired(of names: [String]) -> JSONText {
        .list(names.map { .object(["required": .texts([$0])]) })
    }

    /// Returns references to the keywords of schemas for an object that can have them, too.
    private func inheritedProperties(of object: DialectObject) -> JSONObject {
        var properties: JSONObject = [:]
        guard object.isSchema, object != .schema else { return properties }
        for keyword in Dialect.keywords where keyword.objects.contains(.schema) && keyword.support != .refused {
            properties[keyword.name] = .object(["$ref": .text("#/definitions/schema/properties/\(keyword.name)")])
        }
        return properties
    }

    private func property(for keyword: Keyword) -> JSONObject {
        var property: JSONObject = ["description": .text(keyword.summary.filter { $0 != "`" })]
        let value = constraints(of: keyword.value)
        if value["$ref"] == nil {
            property.add(value)
        } else {
            // In draft 7, a reference hides the keywords beside it.
            property["allOf"] = .list([.object(value)])
        }
        if !keyword.example.isEmpty {
            property["examples"] = .list([.raw(keyword.example)])
        }
        return property
    }

    // MARK: Values

    private func constraints(of value: ValueKind) -> JSONObject {
        switch value {
        case .any:
            return [:]
        case .flag:
            return ["type": "boolean"]
        case .onlyFalse:
            return ["const": false]
        case .integer(from: let least, through: let greatest):
            return Self.integer(from: least, through: greatest)
        case .seconds:
            return Self.integer(from: 1, through: 86_400)
        case .text(let form):
            return form.constraints
        case .choice(let values):
            return ["enum": .texts(values)]
        case .list(of: let element, atLeast: let count):
            return list(of: element, atLeast: count)
        case .dictionary(of: let element, keys: let keys):
            return dictionary(of: element, keys: keys)
        case .object(let object):
            return ["$ref": .text("#/definitions/\(object.rawValue)")]
        case .schema:
            return describesSchemas ? ["$ref": "#/definitions/schema"] : ["type": "object"]
        case .either(let kinds):
            return either(kinds)
        }
    }

    private static func integer(from least: Int?, through greatest: Int?) -> JSONObject {
        var constraints: JSONObject = ["type": "integer"]
        if let least {
            constraints["minimum"] = .raw("\(least)")
        }
        if let greatest {
            constraints["maximum"] = .raw("\(greatest)")
        }
        return constraints
    }

    private func list(of element: ValueKind, atLeast count: Int) -> JSONObject {
        var list: JSONObject = ["type": "array"]
        let elements = constraints(of: element)
        if !elements.keys.isEmpty {
            list["items"] = .object(elements)
        }
        if count > 0 {
            list["minItems"] = .raw("\(count)")
        }
        return list
    }

    private func dictionary(of element: ValueKind, keys: DictionaryKeys) -> JSONObject {
        var dictionary: JSONObject = ["type": "object"]
        let elements = constraints(of: element)
        switch keys {
        case .any:
            break
        case .some:
            dictionary["minProperties"] = 1
        case .one:
            dictionary["minProperties"] = 1
            dictionary["maxProperties"] = 1
        case .failures:
            let pattern = "^([1345][0-9]{2}|[1345][Xx]{2}|default)$"
            dictionary["minProperties"] = 1
            dictionary["patternProperties"] = .object([pattern: .object(elements)])
            dictionary["additionalProperties"] = false
            return dictionary
        }
        if !elements.keys.isEmpty {
            dictionary["additionalProperties"] = .object(elements)
        }
        return dictionary
    }

    /// Returns the constraints for a value of one of several kinds. Types without further constraints become one list.
    private func either(_ kinds: [ValueKind]) -> JSONObject {
        let all = kinds.flatMap { alternatives(of: $0) }
        let types = all.filter { $0.keys == ["type"] }.compactMap { $0["type"] }
        if types.count == all.count {
            return ["type": .list(types)]
        }
        return ["anyOf": .list(all.map { .object($0) })]
    }

    private func alternatives(of kind: ValueKind) -> [JSONObject] {
        guard case .either(let kinds) = kind else {
            return [constraints(of: kind)]
        }
        return kinds.flatMap { alternatives(of: $0) }
    }
}

extension TextForm {
    /// The keywords of JSON Schema for a string of the form.
    fileprivate var constraints: JSONObject {
        switch self {
        case .any, .name: ["type": "string"]
        case .filled, .fieldName: ["type": "string", "minLength": 1]
        case .mediaType: ["type": "string", "minLength": 3]
        case .mediaRange: Self.string(like: #"^[^/ ]+/[^/ ]+( *;.*)?$"#)
        case .swiftName: Self.string(like: #"^[A-Za-z_][A-Za-z0-9_]*$"#)
        case .swiftType: Self.string(like: #"^[A-Za-z_][A-Za-z0-9_]*(\.[A-Za-z_][A-Za-z0-9_]*)*$"#)
        case .methodName: Self.string(like: #"^[A-Za-z][A-Za-z0-9_]*(\.[A-Za-z][A-Za-z0-9_]*)*$"#)
        case .baseURL: Self.string(like: #"^https?://[^/]"#)
        case .endpoint:
            Self.string(
                like: #"^(https://[^/?#][^#]*|http://(127\.0\.0\.1|localhost|\[::1\])(:[0-9]*)?([/?][^#]*)?)$"#)
        case .duration: Self.string(like: #"^(never|[0-9]+(s|min|h|d|w|month|y))$"#)
        case .rateLimit: Self.string(like: #"^[1-9][0-9]*/([1-9][0-9]*)?(s|min|h|d)$"#)
        }
    }

    private static func string(like pattern: String) -> JSONObject {
        ["type": "string", "pattern": .text(pattern)]
    }
}
