import Foundation
import Methodical
import MethodicalAccounts
import MetrikaAPI

extension Connection {
    /// Signs a user in through any device with a browser, makes the account active and returns it.
    ///
    /// - Parameter say: A closure that shows instructions to the user.
    func signIn(application: String, secret: String?, say: @Sendable (String) -> Void) async throws -> Account {
        var oauth = OAuth(
            for: Metrika.self, clientID: application, clientSecret: secret, permissions: ["metrika:read"],
            transport: transport, configuration: configuration)
        oauth.server = authorization
        let account = try await oauth.signIn { code in
            say("Open \(code.page) and type in \(code.userCode)")
        }
        try await accounts.activate(try await accounts.add(account).id)
        return accounts.current
    }
}
