import MethodicalGenerator

import enum Methodical.JSON

/// One page of a list. All pages of a call show parts of the same list.
struct Page {
    let pages: Pages
    let method: MethodicalGenerator.Method
    let variant: Variant
    let list: (element: TypeUse, path: [String])
    let call: MockCall
    /// The seed that all pages of the list share.
    let seed: UInt64
    /// The number of elements of a full page. It may be 0.
    let size: Int
    let numbers: ElementNumbers
    /// The index of the page's first element.
    let start: Int
    /// The index after the page's last element.
    let end: Int
    /// The number of elements of the whole list.
    let count: Int

    init(
        _ pages: Pages,
        of method: MethodicalGenerator.Method,
        variant: Variant,
        list: (element: TypeUse, path: [String]),
        call: MockCall,
        invention: Invention
    ) {
        self.pages = pages
        self.method = method
        self.variant = variant
        self.list = list
        self.call = call
        var pagingParameters = [pages.size, pages.kind.parameter].compactMap(\.self)
        if case .cursor(let next) = pages.kind {
            pagingParameters += next.parameters
        }
        // A method without pages of its own continues another one. All pages of a list that they share look alike.
        let continuation =
            method.pages == nil
            ? method.name
            : method.continuation
        if let continuation {
            seed = invention.seed(continuedBy: continuation)
        } else {
            seed = invention.seed(
                of: method,
                for: call,
                besides: Set(pagingParameters))
        }
        count = invention.items
        size = Self.size(
            for: pages,
            of: method,
            arguments: call.arguments)
        numbers = ElementNumbers(
            seed: seed,
            count: count,
            order: pages.kind.isCursor ? .newestFirst : .oldestFirst)
        let argument = call.arguments[pages.kind.parameter].flatMap { Int($0) }
        let isElement = Self.itemKey(of: pages, in: list) != nil
        let position = pages.kind.position(from: argument.map(Self.limited), isElement: isElement)
        let first: Int
        switch position {
        case .beginning:
            first = 0
        case .index(let index):
            first = index
        case .page(let page):
            first = page &* size
        case .after(let number):
            first = numbers.index(after: number)
        }
        start = min(max(first, 0), count)
        end = start + min(size, count - start)
    }

    /// The number of elements of a page if neither the call nor the schema states one.
    private static let usualSize = 20

    /// Returns an argument within limits that keep the arithmetic with it from overflowing. They are far beyond the end
    /// of any list.
    private static func limited(_ argument: Int) -> Int {
        min(max(argument, -1 << 32), 1 << 32)
    }

    /// Returns the number of elements that a call asks for, or else the parameter's default or `usualSize`, but at most
    /// as many as the schema permits. A call that asks for 0 elements gets an empty page, and no other follows it.
    private static func size(
        for pages: Pages,
        of method: MethodicalGenerator.Method,
        arguments: [String: String]
    ) -> Int {
        var size = usualSize
        if let name = pages.size {
            let parameter = method.parameters.first { $0.name == name }
            size =
                arguments[name].flatMap { Int($0) }
                ?? parameter?.defaultText.flatMap { Int($0) }
                ?? usualSize
        }
        // A product of the largest size and a limited argument does not overflow.
        let largest = min(pages.most ?? .max, 1 << 30)
        return min(max(size, 0), largest)
    }

    /// The key of the cursor in the last element, or `nil` if the cursor is elsewhere.
    var itemKey: String? { Self.itemKey(of: pages, in: list) }

    private static func itemKey(
        of pages: Pages,
        in list: (element: TypeUse, path: [String])
    ) -> String? {
        guard case .cursor(let next) = pages.kind,
            next.keys[0].keys.starts(with: list.path)
        else {
            return nil
        }
        return next.keys[0].keys.dropFirst(list.path.count).joined(separator: ".")
    }

    /// Indicates whether there is a page after this one. An empty page is the last, because the next would be as empty.
    var hasNext: Bool {
        let isEmpty = start == end
        return !isEmpty && end < count
    }

    /// Returns the page after this one, whose address is under the given keys of the result, or `nil` after the last
    /// one.
    func next(keys: [String]?) -> NextPage? {
        guard hasNext else { return nil }
        return NextPage(start: end, keys: keys)
    }

    /// The total that the result states: the number of elements or of pages.
    var total: Int {
        guard pages.totalsPages else {
            return count
        }
        guard size > 0 else {
            return 0
        }
        return (count + size - 1) / size
    }
}

/// The page that follows, if an address leads to it. The address is in the header field `Link`, or under keys of the
/// result.
struct NextPage {
    /// The index of the page's first element.
    let start: Int
    /// The path to the address in the result, or `nil` if the header field contains it.
    var keys: [String]?
    static let parameter = "mock_start"

