extension Request where Value: APIEngine.Page {
    /// A sequence of all items, from the page that the arguments name.
    ///
    /// Each page is a call of its own with its own cached response. The call is sent when the loop reaches the page.
    /// The arguments set the length of a page. Without them, a page has the greatest length that the schema allows. An
    /// item that an earlier page contained is left out, because it has moved in the meantime.
    ///
    /// The sequence ends
    /// - after the number of items that the server gives as the total. Without a total it ends after an empty page, or
    ///   a page shorter than those before.
    /// - if the server gives no further cursor or link, or says that nothing follows.
    /// - after pages without new items: three in a row, or 20 with cursors and links.
    ///
    /// If the schema does not describe the method's pages, the first step throws `.invalidRequest`.
    public var items: Items { items(prefetching: 0) }

    /// Returns a sequence of all items that fetches up to `ahead` pages before the loop reaches them. See `items`.
    public func items(prefetching ahead: Int) -> Items {
        Items(pages: pages(prefetching: ahead))
    }

    /// Returns a sequence of the pages as the server sends them. It requests pages, and ends, as `items` does.
    ///
    /// - Parameter ahead: The number of pages to fetch, one after the other, before the loop reaches them. Requests in
    ///   flight are cancelled when the loop ends.
    public func pages(prefetching ahead: Int = 0) -> Pages {
        Pages(call: call, ahead: ahead)
    }
}

extension Request {
    /// Explains in a compiler error why a method has no items.
    @available(
        *, unavailable,
        message: """
            the schema does not name the list of items: give the method \"pages\", as \
            {\"offset\": \"skip\", \"size\": \"limit\", \"items\": \"books\"}
            """
    )

    public var items: Request<[Value]>.Items {
        Request<[Value]>(call).items
    }
}

extension Request where Value: APIEngine.Page {
    /// A sequence of the pages of a call. `Request.pages(prefetching:)` returns it.
    public struct Pages: AsyncSequence, Sendable {
        /// A page.
        public typealias Element = Value
        /// The error that ends the sequence.
        public typealias Failure = APIError
        let call: Call
        let ahead: Int

        /// Starts again from the first page.
        public func makeAsyncIterator() -> Iterator {
            Iterator(reader: PageReader(PageWalk(call), ahead: ahead))
        }

        /// An iterator over the pages.
        public struct Iterator: AsyncIteratorProtocol {
            let reader: PageReader<Value>

            /// Returns the next page, or `nil` after the last one.
            public mutating func next() async throws(APIError) -> Value? {
                try await reader.next()?.page
            }
        }
    }

    /// A sequence of the items of a call's pages. `Request.items` returns it.
    public struct Items: AsyncSequence, Sendable {
        /// An item of a page.
        public typealias Element = Value._Item
        /// The error that ends the sequence.
        public typealias Failure = APIError
        let pages: Pages

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
}
