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
        case file, schema, parameter, method, response, error, api, rule, pages, upload, uploadFile, overlay
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
    file supported methods definitions $defs errors version
    file ignoredSilently $schema $id $comment title description termsOfService
    schema supported type properties required items enum enumNames const $ref allOf oneOf anyOf discriminator
    schema supported additionalProperties
    schema supported patternProperties definitions $defs format default description deprecated deprecated_from_version
    schema supported nullable from swift
    schema supported contentEncoding
    schema ignoredSilently $schema $id id $comment title examples example entity minimum maximum exclusiveMinimum
    schema ignoredSilently exclusiveMaximum multipleOf
    schema ignoredSilently minLength maxLength pattern minItems maxItems uniqueItems minProperties maxProperties
    schema ignoredSilently readOnly writeOnly
    schema ignoredSilently $recursiveAnchor
    schema ignoredSilently contentMediaType contentSchema externalDocs xml
    schema ignoredWithWarning if then else not contains minContains maxContains dependencies dependentSchemas
    schema ignoredWithWarning dependentRequired
    schema ignoredWithWarning propertyNames unevaluatedItems unevaluatedProperties prefixItems additionalItems
    schema refused $dynamicRef $dynamicAnchor $recursiveRef $anchor $vocabulary
    parameter supported name in arrays flags secret
    method supported name description verb path parameters response responses result errors needs
    method supported reads cache pages
    method supported deprecated deprecated_from_version timeout swift idempotent upload invalidates
    method ignoredSilently $comment title examples
    response supported when
    error supported name code description global
    error ignoredSilently $comment disabled subcodes
    api supported name baseURL description version authorization envelope errors defaults responses access acronyms
    api supported rename include exclude
    api supported signIn initializers limits challenges batch namespaces
    api ignoredSilently $schema $comment
    rule supported verb path parameters constants arrays flags dates reads cache needs timeout result idempotent
    rule supported invalidates
    rule ignoredSilently $comment
    pages supported offset page cursor link size first total more items next identity
    pages ignoredSilently $comment
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
        else { continue }
        for name in words.dropFirst(2) { keywords.append(DialectKeyword(name: name, place: place, support: support)) }
    }
    return keywords
}

/// The keys that the compiler looks up. Their raw values are the tree's symbols for them, so that reading a schema
/// compares numbers instead of strings.
enum Word: Int, CaseIterable {
    // Keys of schemas. They come first because `Words` has one bit for each of them.
    case type, properties, required, items, `enum`, enumNames, const, ref, allOf, oneOf, anyOf, discriminator,
        additionalProperties
    case patternProperties, definitions, defs, format, `default`, description, deprecated, deprecated_from_version,
        nullable, from, swift
    case contentEncoding
    // Keys of parameters.
    case name, `in`, arrays, flags, secret
    // Keys of methods.
    case verb, path, parameters, response, responses, result, errors, needs, reads, cache, pages,
        timeout, when, dates
    case constants
    // Keys of files, overlays, errors, pages and `api.json`.
    case methods, version, schema, overlay, at, merge, remove, because, see, code, message, error, offset, page, cursor,
        size, first, total, next
    case baseURL, authorization, envelope, reading, access, acronyms, rename, include, exclude, initializers,
        defaults, retryAfter
    case propertyName, mapping, parameter, value, header, global, signIn, limits, challenges, idempotent, identity,
        maximum, batch, method, limit
    // Keys of uploads and pages.
    case upload, server, url, file, field, save, more, link, invalidates
    case namespaces

    /// The keyword as it is written in a file.
    var text: String {
        switch self {
        case .ref: "$ref"
        case .defs: "$defs"
        case .schema: "$schema"
        default: String(describing: self)
        }
    }
}

/// The set of schema keywords that an object has.
struct Words {
    private var bits = 0

    func has(_ word: Word) -> Bool { bits & (1 &<< word.rawValue) != 0 }
    mutating func insert(_ symbol: Int) { bits |= 1 &<< symbol }
    mutating func remove(_ word: Word) { bits &= ~(1 &<< word.rawValue) }
}

extension JSONNode {
    /// Returns the member with the given key, or `nil` if there is none.
    subscript(word: Word) -> JSONNode? { self[word.rawValue] }

    /// The names of an object's members.
    var keys: [String] { children.map(\.key) }

    /// The only property that an object describes, or `nil` if it has several or is combined from other schemas.
    var onlyProperty: JSONNode? {
        guard let properties = self[.properties], properties.isObject, let only = properties.first, only.next == nil
        else { return nil }
        return [Word.allOf, .oneOf, .anyOf, .ref].contains { self[$0] != nil } ? nil : only
    }
}

