import APISurface

/// A way in which callers of an imported API sign in.
package struct SignInWay: Hashable, Sendable {
    /// The name of the scheme, under which `api.json` and an account have it.
    package var name: String
    /// The kind of secret, such as `a key in the header field X-API-Key`, or the reason for which calls cannot send it.
    package var kind: String
    /// The Swift expression of an account that signs in so, or `nil` if calls cannot send the secret.
    package var account: String?

    init(name: String, kind: String, account: String?) {
        self.name = name
        self.kind = kind
        self.account = account
    }

    /// Creates the description of a scheme from its place in `api.json`.
    ///
    /// - Parameters:
    ///   - name: The name of the scheme.
    ///   - place: The members of the scheme in `api.json`.
    ///   - token: The kind of token that `Authorization` carries.
    init(name: String, place: Members, token: String = "a bearer token") {
        let quoted = JSONValue.quoted(name)
        let key = "Account(credentials: [\(quoted): .key(\"...\")])"
        if place["header"] == .string("Basic") {
            let basic = ".basic(user: \"...\", password: \"...\")"
            self.init(
                name: name,
                kind: "a name and a password (Basic)",
                account: "Account(credentials: [\(quoted): \(basic)])")
        } else if place["header"] != nil {
            self.init(name: name, kind: token, account: "Account(token: \"...\")")
        } else if let field = place["field"]?.text {
            self.init(
                name: name,
                kind: "a key in the header field \(field.shown)",
                account: key)
        } else if let parameter = place["query"]?.text {
            self.init(
                name: name,
                kind: "a key in the query parameter \(parameter.shown)",
                account: key)
        } else if let cookie = place["cookie"]?.text {
            self.init(
                name: name,
                kind: "a key in the cookie \(cookie.shown)",
                account: key)
        } else {
            self.init(name: name, kind: "a key in the path", account: key)
        }
    }
}
