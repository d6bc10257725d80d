/// The media types that a call asks for. They tell its response from a message that takes the place of the response.
///
/// A captive portal or an expired session answers any request with the status 200 and a page. A server may send a
/// message in JSON or XML in place of a file. Other types contradict nothing, because servers label files in many ways.
package struct MediaExpectation {
    /// The kinds of messages that servers send in place of a response.
    private enum Kind {
        case page, json, xml
    }

    /// The media ranges without their parameters, in lowercase: `image/*`.
    private let ranges: [String]

    /// Creates the expectation of a request.
    ///
    /// - Parameter accept: The value of the header field `Accept` (RFC 9110, section 12.5.1). Without one, nothing
    ///   contradicts.
    package init(accept: String?) {
        let accept = accept ?? "*/*"
        ranges = accept.parts(between: ",").map { Self.essence(of: String($0)) }
    }

    /// Returns `true` if a response of this type is not what the call asks for.
    package func isContradicted(by contentType: String?) -> Bool {
        guard let contentType,
            let kind = Self.kind(of: contentType)
        else { return false }
        let essence = Self.essence(of: contentType)
        let group = essence.prefix { $0 != "/" } + "/*"
        let matches = ranges.contains {
            $0 == "*/*" || $0 == essence || $0 == group || Self.kind(of: $0) == kind
        }
        if matches || ranges.isEmpty {
            return false
        }
        switch kind {
        case .page:
            return true
        // A file of unknown type may be JSON or XML, and both are texts.
        case .json, .xml:
            return !ranges.contains {
                $0 == "application/octet-stream" || $0.hasPrefix("text/")
            }
        }
    }

    /// Throws `.undecodable` if the response to a write that is not read is a page.
    package static func refusePage(in response: HTTPResponse) throws(APIError) {
        guard response.looksLikePage else { return }
        try MediaExpectation(accept: "application/json, application/octet-stream").check(response)
    }

    /// Throws `.undecodable` if the head of a successful response shows that it is not what the call asks for.
    package func check(_ head: HTTPResponse) throws(APIError) {
        guard head.status < 300,
            isContradicted(by: head.headers["Content-Type"])
        else { return }
        throw contradiction(by: head)
    }

    /// Returns the error for a response that is not what the call asks for.
    func contradiction(by response: HTTPResponse) -> APIError {
        let type = response.headers["Content-Type"] ?? ""
        var reason = ""
        if Self.isPage(type) {
            reason = ". A captive portal or an expired session may have sent a page in its place"
        }
        return APIError(
            APIError.Contents(
                code: .undecodable,
                message: "the response is of the type \(type), but the call asks for \(description)\(reason)",
                status: response.status,
                headers: response.headers))
    }

    /// The media ranges, for messages.
    var description: String {
        ranges.joined(separator: ", ")
    }

    /// Returns `true` for the types of messages that servers send in place of a response.
    static func isMessage(_ contentType: String) -> Bool {
        kind(of: contentType) != nil
    }

    /// Returns `true` for the types of pages: HTML and XHTML.
    static func isPage(_ contentType: String) -> Bool {
        kind(of: contentType) == .page
    }

    /// Returns the kind of message that has this type, or `nil` for types of other content.
    private static func kind(of contentType: String) -> Kind? {
        let essence = essence(of: contentType)
        if essence == "text/html" || essence == "application/xhtml+xml" {
            return .page
        }
        if essence.hasPrefix("image/") {
            return nil
        }
        if essence.contains("json") {
            return .json
        }
        if essence == "text/xml" || essence == "application/xml" || essence.hasSuffix("+xml") {
            return .xml
        }
        return nil
    }

    /// Returns a media type without its parameters, in lowercase.
    private static func essence(of type: String) -> String {
        String(Substring(type.prefix { $0 != ";" }).trimmed).lowercased()
    }
}

extension Call {
    /// The media types that the call asks for.
    ///
    /// A call that names none asks for JSON, but what it does with other bytes is its caller's decision: only a page
    /// contradicts.
    var expectation: MediaExpectation {
        let field = parameters.last {
            $0.style.contains(.header) && HTTPHeaders.areEqual($0.name, "Accept")
        }
        let changed = settings.acceptOfMiddlewares
        if let named = changed ?? field?.value.text(flags: .words) ?? settings.accept ?? method.accept {
            return MediaExpectation(accept: named)
        }
        if raw != nil {
            return MediaExpectation(accept: nil)
        }
        return MediaExpectation(
            accept: "\(client.api.format?.mediaType ?? "application/json"), application/octet-stream")
    }
}

extension HTTPResponse {
    /// Indicates whether the body begins like a page, after white space. Some servers label everything as HTML, such as
    /// the JSON or the `ok` of a script without a type of its own.
    var looksLikePage: Bool {
        let isBlank: (UInt8) -> Bool = { $0 <= 0x20 }
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        let text = body.starts(with: mark) ? body.dropFirst(mark.count) : body[...]
        return text.first { !isBlank($0) } == UInt8(ascii: "<")
    }
}
