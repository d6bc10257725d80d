import Foundation
import LoopbackServer
import MethodicalCache
import Testing

@testable import Methodical

/// Tests of the pages and items of a call, against a real server that pages through a list.
@Suite struct PagesTests {
    @Test func allItemsOfAllPages() async throws {
        let shelf = try Shelf(0..<7)
        var books: [Int] = []
        for try await book in shelf.books().items { books.append(book.id) }
        #expect(books == Array(0..<7))
        // The pages are as long as the schema allows, because the call sets no size. The total shows that three are
        // enough.
        #expect(shelf.asked == ["count=3", "count=3&offset=3", "count=3&offset=6"])
    }

    @Test func pagesAsTheServerGivesThem() async throws {
        let shelf = try Shelf(0..<5)
        var pages: [[Int]] = []
        for try await page in shelf.books(count: 2).pages() { pages.append(page.books.map(\.id)) }
        #expect(pages == [[0, 1], [2, 3], [4]])
        #expect(shelf.asked == ["count=2", "count=2&offset=2", "count=2&offset=4"])
    }

    @Test func fromWhereTheCallBegins() async throws {
        let shelf = try Shelf(0..<7)
        #expect(try await ids(shelf.books(offset: 5).items) == [5, 6])
        #expect(shelf.asked == ["offset=5&count=3"])
    }

    @Test func aLoopThatStopsAsksForNothingMore() async throws {
        let shelf = try Shelf(0..<100)
        for try await book in shelf.books().items where book.id == 4 { break }
        #expect(shelf.asked.count == 2)
        for try await page in shelf.books(count: 10).pages(prefetching: 2) {
            #expect(page.books.count == 10)
            break
        }
        // Each of these requests is sent after any request that the loop has left in flight.
        for _ in 0..<5 { _ = try await shelf.books(count: 1).caching(.networkOnly).send() }
        #expect(shelf.asked.count { $0.hasPrefix("count=10") } <= 3)
    }

    @Test func fetchesNoMoreThanToldAhead() async throws {
        let shelf = try Shelf(0..<100)
        var iterator = shelf.books(count: 10).pages(prefetching: 2).makeAsyncIterator()
        for page in 0..<8 {
            #expect(try await iterator.next()?.books.first?.id == page * 10)
            #expect(shelf.asked.count <= page + 3)
        }
        #expect(try await iterator.next()?.books.first?.id == 80)
        #expect(try await iterator.next()?.books.first?.id == 90)
        #expect(try await iterator.next() == nil)
        #expect(try await iterator.next() == nil)
        #expect(shelf.asked.count == 10)
    }

    #if !canImport(Darwin)  // Typed throws in sequences need macOS 15 or iOS 18, above the tests' target.
        /// The sequences throw `APIError`, so that a `catch` needs no cast and a function with typed throws may loop
        /// over them.
        @Test func throwsAPIErrorsByType() async throws {
            func count(_ items: Request<BookPage>.Items) async throws(APIError) -> Int {
                var count = 0
                for try await _ in items { count += 1 }
                return count
            }
            let shelf = try Shelf(0..<5)
            #expect(try await count(shelf.books().items) == 5)
            for ahead in [0, 2] {
                do throws(APIError) {
                    for try await _ in shelf.books(count: 1).caching(.cacheOnly).pages(prefetching: ahead) {}
                    Issue.record("nothing is kept of it")
                } catch {
                    #expect(error.code == .offline)
                }
            }
        }
    #endif

    @Test func cancelledWithItsTask() async throws {
        let shelf = try Shelf(0..<100)
        for ahead in [0, 2] {
            let task = Task {
                for try await book in shelf.books().items(prefetching: ahead) where book.id == 4 {
                    withUnsafeCurrentTask { $0?.cancel() }
                }
            }
            let error = await #expect(throws: APIError.self) { try await task.value }
            #expect(error?.code == .cancelled)
        }
    }

