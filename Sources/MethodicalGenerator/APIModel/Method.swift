/// A method of the API.
package struct Method: Sendable {
    /// The dotted name on the wire: `users.get`, `pins.comments.create`. The last part is the name of the
    /// function, the others are its namespace.
    package var name: String
    /// The Swift name that the schema asks for.
    package var swift: String?
    /// The top-level folder of the schema that the method comes from, or an empty string for the root.
    package var unit = ""
    package var documentation: String?
    package var deprecation: Deprecation?
    package var style = CallStyle()
    package var parameters: [Parameter] = []
    /// The variants, at least one. The first is the plain one: it has an empty name and adds no arguments.
    package var variants: [Variant]
    /// The key of the result inside the API's envelope.
    package var resultKey: String?
    /// The names of the errors (`ErrorCode.name`) that the schema lists for the method.
    package var errors: [String] = []
    /// The kinds of token that the server accepts. If the list is empty, any token and no token are accepted.
    package var tokens: [TokenKind] = []
    /// Indicates whether a call without a token always fails.
    package var needsToken = false
    /// Indicates whether the method only reads, so that its responses can be cached and its calls retried.
    package var isRead = false
    /// Indicates whether the method is a write that can safely be repeated.
    package var isIdempotent = false
    /// The time in seconds for which a response is fresh. 0 means that it is not cached, and `nil` stands for
    /// the runtime's default.
    package var cacheSeconds: Int?
    /// The namespaces whose cached responses the method, a write, makes stale; its own if `nil`.
    package var invalidates: [String]?
    package var timeoutSeconds: Int?
    package var pages: Pages?
    package var upload: Upload?

    /// The kinds of token.
    package enum TokenKind: String, Sendable, CaseIterable { case open, user, group, service }
}

/// A parameter of a method.
package struct Parameter: Sendable {
    package var name: String
    /// The Swift name that the schema asks for.
    package var swift: String?
    package var type: TypeUse
    package var isRequired = false
    /// The part of the request that contains the parameter. The compiler has resolved it from the parameter,
    /// the path and the method.
    package var place: CallStyle.Place = .form
    /// The spelling of an array, or `nil` for that of the method.
    package var arrays: CallStyle.ArrayStyle?
    /// The spelling of a Boolean, or `nil` for that of the method.
    package var flags: CallStyle.FlagStyle?
    /// Indicates whether this is the idempotency key, by which the server recognizes a repeated call. The
    /// runtime generates a key if the caller passes none.
    package var isKey = false
    /// Indicates whether the value is a secret that must never be shown.
    package var isSecret = false
    /// Indicates whether the value is sent as JSON text even if it is a string or an array (`format: json`).
    package var isJSON = false
    /// The only possible value. It is sent with every call, and the function has no argument for it.
    package var constant: Variant.Constant.Value?
    package var documentation: String?
    /// The default value in the schema, for the documentation only.
    package var defaultText: String?
    package var deprecation: Deprecation?
}

/// One of a method's possible results, with the arguments that request it.
package struct Variant: Sendable {
    /// The name of the response in the schema: `response`, `extendedResponse`.
    package var wire = "response"
    /// The words that are added to the function's name, such as `["extended"]`. The list is empty if the
    /// arguments alone tell the variants apart.
    package var suffix: [String] = []
    /// The Swift name that the schema asks for.
    package var swift: String?
    /// The parameters that this variant requires, such as `fields`.
    package var requires: [String] = []
    /// The parameters that this variant does not have, because they would select another variant.
    package var omits: [String] = []
    /// The arguments that are always sent, such as `extended` with the value 1, by their names on the wire.
    package var constants: [Constant] = []
    package var result: TypeUse
    /// Indicates whether the server answers nothing: a write without a `response`, or `{"type": "null"}`. Then `result`
    /// is any JSON.
    package var isEmpty = false
    package var deprecation: Deprecation?

    package struct Constant: Sendable {
        package enum Value: Hashable, Sendable { case flag(Bool), text(String), integer(Int) }
        package var name: String
        package var value: Value
        package var place: CallStyle.Place = .form
    }
}

/// The way in which a method continues with the next page. Parameters and keys have their names on the wire.
package struct Pages: Sendable {
    /// The kinds of paging.
    package enum Kind: Sendable {
        /// The number of items to skip. `first` is the value for the first page.
        case offset(parameter: String, first: Int)
        /// The number of the page. `first` is the number of the first page.
        case number(parameter: String, first: Int)
        /// A cursor, which a response contains under the key `next`.
        case cursor(parameter: String, next: String)
        /// The address of the next page, in the header field `Link` or under the key `next` of the result.
        case link(next: String?)
    }
    package var kind: Kind
    /// The parameter for the size of a page.
    package var size: String?
    /// The largest permitted size of a page, if the schema states it.
    package var most: Int?
    /// The key of the total number of items.
    package var total: String?
    /// The key of a Boolean that indicates whether more pages follow.
    package var more: String?
    /// The key of the items.
    package var items: String?
    /// The keys that together identify an item. The list is empty if the schema does not state them.
    package var identity: [String] = []
}

/// The upload of a method with a file: one step, or three steps that the caller sees as one. With three steps,
/// the method has the parameters of all steps and the result of the last one.
package struct Upload: Sendable {
    /// The name of the form's field for the file.
    package var field: String
    /// The verb of a request whose body is the file itself, or `nil` if the file is sent in a form.
    package var verb: CallStyle.Verb?
    /// The name of the method that returns the upload address.
    package var server: String?
    /// The name of the method that saves the uploaded file.
    package var save: String?
    /// The key of the upload address in the response of `server`.
    package var url = "upload_url"
    /// The values that `save` takes from the upload server's response.
    package var answers: [Answer] = []

    /// A parameter of `save`, with the key of its value in the upload server's response.
    package struct Answer: Sendable {
        package var parameter: String
        /// The key, or an empty string for the whole response.
        package var key: String
    }
}
