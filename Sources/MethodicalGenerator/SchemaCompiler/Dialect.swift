/// A key that may stand in a schema, and what becomes of it.
package struct DialectKeyword: Hashable, Sendable {
    package enum Support: String, Sendable, CaseIterable {
        case supported
        /// It says nothing that the generated code could follow, and nobody misses it.
        case ignoredSilently
        /// It says something about the data that the generated code does not follow.
        case ignoredWithWarning
        /// Going on without it would give a wrong API.
        case refused
    }

    /// The kind of object that it stands in.
    package enum Place: String, Sendable, CaseIterable {
        case file, schema, parameter, method, response, error, api, rule, pages, upload, uploadFile, overlay
    }

    package var name: String
    package var place: Place
    package var support: Support
}

/// Every keyword of the dialect, the only list of them: what is not here is unknown. Keys that begin with `x-` are free everywhere.
package let dialectKeywords: [DialectKeyword] = parseTable(table)

private let table = """
    file supported methods definitions $defs errors version
    file ignoredSilently $schema $id $comment title description termsOfService
    schema supported type properties required items enum enumNames const $ref allOf oneOf anyOf discriminator additionalProperties
    schema supported patternProperties definitions $defs format default description deprecated deprecated_from_version nullable from swift
    schema supported contentEncoding
    schema ignoredSilently $schema $id id $comment title examples example entity minimum maximum exclusiveMinimum exclusiveMaximum multipleOf
    schema ignoredSilently minLength maxLength pattern minItems maxItems uniqueItems minProperties maxProperties readOnly writeOnly
    schema ignoredSilently contentMediaType contentSchema externalDocs xml
    schema ignoredWithWarning if then else not contains minContains maxContains dependencies dependentSchemas dependentRequired
    schema ignoredWithWarning propertyNames unevaluatedItems unevaluatedProperties prefixItems additionalItems
    schema refused $dynamicRef $dynamicAnchor $recursiveRef $recursiveAnchor $anchor $vocabulary
    parameter supported name in arrays flags secret
    method supported name description verb path parameters response responses result errors access_token_type needs reads cache pages
    method supported deprecated deprecated_from_version timeout swift idempotent upload
    method ignoredSilently $comment title examples
    response supported when
    error supported code description global
    error ignoredSilently $comment disabled subcodes
    api supported name baseURL description version authorization envelope errors defaults answers access acronyms rename include exclude
    api supported signIn initializers limits challenges batch
    api ignoredSilently $schema $comment
    rule supported verb path parameters arrays flags dates reads cache needs timeout result idempotent
    rule ignoredSilently $comment
    pages supported offset page cursor size first total items next identity
    pages ignoredSilently $comment
    upload supported server url file answers save
    upload ignoredSilently $comment
    uploadFile supported field
    overlay supported at merge remove because see
    overlay ignoredSilently $comment
    """

private func parseTable(_ text: String) -> [DialectKeyword] {
    var keywords: [DialectKeyword] = []
    for line in text.split(separator: "\n") {
        let words = line.split(separator: " ").map(String.init)
        guard let place = DialectKeyword.Place(rawValue: words[0]), let support = DialectKeyword.Support(rawValue: words[1]) else { continue }
        for name in words.dropFirst(2) { keywords.append(DialectKeyword(name: name, place: place, support: support)) }
    }
    return keywords
}

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
    case propertyName, mapping, parameter, value, header, global, signIn, limits, challenges, idempotent, identity, maximum, batch, method, limit
    // Of uploads.
    case upload, server, url, file, field, save

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
    private var bits = 0

    func has(_ word: Word) -> Bool { bits & (1 &<< word.rawValue) != 0 }
    mutating func insert(_ symbol: Int) { bits |= 1 &<< symbol }
}

extension JSONNode {
    subscript(word: Word) -> JSONNode? { self[word.rawValue] }

    /// The names of an object's members.
    var keys: [String] { children.map(\.key) }
}
