/// The facts of pages that a record supplies as a page or as an item of one, by paths of keys with dots between them.
package struct PageFacts {
    // The facts of a page.
    package var items: String?
    package var total: String?
    package var more: String?
    package var next: [String]?
    // The facts of an item.
    package var identity: [String] = []
    package var cursor: [String]?

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
        var collector = PageFactsCollector(resolver: resolver)
        for method in api.methods {
            guard let pages = method.pages else { continue }
            for variant in method.variants {
                collector.add(pages, of: variant.result)
            }
        }
        return collector.facts
    }
}

/// A collector of the facts that records supply as pages or as items of pages.
private struct PageFactsCollector {
    let resolver: Resolver
    /// The facts by the index of the record.
    private(set) var facts: [Int: PageFacts] = [:]

    init(resolver: Resolver) {
        self.resolver = resolver
    }

    /// Adds the facts of a method's pages to the records in one of its results.
    mutating func add(_ pages: Pages, of result: TypeUse) {
        let page = resolver.record(behind: result)
        var list = resolver.resolved(result)
        if let page, let items = items(of: pages, in: page) {
            let known = facts[page]?.items ?? pages.items
            if known == pages.items {
                facts[page, default: PageFacts()].add(pages)
                list = items
            }
        }
        guard case .array(let element) = list else { return }
        guard let item = resolver.record(behind: element) else { return }
        var itemFacts = facts[item] ?? PageFacts()
        if itemFacts.identity.isEmpty {
            itemFacts.identity = pages.identity
        }
        // A plain list has no cursor, so its last item supplies it.
        if page == nil, itemFacts.cursor == nil {
            itemFacts.cursor = pages.next
        }
        facts[item] = itemFacts
    }

    /// Returns the type of the list of items in a page, or `nil` if the page does not contain it.
    private func items(of pages: Pages, in page: Int) -> TypeUse? {
        let record = resolver.types[page].shape.record
        let list = record?.properties.first { $0.dottedPath == pages.items }
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
        case .cursor(let next): next.keys
        case .link(let next): next.map { [$0] }
        case .offset, .number: nil
        }
    }
}
