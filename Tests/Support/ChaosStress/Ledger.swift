import Methodical

/// The server's record of the requests that must not come twice, and of those that are wrong.
final class Ledger: Sendable {
    private struct Entries {
        var taken: [String: [Int]] = [:]
        var keys: [String: Set<String>] = [:]
        var refreshes: [String: [Int]] = [:]
        var complaints: [String] = []
    }

    private let entries = Locked(Entries())

    /// Notes that the server has taken a whole write.
    ///
    /// - Parameters:
    ///   - write: The name of the write, which one call sends.
    ///   - exchange: The proxy's number of the exchange.
    func note(write: String, exchange: Int) {
        entries.withLock { $0.taken[write, default: []].append(exchange) }
    }

    /// Notes the idempotency key of a write.
    func note(key: String, of write: String) {
        _ = entries.withLock { $0.keys[write, default: []].insert(key) }
    }

    /// Notes that a refresh token was spent.
    func note(refreshToken: String, exchange: Int) {
        entries.withLock { $0.refreshes[refreshToken, default: []].append(exchange) }
    }

    /// Notes a request whose content is not the one that its call sends.
    func complain(_ text: String) { entries.withLock { $0.complaints.append(text) } }

    /// The numbers of the exchanges in which each write was taken.
    var taken: [String: [Int]] { entries.withLock { $0.taken } }
    /// The idempotency keys that came with each write.
    var keys: [String: Set<String>] { entries.withLock { $0.keys } }
    /// The numbers of the exchanges in which each refresh token was spent.
    var refreshes: [String: [Int]] { entries.withLock { $0.refreshes } }
    var complaints: [String] { entries.withLock { $0.complaints } }
}
