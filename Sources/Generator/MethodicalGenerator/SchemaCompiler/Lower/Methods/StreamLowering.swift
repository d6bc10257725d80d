extension MethodLowering {
    /// Reads the `stream` of a method: a format, or an object with a format and an end mark. Reports the keywords that
    /// a stream cannot have.
    func stream(from node: JSONNode, of source: JSONNode) -> Stream? {
        guard node.isObject || node.string != nil else {
            problems.error(
                at: node,
                expected: "\"events\", \"lines\", \"chunks\" or {\"format\": \"events\", \"end\": \"[DONE]\"}")
            return nil
        }
        if node.isObject {
            catalogue.check(node, as: .stream)
        }
        if node.isObject, node[.format] == nil {
            reportMissing("format", in: node, known: ["format", "end"], problems: problems)
        }
        let word = node.isObject ? node[.format] : node
        guard let word, let format: Stream.Format = choice(from: word, problems: problems) else {
            return nil
        }
        var stream = Stream(format: format)
        if let end = node[.end] {
            stream.end = text(
                from: end,
                problems: problems,
                expected: "the data of the event, or the line, that ends the stream")
        }
        let others: [Word] =
            switch format {
            case .events: []
            case .lines: [.responses]
            case .chunks: [.response, .responses, .result]
            }
        for word in [.pages, .upload, .cache] + others {
            guard let key = source[word],
                !["none", "never"].contains(key.string)
            else {
                continue
            }
            problems.error(
                at: key.keyPlace,
                "a stream of \(format.rawValue) cannot have \"\(word.rawValue)\"")
        }
        if format == .chunks, let end = node[.end] {
            problems.error(at: end.keyPlace, "a stream of chunks cannot have \"end\"")
        }
        return stream
    }
}

extension VariantLowering {
    /// Returns the only variant of a method whose `responses` are the events of its stream, by their names.
    func events(from responses: JSONNode, types: inout TypeLowering) -> [Variant] {
        let alternatives = responses.children.map { node in
            if let when = node[.when] {
                problems.error(
                    at: when.keyPlace,
                    "the name of an event selects its schema, so \"when\" has no effect")
            }
            if StatusName(node.key) != nil {
                problems.error(
                    at: node.keyPlace,
                    "expected the name of an event, found \"\(node.key)\"; all elements together are a \"response\"")
            }
            if node.isObject {
                _ = catalogue.schema(of: node, as: .response)
            }
            return KeyedAlternative(
                key: node.key,
                name: catalogue.swiftName(of: node),
                schema: node,
                content: Self.content(of: node, type: node[.type]?.string))
        }
        var spot = source.spot(of: "event", in: "/event")
        spot.isNamed = true
        return [Variant(result: .named(types.keyedUnion(of: alternatives, at: spot)))]
    }

    /// Returns the content of an event with a schema of the given type.
    private static func content(of schema: JSONNode, type: String?) -> BodyContent {
        switch type {
        case "null": .nothing
        case "string" where schema[.enum] == nil: .text
        default: .json
        }
    }
}
