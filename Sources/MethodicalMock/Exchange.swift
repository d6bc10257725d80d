import Foundation

import enum Methodical.JSON

/// A request as it came.
struct MockRequest: Sendable {
    var verb: String
    /// Percent-encoded, with its slash.
    var path: String
    /// Percent-encoded.
    var query: String
    /// By their names in small letters.
    var headers: [String: String]
    var body: Data
}

/// What is sent back.
struct MockReply: Sendable {
    var status = 200
    var headers: [(name: String, value: String)] = []
    var body = Data()

    init(_ json: JSON, status: Int = 200, headers: [(name: String, value: String)] = []) {
        self.init(status: status, type: "application/json; charset=utf-8", Data(json.description.utf8))
        self.headers += headers
    }

    init(status: Int = 200, type: String, _ body: Data) {
        self.status = status
        self.body = body
        headers = [("Content-Type", type)]
    }

    /// Leads somewhere else.
    init(redirect address: String) {
        status = 302
        headers = [("Location", address)]
    }
}

extension MockRequest {
    /// The arguments that stand in the address and in a form, in order.
    var pairs: [(name: String, text: String)] {
        Self.pairs(query) + (isForm ? Self.pairs(String(decoding: body, as: UTF8.self)) : [])
    }

    /// The members of a body that is a JSON object.
    var members: [String: JSON] {
        guard headers["content-type"]?.contains("json") == true else { return [:] }
        do { return try JSON(json: [UInt8](body)).objectValue ?? [:] } catch { return [:] }
    }

    private var isForm: Bool { headers["content-type"]?.hasPrefix("application/x-www-form-urlencoded") ?? true }

    static func pairs(_ text: String) -> [(name: String, text: String)] {
        text.split(separator: "&").map { pair in
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map {
                decoded(String($0))
            }
            return (parts[0], parts.count > 1 ? parts[1] : "")
        }
    }

    /// A plus is a space in queries and in forms, though not in paths.
    private static func decoded(_ text: String) -> String {
        let text = text.replacing("+", with: " ")
        return text.removingPercentEncoding ?? text
    }

    /// What the path says between its slashes.
    var segments: [String] {
        path.split(separator: "/").map { String($0).removingPercentEncoding ?? String($0) }
    }
}
