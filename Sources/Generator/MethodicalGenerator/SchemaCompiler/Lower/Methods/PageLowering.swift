/// The lowering of pages: of those that the keyword `pages` states, and of those that usual names imply.
struct PageLowering {
    let schemas: Schemas
    let results: ResultLookup
    /// The methods, which can continue one another.
    let methods: [Method]
    let names: MethodLookup

    private var problems: Problems { schemas.catalogue.problems }

    init(_ methods: [Method], schemas: Schemas, results: ResultLookup) {
        self.schemas = schemas
        self.results = results
        self.methods = methods
        names = MethodLookup(methods, catalogue: schemas.catalogue)
    }

    /// Determines how methods continue with the next page. The results must have been lowered.
    ///
    /// - Parameter syntax: The methods as their files state them, in the same order.
    static func addPages(
        to methods: inout [Method],
        from syntax: [MethodSyntax],
        schemas: Schemas,
        results: ResultLookup
    ) {
        let lowering = PageLowering(methods, schemas: schemas, results: results)
        for index in methods.indices {
            guard var pages = lowering.pages(of: methods[index], from: syntax[index].pages) else {
                continue
            }
            if let size = pages.size {
                pages.most = lowering.greatestValue(of: size, in: syntax[index])
            }
            methods[index].pages = pages
        }
    }

    /// Returns the pages of a method, or `nil` if it has none.
    private func pages(of method: Method, from syntax: Located<PagesSyntax>?) -> Pages? {
        guard let syntax else {
            let canHavePages = method.isRead && method.stream == nil
            return canHavePages ? inferred(for: method) : nil
        }
        switch syntax.value {
        case .turnedOff:
            return nil
        case .link:
            let size = ["per_page", "count", "limit"].first { has($0, of: .integer, in: method) }
            let pages = completed(Pages(kind: .link(next: nil), size: size), of: method)
            warnAboutItems(of: pages, in: method, at: syntax.position)
            return pages
        case .stated(let stated):
            guard let pages = pages(of: method, from: stated, at: syntax.position) else {
                return nil
            }
            if stated.items == nil {
                warnAboutItems(of: pages, in: method, at: syntax.position)
            }
            return pages
        }
    }

    /// Warns about pages of which neither the schema nor usual names tell the items.
    private func warnAboutItems(of pages: Pages, in method: Method, at position: Place) {
        guard pages.items == nil,
            results.record(of: method) != nil
        else {
            return
        }
        let hint = "\"items\" can name it, and a property can lift a list out of an object"
        problems.warning(
            at: position,
            "cannot tell which list of the result holds the items; \(hint)")
    }

    /// Returns the greatest value that the schema of a parameter allows, if it is positive.
    private func greatestValue(of name: String, in method: MethodSyntax) -> Int? {
        let parameter = method.parameters.first { $0.name.value == name }
        let parts = parameter.map { schemas.parts(of: $0.schema) } ?? []
        let limits = parts.compactMap { $0.maximum?.integer }
        guard let limit = limits.min(),
            limit > 0
        else {
            return nil
        }
        return limit
    }

    // MARK: Stated

    /// Lowers pages whose parameters and keys are stated.
    private func pages(
        of method: Method,
        from stated: StatedPages,
        at position: Place
    ) -> Pages? {
        let result = method.variants.first?.result ?? .any
        // All names are checked before the first one is used, so that all mistakes are reported at once.
        let size = stated.size.flatMap { names.parameter($0, of: method) }
        let total = results.key(stated.total, in: result)
        let items = list(from: stated.items, in: result)
        let more = results.key(stated.more, in: result)
        let next = (stated.next?.value ?? []).compactMap { results.key($0, in: result) }
        let link = results.key(stated.link, in: result)
        let identity = identity(from: stated.identity, of: items, in: method)
        var continuation = method
        if let name = stated.continuation {
            guard let index = names.index(of: name) else {
                return nil
            }
            continuation = methods[index]
            check(continuation, continuing: method, at: name, from: stated)
        }
        var kind: Pages.Kind?
        if let offset = stated.offset.flatMap({ names.parameter($0, of: method) }) {
            kind = .offset(parameter: offset, first: stated.first ?? 0)
        } else if let page = stated.page.flatMap({ names.parameter($0, of: method) }) {
            kind = .number(parameter: page, first: stated.first ?? 1)
        } else if stated.cursor != nil || !next.isEmpty {
            let reference = reference(
                from: stated,
                to: continuation,
                keys: next,
                in: result,
                at: position)
            kind = reference.map(Pages.Kind.cursor)
        } else if let link {
            kind = .link(next: link)
        }
        guard let kind else { return nil }
        var pages = Pages(
            kind: kind,
            size: size,
            total: total,
            more: more,
            items: items,
            identity: identity)
        pages.totalsPages = stated.totalsPages
        return completed(pages, of: method)
    }

    /// Returns the keys that identify an item. Reports keys that the items do not have.
    private func identity(
        from names: [LocatedName],
        of items: String?,
        in method: Method
    ) -> [String] {
        let records = method.variants.lazy.compactMap { variant in
            results.element(of: variant.result, at: items).flatMap(results.record)
        }
        let item = names.isEmpty ? nil : records.first
        let known = item?.properties.map(\.dottedPath)
        return names.compactMap { name in
            guard let key = name.value else {
                problems.error(at: name, expected: "a key of an item")
                return nil
            }
            if let known, !known.contains(key) {
                results.reportUnknown(key, at: name, of: "an item", record: item, known: known)
            }
            return key
        }
    }

    /// Returns the key of the items, which must be a list in the result. A property can lift a list out of another
    /// object.
    private func list(from name: LocatedName?, in result: TypeUse) -> String? {
        guard let name,
            let key = results.key(name, in: result),
            results.record(behind: result) != nil,
            results.element(of: result, at: key) == nil
        else {
            return name?.value
        }
        var hint = ""
        if key.contains(".") {
            hint = "; expected a property that lifts it, {\"from\": \"\(key)\"}"
        }
        problems.error(at: name, "\"\(key)\" is not a list directly in the result\(hint)")
        return nil
    }
}
