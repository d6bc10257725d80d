import APICalling
import MethodicalGenerator

/// A check of the pages of a list: that none repeats another one, and that they end.
struct PageCheck {
    /// The greatest number of empty pages in a row that say that more follow. Servers that filter send some.
    private static let emptyLimit = 3

    let method: MethodicalGenerator.Method
    /// The number of pages so far.
    private(set) var pageCount = 0
    /// The mismatches, in words.
    private(set) var problems: [String] = []
    private(set) var note: String?
    private var itemCount = 0
    private var emptyCount = 0
    private var total: Int?
    private var earlier: [[[UInt8]]] = []

    init(of method: MethodicalGenerator.Method) { self.method = method }

    /// Adds a page. Returns `false` if no further one can say more.
    mutating func add(_ page: PageOutcome) -> Bool {
        pageCount += 1
        let items = page.allItems.map { Array(page.response.body[$0]) }
        if repeats(items, page) {
            return false
        }
        earlier.append(items)
        itemCount += page.items.count
        total = page.facts.total ?? total
        return !claimsTooMuch(page)
    }

    /// Indicates whether a page has nothing but items of earlier ones, and adds the problem.
    private mutating func repeats(_ items: [[UInt8]], _ page: PageOutcome) -> Bool {
        guard !items.isEmpty, pageCount > 1 else { return false }
        if let index = earlier.firstIndex(of: items) {
            problems.append("page \(pageCount) repeats page \(index + 1)")
            return true
        }
        if page.items.isEmpty {
            problems.append("page \(pageCount) has only items of earlier pages")
            return true
        }
        return false
    }

    /// Indicates whether a page says that others follow although there can be none, and adds the problem.
    private mutating func claimsTooMuch(_ page: PageOutcome) -> Bool {
        guard page.allItems.isEmpty else {
            emptyCount = 0
            guard !method.pagesTotalPages, let total, itemCount > total else { return false }
            problems.append("the total is \(total), but \(pageCount) pages have \(itemCount) items")
            return true
        }
        if page.facts.more == true, !page.facts.isFollowed {
            problems.append("page \(pageCount) is empty, but says that more pages follow")
            return true
        }
        emptyCount += 1
        guard page.facts.isFollowed, emptyCount >= Self.emptyLimit else { return false }
        problems.append("the last \(emptyCount) pages are empty, but each says that another one follows")
        return true
    }

    /// Ends the check.
    ///
    /// - Parameter isComplete: Indicates whether the walk has come to an end.
    mutating func finish(isComplete: Bool) {
        guard problems.isEmpty else { return }
        if !isComplete {
            note = "has more than \(pageCount) pages, of which the others were not fetched"
        } else if !method.pagesTotalPages, let total, itemCount < total {
            note = "the total is \(total), but \(pageCount) pages have \(itemCount) items"
        }
    }
}

extension MethodicalGenerator.Method {
    /// Indicates whether the total of the method's pages is their own number.
    fileprivate var pagesTotalPages: Bool { pages?.totalsPages ?? false }
}
