import Methodical

/// The items of the pages that were loaded.
struct PageList<Item: Hashable & Sendable>: Hashable, Sendable {
    var items: [Item]
    var hasMore: Bool
}

/// The place that the items of live pages come from. It loads one more page, or all pages anew.
final class PageSource<Value: APIEngine.Page>: Sendable {
    typealias List = PageList<Value._Item>

    private let call: Call
    private let state: Locked<State>

    private struct State: Sendable {
        /// The walk that has loaded the pages, or `nil` before the first page and after an error.
        var walk: PageWalk<Value>?
        var items: [Value._Item] = []
        var pageCount = 0
        /// Indicates whether the next request loads one more page.
        var wantsMore = false
        /// The generation of the key when the walk began.
        var generation: UInt64 = 0
        /// The dates of the first page, which is the oldest one.
        var dates: CacheDates
        /// The number of requests that have begun.
        var loadCount = 0
    }

    init(_ request: Request<Value>) {
        call = request.caching(.networkOnly).call
        state = Locked(State(dates: Self.dates(for: call)))
    }

    /// Returns the dates of a page that is requested now and not cached.
    private static func dates(for call: Call) -> CacheDates {
        CacheDates(stored: call.client.configuration.time.now(), lifetime: call.ownLifetime)
    }

    var pageCount: Int {
        state.withLock { $0.pageCount }
    }

    /// Makes the next request load one more page.
    func wantMore() {
        state.withLock { $0.wantsMore = true }
    }

    /// Returns the cached first page, unless there are pages already.
    func look(for known: CacheMark?) async -> Call.CacheLook<List> {
        if known != nil {
            return .known(state.withLock { $0.dates })
        }
        let walk = PageWalk<Value>(call)
        let loadCount = state.withLock { $0.loadCount }
        guard let (turn, page) = await walk.cachedTurn() else { return .nothing }
        let list = List(items: turn.items, hasMore: await walk.hasNext)
        state.withLock { state in
            // The result of a look counts no longer if a request has begun meanwhile.
            guard state.loadCount == loadCount else { return }
            state = State(
                walk: walk, items: turn.items, pageCount: 1, generation: page.mark.generation, dates: page.dates,
                loadCount: loadCount)
        }
        return .found(
            ObservedResponse(
                value: list, mark: Self.mark(page.mark.generation), dates: page.dates, isCurrent: page.isCurrent))
    }

    /// Returns the mark of pages. Nothing but the generation is compared.
    private static func mark(_ generation: UInt64) -> CacheMark {
        CacheMark(generation: generation, body: [UInt8]())
    }

    /// Loads one more page, or as many pages as before anew, which keeps the place in a long list.
    func load() async throws(APIError) -> ObservedResponse<List> {
        if call.isOffline {
            throw call.offlineError
        }
        let store = call.client.configuration.cache
        let key = call.observedKey
        var (loaded, count) = begin(generation: store?.knownGeneration(key) ?? 0)
        let walk = loaded.walk ?? PageWalk(call)
        do throws(APIError) {
            for _ in 0..<count {
                guard let turn = try await walk.turn() else { break }
                if loaded.pageCount == 0, let dates = await walk.firstDates {
                    loaded.dates = dates
                }
                loaded.items += turn.items
                loaded.pageCount += 1
            }
        } catch {
            // A walk ends with an error. The next request begins another one.
            state.withLock { $0.walk = nil }
            throw error
        }
        loaded.walk = walk
        let list = List(items: loaded.items, hasMore: await walk.hasNext)
        state.withLock { [loaded] in $0 = loaded }
        return ObservedResponse(
            value: list,
            mark: Self.mark(loaded.generation),
            dates: loaded.dates,
            isCurrent: store?.knownGeneration(key) ?? 0 == loaded.generation)
    }

    /// Returns the state to go on from, and the number of pages to load.
    private func begin(generation: UInt64) -> (State, count: Int) {
        state.withLock { state in
            let wantsMore = state.wantsMore
            state.wantsMore = false
            state.loadCount += 1
            if wantsMore, state.walk != nil {
                return (state, 1)
            }
            let count = wantsMore ? state.pageCount + 1 : state.pageCount
            let start = State(generation: generation, dates: Self.dates(for: call), loadCount: state.loadCount)
            return (start, max(count, 1))
        }
    }
}