    @Test func anItemThatMovesIsNotRepeated() async throws {
        let shelf = try Shelf(0..<9)
        var books: [Int] = []
        for try await book in shelf.books().items {
            books.append(book.id)
            // Two books inserted at the front move two books that have already arrived to the next page.
            if book.id == 2 { shelf.change { $0.insert(contentsOf: [100, 101], at: 0) } }
        }
        #expect(books == Array(0..<9))
        // The pages themselves are passed on unchanged.
        let mutable = try Shelf(0..<6)
        var pages: [[Int]] = []
        for try await page in mutable.books().pages() {
            pages.append(page.books.map(\.id))
            if pages.count == 1 { mutable.change { $0.insert(100, at: 0) } }
        }
        #expect(pages == [[0, 1, 2], [2, 3, 4], [5]])
    }

    @Test func aSetThatShrinksOrGrowsEndsAllTheSame() async throws {
        let shrinking = try Shelf(0..<9)
        var books: [Int] = []
        for try await book in shrinking.books().items {
            books.append(book.id)
            if book.id == 5 { shrinking.change { $0.removeLast(4) } }
        }
        #expect(books == Array(0..<6))
        let growing = try Shelf(0..<4)
        books = []
        for try await book in growing.books().items {
            books.append(book.id)
            if book.id < 20 { growing.change { $0.append($0.count) } }
        }
        #expect(books == Array(0..<24))
    }

