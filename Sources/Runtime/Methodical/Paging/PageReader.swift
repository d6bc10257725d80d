/// A reader that fetches pages ahead of a loop, and cancels the requests in flight when the loop releases it.
final class PageReader<Value: APIEngine.Page> {
    private let walk: PageWalk<Value>
    private let ahead: Int
    /// The pages that are being fetched, in their order.
    private var turns: [Task<Result<PageWalk<Value>.Turn?, APIError>, Never>] = []

    init(_ walk: PageWalk<Value>, ahead: Int) {
        self.walk = walk
        self.ahead = ahead
    }

    deinit {
        for turn in turns {
            turn.cancel()
        }
    }

    /// Returns the next page with its new items, or `nil` after the last page.
    func next() async throws(APIError) -> PageWalk<Value>.Turn? {
        if ahead <= 0 {
            return try await walk.turn()
        }
        while turns.count <= ahead {
            turns.append(
                Task { [walk, last = turns.last] in
                    // Each page waits for the previous one, which determines the start of the next page.
                    if case .failure(let error)? = await last?.value {
                        return .failure(error)
                    }
                    do throws(APIError) {
                        return .success(try await walk.turn())
                    } catch {
                        return .failure(error)
                    }
                })
        }
        let turn = turns.removeFirst()
        let result = await withTaskCancellationHandler {
            await turn.value
        } onCancel: {
            turn.cancel()
        }
        return try result.get()
    }
}

/// A walk through the pages of a call, one after the other. The caller waits for each turn before it asks for the next
/// one.
package actor PageWalk<Value: APIEngine.Page> {
    package typealias Turn = (page: Value, items: [Value._Item])
    private let call: Call
    private var progress: PageProgress<Value>?
    /// The call of the first page, once it was fetched.
    private var first: Call?

    package init(_ call: Call) { self.call = call }

    /// Indicates whether another page follows those that were fetched.
    package var hasNext: Bool {
        progress.map { $0.next != nil } ?? true
    }

    /// Fetches the next page. Returns `nil` after the last page, and after an error.
    package func turn() async throws(APIError) -> Turn? {
        if progress == nil {
            progress = try PageProgress(call)
        }
        guard let next = progress?.next else { return nil }
        progress?.next = nil
        let call = try next.get()
        first = first ?? call
        let response = try await Request<Value>(call).response()
        return (response.value, progress?.take(response) ?? [])
    }

    /// Takes the first page from the cache, fresh or stale, and returns it with its facts. If it is not cached, returns
    /// `nil` and leaves the walk at its beginning.
    package func cachedTurn() -> (turn: Turn, page: ObservedResponse<Value>)? {
        guard first == nil, let progress = try? PageProgress<Value>(call), let next = try? progress.next?.get(),
            let cached = next.cachedResponse(as: Value.self)
        else { return nil }
        var begun = progress
        begun.next = nil
        let items = begun.take(cached.response)
        (self.progress, first) = (begun, next)
        return ((cached.response.value, items), cached.observed)
    }

    /// The dates of the first page in the cache, or `nil` if it is not cached.
    package var firstDates: CacheDates? { first?.cachedDates }
}
