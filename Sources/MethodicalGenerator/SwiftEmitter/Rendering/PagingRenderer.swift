/// Methods that return pages, and the records that hold their items.
extension Emission {
    /// Returns the key of the list of items for each record that a paged method returns, by the record's index.
    ///
    /// A record has one list of items. If methods disagree about it, the first one in the schema decides.
    static func pageItems(_ api: API, _ resolver: Resolver) -> [Int: String] {
        var items: [Int: String] = [:]
        for method in api.methods {
            guard let key = method.pages?.items else { continue }
            for variant in method.variants {
                guard let i = resolver.record(variant.result), items[i] == nil,
                    case .record(let record) = api.types[i].shape,
                    let list = record.properties.first(where: { $0.path.joined(separator: ".") == key }),
                    case .array = peeled(list.type, resolver)
                else { continue }
                items[i] = key
            }
        }
        return items
    }

    /// Returns the type without aliases and optionals.
    private static func peeled(_ use: TypeUse, _ resolver: Resolver) -> TypeUse {
        var use = resolver.resolved(use)
        while case .optional(let inner) = use { use = resolver.resolved(inner) }
        return use
    }

    /// Indicates whether any of the method's results has a list of items that a caller can iterate over.
    func isPaged(_ method: Method) -> Bool {
        method.variants.contains { variant in
            if case .array = resolver.resolved(variant.result) { return true }
            guard let key = method.pages?.items, let i = resolver.record(variant.result) else { return false }
            return pageItems[i] == key
        }
    }

    /// Returns the arguments of the runtime's `Paging`, without those that equal its defaults.
    func paging(_ pages: Pages, _ method: Method) -> String {
        var text = ".by("
        var parameter: String?
        switch pages.kind {
        case .offset(let name, let first):
            text += ".offset(" + literal(name) + (first == 0 ? "" : ", first: " + String(first)) + ")"
            parameter = name
        case .number(let name, let first):
            text += ".number(" + literal(name) + (first == 1 ? "" : ", first: " + String(first)) + ")"
            parameter = name
        case .cursor(let name, let next):
            text += ".cursor(" + literal(name) + ", next: " + literal(next) + ")"
            parameter = name
        case .link(let next): text += next.map { ".address(" + literal($0) + ")" } ?? ".link"
        }
        if let size = pages.size { text += ", size: " + literal(size) }
        // The runtime sends the size of a page in the same place and style as the method's parameters.
        if let most = pages.most, words(pages.size, method).isEmpty { text += ", most: " + String(most) }
        if let total = pages.total { text += ", total: " + literal(total) }
        if let more = pages.more { text += ", more: " + literal(more) }
        if !pages.identity.isEmpty {
            text += ", identity: [" + pages.identity.map { literal($0) }.joined(separator: ", ") + "]"
        }
        let style = words(parameter, method)
        return text + (style.isEmpty ? ")" : ", style: " + style + ")")
    }

    /// Returns the style of a parameter, or an empty string if the method has no such parameter.
    private func words(_ name: String?, _ method: Method) -> String {
        method.parameters.first { $0.name == name }.map { words($0, method) } ?? ""
    }
}
