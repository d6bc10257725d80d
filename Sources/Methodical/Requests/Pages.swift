import struct Foundation.URL
import struct Foundation.URLComponents

/// An answer that is one page of many: a list, or a record in which one lies.
public protocol APIPage: APIValue {
    associatedtype _Item: APIValue
    var _items: [_Item] { get }
}

extension Array: APIPage where Element: APIValue {
    public var _items: [Element] { self }
}

/// How a method goes on from one answer to the next, by wire names of its parameters and of its result's keys.
public indirect enum Paging: Hashable, Sendable {
    /// - Parameters:
    ///   - size: the parameter with the number of items, and the most that it takes.
    ///   - total: the result's key with the number of all items.
    ///   - more: the result's key with a flag that says whether more follow.
    ///   - identity: the keys that together tell an item from all others.
    ///   - style: how the parameter that says where a page begins departs from its method.
    case by(
        Kind, size: String? = nil, most: Int? = nil, total: String? = nil, more: String? = nil, identity: [String] = [],
        style: ParameterStyle = [])

    public enum Kind: Hashable, Sendable {
        /// A parameter counts the items in front of the page.
        case offset(String, first: Int = 0)
        case number(String, first: Int = 1)
        /// A parameter takes what stands under keys of the last page, with dots between them; in a list, of its last item.
        case cursor(String, next: String)
        /// The header field `Link` (RFC 8288) leads to the next page.
        case link
        /// As a link, what stands under keys of the last page.
        case address(String)
    }
}

extension Request where Value: APIPage {
    /// All items, from the page that the arguments name: each page is a call of its own, cached as such, and sent when the loop comes to it.
    ///
    /// A page is as long as the call asks, or else as the schema allows. An item whose id came with an earlier page is left out: it has moved
    /// meanwhile. The items end where the total is reached or, if the server gives none, with an empty page or one shorter than those before; where no
    /// cursor or link leads on, or a flag says so; where pages bring nothing new (three in a row, or 20 by cursor or link). A method whose schema
    /// says nothing of pages fails with `.invalidRequest`.
    public var items: ItemSequence<Value> { items(prefetching: 0) }

    /// As `items`, with up to so many pages fetched before the loop comes to them.
    public func items(prefetching ahead: Int) -> ItemSequence<Value> { ItemSequence(pages: pages(prefetching: ahead)) }

    /// The pages as the server gave them, each when the loop comes to it; `items` says how they are asked for and where they end.
    ///
    /// - Parameter ahead: how many pages to fetch, one after the other, before the loop comes to them. What is under way when the loop is left is given up.
    public func pages(prefetching ahead: Int = 0) -> PageSequence<Value> { PageSequence(call: call, ahead: ahead) }
}

extension Request {
    @available(
        *, unavailable,
        message:
            "the schema names no list in pages: give the method \"pages\", as {\"offset\": \"skip\", \"size\": \"limit\", \"items\": \"books\"}"
    )
    public var items: ItemSequence<[Value]> { ItemSequence(pages: PageSequence(call: call, ahead: 0)) }
}

/// Pages of a call, one after the other.
public struct PageSequence<Value: APIPage>: AsyncSequence, Sendable {
    public typealias Element = Value
    public typealias Failure = APIError
    let call: Call
    let ahead: Int

    public func makeAsyncIterator() -> Iterator { Iterator(reader: PageReader(PageWalk(call), ahead: ahead)) }

    public struct Iterator: AsyncIteratorProtocol {
        let reader: PageReader<Value>

        public mutating func next() async throws(APIError) -> Value? { try await reader.next()?.page }
    }
}

/// Items of a call's pages.
public struct ItemSequence<Value: APIPage>: AsyncSequence, Sendable {
    public typealias Element = Value._Item
    public typealias Failure = APIError
    let pages: PageSequence<Value>

    public func makeAsyncIterator() -> Iterator { Iterator(reader: pages.makeAsyncIterator().reader) }

    public struct Iterator: AsyncIteratorProtocol {
        let reader: PageReader<Value>
        private var items: ArraySlice<Value._Item> = []

        init(reader: PageReader<Value>) { self.reader = reader }

        public mutating func next() async throws(APIError) -> Value._Item? {
            while items.isEmpty {
                guard let turn = try await reader.next() else { return nil }
                items = turn.items[...]
            }
            return items.removeFirst()
        }
    }
}

/// Fetches pages ahead of a loop, and gives up what is under way when the loop lets go of it.
final class PageReader<Value: APIPage> {
    private let walk: PageWalk<Value>
    private let ahead: Int
    private var turns: [Task<Result<PageWalk<Value>.Turn?, APIError>, Never>] = []

    init(_ walk: PageWalk<Value>, ahead: Int) { (self.walk, self.ahead) = (walk, ahead) }

    deinit { for turn in turns { turn.cancel() } }

