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
    public func signedInUser() async throws(APIError) -> SignedInUser { try await _user.send() }
}
