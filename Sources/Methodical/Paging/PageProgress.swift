import struct Foundation.URL
import struct Foundation.URLComponents

/// The progress of a walk through pages: the place that it has reached, and the call of the next page.
struct PageProgress<Value: APIPage>: Sendable {
    /// The call of the next page, or `nil` if there is none.
    var next: Result<Call, APIError>?
    private var call: Call
    private let kind: Paging.Kind
    private let total: String?
    private let more: String?
    private let style: ParameterStyle
    private let identity: ItemIdentity<Value._Item>?
    /// The offset or the number of the page, as the server counts.
    private var position = 0
    /// The number of items on the pages so far, and of those before the first page.
    private var passed = 0
    /// The length of a page that another one follows, as far as it is known.
    private var fullLength: Int?
    /// The number of pages in a row without new items.
    private var idlePages = 0
    /// The identities of the items so far.
    private var seen: Set<String> = []
    /// The hash values of the pages so far, if items have no identity.
    private var pages: Set<Int> = []
    /// The cursors and addresses so far. One that comes again would lead in a circle.
    private var cursors: Set<String> = []

    /// Creates the progress of a walk that begins with `call`. Throws `.invalidRequest` if the method has no pages.
    init(_ call: Call) throws(APIError) {
        guard case .by(let kind, let size, let most, let total, let more, let keys, let style)? = call.method.pages
        else {
            throw APIError(
                APIError.Contents(
                    code: .invalidRequest, message: "the schema does not say how its pages follow each other",
                    method: call.method.name))
        }
        (self.call, self.kind, self.total, self.more, self.style) = (call, kind, total, more, style)
        identity = ItemIdentity(keys)
        let asked = size.flatMap(call.integer)
        if let size, let most, asked == nil { self.call.set(size, .integer(most), []) }
        fullLength = most.map { min($0, asked ?? $0) }
        switch kind {
        case .offset(let parameter, let first):
            position = call.integer(parameter) ?? first
            passed = position &- first
        case .number(let parameter, let first):
            position = call.integer(parameter) ?? first
            passed = (position &- first) &* (asked ?? fullLength ?? 0)
        case .cursor, .link, .address: break
        }
        next = .success(self.call)
    }

    /// Continues after a page and returns its items without those of earlier pages.
    mutating func take(_ response: Response<Value>) -> [Value._Item] {
        let items = response.value._items
        var fresh = items
        if let identity {
            let ids = items.map { identity($0) }
            fresh = zip(items, ids).compactMap { item, id in id.map(seen.contains) == true ? nil : item }
            seen.formUnion(ids.compactMap(\.self))
        }
        let isNew = !fresh.isEmpty && (identity != nil || pages.insert(items.hashValue).inserted)
        idlePages = isNew ? 0 : idlePages + 1
        next = nextCall(response, items)
        return fresh
    }

