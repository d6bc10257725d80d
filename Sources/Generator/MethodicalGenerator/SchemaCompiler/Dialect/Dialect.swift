/// All keywords of the dialect. Any other key is unknown, except that keys that begin with `x-` are allowed everywhere.
package enum Dialect {
    /// The declarations, each of which can stand for a keyword in several kinds of object.
    package static let keywords: [Keyword] = {
        let ofSchemaFiles = [ofFiles, ofMethods, ofResults, ofParameters, ofSteps, ofSchemas, ofIgnoredSchemas]
        let ofOtherFiles = [ofSettings, ofServers, ofProtocols, ofSignIn, ofOverlays]
        return (ofSchemaFiles + ofOtherFiles).flatMap(\.self)
    }()

    /// The keywords that an object of each kind can have, by name.
    private static let table: [DialectObject: [String: Keyword]] = makeTable()

    /// Returns the keywords that an object can have, by name.
    package static func keywords(of object: DialectObject) -> [String: Keyword] {
        table[object] ?? [:]
    }

    /// Returns the names of the supported keywords that an object can have, in the order of their declarations.
    static func names(of object: DialectObject) -> [String] {
        keywords.filter { $0.support == .supported && $0.objects.contains(object) }.map(\.name)
    }

    /// Returns the kind of value that a member of an object must have.
    static func value(of member: JSONNode, in object: DialectObject) -> ValueKind {
        keywords(of: object)[member.key]?.value ?? .any
    }

    /// The keywords by kind of object and name. A parameter, a body and a response have those of schemas, too, unless
    /// they declare another keyword of the name.
    private static func makeTable() -> [DialectObject: [String: Keyword]] {
        var table: [DialectObject: [String: Keyword]] = [:]
        for keyword in keywords where keyword.support != .replaced {
            for object in keyword.objects {
                table[object, default: [:]][keyword.name] = keyword
            }
        }
        for object in DialectObject.allCases where object.isSchema {
            table[object, default: [:]].merge(table[.schema] ?? [:]) { own, _ in own }
        }
        return table
    }
}

