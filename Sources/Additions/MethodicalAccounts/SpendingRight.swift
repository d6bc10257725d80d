import Methodical

/// The right of the current task to send requests that contain a refresh token.
///
/// A service may revoke an account's tokens if two processes use one refresh token. A process of a fleet therefore has
/// this right only while it holds a lease, which may end while it prepares a refresh.
package enum SpendingRight {
    /// A function that throws if the right has ended, or `nil` if nothing limits it. A refresh calls it directly before
    /// each request that contains the refresh token.
    @TaskLocal package static var check: (@Sendable () throws(APIError) -> Void)?
}
