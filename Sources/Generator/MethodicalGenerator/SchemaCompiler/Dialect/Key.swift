/// The names of the keywords that the compiler looks up.
enum Key: String, CaseIterable {
    // Keys of schemas.
    case type, properties, required, items, `enum`, enumNames, const, allOf, oneOf, anyOf, discriminator
    case ref = "$ref"
    case additionalProperties, patternProperties, definitions, format, `default`, description, deprecated
    case enumDescriptions
    case deprecated_from_version, nullable, from, swift, contentEncoding
    case defs = "$defs"
    case readOnly, title, propertyName, mapping
    // The greatest value of a number is silently ignored, except that of a page size.
    case maximum
    // Keys of parameters.
    case name, `in`, arrays, flags, secret, content, reserved
    // Keys of methods.
    case verb, path, parameters, response, variants, statuses, result, needs, reads, cache, pages, timeout, when, dates
    case `throws`, constants, idempotent, invalidates, upload, body, flatten, failures, stream, poll, headers
    // Keys of files, overlays and errors.
    case methods, errors, version, overlay, at, merge, remove, because, code, global, events
    case schema = "$schema"
    // Keys of `api.json`.
    case baseURL, authorization, envelope, access, acronyms, rename, types, include, exclude, initializers, defaults
    case signIn, limits, challenges, batch, namespaces, schemes, servers, variables, webhooks, source, errorCodes
    case decoding, mismatches
    // Keys of objects in `api.json`.
    case parameter, value, header, field, query, cookie, method, limit, error, message, retryAfter
    case event, signature, data
    // Keys of streams and polling.
    case end, sends, state, done, failed, progress, interval
    // Keys of pages and uploads.
    case offset, page, cursor, size, first, total, next, more, link, identity, server, url, file, address
    case totalPages, call
}

extension JSONNode {
    /// Returns the member with the given key, or `nil` if there is none.
    subscript(key: Key) -> JSONNode? { self[key.rawValue] }

    /// The names of an object's members.
    var keys: [String] {
        children.map(\.key)
    }

    /// The only property that an object describes, or `nil` if it has several or is combined from other schemas.
    var onlyProperty: JSONNode? {
        guard let properties = self[.properties],
            properties.isObject,
            properties.children.count == 1
        else {
            return nil
        }
        if hasAny([.allOf, .oneOf, .anyOf, .ref]) {
            return nil
        }
        return properties.first
    }
}
