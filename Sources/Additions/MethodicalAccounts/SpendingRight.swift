import Methodical

/// The right to spend a refresh token, which may end while a refresh is being prepared.
package enum SpendingRight {
    /// A function that throws if the right has ended, or `nil` if nothing limits it. A refresh calls it directly before
    /// each request that contains the refresh token.
    @TaskLocal package static var check: (@Sendable () throws(APIError) -> Void)?
}
