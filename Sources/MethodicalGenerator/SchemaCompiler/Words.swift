/// The keys that the compiler looks for, numbered as the tree numbers them, so that reading a schema compares numbers and not strings.
enum Word: Int, CaseIterable {
    // Of schemas; these come first, since `Words` holds a bit for each.
    case type, properties, required, items, `enum`, enumNames, const, ref, allOf, oneOf, anyOf, discriminator, additionalProperties
    case patternProperties, definitions, defs, format, `default`, description, deprecated, deprecated_from_version, nullable, from, swift
    case contentEncoding
    // Of parameters.
    case name, `in`, arrays, flags, secret
    // Of methods.
    case verb, path, parameters, response, responses, result, errors, access_token_type, needs, reads, cache, pages, timeout, when, dates
    // Of files, overlays, errors, pages and `api.json`.
    case methods, version, schema, overlay, at, merge, remove, because, see, code, message, error, offset, page, cursor, size, first, total, next
    case baseURL, authorization, envelope, answers, reading, access, acronyms, rename, include, exclude, initializers, defaults
    case propertyName, mapping, parameter, value, header, global

    var text: String {
        switch self {
        case .ref: "$ref"
        case .defs: "$defs"
        case .schema: "$schema"
        default: String(describing: self)
        }
    }
}

/// Which of the schema's words an object has.
struct Words {
    var bits: UInt64 = 0

    func has(_ word: Word) -> Bool { bits & (1 << UInt64(word.rawValue)) != 0 }
    mutating func insert(_ symbol: Int) { bits |= 1 << UInt64(symbol) }
}

extension JSONNode {
    subscript(word: Word) -> JSONNode? { self[word.rawValue] }

    /// The names of an object's members.
    var keys: [String] { children.map(\.key) }
}
