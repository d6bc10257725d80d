import Foundation

import enum Methodical.JSON

/// A request as the server received it.
struct MockRequest: Sendable {
    var verb: String
    /// The percent-encoded path, which begins with a slash.
    var path: String
    /// The percent-encoded query, without the question mark.
    var query: String
    /// The header fields, by their names in lowercase.
    var headers: [String: String]
    var body: Data
}

/// A response of the server.
struct MockReply: Sendable {
    var status = 200
    var headers: [(name: String, value: String)] = []
    var body = Data()
    /// The socket that the response opens, or `nil` for any other response.
    var socket: MockSocket?

    /// Creates a response with a JSON body.
    init(
        _ json: JSON,
        status: Int = 200,
        headers: [(name: String, value: String)] = []
    ) {
        self.init(
            status: status,
            type: "application/json; charset=utf-8",
            body: Data(json.description.utf8))
        self.headers += headers
    }

    /// Creates a response with any body.
    init(status: Int = 200, type: String, body: Data) {
        self.status = status
        self.body = body
        headers = [("Content-Type", type)]
    }

    /// Creates a redirect.
    init(redirect address: String) {
        status = 302
        headers = [("Location", address)]
    }
}

extension MockRequest {
    /// The arguments in the address and in a form, in order.
    var pairs: [(name: String, text: String)] {
        let queryPairs = Self.pairs(in: query)
        if isForm {
            return queryPairs + Self.pairs(in: String(decoding: body, as: UTF8.self))
        }
        return queryPairs + parts
    }

    /// The members of a body that is a JSON object, or nothing for other bodies.
    var members: [String: JSON] {
        guard headers["content-type"]?.contains("json") == true else {
            return [:]
        }
        do {
            return try JSON(json: [UInt8](body)).objectValue ?? [:]
        } catch {
            return [:]
        }
    }

    private var isForm: Bool {
        headers["content-type"]?.hasPrefix("application/x-www-form-urlencoded")
            ?? true
    }

    /// Returns the decoded names and values of a query or a form.
    static func pairs(in text: String) -> [(name: String, text: String)] {
        text.split(separator: "&").map { pair in
            let parts = pair.split(
                separator: "=",
                maxSplits: 1,
                omittingEmptySubsequences: false)
            let texts = parts.map { decoded(String($0)) }
            return (texts[0], texts.dropFirst().first ?? "")
        }
    }

    /// Returns the text without percent-encoding. A plus sign is a space in queries and forms, but not in paths.
    private static func decoded(_ text: String) -> String {
        let text = text.replacing("+", with: " ")
        return text.removingPercentEncoding ?? text
    }

    /// The cookies, by their names.
    var cookies: [String: String] {
        var cookies: [String: String] = [:]
        for cookie in (headers["cookie"] ?? "").split(separator: ";") {
            let pair = cookie.drop { $0 == " " }
            let parts = pair.split(
                separator: "=",
                maxSplits: 1,
                omittingEmptySubsequences: false)
            let name = String(parts.first ?? "")
            cookies[name] = String(parts.dropFirst().first ?? "")
        }
        return cookies
    }

    /// The decoded components of the path.
    var segments: [String] {
        path.split(separator: "/").map { segment in
            let text = String(segment)
            return text.removingPercentEncoding ?? text
        }
    }
}
