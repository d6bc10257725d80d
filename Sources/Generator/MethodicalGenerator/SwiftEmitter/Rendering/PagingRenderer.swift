/// Methods that return pages, and the records that hold their items.
extension Emission {
    /// Indicates whether any of the method's results has a list of items that a caller can iterate over.
    package func isPaged(_ method: Method) -> Bool {
        guard let pages = method.pages else { return false }
        return method.variants.contains { variant in
            if case .array(let element) = resolver.resolved(variant.result) {
                let cursor = record(behind: element)?.pageFacts?.cursor
                return pages.next == nil || pages.next == cursor
            }
            let facts = record(behind: variant.result)?.pageFacts
            return facts?.agrees(with: pages) ?? false
        }
    }

    /// Returns the protocols that a record conforms to because it is a page or an item of one.
    func pageProtocols(for facts: PageFacts?) -> [String] {
        guard let facts else {
            return []
        }
        var protocols: [String] = []
        if facts.items != nil {
            protocols.append("Methodical.APIEngine.Page")
        }
        let isItem = !facts.identity.isEmpty || facts.cursor != nil
        if isItem {
            protocols.append("Methodical.APIEngine.PageItem")
        }
        return protocols
    }

    /// Prints the properties by which a record supplies the facts of a page, or those of an item.
    func renderPage(_ facts: PageFacts, fields: [RecordField], to out: inout Printer) {
        if let items = fields.first(where: { $0.property.dottedPath == facts.items }) {
            var value = items.storedValue
            if items.isNullable {
                value += "?.wrapped"
            }
            if items.isOptional {
                value += " ?? []"
            }
            out.line(access, "var _items: ", text(of: items.use), " { ", value, " }")
        }
        let values = [
            ("_total", facts.total.flatMap { argument(at: $0, in: fields) }),
            ("_more", facts.more.flatMap { argument(at: $0, in: fields) }),
            ("_next", facts.next.flatMap { cursor(at: $0, in: fields) }),
            ("_cursor", facts.cursor.flatMap { cursor(at: $0, in: fields) }),
        ]
        for (name, value) in values {
            if let value {
                out.line(access, "var ", name, ": Methodical.APIEngine.ArgumentValue? { ", value, " }")
            }
        }
        let identity = facts.identity.compactMap { argument(at: $0, in: fields) }
        if !identity.isEmpty, identity.count == facts.identity.count {
            out.line(access, "var _identity: [Methodical.APIEngine.ArgumentValue?] { ", arrayLiteral(identity), " }")
        }
    }

    /// Returns the expression of a cursor, which may consist of the values under several paths.
    private func cursor(at paths: [String], in fields: [RecordField]) -> String? {
        let values = paths.map { path in
            argument(at: path, in: fields)
        }
        if values.count < 2 {
            return values.first ?? nil
        }
        let elements = values.map { $0 ?? "nil" }
        return ".cursors(\(arrayLiteral(elements)))"
    }

    /// Returns the expression of the value under a path of keys, as seen from the record, or `nil` if the schema does
    /// not describe it.
    private func argument(at path: String, in fields: [RecordField]) -> String? {
        argument(at: path, in: fields, expression: \.storedValue)
    }

    /// Returns the expression of the value under a path of keys, or `nil` if the schema does not describe it.
    private func argument(
        at path: String, in fields: [RecordField], expression: (RecordField) -> String
    ) -> String? {
        for field in fields {
            let key = field.property.dottedPath
            guard path == key || path.hasPrefix(key + ".") else { continue }
            var value = expression(field)
            if field.isNullable {
                value += "?.wrapped?"
            } else {
                value += field.optionalMark
            }
            let rest = path.dropFirst(key.count + 1)
            if let text = argument(at: rest, in: field.use, text: value) {
                return text
            }
        }
        return nil
    }

    /// Returns the expression of the value under the rest of a path, which continues in the last element of a list.
    private func argument(at path: Substring, in use: TypeUse, text: String) -> String? {
        if path.isEmpty {
            return text + "._argument"
        }
        let key = path.prefix { $0 != "." }
        let rest = path.dropFirst(key.count + 1)
        let member = "\(text)[\(literal(String(key)))]?"
        switch resolver.resolved(use) {
        case .optional(let inner): return argument(at: path, in: inner, text: text + "?")
        case .array(let element): return argument(at: path, in: element, text: text + ".last?")
        case .dictionary(let value): return argument(at: rest, in: value, text: member)
        case .any: return argument(at: rest, in: .any, text: member)
        case .named(let id):
            guard let type = type(named: id) else { return nil }
            // Another type sees the properties, but not how they are stored.
            let value = argument(at: String(path), in: type.fields, expression: \.name)
            return value.map { "\(text).\($0)" }
        default: return nil
        }
    }

    /// Returns the runtime's `Paging`, without the arguments that equal its defaults.
    func paging(_ pages: Pages, of method: Method) -> String {
        let continuation = step(named: method.continuation)
        let parameter = pages.kind.firstParameter
        let style = styleOptions(ofParameter: parameter, in: continuation ?? method)
        var arguments = [kind(of: pages)]
        if let size = pages.size {
            arguments.append("size: " + literal(size))
        }
        // The runtime sends the size of a page in the same place and style as the method's parameters.
        if let most = pages.most, styleOptions(ofParameter: pages.size, in: method).isEmpty {
            arguments.append("most: " + String(most))
        }
        if !style.isEmpty {
            arguments.append("style: " + style.literalText)
        }
        if let continuation {
            let description = description(of: continuation).joined(separator: ", ")
            arguments.append("continuing: .init(\(description))")
        }
        let list = arguments.joined(separator: ", ")
        return ".by(\(list))"
    }

    /// Returns the runtime's case for the kind of paging.
    private func kind(of pages: Pages) -> String {
        switch pages.kind {
        case .offset(let name, let first):
            return ".offset(\(literal(name))\(firstArgument(first, besides: 0)))"
        case .number(let name, let first):
            let arguments = literal(name) + firstArgument(first, besides: 1)
            if pages.totalsPages {
                return ".number(\(arguments), totalsPages: true)"
            }
            return ".number(\(arguments))"
        case .cursor(let next):
            let names = next.parameters
            if names.count == 1 {
                return ".cursor(\(literal(names[0])))"
            }
            return ".cursors(\(arrayLiteral(names.map(literal))))"
        case .link(nil): return ".link"
        case .link: return ".address"
        }
    }

    /// Returns the argument for the first value of a parameter, or an empty string if it is the usual value.
    private func firstArgument(_ first: Int, besides usual: Int) -> String {
        if first == usual {
            return ""
        }
        return ", first: " + String(first)
    }
}

extension Pages.Kind {
    /// The parameter whose style is that of the page, or `nil` if there is none.
    package var firstParameter: String? {
        switch self {
        case .offset(let parameter, _), .number(let parameter, _): parameter
        case .cursor(let next): next.parameters.first
        case .link: nil
        }
    }
}

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
