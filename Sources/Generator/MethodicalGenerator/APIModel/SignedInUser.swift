/// The way in which the signed-in user is fetched.
package struct SignedInUser: Sendable {
    /// The name of the method. It needs no arguments, and returns the user or a list that begins with the user.
    package var method: String
    /// The key of the user's id, with dots between several keys.
    package var id: String
    /// The keys of the parts of the user's name.
    package var names: [String] = []
}