    /// Returns the address of the request with the start of this page.
    func address(for request: MockRequest, at root: String) -> String {
        var pairs = request.query.split(separator: "&").filter {
            !$0.hasPrefix(Self.parameter + "=")
        }
        pairs.append("\(Self.parameter)=\(start)")
        return "\(root)\(request.path)?\(pairs.joined(separator: "&"))"
    }
}

extension Pages.Kind {
    /// The beginning of a page, as an argument states it.
    enum Position {
        /// The first page, because there is no argument.
        case beginning
        /// The page that begins with the element at an index, counted from 0.
        case index(Int)
        /// The page with a number, counted from 0.
        case page(Int)
        /// The page after the element with a number.
        case after(element: Int)
    }

    var isCursor: Bool {
        if case .cursor = self {
            return true
        }
        return false
    }

    /// Returns the beginning of the page that an argument asks for.
    ///
    /// - Parameter isElement: Indicates whether the cursor is a part of the last element. Other cursors are the index
    ///   of the next element.
    func position(from argument: Int?, isElement: Bool) -> Position {
        guard let argument else {
            return .beginning
        }
        // The schema states the first value, which may be any integer.
        switch self {
        case .offset(_, let first): return .index(argument &- first)
        case .number(_, let first): return .page(argument &- first)
        case .cursor where isElement: return .after(element: argument)
        case .cursor, .link: return .index(argument)
        }
    }

    /// The parameter that says where a page begins.
    var parameter: String {
        switch self {
        case .offset(let name, _), .number(let name, _): name
        case .cursor(let next):
            next.parameters.first ?? NextPage.parameter
        case .link: NextPage.parameter
        }
    }
}

extension Invention {
    /// Returns the result for a page, and the page after it if an address leads there.
    func page(_ page: Page) -> (JSON, NextPage?)? {
        let elements = (page.start..<page.end).compactMap { index in
            let number = page.numbers.number(at: index)
            return element(
                of: page.list.element,
                number: number,
                for: page.call
            ).map {
                identified($0, number: number, on: page)
            }
        }
        let list = JSON.array(elements)
        if case .link(next: nil) = page.pages.kind, page.list.path.isEmpty {
            return (list, page.next(keys: nil))
        }
        if page.list.path.isEmpty {
            return (list, nil)
        }
        guard var result = record(of: page.variant.result, seed: page.seed, for: page.call),
            let record = types.record(page.variant.result)
        else { return nil }
        result = result.setting(page.list.path, to: list)
        if let key = page.pages.total,
            let found = property(at: key, in: record),
            let value = types.value(String(page.total), as: found.type)
        {
            result = result.setting(found.path, to: value)
        }
        if let more = page.pages.more,
            let found = property(at: more, in: record),
            let flag = types.value("\(page.hasNext)", as: found.type)
        {
            result = result.setting(found.path, to: flag)
        }
        switch page.pages.kind {
        case .cursor(let next):
            for found in next.keys.compactMap({ property(at: $0, in: record) }) {
                var value: JSON?
                if next.members == nil {
                    value = cursor(after: page, found: found)
                } else if page.hasNext {
                    value = .object([NextPage.parameter: .string(String(page.end))])
                }
                result = result.setting(found.path, to: value)
            }
            return (result, nil)
        case .link(let next):
            guard let found = next.flatMap({ property(at: $0, in: record) }) else {
                return (result, page.next(keys: nil))
            }
            if let next = page.next(keys: found.path) {
                return (result, next)
            }
            let noAddress: JSON? = found.isNeeded ? "" : nil
            return (result.setting(found.path, to: noAddress), nil)
        case .offset, .number: return (result, nil)
        }
    }

    /// Returns the property at a key. Dots are part of the key's name or separate several keys.
    private func property(
        at key: String,
        in record: Record
    ) -> (type: TypeUse, path: [String], isNeeded: Bool)? {
        property(at: [key], in: record) ?? property(at: key.keys, in: record)
    }

    /// Returns the cursor after a page, or `nil` after the last one. If the schema requires a cursor, the last page
    /// repeats its own, which clients do not follow twice.
    private func cursor(
        after page: Page,
        found: (type: TypeUse, path: [String], isNeeded: Bool)
    ) -> JSON? {
        if page.hasNext {
            return types.value(String(page.end), as: found.type)
        }
        if !found.isNeeded {
            return nil
        }
        if case .string = types.plain(found.type) {
            return ""
        }
        return types.value(String(page.start), as: found.type)
    }

    /// Returns the element with its number under its identity's key and under the cursor's key.
    private func identified(
        _ element: JSON,
        number: Int,
        on page: Page
    ) -> JSON {
        var element = element
        var keys = page.pages.identity.suffix(1)
        if let key = page.itemKey {
            keys.append(key)
        }
        guard element.objectValue != nil,
            let record = types.record(page.list.element)
        else {
            return element
        }
        for property in record.properties where property.path.count == 1 && !property.isIdentity {
            let key = property.path[0]
            if keys.contains(key),
                let value = types.value(String(number), as: property.type)
            {
                element[key] = value
            }
        }
        return element
    }
}
