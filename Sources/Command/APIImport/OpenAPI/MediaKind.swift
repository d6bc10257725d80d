/// The ways in which a body of a media type is sent or read.
enum MediaKind: Equatable {
    case json, form, multipart, events, lines, xml, text, bytes

    /// Determines the kind of a media type, whatever its parameters and its case.
    init(_ text: String) {
        let type = Self.essence(of: text)
        switch type {
        case "application/json", "*/*", "application/*", "text/json", "application/javascript", "application/hal+json":
            self = .json
        case "application/x-www-form-urlencoded":
            self = .form
        case "multipart/form-data":
            self = .multipart
        case "text/event-stream":
            self = .events
        case "application/x-ndjson", "application/ndjson", "application/jsonl", "application/x-jsonlines",
            "application/jsonlines", "application/json-lines", "application/stream+json", "application/x-jsonl":
            self = .lines
        case "application/xml", "text/xml":
            self = .xml
        case "json", "schema":
            self = .json
        case _ where !Self.isMediaType(type):
            self = .bytes
        case _ where type.hasSuffix("+json"):
            self = .json
        case _ where type.hasSuffix("+xml"):
            self = .xml
        case _ where type.hasPrefix("text/"):
            self = .text
        default:
            self = .bytes
        }
    }

    /// Returns the media type to write for one of a document. Words that are no media type mean JSON or bytes.
    static func name(for text: String) -> String {
        if isMediaType(text) {
            return essence(of: text)
        }
        if MediaKind(text) == .json {
            return "application/json"
        }
        return "application/octet-stream"
    }

    /// Returns the media type that a request asks for to get a response of a type of the document, with its parameters.
    /// The response states its character set itself.
    static func accepted(for text: String) -> String {
        guard isMediaType(text) else {
            return name(for: text)
        }
        return name(for: text) + MediaParameters(text).text(without: ["charset", "boundary", "q"])
    }

    /// Returns the type and subtype of a media type in lowercase. A list counts as its first element.
    static func essence(of text: String) -> String {
        text
            .prefix { $0 != ";" && $0 != "," }
            .filter { !$0.isWhitespace }
            .lowercased()
    }

    /// Indicates whether a text is a type and a subtype.
    static func isMediaType(_ text: String) -> Bool {
        let parts = essence(of: text).split(separator: "/", omittingEmptySubsequences: false)
        return parts.count == 2
            && parts.allSatisfy { part in
                !part.isEmpty
                    && part.utf8.allSatisfy {
                        $0.isVisibleASCII
                            && !"()<>@:\\\"[]?={}".utf8.contains($0)
                    }
            }
    }
}