    @Test func whatTellsItemsApart() async throws {
        // IDs are unique for each owner only, and 0 is not an ID.
        let pages = [
            #"[{"id":1,"owner":1},{"id":0,"owner":1}]"#, #"[{"id":1,"owner":2},{"id":0,"owner":1},{"id":1,"owner":1}]"#,
            "[]",
        ]
        let server = try Pages(pages)
        let request: Request<[Book]> = server.call(.by(.number("page")))
        #expect(
            try await collect(request.items).map { [$0.id, $0.owner ?? 0] } == [[1, 1], [0, 1], [1, 2], [0, 1]])
        let moved = try Pages([
            #"[{"kind":"t3","data":{"id":"a"}},{"kind":"t3","data":{"id":"b"}}]"#,
            #"[{"kind":"t3","data":{"id":"b"}}]"#, "[]",
        ])
        let things: Request<[Thing]> = moved.call(.by(.number("page")))
        #expect(try await collect(things.items).map(\.id) == ["a", "b"])
        // Items that repeat on one page are kept, because the server means them. A number is its own identity.
        let counting = try Pages(["[1,1,2]", "[2,3,4]", "[]"])
        let numbers: Request<[Int]> = counting.call(.by(.number("page")))
        #expect(try await collect(numbers.items) == [1, 1, 2, 3, 4])
    }

    @Test(
        "A list ends after a short, empty or repeated page",
        arguments: [
            // A page is short if it is shorter than the schema's maximum or than the previous page.
            (["[1,2]", "[3]"], Paging.by(.offset("offset"), size: "count", most: 2), 2),
            (["[1,2]", "[3]"], .by(.offset("offset")), 2),
            (["[1,2]", "[]"], .by(.offset("offset"), size: "count", most: 2), 2),
            (["[1]", "[]"], .by(.number("page")), 2), (["[]"], .by(.number("page")), 1),
            (["[1]"], .by(.number("page"), size: "count", most: 5), 1),
            // The cursor is the ID of the last item, so the list ends with an empty page.
            ([#"[{"id":9},{"id":7}]"#, #"[{"id":5}]"#, "[]"], .by(.cursor("max")), 3),
            // A server that repeats the same page is asked only a few times.
            (["[1,2]", "[1,2]", "[1,2]", "[1,2]"], .by(.offset("offset"), size: "count", most: 2), 4),
            ([#"[{"id":9}]"#, #"[{"id":9}]"#], .by(.cursor("max")), 2),
            (["[{}]", "[{}]", "[{}]", "[{}]"], .by(.offset("offset")), 4),
        ])
    func ends(_ bodies: [String], _ paging: Paging, _ requests: Int) async throws {
        // After the last body, the server repeats it.
        let server = try Pages(bodies)
        let request: Request<[JSON]> = server.call(paging)
        let records: Request<[Book]> = server.call(paging)
        let isOfRecords = bodies[0].contains("id")
        if isOfRecords { for try await _ in records.pages() {} } else { for try await _ in request.pages() {} }
        #expect(server.count == requests)
    }

    @Test("Pages follow the cursors past an empty page until one is empty or was used before")
    func cursors() async throws {
        let server = try Pages([
            #"{"items":[1,2],"paging":{"next":"a/b"}}"#, #"{"items":[],"paging":{"next":"c"}}"#,
            #"{"items":[3],"paging":{"next":""}}"#,
        ])
        let request: Request<Feed> = server.call(.by(.cursor("from")))
        #expect(try await collect(request.items) == [1, 2, 3])
        #expect(server.asked == ["", "from=a%2Fb", "from=c"])
        // The third cursor repeats the first one.
        let circle = try Pages([
            #"{"items":[1],"paging":{"next":"a"}}"#, #"{"items":[2],"paging":{"next":"b"}}"#,
            #"{"items":[3],"paging":{"next":"a"}}"#,
        ])
        #expect(
            try await collect((circle.call(.by(.cursor("from"))) as Request<Feed>).items) == [
                1, 2, 3,
            ])
    }

    /// A flag for more pages ends the list even if the last page has a cursor, and continues it after a page of any
    /// length.
    @Test func aFlagSaysWhetherMoreFollow() async throws {
        func asked(_ kind: Paging.Kind, _ more: [JSON]) async throws -> [String] {
            let server = try Pages(
                more.enumerated().map { #"{"items":[\#($0)],"paging":{"next":"\#($0)","more":\#($1)}}"# })
            let request: Request<Feed> = server.call(.by(kind, size: "count", most: 5))
            #expect(try await collect(request.items) == Array(0..<more.count))
            return server.asked
        }
        #expect(
            try await asked(.cursor("from"), [true, true, false]) == [
                "count=5", "count=5&from=0", "count=5&from=1",
            ])
        #expect(
            try await asked(.offset("offset"), [true, true, false]) == [
                "count=5", "count=5&offset=1", "count=5&offset=2",
            ])
        #expect(try await asked(.number("page"), [false]) == ["count=5"])
        #expect(
            try await asked(.cursor("from"), [1, 1, 0]) == [
                "count=5", "count=5&from=0", "count=5&from=1",
            ])
        // A response without the flag continues as usual.
        let silent = try Pages(["[1,2]", "[3]"])
        let numbers: Request<[Int]> = silent.call(.by(.number("page")))
        #expect(try await collect(numbers.items) == [1, 2, 3] && silent.count == 2)
    }

    /// A cursor of 0 ends the list, as in Twitter's `next_cursor` and in Redis scans. Sent back, it would start again
    /// at the first page.
    @Test(arguments: ["0", #""0""#]) func zeroIsNoCursor(_ zero: String) async throws {
        let first = #"{"items":[1],"paging":{"next":7}}"#
        let server = try Pages([first, #"{"items":[2],"paging":{"next":\#(zero)}}"#, first, first])
        let request: Request<Feed> = server.call(.by(.cursor("from")))
        var pages: [[Int]] = []
        for try await page in request.pages() { pages.append(page._items) }
        #expect(pages == [[1], [2]] && server.asked == ["", "from=7"])
    }

    /// The cursor may be the ID of the last item, as in Stripe's `starting_after`.
    @Test func aCursorInTheLastItemOfAListInARecord() async throws {
        let server = try Pages([
            #"{"books":[{"id":1},{"id":2}],"total":3}"#, #"{"books":[{"id":3}],"total":3}"#, #"{"books":[],"total":3}"#,
        ])
        let request: Request<BookPage> = server.call(.by(.cursor("after")))
        #expect(try await ids(request.items) == [1, 2, 3])
        #expect(server.asked == ["", "after=2", "after=3"])
    }

    @Test func aTotalThatCountsThePageIsNone() async throws {
        let bodies =
            (0..<3).map { #"{"total":2,"books":[{"id":\#($0 * 2)},{"id":\#($0 * 2 + 1)}]}"# } + [
                #"{"total":0,"books":[]}"#
            ]
        let server = try Pages(bodies)
        let request: Request<BookPage> = server.call(
            .by(.offset("offset"), size: "count", most: 2))
        #expect(try await ids(request.items) == Array(0..<6))
    }

    @Test func eachPageIsCachedByItself() async throws {
        let shelf = try Shelf(0..<7)
        #expect(try await ids(shelf.books().items) == Array(0..<7))
        #expect(try await ids(shelf.books().items) == Array(0..<7))
        #expect(try await ids(shelf.books().offline().items) == Array(0..<7))
        #expect(shelf.asked.count == 3)
        // An offline loop fails at the first page that is not cached.
        _ = try await shelf.books(count: 2).send()
        var found: [Int] = []
        let error = await #expect(throws: APIError.self) {
            for try await book in shelf.books(count: 2).offline().items { found.append(book.id) }
        }
        #expect(error?.code == .offline && found == [0, 1])
    }

    @Test func anErrorEndsTheItemsWhereItStands() async throws {
        let server = try Pages(["[1,2]", "{", "[3]"])
        for ahead in [0, 2] {
            var iterator = (server.call(.by(.offset("offset"))) as Request<[Int]>).items(prefetching: ahead)
                .makeAsyncIterator()
            #expect(try await [iterator.next(), iterator.next()] == [1, 2])
            let error = await #expect(throws: APIError.self) { _ = try await iterator.next() }
            #expect(error?.code == .undecodable)
            server.restart()
        }
    }

    @Test func aMethodWithoutPagesSaysSo() async throws {
        let server = try Pages(["[1]"])
        let request = Request<[Int]>(Call(server.client, Method("users.get", reads: true)))
        let error = await #expect(throws: APIError.self) { for try await _ in request.items {} }
        #expect(error?.code == .invalidRequest && error?.method == "users.get")
        #expect(server.count == 0)
    }

    private func ids<Items: AsyncSequence>(_ items: Items) async throws -> [Int] where Items.Element == Book {
        try await collect(items).map(\.id)
    }
}

func collect<Items: AsyncSequence>(_ items: Items) async throws -> [Items.Element] {
    var all: [Items.Element] = []
    for try await item in items { all.append(item) }
    return all
}

/// Tests of pages by the `Link` header field.
@Suite struct LinkTests {
    @Test func itemsByLinks() async throws {
        let server = try LoopbackServer { request in
            switch request.target {
            case "/repos/issues?state=open&access_token=t%2F1":
                .http(
                    200,
                    [
                        #"Link: </repositories/1?page=2&access_token=t%2F1>; rel="next", <?page=9>; rel=last"#,
                        "Cache-Control: max-age=9",
                    ], "[1,2]"
                )
            case "/repositories/1?page=2&access_token=t%2F1":
                .http(200, ["Link: <?page=1>; rel=prev", "Link: <?page=3>; rel=\"last next\""], "[3]")
            case "/repositories/1?page=3&access_token=t%2F1": .http(200, ["Link: <?page=3>; rel=next"], "[4]")
            default: .http(404)
            }
        }
        let folder = FileManager.default.temporaryDirectory.appending(path: "links-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        for configuration in [
            Client.Configuration(baseURL: server.baseURL),
            Client.Configuration(baseURL: server.baseURL, cache: DiskStore(folder: folder)),
        ] {
            let before = server.received.count
            let api = plainAPI { $0.authorization = .parameter("access_token") }
            let client = Client(api, account: Account(id: 1, token: Token("t/1")), configuration: configuration)
            var call = Call(
                client,
                Method("issues", .get, "repos/issues", parameters: .query, reads: true, cache: 3600, pages: .by(.link)))
            call.add("state", "open")
            let request = Request<[Int]>(call)
            #expect(try await collect(request.items) == [1, 2, 3, 4])
            #expect(server.received.count == before + 3)
            // The first response contains the token and is not cached. The others are cached with their links. The last
            // link led back to its own page.
            #expect(try await collect(request.items) == [1, 2, 3, 4])
            #expect(server.received.count == before + 4)
        }
    }

    /// The body may contain the next address, as in Spotify's `next`, JSON:API's `links.next` and Microsoft's
    /// `@odata.nextLink`.
    @Test func addressesInTheAnswer() async throws {
        let port = Locked("")
        let server = try LoopbackServer { request in
            let next =
                switch request.target {
                case "/v1/tracks?market=CH&limit=50":
                    "\"\(port.withLock { $0 })/v1/tracks?market=CH&limit=50&offset=50\""
                case "/v1/tracks?market=CH&limit=50&offset=50": #""?offset=100""#
                case "/v1/tracks?offset=100": #""""#
                default: "9"
                }
            return .http(200, [], #"{"items":[\#(request.target.utf8.count)],"paging":{"next":\#(next)}}"#)
        }
        port.withLock { $0 = server.baseURL }
        let client = Client(
            plainAPI(), account: Account(id: 1, token: Token("t")),
            configuration: .init(baseURL: server.baseURL + "/v1"))
        let pages = Paging.by(.address, size: "limit", most: 50)
        var call = Call(client, Method("tracks", .get, "tracks", reads: true, pages: pages))
        call.add("market", "CH")
        #expect(try await collect(Request<Feed>(call).items) == [29, 39, 21])
        #expect(server.received.count == 3)
        let circle = Call(client, Method("x", .get, "x", reads: true, pages: .by(.address)))
        #expect(try await collect(Request<Feed>(circle).items) == [5])
    }

    /// The first request asks for pages as long as the schema allows. After that the links decide.
    @Test func theLengthOfLinkedPages() async throws {
        let server = try LoopbackServer { request in
            .http(
                200, request.target == "/m?per_page=100" ? ["Link: <?page=2>; rel=next"] : [],
                request.target == "/m?page=2" ? "[2]" : "[1]")
        }
        let client = Client(plainAPI(), configuration: .init(baseURL: server.baseURL))
        let call = Call(client, Method("m", .get, pages: .by(.link, size: "per_page", most: 100)))
        #expect(try await collect(Request<[Int]>(call).items) == [1, 2])
    }

    @Test func aLinkToAnotherServerIsNotFollowed() async throws {
        let other = try LoopbackServer("[9]")
        let server = try LoopbackServer { _ in .http(200, ["Link: <\(other.baseURL)/x>; rel=next"], "[1]") }
        let client = Client(
            plainAPI(), account: Account(id: 1, token: Token("secret")), configuration: .init(baseURL: server.baseURL))
        var iterator = Request<[Int]>(Call(client, Method("m", .get, pages: .by(.link)))).items.makeAsyncIterator()
        #expect(try await iterator.next() == 1)
        let error = await #expect(throws: APIError.self) { _ = try await iterator.next() }
        #expect(error?.code == .invalidRequest && other.received.isEmpty)
    }

    @Test(
        "Only a well-formed link with `next` in its first `rel`, and no anchor, names the next page",
        arguments: [
            (#"<a>; rel=next"#, "a"), (#"<a>;rel="next""#, "a"), (#"<a> ; REL = "prev NEXT""#, "a"),
            (#"<a>; rel=prev, <b,c;d>; title="x, <y>; rel=next"; rel=next"#, "b,c;d"),
            (#"<a>; rel=prev; rel=next"#, nil), (#"<a>; anchor="/other"; rel=next"#, nil),
            (#"<a>; title="\"; rel=next"#, nil), ("", nil), ("<a", nil),
            ("a; rel=next", nil),
            (#"<a>; rel=nextish"#, nil), (#", ,<a>; crossorigin; rel=next,"#, "a"), (#"<>; rel=next"#, ""),
        ])
    func fields(_ text: String, _ target: String?) { #expect(LinkHeader.next(in: text) == target) }
}

/// A server with a list of books, paged by the form parameters `offset` and `count`.
private final class Shelf: Sendable {
    private let books: Locked<[Int]>
    private let server: LoopbackServer
    private let client: Client
    /// The form of each request, in the order of their arrival.
    var asked: [String] { server.received.map(\.body) }

    init(_ range: Range<Int>) throws {
        let books = Locked(Array(range))
        self.books = books
        server = try LoopbackServer { request in
            let parameters = Dictionary(
                uniqueKeysWithValues: request.body.split(separator: "&").map {
                    ($0.prefix { $0 != "=" }, Int($0.drop { $0 != "=" }.dropFirst()))
                })
            let all = books.withLock { $0 }
            let page = all.dropFirst((parameters["offset"] ?? 0) ?? 0).prefix((parameters["count"] ?? 20) ?? 20)
            return .http(
                200, [], #"{"total":\#(all.count),"books":[\#(page.map { #"{"id":\#($0)}"# }.joined(separator: ","))]}"#
            )
        }
        client = Client(plainAPI(), configuration: Client.Configuration(baseURL: server.baseURL))
    }

    func change(_ body: (inout [Int]) -> Void) { books.withLock { body(&$0) } }

    func books(offset: Int? = nil, count: Int? = nil) -> Request<BookPage> {
        var call = Call(
            client,
            Method(
                "books", reads: true, cache: 3600,
                pages: .by(.offset("offset"), size: "count", most: 3)))
        call.add("offset", offset)
        call.add("count", count)
        return Request(call)
    }
}

/// A server that responds with one body after the other and then repeats the last one.
private final class Pages: Sendable {
    private let bodies: [String]
    private let turn = Locked(0)
    private let server: LoopbackServer
    let client: Client
    var count: Int { server.received.count }
    var asked: [String] { server.received.map(\.body) }

    init(_ bodies: [String]) throws {
        self.bodies = bodies
        let turn = turn
        server = try LoopbackServer { _ in
            .http(
                200, [],
                turn.withLock { turn in
                    defer { turn += 1 }
                    return bodies[min(turn, bodies.count - 1)]
                })
        }
        client = Client(plainAPI(), configuration: Client.Configuration(baseURL: server.baseURL))
    }

    func restart() { turn.withLock { $0 = 0 } }
    func call<Value>(_ paging: Paging) -> Request<Value> { Request(Call(client, Method("m", pages: paging))) }
}

/// A page and an item in the form that the generator prints.
nonisolated private struct BookPage: APIEngine.Model, APIEngine.Page {
    private(set) var total: Int?
    private(set) var books: [Book]

    init(_: APIEngine.Blank) { books = [] }
    static let _fields = APIEngine.FieldTable("total,!books")
    mutating func _field(_ index: Int, _ cursor: inout APIEngine.FieldCursor) {
        switch index {
        case 0: cursor.intIfPresent(&total)
        case 1: cursor.array(&books)
        default: break
        }
    }
    var _items: [Book] { books }
    var _total: ArgumentValue? { total?._argument }
    var _next: ArgumentValue? { books.last?.id._argument }
}

nonisolated private struct Book: APIEngine.Model, APIEngine.PageItem {
    private(set) var id: Int
    private(set) var owner: Int?

    init(_: APIEngine.Blank) { id = 0 }
    static let _fields = APIEngine.FieldTable("!id,owner")
    mutating func _field(_ index: Int, _ cursor: inout APIEngine.FieldCursor) {
        switch index {
        case 0: cursor.int(&id)
        case 1: cursor.intIfPresent(&owner)
        default: break
        }
    }
    var _identity: [ArgumentValue?] { [owner?._argument, id._argument] }
    var _cursor: ArgumentValue? { id._argument }
}

/// An item wrapped in the way of Reddit's lists.
nonisolated private struct Thing: APIEngine.Model, APIEngine.PageItem {
    private(set) var kind: String?
    private(set) var id: String?

    init(_: APIEngine.Blank) {}
    static let _fields = APIEngine.FieldTable("kind,data/id")
    mutating func _field(_ index: Int, _ cursor: inout APIEngine.FieldCursor) {
        switch index {
        case 0: cursor.stringIfPresent(&kind)
        case 1: cursor.stringIfPresent(&id)
        default: break
        }
    }
    var _identity: [ArgumentValue?] { [id?._argument] }
}

nonisolated private struct Feed: APIEngine.Model, APIEngine.Page {
    private(set) var items: [Int]?
    private(set) var paging: JSON?

    init(_: APIEngine.Blank) {}
    static let _fields = APIEngine.FieldTable("items,paging")
    mutating func _field(_ index: Int, _ cursor: inout APIEngine.FieldCursor) {
        switch index {
        case 0: cursor.arrayIfPresent(&items)
        case 1: cursor.valueIfPresent(&paging)
        default: break
        }
    }
    var _items: [Int] { items ?? [] }
    var _more: ArgumentValue? { paging?["more"]?._argument }
    var _next: ArgumentValue? { paging?["next"]?._argument }
}
