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
