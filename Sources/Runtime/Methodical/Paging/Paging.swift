extension APIEngine {
    /// The way in which a method continues from one page to the next.
    ///
    /// The names are those of the method's parameters.
    public indirect enum Paging: Hashable, Sendable {
        /// - Parameters:
        ///   - size: The parameter with the number of items on a page.
        ///   - most: The largest value of that parameter.
        ///   - style: The style of the parameter that states the place of the page.
        ///   - continuing: The method of all pages after the first, which takes only the cursor. It is the method
        ///     itself if `nil`.
        case by(Kind, size: String? = nil, most: Int? = nil, style: ParameterStyle = [], continuing: Method? = nil)

        /// The way in which a request states the place of its page.
        public enum Kind: Hashable, Sendable {
            /// The parameter takes the number of items before the page, counted from `first`.
            case offset(String, first: Int = 0)
            /// The parameter takes the number of the page, counted from `first`. The total may be that of pages.
            case number(String, first: Int = 1, totalsPages: Bool = false)
            /// The parameter takes a cursor from the last page.
            case cursor(String)
            /// The parameters together take a cursor from the last page. Without names, they are all members of an
            /// object.
            case cursors([String])
            /// The header field `Link` (RFC 8288) holds the address of the next page.
            case link
            /// The last page holds the address of the next page.
            case address
        }
    }
}

extension APIEngine {
    /// A response that is one page of many: a list, or a record that contains one.
    ///
    /// Generated code supplies the facts of the page from the properties that the schema names.
    public protocol Page: APIValue {
        associatedtype _Item: APIValue
        /// The items of the page.
        var _items: [_Item] { get }
        /// The number of items on all pages, or `nil` if the server does not tell it.
        var _total: ArgumentValue? { get }
        /// The flag that tells whether more pages follow, or `nil` if there is none.
        var _more: ArgumentValue? { get }
        /// The cursor or the address of the next page, or `nil` if the response contains none.
        var _next: ArgumentValue? { get }
    }
}

extension APIEngine.Page {
    public var _total: APIEngine.ArgumentValue? { nil }
    public var _more: APIEngine.ArgumentValue? { nil }
    public var _next: APIEngine.ArgumentValue? { nil }
}

extension APIEngine {
    /// A record that is an item of a page.
    public protocol PageItem: APIValue {
        /// The values that together identify the item.
        var _identity: [ArgumentValue?] { get }
        /// The cursor of the page after this item, if the pages are plain lists.
        var _cursor: ArgumentValue? { get }
    }
}

extension APIEngine.PageItem {
    public var _identity: [APIEngine.ArgumentValue?] { [] }
    public var _cursor: APIEngine.ArgumentValue? { nil }
}

extension Array: APIEngine.Page where Element: APIValue {
    public var _items: [Element] { self }

    public var _next: APIEngine.ArgumentValue? {
        (last as? any APIEngine.PageItem)?._cursor
    }
}

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
