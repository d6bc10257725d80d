extension Dialect {
    /// The keywords of pages, streams, operations and uploads.
    static let ofSteps: [Keyword] =
        ofPages
        + [
            Keyword(
                .format,
                in: [.stream],
                value: .choice(of: Stream.Format.self),
                isRequired: true,
                summary: "The way in which the elements follow one another.",
                example: #""events""#),
            Keyword(
                .end,
                in: [.stream],
                value: .text(.filled("the data of the event, or the line, that ends the stream")),
                summary: "The data of the event, or the line, that ends the stream.",
                example: #""[DONE]""#),
            Keyword(
                .sends,
                in: [.stream],
                value: .schema,
                summary: "The schema of a message that the client sends, for a `socket`.",
                example: ##"{"$ref": "#/definitions/Command"}"##),
        ]
        + ofOperations + ofUploads
        + Keyword.silent(["$comment"], in: [.pages, .poll, .upload], value: .text)
        + Keyword.silent(["$comment"], in: [.stream])

    private static let ofPages: [Keyword] = [
        Keyword(
            .offset,
            in: [.pages],
            value: .text,
            summary: "The parameter with the number of items to leave out.",
            example: #""offset""#),
        Keyword(
            .page,
            in: [.pages],
            value: .text,
            summary: "The parameter with the page's number.",
            example: #""page""#),
        Keyword(
            .cursor,
            in: [.pages],
            value: .textOrTexts,
            summary: "The parameter with the cursor, or several parameters.",
            example: #""after""#),
        Keyword(
            .link,
            in: [.pages],
            value: .text,
            summary: "The result's key with the address of the next page.",
            example: #""links.next""#),
        Keyword(
            .size,
            in: [.pages],
            value: .text,
            summary: "The parameter with the number of items.",
            example: #""limit""#),
        Keyword(
            .first,
            in: [.pages],
            value: .integer(from: nil, through: nil),
            summary: "The first offset or page.",
            example: "1"),
        Keyword(
            .total,
            in: [.pages],
            value: .text,
            summary: "The result's key with the number of all items.",
            example: #""meta.total""#),
        Keyword(
            .totalPages,
            in: [.pages],
            value: .text,
            summary: "The result's key with the number of all pages.",
            example: #""meta.pages""#),
        Keyword(
            .more,
            in: [.pages],
            value: .text,
            summary: "The result's key with a flag that tells whether more pages follow.",
            example: #""has_more""#),
        Keyword(
            .items,
            in: [.pages],
            value: .text,
            summary: "The result's key with the list; inside an object, that of a property that lifts it.",
            example: #""data""#),
        Keyword(
            .next,
            in: [.pages],
            value: .textOrTexts,
            summary: """
                The result's key with the cursor's next value, or a key for each of its parameters; keys with dots \
                between them, of a list's last element: `data.id`. Without a cursor, the key of an object with \
                parameters.
                """,
            example: #""meta.next_cursor""#),
        Keyword(
            .call,
            in: [.pages],
            value: call,
            summary: """
                The method that continues after the first page, with its parameters and the result's keys for them. It \
                has the same response, and takes the place of `cursor` and `next`.
                """,
            example: #"{"files.more": {"cursor": "meta.next_cursor"}}"#),
        Keyword(
            .identity,
            in: [.pages],
            value: .textOrTexts,
            summary: "The key of an item, or several keys, that distinguish it from all others.",
            example: #""id""#),
    ]

    private static let ofOperations: [Keyword] = [
        Keyword(
            .call,
            in: [.poll],
            value: call,
            summary: """
                A `GET` that reads the operation. Its required parameters are keys of its own response or arguments of \
                the same name; `{METHOD: {PARAMETER: KEY}}` names other keys of the first response.
                """,
            example: #"{"jobs.get": {"job_id": "id"}}"#),
        Keyword(
            .url,
            in: [.poll],
            value: .text,
            summary: "The response's key with the address to poll.",
            details: """
                With neither `call` nor `url`, `Operation-Location`, `Azure-AsyncOperation` or `Location` is the \
                address.
                """,
            example: #""links.self""#),
        Keyword(
            .state,
            in: [.poll],
            value: .text,
            summary: "The operation's key with its state.",
            details: "Without it, the operation continues while the status is 202.",
            example: #""status""#),
        Keyword(
            .done,
            in: [.poll],
            value: states,
            summary: "The states of an operation that has succeeded, one or a list.",
            details: "A state that is a flag needs no `done`.",
            example: #"["succeeded"]"#),
        Keyword(
            .failed,
            in: [.poll],
            value: states,
            summary: "The states of an operation that has failed, one or a list.",
            example: #"["failed", "canceled"]"#),
        Keyword(
            .result,
            in: [.poll],
            value: .text,
            summary: "The operation's key that `response` describes; by default the whole operation.",
            example: #""response""#),
        Keyword(
            .error,
            in: [.poll],
            value: .text,
            summary: "The key of a failed operation's error.",
            example: #""error""#),
        Keyword(
            .progress,
            in: [.poll],
            value: .text,
            summary: "The operation's key with a number for its progress.",
            example: #""percent_done""#),
        Keyword(
            .interval,
            in: [.poll],
            value: .seconds,
            summary: "The seconds before the first poll, 1 by default; `Retry-After` comes first.",
            example: "5"),
    ]

    /// A method that is called with values of a response: its name, or the name with the parameters. The keys of the
    /// response have the names of the parameters, unless they are stated.
    private static let call: ValueKind = {
        let values = ValueKind.either([.texts, .dictionary(of: .text, keys: .any)])
        return .either([
            .text(.filled("the name of a method")),
            .dictionary(of: values, keys: .one),
        ])
    }()

    private static let states: ValueKind = {
        let state = ValueKind.either([.text, .integer(from: nil, through: nil), .flag])
        return .either([state, .list(of: state, atLeast: 1)])
    }()

    private static let ofUploads: [Keyword] = [
        Keyword(
            .address,
            in: [.upload],
            value: .text,
            summary: "The method that returns the address for the file.",
            details: """
                Without it, the file is sent to the method itself, which then has a path, parameters (sent in the \
                query) and a response like any other.
                """,
            example: #""photos.getUploadServer""#),
        Keyword(
            .url,
            in: [.upload],
            value: .text,
            summary: "The key of that address in the method's response; `upload_url` by default.",
            example: #""upload_url""#),
        Keyword(
            .file,
            in: [.upload],
            value: .object(.uploadFile),
            isRequired: true,
            summary: "The place of the file in the request.",
            example: #"{"field": "file1"}"#),
        Keyword(
            .call,
            in: [.upload],
            value: call,
            summary: """
                The method that stores the file, with its parameters that come from the response of the file's server: \
                a list, or the key of each by parameter, with dots between nested keys. An empty key stands for the \
                whole response, as JSON. Without `call`, the result is that of `address`.
                """,
            example: #"{"photos.save": ["server", "hash"]}"#),
        Keyword(
            .field,
            in: [.uploadFile],
            value: .text(.filled("the name of the form field")),
            summary: "The field of the form with the file.",
            example: #""file1""#),
        Keyword(
            .verb,
            in: [.uploadFile],
            value: .choice(uploadVerbs),
            summary: "The verb that sends the file as it is, without a form; an alternative to `field`.",
            example: #""PUT""#),
    ]

    /// The verbs of requests that can consist of a file.
    private static let uploadVerbs = CallStyle.Verb.allCases.filter { $0.hasBody && !$0.isSafe }.map(\.rawValue)
}
