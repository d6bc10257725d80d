/// The facts of pages that a record supplies as a page or as an item of one, by paths of keys with dots between them.
struct PageFacts {
    // The facts of a page.
    var items: String?
    var total: String?
    var more: String?
    var next: [String]?
    // The facts of an item.
    var identity: [String] = []
    var cursor: [String]?

    /// Adds the facts of a page that are still unknown.
    mutating func add(_ pages: Pages) {
        items = items ?? pages.items
        total = total ?? pages.total
        more = more ?? pages.more
        next = next ?? pages.next
    }

    /// Indicates whether a page supplies all facts of a method's pages.
    func agrees(with pages: Pages) -> Bool {
        guard items != nil, items == pages.items else {
            return false
        }
        let hasTotal = total == pages.total ?? total
        let hasMore = more == pages.more ?? more
        let hasNext = next == pages.next ?? next
        return hasTotal && hasMore && hasNext
    }

    /// Collects the facts that the results of paged methods supply, by the index of the record.
    ///
    /// A record supplies each fact once. If methods disagree about it, the first one in the schema decides.
    static func collected(in api: API, resolver: Resolver) -> [Int: PageFacts] {
        var facts: [Int: PageFacts] = [:]
        for method in api.methods {
            guard let pages = method.pages else { continue }
            for variant in method.variants {
                var list = resolver.resolved(variant.result)
                let page = resolver.record(behind: variant.result)
                if let page, let items = items(of: pages, in: api.types[page], resolver: resolver) {
                    let known = facts[page]?.items ?? pages.items
                    if known == pages.items {
                        facts[page, default: PageFacts()].add(pages)
                        list = items
                    }
                }
                guard case .array(let element) = list, let item = resolver.record(behind: element) else {
                    continue
                }
                var found = facts[item] ?? PageFacts()
                if found.identity.isEmpty {
                    found.identity = pages.identity
                }
                if page == nil, found.cursor == nil {
                    found.cursor = pages.next
                }
                facts[item] = found
            }
        }
        return facts
    }

    /// Returns the type of the list of items in a page, or `nil` if the page is not a record that contains it.
    private static func items(of pages: Pages, in page: TypeDeclaration, resolver: Resolver) -> TypeUse? {
        guard case .record(let record) = page.shape else { return nil }
        let list = record.properties.first { $0.dottedPath == pages.items }
        guard let list else { return nil }
        var use = resolver.resolved(list.type)
        while case .optional(let inner) = use {
            use = resolver.resolved(inner)
        }
        if case .array = use {
            return use
        }
        return nil
    }
}

extension Pages {
    /// The paths of the cursor or address of the next page, or `nil` if responses contain none.
    var next: [String]? {
        switch kind {
        case .cursor(_, let next): next
        case .link(let next): next.map { [$0] }
        case .offset, .number: nil
        }
    }
}
