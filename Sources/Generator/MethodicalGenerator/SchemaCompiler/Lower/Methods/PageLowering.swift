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

// Paging that usual names imply.
extension PageLowering {
    /// Returns the paging that the names of parameters and result keys imply, or `nil` if they imply none.
    func inferred(for method: Method) -> Pages? {
        if has("start_from", of: .string, in: method),
            let record = results.record(of: method),
            record.properties.contains(where: { $0.path == ["next_from"] })
        {
            let size = has("count", of: .integer, in: method) ? "count" : nil
            let value = ResponseReference.Value(parameter: "start_from", key: "next_from")
            let next = ResponseReference(method: method.name, values: [value])
            return completed(Pages(kind: .cursor(next), size: size), of: method)
        } else if has("offset", of: .integer, in: method),
            has("count", of: .integer, in: method)
        {
            return completed(
                Pages(kind: .offset(parameter: "offset", first: 0), size: "count"),
                of: method)
        } else if has("page", of: .integer, in: method),
            has("per_page", of: .integer, in: method)
        {
            return completed(
                Pages(kind: .number(parameter: "page", first: 1), size: "per_page"),
                of: method)
        }
        return nil
    }

    /// Adds the keys of the total, of the items and of their identity, if the result has usual names for them.
    func completed(_ pages: Pages, of method: Method) -> Pages {
        var pages = pages
        if pages.identity.isEmpty {
            pages.identity = identity(of: pages.items, in: method)
        }
        guard let record = results.record(of: method) else {
            return pages
        }
        let totals = [["count"], ["total"], ["total_count"]]
        let total = record.properties.first { property in
            totals.contains(property.path) && property.type == .integer
        }
        pages.total = pages.total ?? total?.path[0]
        if pages.items == nil {
            pages.items = itemList(of: record)?.dottedPath
            if pages.identity.isEmpty {
                pages.identity = identity(of: pages.items, in: method)
            }
        }
        return pages
    }

    /// Returns the list of the items: the one with the usual name, or the only one. Lists directly in the result take
    /// precedence over lifted ones.
    private func itemList(of record: Record) -> Property? {
        let all = record.properties.filter { property in
            if case .array = results.resolved(property.type) {
                true
            } else {
                false
            }
        }
        let direct = all.filter { $0.path.count == 1 }
        let lists = direct.isEmpty ? all : direct
        if let items = lists.first(where: { $0.path == ["items"] }) {
            return items
        }
        guard lists.count == 1 else { return nil }
        return lists[0]
    }

    /// Returns the keys that identify an item: the id and the owner within which it is unique. For example, posts are
    /// numbered separately on each wall.
    private func identity(of items: String?, in method: Method) -> [String] {
        for variant in method.variants {
            guard let item = results.element(of: variant.result, at: items).flatMap(results.record) else {
                continue
            }
            let direct = item.properties.filter { $0.path.count == 1 }
            let id = direct.first { $0.path == ["id"] || $0.swift == "id" }
            guard let id else { continue }
            let owners = ["owner_id", "peer_id"].filter { key in
                item.properties.contains { $0.path == [key] }
            }
            return owners + id.path
        }
        return []
    }

    /// Indicates whether a method has a parameter of the given name and type.
    func has(_ name: String, of type: TypeUse, in method: Method) -> Bool {
        method.parameters.contains {
            $0.name == name && results.resolved($0.type) == type
        }
    }
}
