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
/// The rules are those of ``LiveValue``, with these differences:
///
/// - A refresh loads as many pages as before, one after the other, and shows them together.
/// - The first look shows the first page from the cache, and lifetime and age are those of the first page.
/// - Later responses of other calls are not taken over, because a page alone says nothing about the others. A write
///   refreshes the pages in any case.
@MainActor public final class LivePages<Value: APIEngine.Page> {
    private let reader: StateReader<PageList<Value._Item>>
    private let source: PageSource<Value>

    init(_ request: Request<Value>) {
        let hub = LiveHub.hub(of: request.call.client)
        let identity = PagesIdentity(request: request, key: request.call.observedKey)
        let new = PageSource(request)
        reader = StateReader(hub.value(for: AnyHashable(identity), source: LiveSource(new, key: identity.key)))
        source = reader.shared.source.companion as? PageSource<Value> ?? new
    }

    /// The items of all loaded pages, without repetitions, or `nil` before the first response and after a sign-out.
    public var value: [Value._Item]? { reader.value?.items }

    /// Indicates whether another page follows the loaded ones.
    public var hasMore: Bool { reader.value?.hasMore ?? false }

    /// The error of the last request. It is `nil` after a success, and if the server could not be reached while there
    /// is a value.
    public var error: APIError? { reader.error }

    /// Indicates whether a request is in flight.
    public var isRefreshing: Bool { reader.isRefreshing }

    /// The time since the first page was loaded, or `nil` before that.
    public var age: Duration? { reader.age }

    /// The current state and then each other one, as long as the loop runs. A slow loop gets the newest one.
    ///
    /// Each access makes a sequence of its own.
    public var states: AsyncStream<LivePagesState<Value._Item>> {
        reader.shared.states { state in
            LivePagesState(
                value: state.value?.items, hasMore: state.value?.hasMore ?? false, error: state.error,
                isRefreshing: state.isRefreshing, age: state.age)
        }
    }

    /// Loads the next page, and returns when its items are shown. Has no effect after the last page.
    ///
    /// - Throws: The error of the call. The loaded pages are still shown.
    public func loadMore() async throws(APIError) {
        let count = source.pageCount
        if reader.shared.value == nil {
            _ = try await reader.shared.refresh()
            return
        }
        // A refresh in flight may have answered the first time.
        while source.pageCount == count, reader.shared.value?.hasMore == true {
            source.wantMore()
            _ = try await reader.shared.refresh()
        }
    }

    /// Loads as many pages as before anew, which keeps the place in the list.
    ///
    /// - Throws: The error of the call. The loaded pages are still shown.
    public func refresh() async throws(APIError) {
        _ = try await reader.shared.refresh()
    }

    /// Shows a change of the items at once, and sends the write that makes it. If the write fails, the change is taken
    /// back. See ``LiveValue/change(_:by:)``.
    @discardableResult
    public func change<Result>(
        _ change: @escaping @Sendable (inout [Value._Item]) -> Void, by write: Request<Result>
    ) async throws(APIError) -> Result {
        try await reader.shared.change({ change(&$0.items) }, by: write)
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
        look = { known in await pages.look(for: known) }
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
