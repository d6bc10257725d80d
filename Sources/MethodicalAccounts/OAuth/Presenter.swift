import Foundation
import Methodical

/// Shows a sign-in page and waits for where it leads.
public protocol AuthorizationPresenter: Sendable {
    /// - Parameter page: makes the page's address for the redirect address that this presenter can catch.
    /// - Returns: the redirect address as the service completed it.
    func present(_ page: @Sendable (_ redirect: URL) throws -> URL) async throws -> URL
}
