import Methodical

/// The failure of a call.
package struct CallFailure: Error, Sendable, CustomStringConvertible {
    private let error: APIError

    package init(_ error: APIError) { self.error = error }

    /// A line such as `users.get: server: 15: Access denied (HTTP 200)`, without secrets.
    package var description: String { error.description }

    /// The body of the server's response with a line for each member, or `nil` if there is none in JSON.
    package var details: String? {
        guard let json = error.failure(as: JSON.self), json.objectValue != nil || json.arrayValue != nil,
            let text = JSONText(Array(json.description.utf8))
        else { return nil }
        return String(decoding: text.indented(0..<json.description.utf8.count, colour: false), as: UTF8.self)
    }

    /// The description without the name of the method.
    package var reason: String {
        let start = error.method.map { $0 + ": " } ?? ""
        return String(error.description.trimmingPrefix(start))
    }

    /// The points at which a call can fail.
    package enum Point: Sendable {
        /// The call failed before a request was sent.
        case beforeSending
        /// No whole response arrived.
        case connection
        /// The server refused the call.
        case refusal
        /// A response arrived that is not one of the method.
        case reading
    }

    /// The point at which the call failed.
    package var point: Point {
        switch error.code {
        case .invalidRequest, .storage, .cancelled: .beforeSending
        case .notAuthorized where error.status == nil: .beforeSending
        case .connection, .offline, .timedOut: .connection
        case .undecodable, .tooLarge: .reading
        default: .refusal
        }
    }

    /// Indicates whether a new sign-in would help: the account's token is refused and cannot be refreshed.
    package var asksForSignIn: Bool { error.code == .notAuthorized }

    /// Indicates whether the server or the way to it is the reason, rather than the caller.
    package var isServers: Bool {
        switch error.code {
        case .invalidRequest, .storage, .cancelled: false
        case .notAuthorized: error.status != nil
        default: true
        }
    }
}

/// A filter that replaces secrets in what is shown.
package struct SecretFilter: Sendable {
    private let secrets: [String]
    private let account: Account?
    private let usual: Redaction

    /// Creates a filter.
    ///
    /// - Parameters:
    ///   - secrets: The secrets of the call.
    ///   - account: The account whose token a call may refresh. The filter replaces the new token, too.
    package init(_ secrets: [String], account: Account? = nil) {
        self.secrets = secrets
        self.account = account
        usual = Redaction(secrets)
    }

    private var redaction: Redaction {
        let added = account?.secrets.filter { !secrets.contains($0) } ?? []
        return added.isEmpty ? usual : Redaction(secrets + added)
    }

    package func callAsFunction(_ text: String) -> String {
        redaction(text)
    }

    package func callAsFunction(_ bytes: [UInt8]) -> [UInt8] {
        redaction.cleanBytes(bytes, in: bytes.indices)
    }
}
