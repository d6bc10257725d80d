package struct Method: Sendable {
    /// Dotted, as it goes over the wire: `users.get`, `pins.comments.create`; the last part is the function, the others its namespace.
    package var name: String
    package var swift: String?
    package var unit = ""
    package var documentation: String?
    package var deprecation: Deprecation?
    package var style = CallStyle()
    package var parameters: [Parameter] = []
    /// One at least. The first is the plain one: its name is empty, it asks for nothing.
    package var variants: [Variant]
    /// The key inside the API's envelope under which the result lies.
    package var resultKey: String?
    /// Names of the errors (`ErrorCode.name`) that the schema lists for it.
    package var errors: [String] = []
    /// Which tokens the server takes. Empty: any, or none.
    package var tokens: [TokenKind] = []
    /// Whether a call without a token can only fail.
    package var needsToken = false
    package var isRead = false
    /// A write that may be repeated.
    package var isIdempotent = false
    /// Seconds that an answer may be kept; 0 is never, nil the runtime's default.
    package var cacheSeconds: Int?
    /// The namespaces whose cached responses the method, a write, makes stale; its own if `nil`.
    package var invalidates: [String]?
    package var timeoutSeconds: Int?
    package var pages: Pages?
    package var upload: Upload?

    package enum TokenKind: String, Sendable, CaseIterable { case open, user, group, service }
}

package struct Parameter: Sendable {
    package var name: String
    package var swift: String?
    package var type: TypeUse
    package var isRequired = false
    /// Resolved: the parameter's own word, the path's, or the method's.
    package var place: CallStyle.Place = .form
    /// Nil: as the method has it.
    package var arrays: CallStyle.ArrayStyle?
    package var flags: CallStyle.FlagStyle?
    /// Whether the server knows by it a call that it has had already: made by the runtime where the caller gives none.
    package var isKey = false
    /// Whether its value must never be shown.
    package var isSecret = false
    /// Whether the value goes as JSON text even where it is a string or a list (`format: json`).
    package var isJSON = false
    /// The one value it can have: sent with every call, and no argument of the function.
    package var constant: Variant.Constant.Value?
    package var documentation: String?
    /// The default that the schema states, for the documentation.
    package var defaultText: String?
    package var deprecation: Deprecation?
}

/// One answer of a method and what a caller does to get it.
package struct Variant: Sendable {
    /// As the schema names the response: `response`, `extendedResponse`.
    package var wire = "response"
    /// Words to add to the function's name (`["extended"]`); empty where the arguments alone tell.
    package var suffix: [String] = []
    package var swift: String?
    /// Parameters that this variant requires (`fields`).
    package var requires: [String] = []
    /// Parameters that it has no place for, since they choose another variant.
    package var omits: [String] = []
    /// Arguments that it always sends, `extended` as 1: name and value on the wire.
    package var constants: [Constant] = []
    package var result: TypeUse
    /// Indicates whether the server answers nothing: a write without a `response`, or `{"type": "null"}`. Then `result`
    /// is any JSON.
    package var isEmpty = false
    package var deprecation: Deprecation?

    package struct Constant: Sendable {
        package enum Value: Sendable { case flag(Bool), text(String), integer(Int) }
        package var name: String
        package var value: Value
        package var place: CallStyle.Place = .form
    }
}

/// How a method goes on from one answer to the next: by wire names of its parameters and of the result's keys.
package struct Pages: Sendable {
    package enum Kind: Sendable {
        case offset(parameter: String, first: Int)
        case number(parameter: String, first: Int)
        case cursor(parameter: String, next: String)
        /// The header field `Link`, or the result's key with an address.
        case link(next: String?)
    }
    package var kind: Kind
    package var size: String?
    /// The largest size that the server takes, where the schema says.
    package var most: Int?
    package var total: String?
    /// The key of a flag that says whether more follow.
    package var more: String?
    package var items: String?
    /// The keys of an item that together tell it from all others; empty if nobody knows.
    package var identity: [String] = []
}

/// What a method does that brings a file up: in one step to itself, or in three that are one to the caller. Then its parameters are those of the
/// steps, and its answer that of the last.
package struct Upload: Sendable {
    /// The form's field with the file.
    package var field: String
    /// By which the file goes as it is, without a form.
    package var verb: CallStyle.Verb?
    /// Methods by their wire names: which tells where the file goes, and which keeps it.
    package var server: String?
    package var save: String?
    /// The key of the address in the first answer.
    package var url = "upload_url"
    /// What the file's server answers and `save` takes.
    package var answers: [Answer] = []

    package struct Answer: Sendable {
        package var parameter: String
        /// Empty: the whole answer.
        package var key: String
    }
}
