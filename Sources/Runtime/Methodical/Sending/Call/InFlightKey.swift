/// The key under which equal reads find the same in-flight request.
///
/// Calls are equal if they have the same method, arguments, account, token and settings, and read the response as the
/// same type. The cache policy does not count: each call that gets here asks the server.
final class InFlightKey: Hashable, Sendable {
    private let token: Token?
    private let call: Call
    private let type: ObjectIdentifier
    /// A number that changes with each write by this client, or by another client with the same cache. A read that
    /// begins after a write therefore does not join a request that began before the write.
    private let generation: UInt64
    /// The hash, computed once, because the table of in-flight requests needs it repeatedly.
    private let hash: Int

    /// Creates the key of a plain read. Equality is not defined for other calls.
    init(_ call: Call, as type: any APIValue.Type, generation: UInt64 = 0) {
        token = call.client.account.token
        self.call = call
        self.type = ObjectIdentifier(type)
        self.generation = generation &+ call.client.writes.withLock { $0 }
        var hasher = Hasher()
        hasher.combine(call.method.name)
        for parameter in call.parameters {
            hasher.combine(parameter.value)
        }
        hash = hasher.finalize()
    }

    /// The settings that decide whether two calls are equal: those that change neither the request nor the response do
    /// not count.
    private var settings: Call.Settings {
        var settings = call.settings
        settings.signature = nil
        settings.priority = .normal
        settings.caching = nil
        return settings
    }

    /// Compares the hashes first, because they usually differ. If they are equal, the cache keys decide: they compare
    /// strings by bytes, but Swift considers some strings equal whose bytes differ.
    static func == (left: InFlightKey, right: InFlightKey) -> Bool {
        if left === right {
            return true
        }
        guard left.hash == right.hash, left.type == right.type, left.generation == right.generation,
            left.token == right.token, left.settings == right.settings
        else { return false }
        guard left.call.raw == right.call.raw,
            let key = left.call.cacheKey
        else { return false }
        return key == right.call.cacheKey
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(hash)
    }
}
