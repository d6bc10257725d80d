import struct Foundation.Data

/// A secret of an account for one of the schemes that an API declares: `["appID": .key("abc")]`.
///
/// A credential never prints its contents.
public struct Credential: Hashable, Sendable {
    /// The text that a call sends.
    let text: String
    /// The name of the user, or `nil` for a key.
    private let user: String?

    /// Creates a credential from a key, as it is sent in a header field, a parameter, a cookie or a path.
    public static func key(_ key: String) -> Credential {
        Credential(text: key, user: nil)
    }

    /// Creates a credential from a name and a password, for `Authorization: Basic` (RFC 7617). The name must not
    /// contain a colon.
    public static func basic(user: String, password: String) -> Credential {
        Credential(text: user + ":" + password, user: user)
    }

    /// Returns the text for `Authorization` after the scheme, or for another place if `isHeader` is `false`. A name and
    /// a password can be sent only in `Authorization`.
    func spelled(isHeader: Bool) -> String? {
        if user == nil {
            return text
        }
        guard isHeader else { return nil }
        return Data(text.utf8).base64EncodedString()
    }

    /// The name under which an account for tests has a credential for all schemes.
    package static var anyScheme: String { "*" }

    private var password: String {
        guard let user else {
            return text
        }
        return String(text.dropFirst(user.count + 1))
    }

    /// All texts that no output may show. Some services take a key as the name, so the name is among them.
    package var secrets: [String] {
        guard let user else {
            return [text]
        }
        let encoded = Data(text.utf8).base64EncodedString()
        return [user, password, text, encoded].filter { !$0.isEmpty }
    }

    /// The text that a cached response must not contain: the longer one of name and password, because services that
    /// take a key as one of them take a fixed word as the other.
    var guarded: String {
        guard let user else {
            return text
        }
        return user.utf8.count > password.utf8.count ? user : password
    }
}

extension Credential: OpaquelyDescribed {
    public var description: String { "Credential(\(Redaction.mark))" }
}
