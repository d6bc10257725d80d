import Methodical
import MethodicalGenerator

/// The settings of a call's connection: the server, and the secrets that authorize the call.
package struct Connection: Sendable {
    /// The runtime's account.
    package typealias StoredAccount = Account

    /// The base URL of another server with the same API, or `nil` for the API's own.
    package var baseURL: String?
    /// The account's token.
    package var token: String?
    /// The account that has signed in, whose token counts if there is no other one. The runtime refreshes it.
    package var account: StoredAccount?
    /// The secrets for schemes of the API, by their names. `NAME:PASSWORD` stands for both.
    package var credentials: [String: String]
    /// The time that the call may take in all.
    package var timeout: Duration?

    package init(
        baseURL: String? = nil,
        token: String? = nil,
        account: StoredAccount? = nil,
        credentials: [String: String] = [:],
        timeout: Duration? = nil
    ) {
        self.baseURL = baseURL
        self.token = token
        self.account = account
        self.credentials = credentials
        self.timeout = timeout
    }
}

extension CallableAPI {
    /// Throws a problem for a credential of a scheme that the API does not have.
    package func check(_ connection: Connection) throws(CallProblem) {
        let schemes = api.wire.schemes.map(\.name)
        for name in connection.credentials.keys.sorted() where !schemes.contains(name) {
            var hint = "there are \(schemes.joined(separator: ", "))"
            if schemes.isEmpty {
                hint = "the API has none"
            } else if let near = nearest(to: name, among: schemes) {
                hint = "did you mean \(near)?"
            }
            throw CallProblem("--credential: there is no scheme \(name); \(hint)")
        }
    }
}

extension MethodCall {
    /// The runtime's client. The command has no other use for the runtime.
    package typealias RuntimeClient = Client

    /// Creates the client of a call.
    ///
    /// The client has no cache, because it makes one call.
    ///
    /// - Parameters:
    ///   - connection: The server and the secrets.
    ///   - transport: The transport, or `nil` for a `URLSession`.
    package func client(for connection: Connection, transport: (any Transport)? = nil) -> Client {
        var configuration = Client.Configuration(
            baseURL: connection.baseURL,
            timeout: connection.timeout,
            cache: nil)
        for given in clientValues {
            configuration.set(given.name, JSON(given.value), isSecret: given.isSecret)
        }
        return Client(
            APIDescription(emission.api),
            account: account(for: connection),
            transport: transport,
            configuration: configuration)
    }

    private func account(for connection: Connection) -> Account {
        let credentials = credentials(for: connection)
        if let token = connection.token {
            return Account(token: token, credentials: credentials)
        }
        if let account = connection.account {
            return account.with(credentials)
        }
        return credentials.isEmpty ? .anonymous : Account(credentials: credentials)
    }

    /// Returns the credentials by the names of their schemes.
    private func credentials(for connection: Connection) -> [String: Credential] {
        var texts = connection.credentials
        if let token = connection.token, let scheme = loneScheme, texts[scheme] == nil {
            texts[scheme] = token
        }
        var credentials: [String: Credential] = [:]
        for (scheme, text) in texts {
            let place = emission.api.wire.schemes.first { $0.name == scheme }?.place
            credentials[scheme] = Credential(text, at: place)
        }
        return credentials
    }

    /// The scheme that the method needs alone and for which the account's token is not sent by itself, such as an API
    /// key, or `nil` if there is none.
    private var loneScheme: String? {
        let wire = emission.api.wire
        for need in method.needs where need.count == 1 {
            let place = wire.schemes.first { $0.name == need[0].name }?.place
            switch place {
            case .header("Basic"), .field, .parameter, .query, .cookie, .path: return need[0].name
            case .header: return nil
            case .some(.none), nil: continue
            }
        }
        return nil
    }

    /// Indicates whether the server expects a token or another secret.
    package var needsAuthorization: Bool {
        if method.needs.isEmpty {
            return method.needsToken
        }
        let isOptional = method.needs.contains(where: \.isEmpty)
        return method.needsToken || !isOptional
    }

    /// The texts that no output may show. A refresh of the account's token adds others: see ``SecretFilter``.
    package func secrets(of connection: Connection) -> [String] {
        var secrets = [connection.token].compactMap(\.self)
        secrets += connection.account?.secrets ?? []
        for credential in credentials(for: connection).values {
            secrets += credential.secrets
        }
        for parameter in function.parameters where parameter.parameter.isSecret {
            if case .value(.string(let text))? = arguments[parameter.index] {
                secrets.append(text)
            }
        }
        for given in clientValues where given.isSecret {
            if case .string(let text) = given.value {
                secrets.append(text)
            }
        }
        return secrets
    }
}

extension Account {
    /// The present token and its refresh token.
    var secrets: [String] {
        [token?.secret, token?.refresh].compactMap(\.self)
    }
}

extension Credential {
    /// Creates a credential for a scheme: a name and a password with a colon between them, or a key.
    fileprivate init(_ text: String, at place: WireDefaults.Authorization?) {
        guard case .header("Basic")? = place else {
            self = .key(text)
            return
        }
        guard let colon = text.firstIndex(of: ":") else {
            // Services that know only a key take it as the name.
            self = .basic(user: text, password: "")
            return
        }
        self = .basic(user: String(text[..<colon]), password: String(text[text.index(after: colon)...]))
    }
}

extension JSON {
    fileprivate init(_ value: ArgumentValue) {
        self = (try? JSON(json: ArgumentJSON.text(of: value))) ?? .null
    }
}
