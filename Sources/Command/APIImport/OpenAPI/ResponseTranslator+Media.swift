import MethodicalGenerator

extension ResponseTranslator {
    /// The responses of an operation.
    struct Responses {
        /// The member `response` or `statuses` of the method that returns its result at once.
        var result: Members?
        /// The members of the method that returns a stream: `stream`, with `response` or `events`.
        var stream: Members?
        var failures: Members = []
        /// The schema of the result, for its shape.
        var schema: JSONNode?
        /// The names of the header fields of successful responses.
        var headers: [JSONNode] = []
    }

    /// A media type of a response with the node that has its `schema`.
    struct Media {
        var kind: MediaKind
        /// The type without parameters.
        var type: String
        /// The type as requests ask for it, with its parameters.
        var accepted: String
        var node: JSONNode

        init(_ text: String, node: JSONNode) {
            kind = MediaKind(text)
            type = MediaKind.name(for: text)
            accepted = MediaKind.accepted(for: text)
            self.node = node
        }
    }
}
