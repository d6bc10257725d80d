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
