import Foundation
import Methodical
import MethodicalAccounts
import MetrikaAPI

extension Connection {
    /// Signs a user in through any device with a browser, and makes the account active. Yandex's response does not
    /// identify the user.
    ///
    /// - Parameter say: A closure that shows instructions to the user.
    func signIn(application: String, secret: String?, say: @Sendable (String) -> Void) async throws {
        let oauth = OAuth(authorization, clientID: application, clientSecret: secret, permissions: ["metrika:read"])
        let account = try await oauth.signIn(as: "yandex") { code in
            say("Open \(code.page) and type in \(code.userCode)")
        }
        try await accounts.add(account)
        try await accounts.activate(account.id)
    }
}
