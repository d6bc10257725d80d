import Methodical

#if canImport(Observation)
    import Observation
#endif

/// A value that is refreshed when a write has made it stale.
///
/// ```swift
/// let friends = vk.friends.get(userID: 1).live()
/// Text("\(friends.value?.count ?? 0) friends")
/// ```
///
/// The first look sends the first request. A look is a read of a property, a loop over ``states``, or a call of
/// ``refresh()``, and lasts until this object is released. All live values of equal requests of a client share one
/// request and one state.
///
/// The object is `Observable` on systems with `Observation`: SwiftUI updates a view that has read a property.
@MainActor public final class LiveValue<Value: APIValue> {
    private let reader: StateReader<Value>

    init(_ request: Request<Value>) {
        let hub = LiveHub.hub(of: request.call.client)
        // The request alone is not enough, because Swift calls two texts with differently encoded accents equal.
        let identity = LiveIdentity(request: request, key: request.call.observedKey)
        reader = StateReader(hub.value(for: AnyHashable(identity), source: LiveSource(request)))
    }

    /// The newest value with the optimistic changes, or `nil` before the first response and after a sign-out.
    public var value: Value? { reader.value }

    /// The error of the last request. It is `nil` after a success, and if the server could not be reached while there
    /// is a value.
    public var error: APIError? { reader.error }

    /// Indicates whether a request is in flight.
    public var isRefreshing: Bool { reader.isRefreshing }

    /// The time since the server sent the response or last confirmed it, or `nil` without a response. An observer is
    /// told of a new response, and not of the passing of time.
    public var age: Duration? { reader.age }

    /// The current state and then each other one, as long as the loop runs. A slow loop gets the newest one.
    ///
    /// Each access makes a sequence of its own.
    public var states: AsyncStream<LiveState<Value>> {
        reader.shared.states { $0 }
    }

    /// Asks the server and returns the new value. If a request is in flight that no write has overtaken, this method
    /// waits for it.
    ///
    /// While optimistic changes are in flight, the request waits for them.
    ///
    /// - Throws: The error of the call. It is thrown even if the last value is still shown.
    @discardableResult
    public func refresh() async throws(APIError) -> Value {
        try await reader.shared.refresh()
    }

    /// Shows a change at once, and sends the write that makes it. If the write fails, the change is taken back.
    ///
    /// Several changes are kept as a list on top of the last response. Each is removed by the failure of its own write,
    /// or by the first response that was requested after its success.
    ///
    /// - Parameters:
    ///   - change: A function that makes the change. It is called each time that the value is shown anew.
    ///   - write: The call that makes the change on the server.
    /// - Returns: The value of the write's response.
    /// - Throws: The error of the write.
    @discardableResult
    public func change<Result>(
        _ change: @escaping @Sendable (inout Value) -> Void, by write: Request<Result>
    ) async throws(APIError) -> Result {
        try await reader.shared.change(change, by: write)
    }
}

#if canImport(Observation)
    @available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
    extension LiveValue: Observable {}
#endif

/// The facts by which live values share their state.
struct LiveIdentity<Value: APIValue>: Hashable {
    let request: Request<Value>
    let key: CacheKey
}

extension Request {
    /// Returns the value of this read as one that is refreshed when a write has made it stale. Sends nothing.
    @MainActor public func live() -> LiveValue<Value> {
        LiveValue(self)
    }
}

extension APIClient {
    /// Refreshes the live values in sight that are not fresh, or whose last request failed. Call it when the app comes
    /// to the foreground.
    @MainActor public func becameActive() {
        LiveHub.existing(for: client)?.tell(.becameActive)
    }

    /// Refreshes the live values in sight whose last request did not reach the server. Call it when the network has
    /// returned. Setting `isOffline` to `false` does the same.
    @MainActor public func networkReturned() {
        LiveHub.existing(for: client)?.tell(.networkReturned)
    }
}
