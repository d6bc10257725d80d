import Foundation
import Methodical
import MethodicalAccounts
import VKAPI

extension Connection {
    /// Signs a user in through the service's page, makes the account active and returns it, with the user's name.
    func signIn(application: String, at terminal: Terminal) async throws -> Account {
        var oauth = OAuth(
            for: VK.self, clientID: application, permissions: ["groups", "offline"], transport: transport,
            configuration: configuration)
        oauth.server = authorization
        let account = try await oauth.authorizeImplicitly(presenting: AddressByHand(terminal: terminal))
        try await accounts.activate(try await accounts.add(account).id)
        return accounts.current
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
