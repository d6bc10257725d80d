import Methodical

/// The way in which the elements of a stream follow one another.
public enum StreamFormat: Hashable, Sendable {
    /// Server-sent events, as the HTML standard defines them.
    case events
    /// JSON lines: each line is an element.
    case lines
    /// Bytes as they arrive.
    case chunks

    /// The value of the header field `Accept`.
    var mediaTypes: String {
        switch self {
        case .events: "text/event-stream"
        case .lines: "application/x-ndjson, application/jsonl, application/json;q=0.9"
        case .chunks: "*/*"
        }
    }

    /// Returns the types that the response to a request can have. Bytes without a declared type may be anything but a
    /// page.
    func expectation(of request: HTTPRequest) -> MediaExpectation {
        let accept = request.headers["Accept"]
        let isOpen = self == .chunks && accept == mediaTypes
        if isOpen {
            return MediaExpectation(accept: "application/octet-stream")
        }
        return MediaExpectation(accept: accept)
    }

    /// Returns a Boolean value that indicates whether a response of this type can hold the stream. Services label JSON
    /// lines in many ways.
    func accepts(_ contentType: String?) -> Bool {
        guard self == .events else { return true }
        let type = contentType?.prefix { $0 != ";" }.lowercased() ?? ""
        return type.filter { $0 != " " && $0 != "\t" } == "text/event-stream"
    }
}
