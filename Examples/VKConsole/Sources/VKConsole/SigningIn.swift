import Foundation
import Methodical
import MethodicalAccounts

extension Connection {
    /// Signs a person in on the service's own page, and makes theirs the active account.
    func signIn(application: String, at terminal: Terminal) async throws {
        let oauth = OAuth(authorization, clientID: application, permissions: ["groups", "offline"])
        let account = try await oauth.authorizeImplicitly(presenting: AddressByHand(terminal: terminal))
        try await accounts.add(account)
        try await accounts.activate(account.id)
    }
}

/// VK leads programs without a server of their own to a blank page whose address has the token in it: the person brings
/// the address back.
struct AddressByHand: AuthorizationPresenter {
    let terminal: Terminal

    func present(_ page: @Sendable (_ redirect: URL) throws -> URL) async throws -> URL {
        guard let blank = URL(string: "https://oauth.vk.com/blank.html"),
            let address = await terminal.askAddress("Signing in", page: try page(blank))
        else { throw CancellationError() }
        return address
    }
}
