import MethodicalGenerator

extension BodyTranslator {
    /// The translated body.
    struct Body {
        /// The parameters, for an object that is sent as JSON or as a form.
        var parameters: [Members] = []
        /// The place of the parameters.
        var place = ""
        /// The media type of the body that the parameters make, if it is not the usual one of their place.
        var content: String?
        /// The schema of a whole body.
        var whole: Members?
        /// The whole description of the member `stream`, which decides about a stream.
        var streamDescription: String?
        /// The value that the server assumes if a request has no member `stream`, as far as the document says.
        var streamDefault: Bool?
        /// Indicates whether the body is a file or a form of parts.
        var isFile: Bool {
            place == "multipart"
                || whole?["format"] == .string("binary")
        }
        /// Indicates whether the body has no form in the dialect, so that the method cannot be called.
        var isImpossible = false
    }

    /// A media type of the body with its description.
    struct Content {
        var kind: MediaKind
        var name: String
        var node: JSONNode
        /// The media type with its parameters, as the document writes it.
        var text: String

        init(_ text: String, node: JSONNode) {
            kind = MediaKind(text)
            name = MediaKind.name(for: text)
            self.node = node
            self.text = text
        }
    }

    /// Returns the media type of a body with its parameters. A form of parts gets a boundary of its own.
    func sentType(for content: Content) -> String {
        guard MediaKind.isMediaType(content.text) else {
            return content.name
        }
        let parameters = MediaParameters(content.text)
        var left: Set = ["boundary", "q"]
        let isText = ![.bytes, .events, .lines].contains(content.kind)
        if isText,
            let charset = parameters["charset"],
            !["utf-8", "utf8", "us-ascii"].contains(charset.lowercased())
        {
            context.note(
                .changed,
                at: content.node,
                "a body is sent in UTF-8, and not in \(charset)")
            left.insert("charset")
        }
        return content.name + parameters.text(without: left)
    }
}
