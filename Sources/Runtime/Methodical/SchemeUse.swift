extension APIEngine {
    /// The use of one of an API's schemes by a method, with the permissions that the account's token should have.
    public struct SchemeUse: Codable, Hashable, Sendable, ExpressibleByStringLiteral {
        /// The name of the scheme in `api.json`.
        public let name: String
        /// The permissions (OAuth's scopes) that the method needs. If empty, any token of the scheme is accepted.
        public let scopes: Set<String>

        /// Creates the use of a scheme.
        public init(_ name: String, scopes: Set<String> = []) {
            self.name = name
            self.scopes = scopes
        }

        public init(stringLiteral name: String) { self.init(name) }
    }
}

extension SchemeUse: CustomStringConvertible {
    /// The name, with the permissions after it: `oauth (repo, user)`.
    public var description: String {
        guard !scopes.isEmpty else { return name }
        return "\(name) (\(scopes.sorted().joined(separator: ", ")))"
    }
}
