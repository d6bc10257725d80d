import Foundation
import Methodical
import MethodicalAccounts

/// The accounts of one API whose tokens a fleet shares, so that each token is refreshed once for all processes.
///
/// A process that needs a new token reads the engine first. If no other process has stored one, it takes a lease, asks
/// its refresher, and stores the result with the next generation number. The others wait and read it. If the process is
/// killed, its lease ends, and another one refreshes.
///
/// - Important: If the process is killed after the server has replaced the refresh token and before the response is
///   stored, the account is lost unless the server accepts the old refresh token again. Many servers do so for a time,
///   as a setting: Okta's grace period, Auth0's rotation overlap period, Amazon Cognito's retry grace period, Ory's
///   graceful token refresh. Make it longer than `lease` and the time to the next call.
///
/// An engine that loses its data gets the newest tokens back from the processes that have them and notice the loss.
/// Processes that start or call for the first time in a while after that cannot know them. Therefore let the engine
/// write its data to disk (`appendonly yes`), and evict none of it (`maxmemory-policy noeviction`).
public final class FleetAccounts: Sendable {
    private let refresher: FleetRefresher
    private let accounts = Locked<[Account.ID: Account]>([:])

    /// Creates the accounts of an API.
    ///
    /// - Parameters:
    ///   - fleet: The fleet. It must have an encryption key, because tokens are never stored in plain text.
    ///   - api: The API that the accounts belong to.
    ///   - refresher: The refresh that gets a new token from the service.
    ///   - backup: A store of this machine for tokens that cannot be written to the engine, such as an
    ///     `EncryptedTokenStore`. Without one they are kept in memory, and are lost if the process ends before the
    ///     engine works again. The processes of one machine should share a store: while the engine is lost, its lock
    ///     makes one process at a time refresh.
    ///   - lease: The time after which another process takes over from one that was killed during a refresh. A process
    ///     that works extends its lease.
    ///   - patience: The time that a refresh waits for an engine that is lost before it goes on alone. If the engine
    ///     returns and is lost again, the time begins again. A refresh fails with `.timedOut` after 90 seconds, so with
    ///     a longer time it never goes on alone. Machines that go on alone may spend the same refresh token, and
    ///     servers that detect this revoke the account (RFC 9700, section 4.14.2). Choose a long time if your server
    ///     does so without a grace period.
    /// - Throws: An error with the code `.storage` if the fleet has no key.
    public convenience init<API: APIClient>(
        _ fleet: Fleet,
        for api: API.Type,
        refresher: any TokenRefresher,
        backup: (any TokenStore)? = nil,
        lease: Duration = .seconds(10),
        patience: Duration = .seconds(5)
    ) throws(APIError) {
        try self.init(
            fleet,
            api: API.api.name,
            refresher: refresher,
            backup: backup,
            lease: lease,
            patience: patience)
    }

    init(
        _ fleet: Fleet,
        api: String,
        refresher: any TokenRefresher,
        backup: (any TokenStore)?,
        lease: Duration,
        patience: Duration
    ) throws(APIError) {
        guard fleet.encryption != nil else {
            throw APIError(
                .storage, "tokens are only shared encrypted: create the fleet with a key, and enable the trait `Crypto`"
            )
        }
        self.refresher = FleetRefresher(
            fleet: fleet,
            api: api,
            refresher: refresher,
            backup: backup,
            lease: lease,
            patience: patience)
    }

    /// Returns an account with the newest token that the fleet has. Calls with the same id get the same account.
    ///
    /// Without a token in the engine, the given one becomes the fleet's. If the engine is lost, the account starts with
    /// the token of the backup or the given one.
    ///
    /// - Parameters:
    ///   - id: The id of the account.
    ///   - token: The token of an account that the fleet does not have yet. It is older than all that the fleet got by
    ///     refreshes. Use ``signIn(_:as:)`` to replace one.
    public func account(_ id: Account.ID, token: Token? = nil) async -> Account {
        if let account = accounts.withLock({ $0[id] }) {
            return account
        }
        let token = await refresher.start(id, with: token)
        return accounts.withLock { accounts in
            let account = accounts[id] ?? newAccount(id, token: token)
            accounts[id] = account
            return account
        }
    }

    /// Makes a token that the user or an administrator has just obtained the account's token in the fleet.
    ///
    /// Other processes take it over when their token expires or is refused.
    @discardableResult
    public func signIn(_ token: Token, as id: Account.ID) async -> Account {
        let token = await refresher.replace(id, by: token)
        let account = accounts.withLock { accounts in
            let account = accounts[id] ?? newAccount(id, token: nil)
            accounts[id] = account
            return account
        }
        account.replace(token)
        return account
    }

    /// Removes the token from the fleet and from this process.
    ///
    /// Other processes notice this when their token expires or is refused. Revoke the token at the service, too.
    public func signOut(_ id: Account.ID) async {
        accounts.withLock { $0.removeValue(forKey: id) }?.replace(nil)
        _ = await refresher.replace(id, by: nil)
    }

    private func newAccount(_ id: Account.ID, token: Token?) -> Account {
        Account(id: id, token: token, refresher: refresher) { [refresher] token, _ in
            // A call has obtained another token, for example after a challenge.
            Task { await refresher.replace(id, by: token) }
            return true
        }
    }
}
