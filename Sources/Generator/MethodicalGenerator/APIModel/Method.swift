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
    /// The record that the parameters in the body make, which callers can pass as a whole instead.
    package var record: Parameter?
    /// The media type of the body that parameters make, if it is not the usual one of their place.
    package var content: MediaType?
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
    /// The alternatives of schemes by which a call is authorized. An empty alternative allows a call without any.
    package var needs: [[SchemeUse]] = []
    /// The name of the server, or `nil` for the one at the base URL.
    package var server: String?
    /// Indicates whether the method only reads, so that its responses can be cached and its calls retried.
    package var isRead = false
    /// Indicates whether the method is a write that can safely be repeated.
    package var isIdempotent = false
    /// The time in seconds for which a response is fresh. 0 means that it is not cached, and `nil` stands for
    /// the runtime's default.
    package var cacheSeconds: Int?
    /// The namespaces whose cached responses the method, a write, makes stale; its own if `nil`.
    package var invalidates: [String]?
    /// The types of failures, in the order of the schema.
    package var failures: [Failure] = []
    /// The settings that only the runtime understands, by their names.
    package var settings: [String: CallSetting] = [:]
    package var pages: Pages?
    package var upload: Upload?
    package var poll: Poll?
    package var stream: Stream?

    /// The type of the response with which the server refuses a call.
    package struct Failure: Hashable, Sendable {
        /// The statuses, such as `404` or `4XX`, or `default` for all others.
        package var statuses: [String]
        package var type: TypeUse
    }

    /// The path with the method's name in place of `{name}`, unless that is a parameter.
    package var path: String {
        guard style.path.utf8.contains(UInt8(ascii: "{")) else {
            return style.path
        }
        let isParameter = parameters.contains {
            $0.name == "name" && $0.place == .path
        }
        if isParameter {
            return style.path
        }
        return style.path.replacing("{name}", with: name)
    }

    /// The name of the method that continues after the first page, or `nil` if it is the method itself.
    package var continuation: String? {
        guard case .cursor(let next)? = pages?.kind, next.method != name else {
            return nil
        }
        return next.method
    }

    /// The parameter that is the whole body.
    package var whole: Parameter? {
        parameters.first(where: \.isWhole)
    }

    /// Indicates whether the body is a form of parts, `multipart/form-data`.
    package var isMultipart: Bool {
        parameters.contains { $0.place == .multipart }
    }

    /// Indicates whether a call sends a file, or a form that may hold files.
    package var isUpload: Bool {
        upload != nil || whole?.isFile == true || isMultipart
    }

    /// The kinds of token.
    package enum TokenKind: String, Sendable, CaseIterable { case open, user, group, service }

    /// A scheme of `api.json` with the scopes that the method needs.
    package struct SchemeUse: Hashable, Sendable {
        package var name: String
        package var scopes: [String] = []
    }
}

/// The names by which the parameters of a method differ.
package struct ParameterKeys {
    /// The places of the parameters of each name.
    private let places: [String: Set<CallStyle.Place>]

    package init(_ parameters: [Parameter]) {
        var places: [String: Set<CallStyle.Place>] = [:]
        for parameter in parameters {
            places[parameter.name, default: []].insert(parameter.place)
        }
        self.places = places
    }

    /// Returns the name of a parameter, preceded by its place if another parameter has the same name: `body.id`. The
    /// parameter in the path keeps its name, and a whole body is `body`.
    package func key(of parameter: Parameter) -> String {
        if parameter.isWhole {
            return parameter.title
        }
        let isShared = places[parameter.name]?.contains { $0 != parameter.place } ?? false
        if isShared, parameter.place != .path {
            return parameter.place.rawValue + "." + parameter.name
        }
        return parameter.name
    }
}

/// A parameter of a method.
package struct Parameter: Sendable {
    /// The name on the wire. It is empty for the parameter that is the whole body.
    package var name: String
    /// The Swift name that the schema asks for.
    package var swift: String?
    package var type: TypeUse
    package var isRequired = false
    /// Indicates whether the value may be `null` and is sent where that can be written.
    package var isNullable = false
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
    /// Indicates whether reserved characters in a query or a form stay as they are.
    package var keepsReserved = false
    /// Indicates whether the value is a file, or a list of files.
    package var isFile = false
    /// The media type of the whole body, or of a part of a form.
    package var content: MediaType?
    /// The name of the root element, if the parameter is a whole body of XML.
    package var root: String?
    /// The only possible value. It is sent with every call, and the function has no argument for it.
    package var constant: Variant.Constant.Value?
    package var documentation: String?
    /// The default value in the schema, for the documentation only.
    package var defaultText: String?
    package var deprecation: Deprecation?

    /// Indicates whether the parameter is a part of a form whose type is JSON.
    package var hasJSONContent: Bool {
        place == .multipart && !isFile && content?.kind == .json
    }

    /// Indicates whether the parameter is the whole body.
    package var isWhole: Bool { name.isEmpty }

    /// The name for people and for tests, also if the parameter is the whole body.
    package var title: String { isWhole ? "body" : name }
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
    /// The content of the response. It is nothing for a write without a `response`, and for `{"type": "null"}`; then
    /// `result` is any JSON, as it is for bytes.
    package var content = BodyContent.json
    /// The media types that the request asks for, if they are not those of the API.
    package var accept: String?
    /// The statuses that are results, if the schema lists them. Each can stand for a constant result.
    package var statuses: [Status] = []
    /// The header fields of the response.
    package var headers: [HeaderField] = []
    package var deprecation: Deprecation?

    /// Indicates whether the server answers nothing.
    package var isEmpty: Bool { content == .nothing }

    /// A status that is a result.
    package struct Status: Hashable, Sendable {
        /// The status, such as `204` or `2XX`.
        package var status: String
        /// The result, if it depends on nothing else.
        package var constant: Bool?
    }

    /// A header field of the response.
    package struct HeaderField: Hashable, Sendable {
        package var name: String
        /// The Swift name that the schema asks for.
        package var swift: String?
        package var type: TypeUse
        package var documentation: String?

        /// Returns the name of a field without the `X-` that it may begin with.
        static func shortName(of name: String) -> String {
            guard name.lowercased().hasPrefix("x-") else {
                return name
            }
            return String(name.dropFirst(2))
        }
    }

    package struct Constant: Sendable {
        package enum Value: Hashable, Sendable {
            case flag(Bool), text(String), integer(Int)
            /// A value that the app gives to the client's initializer.
            case client(isRequired: Bool)
        }
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
        /// A cursor: the call of the method itself, or of another one that continues it, with values of the result.
        case cursor(ResponseReference)
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
    /// Indicates whether the total is the number of pages instead.
    package var totalsPages = false
    /// The key of a Boolean that indicates whether more pages follow.
    package var more: String?
    /// The key of the items.
    package var items: String?
    /// The keys that together identify an item. The list is empty if the schema does not state them.
    package var identity: [String] = []
}

/// The stream that a method returns.
package struct Stream: Sendable {
    /// The way in which the elements follow one another.
    package enum Format: String, Sendable, CaseIterable { case events, lines, chunks, socket }
    package var format: Format
    /// The data of the event, or the line, that ends the stream.
    package var end: String?
    /// The type of the messages that the client sends, or `nil` if it only receives.
    package var sends: TypeUse?
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
    /// The call that saves the file, with values of the upload server's response.
    package var save: ResponseReference?
    /// The key of the upload address in the response of `server`.
    package var url = "upload_url"
}
