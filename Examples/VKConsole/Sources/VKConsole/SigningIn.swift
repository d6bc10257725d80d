import Foundation
import Methodical
import MethodicalAccounts

extension Connection {
    /// Signs a user in through the service's page and makes the account active.
    func signIn(application: String, at terminal: Terminal) async throws {
        let oauth = OAuth(authorization, clientID: application, permissions: ["groups", "offline"])
        let account = try await oauth.authorizeImplicitly(presenting: AddressByHand(terminal: terminal))
        try await accounts.add(account)
        try await accounts.activate(account.id)
    }
}

/// VK redirects programs without a server to a blank page whose address contains the token. The user copies that
/// address into the program.
struct AddressByHand: AuthorizationPresenter {
    let terminal: Terminal

    func present(_ page: @Sendable (_ redirect: URL) throws -> URL) async throws -> URL {
        guard let blank = URL(string: "https://oauth.vk.com/blank.html"),
            let address = await terminal.askAddress("Signing in", page: try page(blank))
        else { throw CancellationError() }
        return address
    }
}
