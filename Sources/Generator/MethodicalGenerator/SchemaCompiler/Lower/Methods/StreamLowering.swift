extension MethodLowering {
    /// Lowers a stream. Reports a socket that is not opened by GET.
    func stream(
        _ stream: StreamSyntax,
        of method: Method,
        syntax: MethodSyntax,
        types: inout TypeLowering
    ) -> Stream? {
        if stream.format == .socket, method.style.verb != .get {
            problems.error(
                at: syntax.stream?.keyPosition ?? syntax.name.position,
                "a WebSocket is opened by GET; add \"verb\": \"GET\" to \"\(method.name)\"")
        }
        var result = Stream(format: stream.format, end: stream.end)
        if let sends = stream.sends {
            if sends.isObject {
                catalogue.checkRequired(sends)
            }
            var context = syntax.source.context(of: "message", in: "/message")
            context.isNamed = true
            result.sends = types.use(of: sends, in: context).element
        }
        return result
    }

    /// Reports messages of a socket that would be read as plain text, which the runtime does not do.
    func checkMessages(of method: Method, at position: Place) {
        let isText = method.variants.first?.content == .text
        if method.stream?.format == .socket, isText {
            problems.error(
                at: position,
                "a message of a socket is JSON, or bytes with \"content\": \"application/octet-stream\"")
        }
    }
}

extension VariantLowering {
    /// Returns the only variant of a method with the events of its stream, by their names.
    func events(from responses: [ResponseSyntax], types: inout TypeLowering) -> [Variant] {
        let alternatives = responses.map { response in
            let key = response.key
            if let when = response.when {
                problems.error(
                    at: when.keyPosition,
                    "the name of an event selects its schema, so \"when\" has no effect")
            }
            if StatusName(key.value) != nil {
                problems.error(
                    at: key.keyPosition,
                    "expected the name of an event, found \"\(key.value)\"; "
                        + "all elements together are a \"response\"")
            }
            return KeyedAlternative(
                key: key.value,
                name: response.swift,
                schema: response.schema,
                content: Self.content(of: response))
        }
        var context = source.context(of: "event", in: "/event")
        context.isNamed = true
        return [Variant(result: .named(types.keyedUnion(of: alternatives, in: context)))]
    }

    /// Returns the content of an event.
    private static func content(of event: ResponseSyntax) -> BodyContent {
        switch event.schema.type?.onlyName {
        case "null": .nothing
        case "string" where event.schema.values == nil: .text
        default: .json
        }
    }
}
