/// A member of `events`: an event that the service sends.
struct EventSyntax {
    /// The name of the event.
    var name: String
    /// The schema of the event's data.
    var schema: SchemaSyntax
    /// Indicates whether the event has no data.
    var isEmpty: Bool
}

extension EventSyntax {
    /// Reads the events of each file that has some. Reports an event that has been described before.
    static func lists(in catalogue: Catalogue) -> [Located<[EventSyntax]>] {
        let problems = catalogue.problems
        var firsts: [String: JSONNode] = [:]
        var lists: [Located<[EventSyntax]>] = []
        for list in catalogue.files.compactMap({ $0.root[.events] }) {
            if !list.isObject {
                problems.error(at: list, expected: "an object with a schema for each event")
            }
            var events: [EventSyntax] = []
            for event in list.children where list.isObject {
                if let first = firsts[event.key] {
                    problems.error(
                        at: event.keyPlace,
                        "\"\(event.key)\" is already described at \(shown(first.place))")
                    continue
                }
                firsts[event.key] = event
                let isEmpty = event[.type]?.string == "null"
                let schema = catalogue.reader.schema(at: event)
                events.append(EventSyntax(name: event.key, schema: schema, isEmpty: isEmpty))
            }
            lists.append(Located(events, at: list))
        }
        return lists
    }
}
