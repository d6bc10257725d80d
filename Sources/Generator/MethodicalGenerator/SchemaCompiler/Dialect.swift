/// A keyword of the dialect, with the kind of object that can contain it and the way in which the compiler treats it.
package struct DialectKeyword: Hashable, Sendable {
    /// The ways in which the compiler treats a keyword.
    package enum Support: String, Sendable, CaseIterable {
        case supported
        /// The keyword has no effect on generated code, and ignoring it does no harm.
        case ignoredSilently
        /// The keyword restricts the data in a way that generated types cannot express.
        case ignoredWithWarning
        /// Ignoring the keyword would give a wrong API.
        case refused
    }

    /// The kinds of objects that contain keywords.
    package enum Place: String, Sendable, CaseIterable {
        case file, schema, parameter, body, method, response, error, api, rule, scheme, pages, stream, poll, webhooks
        case upload, uploadFile, overlay
    }

    /// The keyword as it is written in a file.
    package var name: String
    /// The kind of object that contains the keyword.
    package var place: Place
    /// The way in which the compiler treats the keyword.
    package var support: Support
}

/// All keywords of the dialect. This is their only list: any other key is unknown, except that keys that begin with
/// `x-` are allowed everywhere.
package let dialectKeywords: [DialectKeyword] = parseTable(table)

/// Each line contains a place, the support, and the keywords.
private let table = """
    file supported methods definitions $defs errors events version
    file ignoredSilently $schema $id $comment title description termsOfService
    schema supported type properties required items enum enumNames const $ref allOf oneOf anyOf discriminator
    schema supported additionalProperties enumDescriptions
    schema supported patternProperties definitions $defs format default description deprecated deprecated_from_version
    schema supported nullable from swift
    schema supported contentEncoding readOnly
    schema ignoredSilently $schema $id id $comment title examples example entity minimum maximum exclusiveMinimum
    schema ignoredSilently exclusiveMaximum multipleOf
    schema ignoredSilently minLength maxLength pattern minItems maxItems uniqueItems minProperties maxProperties
    schema ignoredSilently writeOnly
    schema ignoredSilently $recursiveAnchor
    schema ignoredSilently contentMediaType contentSchema externalDocs xml
    schema ignoredWithWarning if then else not contains minContains maxContains dependencies dependentSchemas
    schema ignoredWithWarning dependentRequired
    schema ignoredWithWarning propertyNames unevaluatedItems unevaluatedProperties prefixItems additionalItems
    schema refused $dynamicRef $dynamicAnchor $recursiveRef $anchor $vocabulary
    parameter supported name in arrays flags secret content reserved
    body supported content secret flatten
    method supported name description verb path parameters response responses result errors needs
    method supported body content failures server stream poll
    method supported reads cache pages
    method supported deprecated deprecated_from_version timeout swift idempotent upload invalidates
    method ignoredSilently $comment title examples
    response supported when content headers
    error supported name code description global
    error ignoredSilently $comment disabled subcodes
    api supported name baseURL description version authorization envelope errors defaults responses access acronyms
    api supported rename types include exclude source
    api supported signIn initializers limits challenges batch namespaces schemes servers variables webhooks
    api ignoredSilently $schema $comment
    rule supported verb path parameters constants arrays flags dates reads cache needs timeout result idempotent
    rule supported invalidates failures server poll
    rule ignoredSilently $comment
    scheme supported header field query cookie path parameter description
    scheme ignoredSilently $comment
    pages supported offset page cursor link size first total more items next identity totalPages continue
    pages ignoredSilently $comment
    stream supported format end
    stream ignoredSilently $comment
    poll supported method url state done failed result error progress interval
    poll ignoredSilently $comment
    webhooks supported event signature data
    webhooks ignoredSilently $comment
    upload supported server url file response save
    upload ignoredSilently $comment
    uploadFile supported field verb
    overlay supported at merge remove because see
    overlay ignoredSilently $comment
    """

private func parseTable(_ text: String) -> [DialectKeyword] {
    var keywords: [DialectKeyword] = []
    for line in text.split(separator: "\n") {
        let words = line.split(separator: " ").map(String.init)
        guard let place = DialectKeyword.Place(rawValue: words[0]),
            let support = DialectKeyword.Support(rawValue: words[1])
        else {
            continue
        }
        for name in words.dropFirst(2) {
            keywords.append(DialectKeyword(name: name, place: place, support: support))
        }
    }
    return keywords
}

/// The keys that the compiler looks up.
enum Word: String, CaseIterable {
    // Keys of schemas.
    case type, properties, required, items, `enum`, enumNames, const, allOf, oneOf, anyOf, discriminator
    case ref = "$ref"
    case additionalProperties, patternProperties, definitions, format, `default`, description, deprecated
    case enumDescriptions
    case deprecated_from_version, nullable, from, swift, contentEncoding
    case defs = "$defs"
    case readOnly
    // Keys of parameters.
    case name, `in`, arrays, flags, secret, content, reserved
    // Keys of methods.
    case verb, path, parameters, response, responses, result, errors, needs, reads, cache, pages, timeout, when, dates
    case constants, idempotent, invalidates, upload, body, flatten, failures, stream, poll, headers
    // Keys of files, overlays and errors.
    case methods, version, overlay, at, merge, remove, because, code, global, events
    case schema = "$schema"
    // Keys of `api.json`.
    case baseURL, authorization, envelope, access, acronyms, rename, types, include, exclude, initializers, defaults
    case signIn, limits, challenges, batch, namespaces, parameter, value, header, field, method, limit
    case error, message, retryAfter, propertyName, mapping, schemes, servers, variables, webhooks, source
    // Keys of schemes, streams, polling and webhooks.
    case query, cookie, end, state, done, failed, progress, interval, event, signature, data
    // Keys of pages and uploads.
    case offset, page, cursor, size, first, total, next, more, link, identity, maximum, server, url, file, save
    case totalPages, `continue`
}

extension JSONNode {
    /// Returns the member with the given key, or `nil` if there is none.
    subscript(word: Word) -> JSONNode? { self[word.rawValue] }

    /// The names of an object's members.
    var keys: [String] { children.map(\.key) }

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
