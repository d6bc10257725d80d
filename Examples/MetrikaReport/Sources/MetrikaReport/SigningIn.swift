import Foundation
import Methodical
import MethodicalAccounts
import MetrikaAPI

extension Connection {
    /// Signs a person in on whatever device has a browser, and makes that the active account. Yandex does not say whose
    /// it is.
    ///
    /// - Parameter say: tells the person what to do.
    func signIn(application: String, secret: String?, say: @Sendable (String) -> Void) async throws {
        let oauth = OAuth(authorization, clientID: application, clientSecret: secret, permissions: ["metrika:read"])
        let account = try await oauth.signIn(as: "yandex") { code in
            say("Open \(code.page) and type in \(code.userCode)")
        }
        try await accounts.add(account)
        try await accounts.activate(account.id)
    }
}
