/// A sequence of the items of a call's pages. `Request.items` returns it.
public struct ItemSequence<Value: APIEngine.Page>: AsyncSequence, Sendable {
    /// An item of a page.
    public typealias Element = Value._Item
    /// The error that ends the sequence.
    public typealias Failure = APIError
    let pages: PageSequence<Value>

    /// Starts again from the first page.
    public func makeAsyncIterator() -> Iterator {
        Iterator(reader: pages.makeAsyncIterator().reader)
    }

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