/// A check that reports the keys that do not belong in an object.
///
/// Parameters and responses can also contain every keyword of a schema.
struct KeywordCheck {
    /// Indicates whether the files are published by a vendor. A misspelled key is then only a warning, because the reader
    /// of the message cannot correct the files.
    var isLenient = false
    /// The support of keywords by place. The index is the symbol of the keyword.
    private let tables: [DialectKeyword.Place: [UInt8]]

    // The values of the tables, in the order of the cases of `Support`. Zero stands for an unknown key.
    private static let supported: UInt8 = 1
    private static let silent: UInt8 = 2
    private static let warned: UInt8 = 3
    private static let refused: UInt8 = 4

    init(tree: JSONTree) {
        var tables: [DialectKeyword.Place: [UInt8]] = [:]
        for keyword in dialectKeywords { _ = tree.symbol(keyword.name) }
        for place in DialectKeyword.Place.allCases { tables[place] = [UInt8](repeating: 0, count: tree.symbolCount) }
        for keyword in dialectKeywords {
            let support = UInt8(1 + (DialectKeyword.Support.allCases.firstIndex(of: keyword.support) ?? 0))
            let symbol = tree.symbol(keyword.name)
            tables[keyword.place]?[symbol] = support
            if keyword.place == .schema {
                tables[.parameter]?[symbol] = support
                tables[.response]?[symbol] = support
            }
        }
        self.tables = tables
        schemas = tables[.schema] ?? []
        parameters = tables[.parameter] ?? []
        responses = tables[.response] ?? []
        func without(_ kinds: JSONNode.Kind...) -> UInt8 { kinds.reduce(0xFF) { $0 & ~(1 &<< $1.rawValue) } }
        suspicious = [UInt8](repeating: 0, count: Word.nullable.rawValue + 1)
        suspicious[Word.type.rawValue] = 1 &<< JSONNode.Kind.array.rawValue
        suspicious[Word.properties.rawValue] = without(.object)
        suspicious[Word.required.rawValue] = without(.array, .bool)
        suspicious[Word.allOf.rawValue] = without(.array)
        suspicious[Word.oneOf.rawValue] = 0xFF
        suspicious[Word.anyOf.rawValue] = 0xFF
        suspicious[Word.nullable.rawValue] = without(.bool)
    }

    /// The kinds of value that need a closer look, by keyword. Each element has one bit for each kind.
    private var suspicious: [UInt8]
    // The tables of schemas, parameters and responses, which are used most.
    private let schemas: [UInt8]
    private let parameters: [UInt8]
    private let responses: [UInt8]

    /// Reports the keys that do not belong in a schema, and returns the supported ones.
    func words(of node: JSONNode, as place: DialectKeyword.Place = .schema, _ problems: inout Problems) -> Words {
        let table = place == .schema ? schemas : place == .parameter ? parameters : responses
        var words = Words()
        var child = node.isObject ? node.first : nil
        while let member = child {
            let symbol = member.symbol
            let support = symbol < table.count ? table[symbol] : 0
            if support == Self.supported {
                words.insert(symbol)
                if symbol < suspicious.count, suspicious[symbol] & (1 &<< member.kind.rawValue) != 0 {
                    checkValue(member, symbol, place, &problems)
                }
            } else if support != Self.silent {
                report(member, of: node, support, place, &problems)
            }
            child = member.next
        }
        return words
    }

    /// Reports a value of the wrong kind. Without the report, the schema would be read as if the key were missing.
    private func checkValue(_ member: JSONNode, _ symbol: Int, _ place: DialectKeyword.Place, _ problems: inout Problems) {
        switch Word(rawValue: symbol) {
        case .type where member.isArray && member.first == nil: problems.error(member, "expected one type at least")
        case .properties where member.isArray && member.first == nil:
            problems.warning(member, "an empty list is read as no properties; an object of them is written {}")
        case .properties where !member.isObject: problems.error(member, expected: "{\"name\": {...}}")
        case .required where place != .parameter && member.string != "trusted" && member.string != "untrusted":
            problems.error(member, expected: "true, false, \"trusted\", \"untrusted\" or a list of names")
        case .nullable: problems.error(member, expected: "true or false")
        case .allOf where !member.isArray, .oneOf where !member.isArray, .anyOf where !member.isArray:
            problems.error(member, expected: "a list of schemas")
        case .oneOf where member.first == nil, .anyOf where member.first == nil:
            problems.error(member, "expected one alternative at least")
        default: break
        }
    }

    /// Reports a Boolean `required` outside properties and parameters, where it has no meaning. A vendor's files
    /// may contain some, which are not reported.
    func checkRequired(_ node: JSONNode, _ problems: inout Problems) {
        guard !isLenient, let required = node[.required], required.bool != nil else { return }
        let hint = "write it on a property or a parameter, or list the names of an object's properties"
        problems.warning(required.keyPlace, "\"required\": \(required.described) is ignored here; \(hint)")
    }

