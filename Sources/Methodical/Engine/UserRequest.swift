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

    /// Returns a user with the given id and parts of the name, or `nil` without an id.
    public static func user(id: Int?, names: String?...) -> SignedInUser? {
        user(id.map { String($0) }, names)
    }

    /// Returns a user with the given id and parts of the name, or `nil` without an id.
    public static func user(id: String?, names: String?...) -> SignedInUser? { user(id, names) }

    private static func user(_ id: String?, _ names: [String?]) -> SignedInUser? {
        guard let id, !id.isEmpty else { return nil }
        let name = names.compactMap(\.self).filter { !$0.isEmpty }.joined(separator: " ")
        return SignedInUser(id: AccountID(id), name: name.isEmpty ? nil : name)
    }
}