/// A kind of object in the files of the dialect.
package enum DialectObject: String, Sendable, CaseIterable {
    // Objects of schema files.
    case file, method, parameter, body, response, pages, stream, poll, upload, uploadFile, error
    case schema, discriminator, reference, subcode
    // Objects of `api.json`.
    case api, rule, constant, version, authorization, scheme, envelope, limits, limitHeaders, errorCodes, challenges
    case signIn, user, batch, webhooks, eventName, decoding, source
    // Objects of overlays.
    case overlay

    /// Indicates whether the object is a schema, so that all keywords of schemas are allowed.
    package var isSchema: Bool {
        isOnlySchema || self == .parameter
    }

    /// Indicates whether the object is a schema and has nothing that names or places it, so that JSON Schema allows
    /// any key.
    var isOnlySchema: Bool {
        self == .schema || self == .body || self == .response
    }

    /// Indicates whether other keys than the keywords are allowed, too.
    package var isOpen: Bool {
        switch self {
        case .discriminator, .reference, .subcode, .constant: true
        default: false
        }
    }

    /// Indicates whether only this dialect defines objects of this kind.
    var isOurs: Bool {
        switch self {
        case .file, .schema, .parameter, .body, .method, .response, .error: false
        default: !isOpen
        }
    }

    /// Indicates whether the object has exactly one of its keywords, which are alternatives.
    package var isAlternative: Bool {
        switch self {
        case .authorization, .scheme, .eventName, .uploadFile: true
        default: false
        }
    }

    /// A description for diagnostics.
    var title: String {
        switch self {
        case .file: "a schema file"
        case .error: "an error"
        case .api: "api.json"
        case .rule: "a rule of \"defaults\""
        case .uploadFile: "\"file\""
        case .overlay: "a correction"
        case .schema, .parameter, .body, .method, .response, .scheme: "a \(rawValue)"
        default: "\"\(rawValue)\""
        }
    }

    /// The form of the object after "expected" in diagnostics.
    var form: String {
        enumeration(of: forms)
    }

    /// The forms of the object, of which there are several if its keywords are alternatives.
    var forms: [String] {
        switch self {
        case .version: [#"{"parameter": "v", "value": "5.199"}"#]
        case .authorization:
            [
                #"{"parameter": "access_token"}"#,
                #"{"header": "Bearer"}"#,
                #"{"field": "X-Api-Key"}"#,
            ]
        case .envelope: [#"{"result", "error", "code", "message", "retryAfter"}"#]
        case .limits: [#"{"user": "3/s", "*": "5/s"}"#]
        case .limitHeaders: [#"{"remaining": "X-RateLimit-Remaining", "reset": "X-RateLimit-Reset"}"#]
        case .errorCodes: [#"{"expiredToken": [5]}"#]
        case .challenges: [#"{"captchaID": "captcha_sid"}"#]
        case .signIn: [#"{"authorize": "https://...", "token": "https://..."}"#]
        case .batch: [#"{"method": "execute", "limit": 25}"#]
        case .webhooks: [#"{"event": {"header": "X-GitHub-Event"}, "signature": "github"}"#]
        case .eventName: [#"{"header": "X-GitHub-Event"}"#, #"{"member": "type"}"#]
        case .decoding: [#"{"mismatches": ..., "required": ...}"#]
        case .source: [#"{"location": "../openapi.yaml"}"#]
        default: ["an object"]
        }
    }
}

/// A keyword of the dialect, with the kinds of object that can contain it and the way in which the compiler treats it.
/// The check of keys, the JSON Schemas for editors and the tables of the reference are made from these values.
package struct Keyword: Sendable {
    /// The ways in which the compiler treats a keyword.
    package enum Support: Sendable {
        case supported
        /// The keyword has no effect on generated code, and ignoring it does no harm.
        case ignoredSilently
        /// The keyword restricts the data in a way that generated types cannot express.
        case ignoredWithWarning
        /// Ignoring the keyword would give a wrong API.
        case refused
        /// Only a vendor's files have the keyword. Another one replaces it before keys are checked.
        case replaced
    }

    /// The keyword as it is written in a file.
    package let name: String
    /// The kinds of object that can contain the keyword.
    package let objects: [DialectObject]
    /// The way in which the compiler treats the keyword.
    package let support: Support
    /// The kind of its value.
    package let value: ValueKind
    /// Indicates whether each of the objects must have the keyword.
    package let isRequired: Bool
    /// The meaning of the keyword, as a sentence of Markdown.
    package let summary: String
    /// More facts about the keyword, as sentences of Markdown, for the reference alone.
    package let details: String
    /// A value as JSON.
    package let example: String
    /// Indicates whether a value of another kind is reported together with unknown keys. Otherwise the reader of the
    /// value reports it.
    let checksKind: Bool
    /// The noun for the elements of a list that must not be empty, or `nil` if this is not checked with the keys.
    let neededElement: String?

    /// Declares a supported keyword.
    init(
        _ key: Key,
        in objects: [DialectObject],
        value: ValueKind,
        isRequired: Bool = false,
        summary: String,
        details: String = "",
        example: String,
        checksKind: Bool = false,
        neededElement: String? = nil
    ) {
        self.init(
            name: key.rawValue,
            in: objects,
            value: value,
            isRequired: isRequired,
            summary: summary,
            details: details,
            example: example,
            checksKind: checksKind,
            neededElement: neededElement)
    }

    /// Declares a keyword whose name is no ``Key``, because the compiler does not look it up by name.
    init(
        name: String,
        in objects: [DialectObject],
        support: Support = .supported,
        value: ValueKind,
        isRequired: Bool = false,
        summary: String,
        details: String = "",
        example: String = "",
        checksKind: Bool = false,
        neededElement: String? = nil
    ) {
        self.name = name
        self.objects = objects
        self.support = support
        self.value = value
        self.isRequired = isRequired
        self.summary = summary
        self.details = details
        self.example = example
        self.checksKind = checksKind
        self.neededElement = neededElement
    }

    /// The summary of a keyword that changes nothing and needs no further explanation.
    package static let silence = "Accepted; changes nothing in generated code."

    /// Declares keywords that change nothing in generated code.
    static func silent(
        _ names: [String],
        in objects: [DialectObject],
        value: ValueKind = .any,
        summary: String = silence
    ) -> [Keyword] {
        names.map { name in
            Keyword(
                name: name,
                in: objects,
                support: .ignoredSilently,
                value: value,
                summary: summary)
        }
    }
}

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
