/// A response that is one page of many: a list, or a record that contains one.
public protocol APIPage: APIValue {
    associatedtype _Item: APIValue
    var _items: [_Item] { get }
}

extension Array: APIPage where Element: APIValue {
    public var _items: [Element] { self }
}

/// The way in which a method continues from one page to the next.
///
/// The names are those of the API, of the method's parameters and of the keys in its result.
public indirect enum Paging: Hashable, Sendable {
    /// - Parameters:
    ///   - size: The parameter with the number of items on a page.
    ///   - most: The largest value of that parameter.
    ///   - total: The key with the number of all items.
    ///   - more: The key with a flag that tells whether more pages follow.
    ///   - identity: The keys that together identify an item.
    ///   - style: The style of the parameter that tells the place of the page.
    case by(
        Kind, size: String? = nil, most: Int? = nil, total: String? = nil, more: String? = nil, identity: [String] = [],
        style: ParameterStyle = [])

    /// The way in which a request tells the place of its page.
    public enum Kind: Hashable, Sendable {
        /// The parameter takes the number of items before the page, counted from `first`.
        case offset(String, first: Int = 0)
        /// The parameter takes the number of the page, counted from `first`.
        case number(String, first: Int = 1)
        /// The parameter takes a cursor from the last page. `next` is the path of its keys with dots between them. If
        /// the result is a list, the cursor is in its last item.
        case cursor(String, next: String)
        /// The header field `Link` (RFC 8288) holds the address of the next page.
        case link
        /// A key of the last page holds the address of the next page.
        case address(String)
    }
}

extension Request where Value: APIPage {
    /// A sequence of all items, from the page that the arguments name.
    ///
    /// Each page is a call of its own with its own cached response. It is sent when the loop comes to it. A page is as
    /// long as the arguments ask, or else as the schema allows. An item whose identity came with an earlier page is
    /// left out, because it has moved in the meantime.
    ///
    /// The sequence ends
    /// - after the number of items that the server gives as the total. Without a total it ends after an empty page, or
    ///   a page shorter than those before.
    /// - if the server gives no further cursor or link, or says that nothing follows.
    /// - after pages without new items: three in a row, or 20 with cursors and links.
    ///
    /// If the schema does not describe the method's pages, the first step throws `.invalidRequest`.
    public var items: ItemSequence<Value> { items(prefetching: 0) }

    /// Returns a sequence of all items that fetches up to `ahead` pages before the loop comes to them. See `items`.
    public func items(prefetching ahead: Int) -> ItemSequence<Value> { ItemSequence(pages: pages(prefetching: ahead)) }

    /// Returns a sequence of the pages as the server sends them. It asks and ends as `items` does.
    ///
    /// - Parameter ahead: The number of pages to fetch, one after the other, before the loop comes to them. Requests in
    ///   flight are cancelled when the loop ends.
    public func pages(prefetching ahead: Int = 0) -> PageSequence<Value> { PageSequence(call: call, ahead: ahead) }
}

extension Request {
    /// Explains in a compiler error why a method has no items.
    @available(
        *, unavailable,
        message: """
            the schema names no list in pages: give the method \"pages\", as \
            {\"offset\": \"skip\", \"size\": \"limit\", \"items\": \"books\"}
            """
    )
    public var items: ItemSequence<[Value]> { ItemSequence(pages: PageSequence(call: call, ahead: 0)) }
}

/// A sequence of the pages of a call. `Request.pages(prefetching:)` returns it.
public struct PageSequence<Value: APIPage>: AsyncSequence, Sendable {
    /// A page.
    public typealias Element = Value
    /// The error that ends the sequence.
    public typealias Failure = APIError
    let call: Call
    let ahead: Int

    /// Starts again from the first page.
    public func makeAsyncIterator() -> Iterator { Iterator(reader: PageReader(PageWalk(call), ahead: ahead)) }

    /// An iterator over the pages.
    public struct Iterator: AsyncIteratorProtocol {
        let reader: PageReader<Value>

        /// Returns the next page, or `nil` after the last one.
        public mutating func next() async throws(APIError) -> Value? { try await reader.next()?.page }
    }
}

/// A sequence of the items of a call's pages. `Request.items` returns it.
public struct ItemSequence<Value: APIPage>: AsyncSequence, Sendable {
    /// An item of a page.
    public typealias Element = Value._Item
    /// The error that ends the sequence.
    public typealias Failure = APIError
    let pages: PageSequence<Value>

    /// Starts again from the first page.
    public func makeAsyncIterator() -> Iterator { Iterator(reader: pages.makeAsyncIterator().reader) }

    /// An iterator over the items.
    public struct Iterator: AsyncIteratorProtocol {
        let reader: PageReader<Value>
        private var items: ArraySlice<Value._Item> = []

        init(reader: PageReader<Value>) { self.reader = reader }

        /// Returns the next item, or `nil` after the last one.
        public mutating func next() async throws(APIError) -> Value._Item? {
            while items.isEmpty {
                guard let turn = try await reader.next() else { return nil }
                items = turn.items[...]
            }
            return items.removeFirst()
        }
    }
}

/// A reader that fetches pages ahead of a loop, and cancels the requests in flight when the loop releases it.
final class PageReader<Value: APIPage> {
    private let walk: PageWalk<Value>
    private let ahead: Int
    /// The pages that are being fetched, in their order.
    private var turns: [Task<Result<PageWalk<Value>.Turn?, APIError>, Never>] = []

    init(_ walk: PageWalk<Value>, ahead: Int) { (self.walk, self.ahead) = (walk, ahead) }

    deinit { for turn in turns { turn.cancel() } }

    /// Returns the next page with its new items, or `nil` after the last page.
    func next() async throws(APIError) -> PageWalk<Value>.Turn? {
        if ahead <= 0 { return try await walk.turn() }
        while turns.count <= ahead {
            turns.append(
                Task { [walk, last = turns.last] in
                    // Each page waits for the one before, because that one tells where the next page begins.
                    if case .failure(let error)? = await last?.value { return .failure(error) }
                    do throws(APIError) { return .success(try await walk.turn()) } catch { return .failure(error) }
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
actor PageWalk<Value: APIPage> {
    typealias Turn = (page: Value, items: [Value._Item])
    private let call: Call
    private var progress: PageProgress<Value>?

    init(_ call: Call) { self.call = call }

    /// Fetches the next page. Returns `nil` after the last page, and after an error.
    func turn() async throws(APIError) -> Turn? {
        if progress == nil { progress = try PageProgress(call) }
        guard let next = progress?.next else { return nil }
        progress?.next = nil
        let response = try await Request<Value>(next.get()).response()
        return (response.value, progress?.take(response) ?? [])
    }
}
