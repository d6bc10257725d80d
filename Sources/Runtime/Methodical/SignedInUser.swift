/// The user whose token an account has.
///
/// Descriptions show the id only, because a name is personal data.
public struct SignedInUser: Hashable, Sendable {
    /// The user's id at the service.
    public let id: Account.ID
    /// The user's name, for display, or `nil` if the service has none.
    public let name: String?

    /// Creates a user.
    public init(id: Account.ID, name: String? = nil) {
        self.id = id
        self.name = name
    }
}

extension SignedInUser: OpaquelyDescribed {
    public var description: String { "user \(id)" }
}

extension APIEngine {
    /// A generated API that can tell which user is signed in, because `signIn` of its `api.json` has a `user`.
    public protocol UserIdentifying: APIClient {
        /// The request for the signed-in user. Generated code implements it.
        var _user: APIEngine.UserRequest { get }
    }
}

extension APIEngine.UserIdentifying {
    /// Returns the user whose token the account has. Always asks the server, even if a response is cached.
    ///
    /// - Throws: ``APIError/Code/undecodable`` if the response has no user or no id, or the error of the call.
    public func signedInUser() async throws(APIError) -> SignedInUser {
        try await _user.send()
    }
}

extension APIEngine {
    /// A request for the signed-in user.
    public struct UserRequest: Sendable {
        private let body: @Sendable () async throws(APIError) -> SignedInUser

        /// Creates a request for the user that `find` reads from the response.
        public init<Value>(_ request: Request<Value>, _ find: @escaping @Sendable (Value) -> SignedInUser?) {
            body = { () throws(APIError) in
                let response: Value
                do throws(APIError) {
                    response = try await request.caching(.networkOnly).send()
                } catch {
                    // The piece of the body may contain the user's name.
                    throw error.with { $0.problem?.excerpt = "" }
                }
                guard let user = find(response) else {
                    throw APIError(.undecodable, "the response to \(request.method) has no user with an id")
                }
                return user
            }
        }

        func send() async throws(APIError) -> SignedInUser { try await body() }
    }

    /// Returns a user with the given id and parts of the name, or `nil` without an id. Flags, lists and objects are
    /// neither.
    public static func user(id: (any APIValue)?, names: (any APIValue)?...) -> SignedInUser? {
        guard let id = text(of: id) else { return nil }
        let name = names.compactMap(text).joined(separator: " ")
        guard !name.isEmpty else {
            return SignedInUser(id: Account.ID(id), name: nil)
        }
        return SignedInUser(id: Account.ID(id), name: name)
    }

    private static func text(of value: (any APIValue)?) -> String? {
        switch value?._argument {
        case .string("")?:
            nil
        case .string(let text)?:
            text
        case .integer(let number)?:
            String(number)
        case .number(let number)?:
            ArgumentValue.number(number).text(flags: .words)
        default:
            nil
        }
    }
}
