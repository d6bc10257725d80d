extension Dialect {
    /// The keywords that describe the responses of a method, and their use.
    static let ofResults: [Keyword] = [
        Keyword(
            .response,
            in: [.method],
            value: .object(.response),
            summary: "The schema of the response, inside the API's envelope.",
            example: ##"{"$ref": "#/definitions/User"}"##),
        Keyword(
            .variants,
            in: [.method],
            value: .dictionary(of: .object(.response), keys: .some),
            summary: "Several responses, which the caller selects by arguments.",
            example: #"{"response": {"type": "integer"}, "extendedResponse": {"type": "object"}}"#),
        Keyword(
            .statuses,
            in: [.method],
            value: .dictionary(of: .object(.response), keys: .some),
            summary: "Several responses, which the server selects by the status (200, 2XX, 404).",
            example: #"{"200": {"type": "string"}, "404": {"type": "null"}}"#),
        Keyword(
            .events,
            in: [.method],
            value: .dictionary(of: .object(.response), keys: .some),
            summary: "The events of a stream by name, each with the schema of its data.",
            example: ##"{"update": {"$ref": "#/definitions/Status"}, "ping": {"type": "null"}}"##),
        Keyword(
            name: "responses",
            in: [.method],
            support: .replaced,
            value: .dictionary(of: .object(.response), keys: .some),
            summary: "VK's keyword for `variants`.",
            example: #"{"response": {"type": "integer"}, "extendedResponse": {"type": "object"}}"#),
        Keyword(
            .result,
            in: [.method, .rule],
            value: .text,
            summary: "The key inside the envelope under which the result lies.",
            example: #""comment""#),
        Keyword(
            .throws,
            in: [.method],
            value: listedErrors,
            summary: "The errors with which the method can fail, by name or reference, or each with its name and code.",
            example: #"["access_denied"]"#),
        Keyword(
            name: "errors",
            in: [.method],
            support: .replaced,
            value: listedErrors,
            summary: "VK's keyword for `throws`.",
            example: #"["access_denied"]"#),
        Keyword(
            .failures,
            in: [.method, .rule],
            value: .dictionary(of: .schema, keys: .failures),
            summary: """
                The types of the responses with which the server refuses a call, by status (404, 4XX) or `default`.
                """,
            example: ##"{"404": {"$ref": "#/definitions/Problem"}}"##),
        Keyword(
            .reads,
            in: [.method, .rule],
            value: .flag,
            summary: """
                Indicates whether the method only reads, so that its response can be cached and its call repeated.
                """,
            example: "true"),
        Keyword(
            .cache,
            in: [.method, .rule],
            value: .text(.duration),
            summary: """
                The time for which a response is fresh: `never`, or a number with s, min, h, d, w, month or y.
                """,
            example: #""1h""#),
        Keyword(
            .invalidates,
            in: [.method, .rule],
            value: .list(of: .text(.filled("the name of a namespace or of a method, or \"*\" for all")), atLeast: 0),
            summary: """
                Of a write: the namespaces whose cached responses become stale; `["*"]` for all, `[]` for none.
                """,
            example: #"["tasks", "projects.list"]"#),
        Keyword(
            .pages,
            in: [.method],
            value: .either([.choice(["link", "none"]), .onlyFalse, .object(.pages)]),
            summary: "The way to continue from one page to the next.",
            example: #"{"cursor": "after", "next": "meta.next"}"#),
        Keyword(
            .stream,
            in: [.method],
            value: .either([.choice(of: Stream.Format.self), .object(.stream)]),
            summary: """
                The response arrives piece by piece, or as messages of a WebSocket, and `response` is the schema of an \
                element.
                """,
            example: #""events""#),
        Keyword(
            .poll,
            in: [.method, .rule],
            value: .either([.choice(["location", "none"]), .object(.poll)]),
            summary: "The way to wait for the operation that a call starts.",
            example: #"{"call": "operations.get", "state": "done"}"#),
        Keyword(
            .upload,
            in: [.method],
            value: .object(.upload),
            summary: "A file that is sent in several steps, as one call.",
            example: #"{"address": "photos.getServer", "file": {"field": "file"}, "call": {"photos.save": ["hash"]}}"#),
        Keyword(
            .when,
            in: [.response],
            value: .dictionary(of: .either([.flag, .integer(from: nil, through: nil), .text]), keys: .any),
            summary: """
                The arguments that select this response: `{"extended": true}` is sent, and the caller gives `fields` \
                with `{"fields": "given"}`.
                """,
            example: #"{"extended": true}"#),
        Keyword(
            .content,
            in: [.response],
            value: .either([.text(.mediaRange), .list(of: .text(.mediaRange), atLeast: 1)]),
            summary: """
                The media type of the response: JSON by default, `text/*` for a string, XML, or any other for bytes. \
                Several types are read in the same way.
                """,
            example: #""text/csv""#),
        Keyword(
            .headers,
            in: [.response],
            value: .dictionary(of: .schema, keys: .some),
            summary: "The header fields that become properties of the response.",
            example: #"{"X-Total-Count": {"type": "integer"}}"#),
    ]

    /// The errors that a method lists.
    private static let listedErrors = ValueKind.list(
        of: .either([.text, .object(.error), .object(.reference)]),
        atLeast: 0)
}
