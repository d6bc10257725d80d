/// The progress of a walk through pages: the place that it has reached, and the call of the next page.
struct PageProgress<Value: APIEngine.Page>: Sendable {
    /// The call of the next page, or `nil` if there is none.
    var next: Result<Call, APIError>?
    private var call: Call
    /// The call that continues after the first page, without a cursor.
    private let start: Call
    /// Indicates whether another method continues.
    private let isContinued: Bool
    private let kind: Paging.Kind
    private let style: ParameterStyle
    /// The offset or the number of the page, as the server counts.
    private var position = 0
    /// The number of items on the pages so far, and of those before the first page.
    private var passed = 0
    /// The length of a page that is not the last one, if it is known.
    private var fullLength: Int?
    /// The number of pages in a row without new items.
    private var idlePages = 0
    /// The identities of the items so far.
    private var seen: Set<String> = []
    /// The hash values of the pages so far, if items have no identity.
    private var pages: Set<Int> = []
    /// The cursors and addresses so far. To follow one of them again would lead in a circle.
    private var cursors: Set<String> = []

    /// Creates the progress of a walk that begins with `call`. Throws `.invalidRequest` if the method has no pages.
    init(_ call: Call) throws(APIError) {
        guard case .by(let kind, let size, let most, let style, let continuing)? = call.method.pages else {
            throw APIError(
                APIError.Contents(
                    code: .invalidRequest,
                    message: "the schema does not describe the pages of this method",
                    method: call.method.name))
        }
        self.call = call
        self.kind = kind
        self.style = style
        let asked = size.flatMap(call.integer)
        if let size, let most, asked == nil {
            self.call.set(size, to: .integer(most), style: [])
        }
        start = continuing.map(self.call.continued) ?? self.call
        isContinued = continuing != nil
        fullLength = most.map { min($0, asked ?? $0) }
        switch kind {
        case .offset(let parameter, let first):
            position = call.integer(of: parameter) ?? first
            passed = position &- first
        case .number(let parameter, let first, _):
            position = call.integer(of: parameter) ?? first
            passed = (position &- first) &* (asked ?? fullLength ?? 0)
        case .cursor, .cursors, .link, .address: break
        }
        next = .success(self.call)
    }

    /// Continues after a page and returns its items without those of earlier pages.
    mutating func take(_ response: Response<Value>) -> [Value._Item] {
        let items = response.value._items
        let identities = items.map(identity)
        let new = zip(items, identities).compactMap { item, id -> Value._Item? in
            if let id, seen.contains(id) {
                return nil
            }
            return item
        }
        seen.formUnion(identities.compactMap(\.self))
        let isNew =
            if new.isEmpty {
                false
            } else if identities.contains(where: { $0 != nil }) {
                true
            } else {
                pages.insert(items.hashValue).inserted
            }
        if isNew {
            idlePages = 0
        } else {
            idlePages += 1
        }
        next = nextCall(after: response, count: items.count)
        return new
    }

    /// Returns the identity of an item as text, or `nil` if it has none.
    ///
    /// Some servers write 0 in place of a missing one.
    private func identity(of item: Value._Item) -> String? {
        let values: [ArgumentValue?]
        switch item {
        case let number as Int:
            values = [.integer(number)]
        case let text as String:
            values = [.string(text)]
        default:
            values = (item as? any APIEngine.PageItem)?._identity ?? []
        }
        let texts = values.map { $0?.text(flags: .words) ?? "" }
        guard let last = texts.last,
            !["", "0", "null"].contains(last)
        else { return nil }
        return texts.joined(separator: ",")
    }

    /// Returns the call of the page after this one, or `nil` if this is the last page.
    private mutating func nextCall(after response: Response<Value>, count: Int) -> Result<Call, APIError>? {
        let page = response.value
        let hasMore = page._more?.isTrue
        if hasMore == false {
            return nil
        }
        switch kind {
        case .number(let parameter, let first, true):
            // The flag decides without a total, and so does the length of the page without both.
            let total = page._total?.text(flags: .words).flatMap { Int($0) }
            guard idlePages < 3,
                total.map({ position &- first &+ 1 < $0 })
                    ?? (hasMore == true || hasNextPage(after: page, length: count))
            else { return nil }
            position &+= 1
            call.set(parameter, to: .integer(position), style: style)
        case .offset(let parameter, _), .number(let parameter, _, false):
            let claimsMore = hasMore == true && count > 0
            guard idlePages < 3,
                claimsMore || hasNextPage(after: page, length: count)
            else { return nil }
            if case .offset = kind {
                position &+= count
            } else {
                position &+= 1
            }
            call.set(parameter, to: .integer(position), style: style)
        case .cursor(let parameter):
            // Many servers end with the cursor 0. It counts as a cursor only if a flag says that more follows.
            var ends = ["", "null", "false"]
            if hasMore != true {
                ends.append("0")
            }
            guard idlePages < 20, let cursor = page._next, let text = cursor.text(flags: .words), !ends.contains(text),
                cursors.insert(text).inserted
            else { return nil }
            if isContinued {
                call = start
            }
            call.set(parameter, to: cursor, style: style)
        case .cursors(let parameters):
            guard moveOn(along: parameters, after: page) else { return nil }
        case .link:
            return follow(LinkHeader.next(in: response.headers.values(of: "Link").joined(separator: ", ")))
        case .address:
            guard case .string(let address)? = page._next else { return nil }
            return follow(address)
        }
        return .success(call)
    }

