import Foundation
import Methodical

/// A type that shows a sign-in page and returns the address that the page leads to.
public protocol AuthorizationPresenter: Sendable {
    /// Shows the page and waits for the redirect.
    ///
    /// - Parameter pageURL: A function that returns the page's address for a redirect address. The presenter passes one
    ///   that it can catch.
    /// - Returns: The redirect address with the parameters that the service added.
    func present(_ pageURL: @Sendable (_ redirect: URL) throws -> URL) async throws -> URL
}
