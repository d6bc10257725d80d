/// The policy by which a call decides between its cache and the network.
public enum CachePolicy: String, Hashable, Sendable {
    /// Uses a fresh cached response. Otherwise asks the server.
    ///
    /// A stale response is used too if the server's `Cache-Control` allows that during revalidation or after an error.
    case cacheFirst = "cache first"
    /// Asks the server. Uses the cached response, fresh or stale, if the server cannot be reached.
    case networkFirst = "network first"
    /// Asks the server without using the cache. The response is still cached.
    case networkOnly = "network only"
    /// Uses the cached response, fresh or stale, and opens no connection. Without one the call fails with `.offline`.
    case cacheOnly = "offline"
    /// Uses the cached response, fresh or stale, and revalidates it for the next call. Asks the server if nothing is
    /// cached or a write has overtaken it.
    case cacheThenNetwork = "cache, then network"
}
