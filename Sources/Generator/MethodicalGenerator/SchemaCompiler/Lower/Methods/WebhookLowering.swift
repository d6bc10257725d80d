/// The lowering of the events that the files list.
struct WebhookLowering {
    let catalogue: Catalogue

    /// Declares the union of all events, and returns the rules of `api.json` with it.
    func webhooks(types: inout TypeLowering) -> Webhooks? {
        let problems = catalogue.problems
        var events: [String: JSONNode] = [:]
        var alternatives: [KeyedAlternative] = []
        for list in catalogue.files.compactMap({ $0.root[.events] }) {
            if !list.isObject {
                problems.error(at: list, expected: "an object with a schema for each event")
            }
            if catalogue.settings.node[.webhooks] == nil,
                !catalogue.settings.isUnread
            {
                problems.error(
                    at: list.keyPlace,
                    "\"events\" need \"webhooks\" in api.json, which state the signature")
            }
            for event in list.children where list.isObject {
                if let first = events[event.key] {
                    problems.error(
                        at: event.keyPlace,
                        "\"\(event.key)\" is already described at \(shown(first.place))")
                    continue
                }
                events[event.key] = event
                var alternative = KeyedAlternative(key: event.key, schema: event)
                if event[.type]?.string == "null" {
                    alternative.content = .nothing
                }
                alternatives.append(alternative)
            }
        }
        guard var webhooks = catalogue.settings.webhooks else {
            return nil
        }
        if alternatives.isEmpty, let node = catalogue.settings.node[.webhooks] {
            problems.missing(
                .error,
                at: node.keyPlace,
                "no file has \"events\", the schemas of what the service sends")
        }
        let isTaken = catalogue.definitions.all.contains { $0.wire == "webhook" }
        let name = isTaken ? "webhook_event" : "webhook"
        let spot = Spot(owner: .root, parent: name, key: name, unit: "", isNamed: true)
        webhooks.type = types.keyedUnion(
            of: alternatives,
            at: spot,
            documentation: "An event that the service has sent.")
        return webhooks
    }
}