    /// Returns the call of the page after this one, or `nil` if this is the last page.
    private mutating func nextCall(_ response: Response<Value>, _ items: [Value._Item]) -> Result<Call, APIError>? {
        let isToldMore = more.flatMap { member($0, of: response.value) }.flatMap { flag in
            flag.boolValue ?? flag.doubleValue.map { $0 != 0 }
        }
        if isToldMore == false { return nil }
        switch kind {
        case .offset(let parameter, _), .number(let parameter, _):
            guard idlePages < 3, isToldMore == true && !items.isEmpty || hasNextPage(response.value, items.count) else {
                return nil
            }
            if case .offset = kind { position &+= items.count } else { position &+= 1 }
            call.set(parameter, .integer(position), style)
        case .cursor(let parameter, let key):
            let value =
                Value.self is any APIModel.Type
                ? member(key, of: response.value) : items.last.flatMap { member(key, of: $0) }
            // Many servers end with the cursor 0. It counts as a cursor only if a flag says that more follows.
            let ends: [JSON] = [.null, "", false] + (isToldMore == true ? [] : [0, "0"])
            guard idlePages < 20, let value, !ends.contains(value), cursors.insert(value.description).inserted else {
                return nil
            }
            call.set(parameter, value._argument, style)
        case .link, .address:
            var target = response.headers.link.flatMap(LinkHeader.next)
            if case .address(let key) = kind { target = member(key, of: response.value)?.stringValue }
            guard idlePages < 20, let target, !target.isEmpty else { return nil }
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

    /// Counts the items of a page and returns `true` if another page follows.
    ///
    /// The total decides. Without one, a page follows unless this one is shorter than those before.
    private mutating func hasNextPage(_ page: Value, _ length: Int) -> Bool {
        guard length > 0 else { return false }
        let isFirst = passed == 0
        passed &+= length
        let number = total.flatMap { member($0, of: page) }
        // Some servers give the number of items on the page as the total. That shows if the total is below the number
        // so far, or if the first page is full.
        if let total = number?.intValue ?? number?.stringValue.flatMap({ Int($0) }), total >= passed {
            return total > passed || isFirst && length == fullLength
        }
        defer { fullLength = max(fullLength ?? 0, length) }
        return fullLength.map { length >= $0 } ?? true
    }
}

/// The identity of an item as text: a number or a string itself, a record by some of its keys.
struct ItemIdentity<Item: APIValue>: Sendable {
    private let text: @Sendable (borrowing Item) -> String?

    /// Creates the identity by these keys, or returns `nil` if the items have none.
    init?(_ keys: [String]) {
        if Item.self == Int.self || Item.self == String.self {
            text = { "\(copy $0)" }
        } else if let model = Item.self as? any APIModel.Type, let text = Self.text(model, keys) {
            self.text = text
        } else {
            return nil
        }
    }

    /// Returns the identity of an item, or `nil` if it has none. Some servers write 0 in place of a missing one.
    func callAsFunction(_ item: Item) -> String? { text(item) }

    /// Returns a function that writes the fields under the keys, or `nil` if the record lacks one of them.
    private static func text<Model: APIModel>(
        _: Model.Type, _ keys: [String]
    ) -> (@Sendable (borrowing Item) -> String?)? {
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

/// Returns the value under a key of a record, or under a path of keys such as `paging.next`.
private func member<Value>(_ path: String, of value: Value) -> JSON? { (value as? any APIModel)?.member(path) }

extension APIModel {
    /// Returns the value under a key, or under a path of keys with dots between them.
    ///
    /// The path may lead beyond the fields that the record declares, into a field of any JSON.
    func member(_ path: String) -> JSON? {
        var keys = path.split(separator: ".")[...]
        var rest: [Substring] = []
        var entry = Self._fields.entry([path[...]])
        while entry == nil, !keys.isEmpty {
            entry = Self._fields.entry(keys)
            if entry == nil { rest.insert(keys.removeLast(), at: 0) }
        }
        guard let entry, let text = text(of: entry) else { return nil }
        // In a list the path continues in the last element, because the next page begins after it.
        return rest.reduce(JSON(text)) { ($0?.arrayValue?.last ?? $0)?[String($1)] }
    }

    /// Returns the JSON text of one field without writing the others.
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
        // The text begins with the brace, the key in its quotes, and the colon.
        let key = Int(Self._fields.storage.pointee.entries[entry].length) + 1
        return writer.count > key
            ? String(decoding: UnsafeBufferPointer(start: writer.base + key, count: writer.count - key), as: UTF8.self)
            : nil
    }
}

extension FieldTable {
    /// The last key of each field and the field's index.
    package var fieldNames: [(name: String, index: Int)] {
        storage.pointee.keys.indices.compactMap { entry in
            let index = Int(storage.pointee.entries[entry].field)
            return index < 0 ? nil : (storage.pointee.keys[entry].stringValue, index)
        }
    }

    /// Returns the index of the field under a path of keys.
    ///
    /// `isRequired` tells whether the schema requires the field, even if reading tolerates its absence.
    package func field(_ path: [String]) -> (index: Int, isRequired: Bool)? {
        entry(path.map { $0[...] }[...]).map {
            (Int(storage.pointee.entries[$0].field), storage.pointee.entries[$0].required >= 0)
        }
    }

    /// Returns the entry of the field under a path of keys.
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
    /// Returns the integer value of an argument, or `nil` if it has none.
    fileprivate func integer(_ name: String) -> Int? {
        parameters.first { $0.name == name }?.value.text(flags: .words).flatMap { Int($0) }
    }

    /// Returns the address that a link in the call's response leads to, without the token.
    ///
    /// Throws `.invalidRequest` if the link leads to another server, because the request carries the account's token.
    fileprivate func resolve(_ target: String) throws(APIError) -> URL {
        let base = try RequestBuilder(self).url()
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