    /// Reports the keys that do not belong in an object other than a schema. An unknown key is an error in objects that
    /// only this dialect defines, such as those of `api.json` and of overlays.
    func check(_ node: JSONNode, as place: DialectKeyword.Place, _ problems: inout Problems) {
        let table = tables[place] ?? []
        for member in node.children {
            let support = member.symbol < table.count ? table[member.symbol] : 0
            if support == 0 || support > Self.silent { report(member, of: node, support, place, &problems) }
        }
    }

    /// The dialect's keywords by the names that other formats use for them.
    private static let othersWords = [
        "params": ["parameters"], "arguments": ["parameters"], "method": ["verb"], "httpmethod": ["verb"],
        "url": ["path", "baseURL"],
        "returns": ["response"], "mandatory": ["required"], "optional": ["required"],
        "auth": ["authorization", "needs"], "values": ["enum"],
        "security": ["authorization", "needs"], "summary": ["description"], "message": ["description"],
        "extends": ["allOf"], "limit": ["size"],
        "style": ["arrays"], "answers": ["responses", "response"], "types": ["definitions"], "schemas": ["definitions"], "components": ["definitions"],
        "count": ["size"],
    ]

    /// The values of `in` by the keys under which methods of other formats list such parameters.
    private static let othersPlaces = [
        "body": "body", "requestbody": "body", "payload": "body", "form": "form", "query": "query", "headers": "header",
    ]

    /// Reports a key that is unknown, ignored with a warning, or refused.
    private func report(
        _ member: JSONNode, of node: JSONNode, _ support: UInt8, _ place: DialectKeyword.Place, _ problems: inout Problems
    ) {
        let key = member.key
        if support == Self.warned {
            problems.warning(member.keyPlace, "\"\(key)\" is ignored: generated types cannot follow it")
        } else if support == Self.refused {
            problems.error(
                member.keyPlace,
                "\"\(key)\" is not supported; use \"$ref\" with a JSON Pointer (\"#/definitions/name\")")
        } else if !key.utf8.starts(with: "x-".utf8) {
            let (suggestion, isMistake) = meaning(of: key, in: node, place, &problems)
            let text = "unknown key \"\(key)\" in \(Self.titles[place] ?? "")\(suggestion)"
            let isOurs = [.api, .rule, .pages, .upload, .uploadFile, .overlay].contains(place)
            if isOurs || isMistake && !isLenient { return problems.error(member.keyPlace, text) }
            problems.warning(
                member.keyPlace, text + (suggestion.isEmpty ? "; a key that begins with \"x-\" is left alone" : ""))
        }
    }

    /// Returns a hint at the key that was probably meant, and a Boolean value that indicates whether the schema would
    /// lose its meaning silently if the key were ignored.
    private func meaning(of key: String, in node: JSONNode, _ place: DialectKeyword.Place, _ problems: inout Problems)
        -> (hint: String, isMistake: Bool)
    {
        let isShared = place == .parameter || place == .response
        let known = dialectKeywords.filter { $0.place == place || isShared && $0.place == .schema }
        func isLost(_ name: String) -> Bool {
            known.contains { $0.name == name && $0.support == .supported } && node[name] == nil
        }
        func isWord(_ name: String) -> Bool {
            known.contains { $0.name == name } && (name != "definitions" || place == .file)
        }
        if let meant = Self.othersWords[key.lowercased()]?.first(where: isWord) {
            return ("; did you mean \"\(meant)\"?", meant != "description" && isLost(meant))
        }
        if place == .method, let location = Self.othersPlaces[key.lowercased()] {
            return (
                "; what it holds is listed in \"parameters\", each with \"in\": \"\(location)\"", isLost("parameters")
            )
        }
        if isShared, key == "schema" { return ("; write what it holds in its place", true) }
        if place == .api, dialectKeywords.contains(where: { $0.place == .rule && $0.name == key }) {
            return ("; a rule says it, \"defaults\": {\"*\": {\"\(key)\": ...}}", true)
        }
        let meant = known.map(\.name).filter { isSlip(key, for: $0) && isLost($0) }
        if let first = meant.first { return ("; did you mean \"\(nearest(to: key, among: meant) ?? first)\"?", true) }
        return (problems.suggestion(for: key, among: known.map(\.name)), false)
    }

    /// The names of the places in diagnostics.
    private static let titles: [DialectKeyword.Place: String] = [
        .file: "a schema file", .schema: "a schema", .parameter: "a parameter", .method: "a method",
        .response: "a response", .error: "an error",
        .api: "api.json", .rule: "a rule of \"defaults\"", .pages: "\"pages\"", .upload: "\"upload\"",
        .uploadFile: "\"file\"",
        .overlay: "a correction",
    ]
}