    func next() async throws(APIError) -> PageWalk<Value>.Turn? {
        if ahead <= 0 { return try await walk.turn() }
        while turns.count <= ahead {
            turns.append(
                Task { [walk, last = turns.last] in
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

/// Fetches one page after the other. Turns are asked for one at a time.
actor PageWalk<Value: APIPage> {
    typealias Turn = (page: Value, items: [Value._Item])
    private let call: Call
    private var progress: PageProgress<Value>?

    init(_ call: Call) { self.call = call }

    /// Nil behind the last page, and behind an error.
    func turn() async throws(APIError) -> Turn? {
        if progress == nil { progress = try PageProgress(call) }
        guard let next = progress?.next else { return nil }
        progress?.next = nil
        let response = try await Request<Value>(next.get()).response()
        return (response.value, progress?.take(response) ?? [])
    }
}

/// Where a walk through pages stands.
struct PageProgress<Value: APIPage>: Sendable {
    /// The call of the next page; nil if there is none.
    var next: Result<Call, APIError>?
    private var call: Call
    private let kind: Paging.Kind
    private let total: String?
    private let more: String?
    private let style: ParameterStyle
    private let identity: ItemIdentity<Value._Item>?
    /// Where the page begins, in the server's own counting.
    private var position = 0
    /// How many items have been passed.
    private var passed = 0
    /// The length that a page has if another follows, as far as it is known.
    private var full: Int?
    private var barren = 0
    /// The identities of items, or what stands for a page where items have none.
    private var seen: Set<String> = []
    private var pages: Set<Int> = []
    private var cursors: Set<String> = []

    init(_ call: Call) throws(APIError) {
        guard case .by(let kind, let size, let most, let total, let more, let keys, let style)? = call.method.pages
        else {
            throw APIError(
                APIError.Contents(
                    code: .invalidRequest, message: "the schema does not say how its pages follow each other",
                    method: call.method.name)
            )
        }
        (self.call, self.kind, self.total, self.more, self.style) = (call, kind, total, more, style)
        identity = ItemIdentity(keys)
        let asked = size.flatMap(call.integer)
        if let size, let most, asked == nil { self.call.set(size, .integer(most), []) }
        full = most.map { min($0, asked ?? $0) }
        switch kind {
        case .offset(let parameter, let first):
            position = call.integer(parameter) ?? first
            passed = position &- first
        case .number(let parameter, let first):
            position = call.integer(parameter) ?? first
            passed = (position &- first) &* (asked ?? full ?? 0)
        case .cursor, .link, .address: break
        }
        next = .success(self.call)
    }

    /// Goes on behind a page, and returns those of its items that no earlier page had.
    mutating func take(_ response: Response<Value>) -> [Value._Item] {
        let items = response.value._items
        var fresh = items
        if let identity {
            let ids = items.map { identity($0) }
            fresh = zip(items, ids).compactMap { item, id in id.map(seen.contains) == true ? nil : item }
            seen.formUnion(ids.compactMap(\.self))
        }
        let isNew = !fresh.isEmpty && (identity != nil || pages.insert(items.hashValue).inserted)
        barren = isNew ? 0 : barren + 1
        next = following(response, items)
        return fresh
    }

    private mutating func following(_ response: Response<Value>, _ items: [Value._Item]) -> Result<Call, APIError>? {
        let isToldMore = more.flatMap { member($0, of: response.value) }.flatMap { flag in
            flag.boolValue ?? flag.doubleValue.map { $0 != 0 }
        }
        if isToldMore == false { return nil }
        switch kind {
        case .offset(let parameter, _), .number(let parameter, _):
            guard barren < 3, isToldMore == true && !items.isEmpty || goesOn(response.value, items.count) else {
                return nil
            }
            if case .offset = kind { position &+= items.count } else { position &+= 1 }
            call.set(parameter, .integer(position), style)
        case .cursor(let parameter, let key):
            let value =
                Value.self is any APIModel.Type
                ? member(key, of: response.value) : items.last.flatMap { member(key, of: $0) }
            let ends: [JSON] = [.null, "", false] + (isToldMore == true ? [] : [0, "0"])
            guard barren < 20, let value, !ends.contains(value), cursors.insert(value.description).inserted else {
                return nil
            }
            call.set(parameter, value._argument, style)
        case .link, .address:
            var target = response.headers.link.flatMap(LinkHeader.next)
            if case .address(let key) = kind { target = member(key, of: response.value)?.stringValue }
            guard barren < 20, let target, !target.isEmpty else { return nil }
            do throws(APIError) {
                let address = try call.resolve(target)
                guard cursors.insert(address.absoluteString).inserted else { return nil }
                call.settings.address = address
            } catch {
                return .failure(error)
            }
        }
        return .success(call)
    }

    private mutating func goesOn(_ page: Value, _ length: Int) -> Bool {
        guard length > 0 else { return false }
        let isFirst = passed == 0
        passed &+= length
        let number = total.flatMap { member($0, of: page) }
        // A total below what has come is none: servers that count the page have such.
        if let total = number?.intValue ?? number?.stringValue.flatMap({ Int($0) }), total >= passed {
            return total > passed || isFirst && length == full
        }
        defer { full = max(full ?? 0, length) }
        return full.map { length >= $0 } ?? true
    }
}

/// What tells an item from all others, as text: numbers and strings themselves, records by their keys.
struct ItemIdentity<Item: APIValue>: Sendable {
    private let text: @Sendable (borrowing Item) -> String?

    init?(_ keys: [String]) {
        if Item.self == Int.self || Item.self == String.self {
            text = { "\(copy $0)" }
        } else if let model = Item.self as? any APIModel.Type, let text = Self.text(model, keys) {
            self.text = text
        } else {
            return nil
        }
    }

    /// Nil if the item has none: some servers say 0 where they know none.
    func callAsFunction(_ item: Item) -> String? { text(item) }

    private static func text<Model: APIModel>(_: Model.Type, _ keys: [String]) -> (
        @Sendable (borrowing Item) -> String?
    )? {
        let entries = keys.compactMap { Model._fields.entry($0.split(separator: ".")[...]) }
        guard entries.count == keys.count, let last = entries.last else { return nil }
        return { item in
            guard let model = item as? Model, let id = model.text(of: last), !["0", "null", "\"\""].contains(id) else {
                return nil
            }
            return entries.count == 1 ? id : entries.map { model.text(of: $0) ?? "" }.joined(separator: ",")
        }
    }
}

/// What stands under a key of a record, or of an object in it (`paging.next`).
private func member<Value>(_ path: String, of value: Value) -> JSON? { (value as? any APIModel)?.member(path) }

extension APIModel {
    func member(_ path: String) -> JSON? {
        var keys = path.split(separator: ".")[...]
        var rest: [Substring] = []
        var entry = Self._fields.entry([path[...]])
        while entry == nil, !keys.isEmpty {
            entry = Self._fields.entry(keys)
            if entry == nil { rest.insert(keys.removeLast(), at: 0) }
        }
        guard let entry, let text = text(of: entry) else { return nil }
        // Of a list the last element, behind which the next page begins.
        return rest.reduce(JSON(text)) { ($0?.arrayValue?.last ?? $0)?[String($1)] }
    }

    /// The JSON text of one field, written without the others.
    fileprivate func text(of entry: Int) -> String? {
        var writer = JSONWriter(capacity: 64)
        withUnsafeMutablePointer(to: &writer) { writer in
            writer.pointee.byte(UInt8(ascii: "{"))
            var cursor = FieldCursor(.writing(writer), Self._fields)
            cursor.entry = entry
            withUnsafePointer(to: self) {
                UnsafeMutablePointer(mutating: $0).pointee._field(
                    Int(Self._fields.storage.pointee.entries[entry].field), &cursor)
            }
        }
        // Behind the brace, the key in its quotes and the colon.
        let key = Int(Self._fields.storage.pointee.entries[entry].length) + 1
        return writer.count > key
            ? String(decoding: UnsafeBufferPointer(start: writer.base + key, count: writer.count - key), as: UTF8.self)
            : nil
    }
}

extension FieldTable {
    /// The index of the field that keys lead to, and whether the schema requires it, trusted or not.
    package func field(_ path: [String]) -> (index: Int, isRequired: Bool)? {
        entry(path.map { $0[...] }[...]).map {
            (Int(storage.pointee.entries[$0].field), storage.pointee.entries[$0].required >= 0)
        }
    }

    /// The entry of the field that keys lead to.
    fileprivate func entry(_ path: ArraySlice<Substring>) -> Int? {
        var node = 0
        for (place, key) in path.enumerated() {
            let range = Int(storage.pointee.nodes[node].first)..<Int(storage.pointee.nodes[node].end)
            guard let entry = range.first(where: { storage.pointee.keys[$0].stringValue == key }) else { return nil }
            if place == path.count - 1 { return storage.pointee.entries[entry].field < 0 ? nil : entry }
            node = Int(storage.pointee.entries[entry].node)
            if node < 0 { return nil }
        }
        return nil
    }
}

extension Call {
    fileprivate func integer(_ name: String) -> Int? {
        parameters.first { $0.name == name }?.value.text(flags: .words).flatMap { Int($0) }
    }

    /// Where a link in the call's answer leads. The token goes nowhere but to the API's own server, and stays out of the address.
    fileprivate func resolve(_ target: String) throws(APIError) -> URL {
        let base = try Outgoing(self).url()
        guard let url = URL(string: target, relativeTo: base),
            var parts = URLComponents(url: url.absoluteURL, resolvingAgainstBaseURL: true),
            let address = parts.url, address.scheme == base.scheme, address.host() == base.host(),
            address.port == base.port
        else { throw .invalidRequest("the link to the next page leads to another server") }
        guard case .parameter(let name) = client.api.authorization else { return address }
        parts.percentEncodedQuery = parts.percentEncodedQuery?.split(separator: "&").filter {
            !$0.hasPrefix(name + "=")
        }.joined(separator: "&")
        return parts.url ?? address
    }
}
