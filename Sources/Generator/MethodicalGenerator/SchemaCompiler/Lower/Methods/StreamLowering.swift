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
