/// The value of `pages`: the way in which a method continues with the next page.
enum PagesSyntax {
    /// The method has no pages, even if its parameters have the usual names.
    case turnedOff
    /// The header field `Link` has the address of the next page.
    case link
    /// The parameters and keys are stated.
    case stated(StatedPages)
}

/// Pages whose parameters and keys are stated.
struct StatedPages {
    /// The parameter for the number of items to skip.
    var offset: LocatedName?
    /// The parameter for the number of the page.
    var page: LocatedName?
    /// The parameters that continue with the next page.
    var cursor: [LocatedName]?
    /// The keys of the next values of these parameters. Without parameters, it is the key of an object whose members
    /// are the parameters.
    var next: Located<[LocatedName]>?
    /// The key of the address of the next page.
    var link: LocatedName?
    /// The number of the first page or item.
    var first: Int?
    /// The parameter for the size of a page.
    var size: LocatedName?
    /// The key of the total.
    var total: LocatedName?
    /// Indicates whether the total counts pages instead of items (`totalPages` instead of `total`).
    var totalsPages: Bool
    /// The key of a Boolean that indicates whether more pages follow.
    var more: LocatedName?
    /// The key of the items.
    var items: LocatedName?
    /// The keys that together identify an item.
    var identity: [LocatedName]
    /// The method that continues after the first page.
    var continuation: LocatedName?
}

extension PagesSyntax {
    /// Reads the value of `pages`. A malformed one is reported, and counts as turned off.
    init(reading node: JSONNode, catalogue: Catalogue) {
        let problems = catalogue.problems
        if node.string == "none" || node.bool == false {
            self = .turnedOff
            return
        }
        if node.string == "link" {
            self = .link
            return
        }
        guard node.isObject else {
            problems.error(
                at: node,
                expected: "\"link\", \"none\" or {\"offset\": PARAMETER, \"size\": PARAMETER, ...}")
            self = .turnedOff
            return
        }
        catalogue.check(node, as: .pages)
        self = .stated(StatedPages(reading: node, problems: problems))
    }
}

extension StatedPages {
    /// Reads the parameters and keys of pages.
    fileprivate init(reading node: JSONNode, problems: Problems) {
        func name(at key: Key) -> LocatedName? {
            node[key].map(LocatedName.init)
        }
        func names(at key: Key) -> [LocatedName]? {
            node[key]?.elements.map(LocatedName.init)
        }
        offset = name(at: .offset)
        page = name(at: .page)
        link = name(at: .link)
        first = Self.first(from: node[.first], problems: problems)
        size = name(at: .size)
        totalsPages = node[.totalPages] != nil
        total = name(at: totalsPages ? .totalPages : .total)
        more = name(at: .more)
        items = name(at: .items)
        identity = names(at: .identity) ?? []
        if let call = node[.call] {
            readContinuation(call, problems: problems)
        } else {
            cursor = names(at: .cursor)
            next = node[.next].map { Located($0.elements.map(LocatedName.init), at: $0) }
        }
        reportMissing(in: node, problems: problems)
    }

    /// Reads `call`, the method that continues after the first page. Its parameters are the cursor.
    private mutating func readContinuation(_ node: JSONNode, problems: Problems) {
        guard let reference = ResponseReferenceSyntax(reading: node, problems: problems) else {
            return
        }
        if reference.values.isEmpty {
            let method = reference.method.value ?? "METHOD"
            problems.error(
                at: node,
                "the parameters of \"\(method)\" for the next page are missing; expected "
                    + "{\"\(method)\": {PARAMETER: KEY, ...}}")
            return
        }
        continuation = reference.method
        cursor = reference.values.map(\.parameter)
        next = Located(reference.values.map(\.key), at: node)
    }

    /// Reads the number of the first page or item.
    private static func first(from node: JSONNode?, problems: Problems) -> Int? {
        guard let node else { return nil }
        if node.integer == nil {
            problems.error(at: node, expected: "a whole number")
        }
        return node.integer
    }

    /// Reports members that are missing, and those that have no effect without them.
    private func reportMissing(in node: JSONNode, problems: Problems) {
        if !node.hasAny([.offset, .page, .cursor, .next, .link, .call]) {
            problems.error(
                at: node,
                "expected \"offset\", \"page\" or \"cursor\", the parameter that selects the page, or \"link\"")
        }
        if node[.call] != nil {
            for member in [Key.cursor, .next].compactMap({ node[$0] }) {
                problems.error(
                    at: member.keyPlace,
                    "\"\(member.key)\" has no effect beside \"call\", which has the parameters and their keys")
            }
        }
        if totalsPages, let total, page == nil {
            problems.error(
                at: total.keyPosition,
                "\"totalPages\" has no effect without \"page\", the number of a page")
        }
    }
}