    /// Sets the cursors of the next page. Returns `false` if there are none, or if the walk has been there.
    private mutating func moveOn(along parameters: [String], after page: Value) -> Bool {
        var values = zip(parameters, page._next?.elements ?? []).map { (name: $0, value: $1) }
        if parameters.isEmpty, case .json(let bytes)? = page._next {
            let members = (try? JSON(json: bytes))?.objectValue ?? [:]
            values = members.sortedByKey.map { ($0.key, $0.value._argument) }
        }
        values.removeAll {
            ["", "null", "false"].contains($0.value.text(flags: .words))
        }
        guard idlePages < 20,
            !values.isEmpty,
            cursors.insert("\(values)").inserted
        else { return false }
        // Values of earlier pages are not kept.
        call = start.without(parameters)
        for (name, value) in values {
            call.set(name, to: value, style: style)
        }
        return true
    }

    /// Returns the call of the page at an address, or `nil` if there is no address or the walk has been there.
    private mutating func follow(_ target: String?) -> Result<Call, APIError>? {
        guard idlePages < 20,
            let target,
            !target.isEmpty
        else { return nil }
        do throws(APIError) {
            let address = try call.resolve(target, name: "the link to the next page")
            guard cursors.insert(address.absoluteString).inserted else { return nil }
            call.settings.address = address
            return .success(call)
        } catch {
            return .failure(error)
        }
    }

    /// Counts the items of a page and returns `true` if another page follows.
    ///
    /// The total decides. Without one, a page follows unless this one is shorter than those before.
    private mutating func hasNextPage(after page: Value, length: Int) -> Bool {
        guard length > 0 else { return false }
        let isFirst = passed == 0
        passed &+= length
        // Some servers give the number of items on the page as the total. Such a total is below the number of items so
        // far, or equal to the length of a full first page.
        if let total = page._total?.text(flags: .words).flatMap({ Int($0) }),
            total >= passed
        {
            let isFullFirstPage = isFirst && length == fullLength
            return total > passed || isFullFirstPage
        }
        defer { fullLength = max(fullLength ?? 0, length) }
        return fullLength.map { length >= $0 } ?? true
    }
}

extension ArgumentValue {
    /// The value of a flag, which some servers send as a number, or `nil` if this is neither.
    fileprivate var isTrue: Bool? {
        switch self {
        case .flag(let isOn): isOn
        case .integer(let number): number != 0
        case .number(let number): number != 0
        default: nil
        }
    }
}

extension Call {
    /// Returns the integer value of an argument, or `nil` if it has none.
    fileprivate func integer(of name: String) -> Int? {
        parameters.first { $0.name == name }?.value.text(flags: .words).flatMap { Int($0) }
    }
}

extension ArgumentValue {
    /// Returns a cursor of several parameters. Generated code passes it for the facts of a page.
    public static func cursors(_ values: [APIEngine.ArgumentValue?]) -> APIEngine.ArgumentValue {
        .list(values.map { $0 ?? .string("") })
    }
}

/// The header field `Link` (RFC 8288).
enum LinkHeader {
    /// Returns the target of the first link with the relation `next`. Links with an `anchor` are skipped, because they
    /// belong to another page.
    static func next(in field: String) -> String? {
        for link in field.parts(between: ",", links: true) {
            let parts = link.parts(between: ";", links: true)
            guard let target = parts.first,
                target.hasPrefix("<"),
                target.hasSuffix(">")
            else { continue }
            let parameters = parts.dropFirst().map { parameter in
                let name = parameter.prefix { $0 != "=" }
                return (name: name.trimmed.lowercased(), value: parameter.dropFirst(name.count + 1).trimmed)
            }
            guard !parameters.contains(where: { $0.name == "anchor" }),
                let relations = parameters.first(where: { $0.name == "rel" })?.value.lowercased()
            else { continue }
            let names = relations.split { "\" \t".contains($0) }
            if names.contains("next") {
                return String(target.dropFirst().dropLast())
            }
        }
        return nil
    }
}
