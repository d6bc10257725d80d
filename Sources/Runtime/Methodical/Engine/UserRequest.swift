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
            return SignedInUser(id: AccountID(id), name: nil)
        }
        return SignedInUser(id: AccountID(id), name: name)
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
