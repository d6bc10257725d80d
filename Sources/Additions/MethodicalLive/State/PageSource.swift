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
    private let state = Locked(State())

    private struct State: Sendable {
        /// The walk that has loaded the pages, or `nil` before the first page and after an error.
        var walk: PageWalk<Value>?
        var items: [Value._Item] = []
        var pageCount = 0
        /// Indicates whether the next request loads one more page.
        var wantsMore = false
        /// The generation of the key when the walk began.
        var generation: UInt64 = 0
    }

    init(_ request: Request<Value>) {
        call = request.caching(.networkFirst).call
    }

    var pageCount: Int {
        state.withLock { $0.pageCount }
    }

    /// Makes the next request load one more page.
    func wantMore() {
        state.withLock { $0.wantsMore = true }
    }

    /// Loads one more page, or as many pages as before anew, which keeps the place in a long list.
    func load() async throws(APIError) -> ObservedResponse<List> {
        let store = call.client.configuration.cache
        let key = call.observedKey
        var (loaded, count) = begin(generation: store?.knownGeneration(key) ?? 0)
        let walk = loaded.walk ?? PageWalk(call)
        do throws(APIError) {
            for _ in 0..<count {
                guard let turn = try await walk.turn() else { break }
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
            mark: CacheMark(generation: loaded.generation, body: [UInt8]()),
            dates: CacheDates(stored: call.client.configuration.time.now(), lifetime: nil),
            isCurrent: store?.knownGeneration(key) ?? 0 == loaded.generation)
    }

    /// Returns the state to go on from, and the number of pages to load.
    private func begin(generation: UInt64) -> (State, count: Int) {
        state.withLock { state in
            let wantsMore = state.wantsMore
            state.wantsMore = false
            if wantsMore, state.walk != nil {
                return (state, 1)
            }
            let count = wantsMore ? state.pageCount + 1 : state.pageCount
            return (State(generation: generation), max(count, 1))
        }
    }
}
