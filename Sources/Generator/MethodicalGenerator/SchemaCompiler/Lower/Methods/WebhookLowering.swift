/// The lowering of the events that the files list.
struct WebhookLowering {
    let catalogue: Catalogue

    /// Declares the union of all events, and returns the rules of `api.json` with it.
    ///
    /// - Parameter lists: The events of each file that has some.
    func webhooks(from lists: [Located<[EventSyntax]>], types: inout TypeLowering) -> Webhooks? {
        let problems = catalogue.problems
        let stated = catalogue.settings.webhooks
        if stated == nil, !catalogue.settings.isUnread {
            for list in lists {
                problems.error(
                    at: list.keyPosition,
                    "\"events\" need \"webhooks\" in api.json, which state the signature")
            }
        }
        guard let stated, let syntax = stated.value else { return nil }
        let events = lists.flatMap(\.value)
        if events.isEmpty {
            problems.missing(
                .error,
                at: stated.keyPosition,
                "no file has \"events\", the schemas of what the service sends")
        }
        return Webhooks(
            name: syntax.name,
            signature: syntax.signature,
            data: syntax.data,
            type: union(of: events, types: &types))
    }

    /// Declares the union of events.
    private func union(of events: [EventSyntax], types: inout TypeLowering) -> TypeID {
        let alternatives = events.map { event in
            KeyedAlternative(
                key: event.name,
                schema: event.schema,
                content: event.isEmpty ? .nothing : .json)
        }
        let isTaken = catalogue.definitions.all.contains { $0.wire == "webhook" }
        let name = isTaken ? "webhook_event" : "webhook"
        let context = SchemaContext(
            owner: .root,
            parent: name,
            key: name,
            unit: "",
            isNamed: true)
        return types.keyedUnion(
            of: alternatives,
            in: context,
            documentation: "An event that the service has sent.")
    }
}
