/// The user whose token an account has.
///
/// Descriptions show the id only, because a name is personal data.
public struct SignedInUser: Hashable, Sendable {
    /// The user's id at the service.
    public let id: AccountID
    /// The user's name, for display, or `nil` if the service has none.
    public let name: String?

    /// Creates a user.
    public init(id: AccountID, name: String? = nil) {
        self.id = id
        self.name = name
    }
}

extension SignedInUser: OpaquelyDescribed {
    public var description: String { "user \(id)" }
}
