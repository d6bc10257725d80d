import Methodical

/// The place that the responses of a live value come from.
struct LiveSource<Value: Equatable & Sendable>: Sendable {
    /// The key by which changes of the cache find the value.
    let key: CacheKey
    /// Looks at the cache.
    let look: @Sendable (_ known: CacheMark?) async -> Call.CacheLook<Value>
    /// Asks the server.
    let request: @Sendable () async throws(APIError) -> ObservedResponse<Value>
    /// The object that makes the responses, if the live values control it.
    let companion: (any Sendable)?
}

extension LiveSource where Value: APIValue {
    /// Creates the source of a request's responses. They are decoded outside of the main actor.
    init(_ request: Request<Value>) {
        let call = request.call
        key = call.observedKey
        companion = nil
        look = { known in
            call.look(for: known)
        }
        self.request = { () async throws(APIError) in
            try await call.observedResponse()
        }
    }
}
