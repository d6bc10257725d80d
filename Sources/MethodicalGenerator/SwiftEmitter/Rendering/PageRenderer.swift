/// Which methods go on from page to page, and in which records their items lie.
extension Emission {
    /// A record has one list of items: where methods disagree about it, the first one wins.
    static func pageItems(_ api: API, _ resolver: Resolver) -> [Int: String] {
        var items: [Int: String] = [:]
        for method in api.methods {
            guard let key = method.pages?.items else { continue }
            for variant in method.variants {
                guard let i = resolver.record(variant.result), items[i] == nil, case .record(let record) = api.types[i].shape,
                    let list = record.properties.first(where: { $0.path == [key] }), case .array = peeled(list.type, resolver)
                else { continue }
                items[i] = key
            }
        }
        return items
    }

    private static func peeled(_ use: TypeUse, _ resolver: Resolver) -> TypeUse {
        var use = resolver.resolved(use)
        while case .optional(let inner) = use { use = resolver.resolved(inner) }
        return use
    }

    /// Whether any of its answers has items that can be gone through.
    func isPaged(_ method: Method) -> Bool {
        method.variants.contains { variant in
            if case .array = resolver.resolved(variant.result) { return true }
            guard let key = method.pages?.items, let i = resolver.record(variant.result) else { return false }
            return pageItems[i] == key
        }
    }

    /// The runtime's `Paging`; only what departs from its defaults is said.
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
        case .link: text += ".link"
        }
        if let size = pages.size { text += ", size: " + literal(size) }
        // The runtime sends it where the method's parameters travel.
        if let most = pages.most, words(pages.size, method).isEmpty { text += ", most: " + String(most) }
        if let total = pages.total { text += ", total: " + literal(total) }
        if !pages.identity.isEmpty { text += ", identity: [" + pages.identity.map { literal($0) }.joined(separator: ", ") + "]" }
        let style = words(parameter, method)
        return text + (style.isEmpty ? ")" : ", style: " + style + ")")
    }

    private func words(_ name: String?, _ method: Method) -> String {
        method.parameters.first { $0.name == name }.map { words($0, method) } ?? ""
    }
}
