import Methodical

#if canImport(Observation)
    import Observation
#endif

/// The items of a long list, which are refreshed when a write has made them stale.
///
/// ```swift
/// let wall = vk.wall.get(ownerID: 1).livePages()
/// try await wall.loadMore()
/// ```
///
/// The rules are those of ``LiveValue``, with two differences: a refresh loads as many pages as before, one after the
/// other, and shows them together; and responses of other calls are not taken over.
@MainActor public final class LivePages<Value: APIEngine.Page> {
    private let shared: SharedValue<PageList<Value._Item>>
    private let source: PageSource<Value>
    private var look: LiveLook?

    init(_ request: Request<Value>) {
        let hub = LiveHub.hub(of: request.call.client)
        let identity = PagesIdentity(request: request, key: request.call.observedKey)
        let new = PageSource(request)
        shared = hub.value(for: AnyHashable(identity), source: LiveSource(new, key: identity.key))
        source = shared.source.companion as? PageSource<Value> ?? new
    }

    /// The items of all loaded pages, without repetitions, or `nil` before the first response and after a sign-out.
    public var value: [Value._Item]? {
        beginLook()
        shared.access(\.value)
        return shared.value?.items
    }

    /// Indicates whether another page follows the loaded ones.
    public var hasMore: Bool {
        beginLook()
        shared.access(\.value)
        return shared.value?.hasMore ?? false
    }

    /// The error of the last request. It is `nil` after a success, and if the server could not be reached while there
    /// is a value.
    public var error: APIError? {
        beginLook()
        shared.access(\.error)
        return shared.error
    }

    /// Indicates whether a request is in flight.
    public var isRefreshing: Bool {
        beginLook()
        shared.access(\.isRefreshing)
        return shared.isRefreshing
    }

    /// Loads the next page, and returns when its items are shown. Has no effect after the last page.
    ///
    /// - Throws: The error of the call. The loaded pages are still shown.
    public func loadMore() async throws(APIError) {
        let count = source.pageCount
        if shared.value == nil {
            _ = try await shared.refresh()
            return
        }
        // A refresh in flight may have answered the first time.
        while source.pageCount == count, shared.value?.hasMore == true {
            source.wantMore()
            _ = try await shared.refresh()
        }
    }

    /// Loads as many pages as before anew, which keeps the place in the list.
    ///
    /// - Throws: The error of the call. The loaded pages are still shown.
    public func refresh() async throws(APIError) {
        _ = try await shared.refresh()
    }

    /// Shows a change of the items at once, and sends the write that makes it. If the write fails, the change is taken
    /// back. See ``LiveValue/change(_:by:)``.
    @discardableResult
    public func change<Result>(
        _ change: @escaping @Sendable (inout [Value._Item]) -> Void, by write: Request<Result>
    ) async throws(APIError) -> Result {
        try await shared.change({ change(&$0.items) }, by: write)
    }

    private func beginLook() {
        if look == nil {
            look = shared.beginLook()
        }
    }
}

#if canImport(Observation)
    @available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
    extension LivePages: Observable {}
#endif

/// The facts by which live pages share their state.
private struct PagesIdentity<Value: APIValue>: Hashable {
    let request: Request<Value>
    let key: CacheKey
}

extension LiveSource {
    /// Creates the source of the items of a long list.
    fileprivate init<Page: APIEngine.Page>(_ pages: PageSource<Page>, key: CacheKey)
    where Value == PageList<Page._Item> {
        self.key = key
        companion = pages
        look = { _ in .nothing }
        request = { () async throws(APIError) in
            try await pages.load()
        }
    }
}

extension Request where Value: APIEngine.Page {
    /// Returns the items of all pages as a list that is refreshed when a write has made it stale. Sends nothing.
    @MainActor public func livePages() -> LivePages<Value> {
        LivePages(self)
    }
}
