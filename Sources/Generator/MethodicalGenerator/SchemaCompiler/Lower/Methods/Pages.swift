/// A reader of the keyword `pages`, and of the usual names that imply paging.
struct PageReader {
    let schemas: Schemas
    let declarations: [TypeID: TypeDeclaration]

    private var catalogue: Catalogue { schemas.catalogue }
    private var problems: Problems { catalogue.problems }

    /// Determines how methods continue with the next page, from the keyword `pages` or from usual names. Runs last
    /// because it examines the results.
    func addPages(to methods: inout [Method]) {
        var nodes: [String: JSONNode] = [:]
        for method in catalogue.methods where method.isSelected {
            nodes[method.name] = method.node
        }
        for index in methods.indices {
            if let pages = nodes[methods[index].name]?[.pages] {
                methods[index].pages = declared(by: pages, of: methods[index], among: methods)
                if let found = methods[index].pages,
                    found.items == nil,
                    pages[.items] == nil,
                    record(of: methods[index]) != nil
                {
                    let hint = "\"items\" can name it, and a property can lift a list out of an object"
                    problems.warning(
                        at: pages,
                        "cannot tell which list of the result holds the items; \(hint)")
                }
            } else if methods[index].isRead, methods[index].stream == nil {
                methods[index].pages = inferred(for: methods[index])
            }
            guard let size = methods[index].pages?.size,
                let node = nodes[methods[index].name]
            else {
                continue
            }
            let parameter = node[.parameters]?.children.first { $0[.name]?.string == size }
            let parts = parameter.map { schemas.parts(of: $0) } ?? []
            let limits = parts.compactMap { $0[.maximum]?.integer }
            if let most = limits.min(), most > 0 {
                methods[index].pages?.most = most
            }
        }
    }

    // MARK: Results

    /// Returns the type of the items: the elements of the result, or of the list under a key of the result.
    func element(of result: TypeUse, at items: String?) -> TypeUse? {
        if case .array(let element) = resolved(result) {
            return element
        }
        let properties = record(behind: result)?.properties ?? []
        let list = properties.first { $0.path.joined(separator: ".") == items }
        if let list, case .array(let element) = resolved(list.type) {
            return element
        }
        return nil
    }

    /// Returns the type without aliases and optionals.
    func resolved(_ use: TypeUse) -> TypeUse {
        var use = use
        for _ in 0..<64 {
            if case .optional(let inner) = use {
                use = inner
            } else if case .named(let id) = use,
                case .alias(let other)? = declarations[id]?.shape
            {
                use = other
            } else {
                break
            }
        }
        return use
    }

    /// Returns the result of a method if it is a record.
    func record(of method: Method) -> Record? {
        guard let variant = method.variants.first else {
            return nil
        }
        return record(behind: variant.result)
    }

    /// Returns the record that a use stands for, or `nil` if it stands for another type.
    func record(behind use: TypeUse) -> Record? {
        guard case .named(let id) = resolved(use) else {
            return nil
        }
        guard case .record(let record)? = declarations[id]?.shape else {
            return nil
        }
        return record
    }

    // MARK: Declared

    /// Reads the keyword `pages` of a method.
    private func declared(
        by node: JSONNode,
        of method: Method,
        among methods: [Method]
    ) -> Pages? {
        if node.string == "none" || node.bool == false {
            return nil
        }
        if node.string == "link" {
            let size = ["per_page", "count", "limit"].first { has($0, of: .integer, in: method) }
            return completed(Pages(kind: .link(next: nil), size: size), of: method)
        }
        guard node.isObject else {
            problems.error(
                at: node,
                expected: "\"link\", \"none\" or {\"offset\": PARAMETER, \"size\": PARAMETER, ...}")
            return nil
        }
        return described(node, method, methods)
    }

    /// Reads paging that names the parameters and keys.
    private func described(
        _ node: JSONNode,
        _ method: Method,
        _ methods: [Method]
    ) -> Pages? {
        catalogue.check(node, as: .pages)
        let first = firstNumber(node)
        let result = method.variants.first?.result ?? .any
        // All names are checked before the first one is used, so that all mistakes are reported at once.
        let size = parameter(from: node[.size], of: method)
        let total = key(from: node[.totalPages] ?? node[.total], in: result)
        let items = list(from: node[.items], in: result)
        let more = key(from: node[.more], in: result)
        let words = node[.next]?.elements ?? []
        let next = words.compactMap { key(from: $0, in: result) }
        let link = key(from: node[.link], in: result)
        let identity = identity(declared: node[.identity], of: items, in: method)
        let continuation = continuation(from: node, of: method, among: methods)
        if node[.continue] != nil, continuation == nil {
            return nil
        }
        var kind: Pages.Kind?
        if let offset = parameter(from: node[.offset], of: method) {
            kind = .offset(parameter: offset, first: first ?? 0)
        } else if let page = parameter(from: node[.page], of: method) {
            kind = .number(parameter: page, first: first ?? 1)
        } else if node[.cursor] != nil || !next.isEmpty {
            kind = cursor(from: node, next: next, of: continuation ?? method, result: result)
        } else if let link {
            kind = .link(next: link)
        } else {
            reportMissingKind(in: node)
        }
        guard let kind else { return nil }
        var pages = Pages(
            kind: kind,
            size: size,
            total: total,
            more: more,
            items: items,
            identity: identity)
        pages.continuation = continuation?.name
        pages.totalsPages = node[.totalPages] != nil
        if let word = node[.totalPages], node[.page] == nil {
            problems.error(
                at: word.keyPlace,
                "\"totalPages\" has no effect without \"page\", the number of a page")
        }
        return completed(pages, of: method)
    }

    /// Reads the number of the first page or item.
    private func firstNumber(_ node: JSONNode) -> Int? {
        guard let word = node[.first] else { return nil }
        if word.integer == nil {
            problems.error(at: word, expected: "a whole number")
        }
        return word.integer
    }

    /// Reports that `pages` states no way to the next page, unless one has been reported as wrong.
    private func reportMissingKind(in node: JSONNode) {
        if node.hasAny([.offset, .page, .next, .link]) {
            return
        }
        problems.error(
            at: node, "expected \"offset\", \"page\" or \"cursor\", the parameter that selects the page, or \"link\"")
    }

    /// Reads the keys that identify an item. Reports keys that the items do not have.
    private func identity(
        declared node: JSONNode?,
        of items: String?,
        in method: Method
    ) -> [String] {
        guard let node else { return [] }
        let records = method.variants.lazy.compactMap {
            self.element(of: $0.result, at: items).flatMap(self.record)
        }
        let item = records.first
        let known = item?.properties.map { $0.path.joined(separator: ".") }
        var keys: [String] = []
        for word in node.elements {
            guard let key = word.string else {
                problems.error(at: word, expected: "a key of an item")
                continue
            }
            if let known, !known.contains(key) {
                let hint = hint(for: key, in: item, known: known)
                problems.error(at: word, "an item has no \"\(key)\"\(hint)")
            }
            keys.append(key)
        }
        return keys
    }

    /// Reads the key of the items, which must be a list in the result. A list inside another object can be lifted by a
    /// property.
    private func list(from node: JSONNode?, in result: TypeUse) -> String? {
        guard let node,
            let name = key(from: node, in: result),
            record(behind: result) != nil,
            element(of: result, at: name) == nil
        else {
            return node?.string
        }
        var hint = ""
        if name.contains(".") {
            hint = "; expected a property that lifts it, {\"from\": \"\(name)\"}"
        }
        problems.error(at: node, "\"\(name)\" is not a list directly in the result\(hint)")
        return nil
    }

    /// Indicates whether keys lead to a value, as far as the schema describes it. Lists are entered through their
    /// elements.
    func leads(_ keys: ArraySlice<String>, in use: TypeUse) -> Bool {
        if case .array(let element) = resolved(use) {
            return leads(keys, in: element)
        }
        guard !keys.isEmpty, let record = record(behind: use) else {
            return true
        }
        return record.properties.contains { property in
            guard keys.starts(with: property.path) else { return false }
            let rest = keys.dropFirst(property.path.count)
            return leads(rest, in: property.type)
        }
    }

    /// Reads the name of a parameter. Reports an error if the method does not have it.
    func parameter(from node: JSONNode?, of method: Method) -> String? {
        guard let node else { return nil }
        let known = method.parameters.map(\.name)
        if let name = node.string, known.contains(name) {
            return name
        }
        let suggestion = problems.suggestion(for: node.string, among: known)
        problems.error(
            at: node,
            "expected a parameter of \"\(method.name)\", found \(node.described)\(suggestion)")
        return nil
    }

    /// Reads a key of the result. Reports an error if the result does not have it.
    func key(from node: JSONNode?, in result: TypeUse) -> String? {
        guard let node else { return nil }
        guard let name = node.string else {
            problems.error(at: node, expected: "a key of the result")
            return nil
        }
        let use = element(of: result, at: nil) ?? result
        let record = record(behind: use)
        let known = record?.properties.map { $0.path[0] } ?? []
        let keys = name.split(separator: ".").map(String.init)
        if known.contains(name) || leads(keys[...], in: use) {
            return name
        }
        let hint = hint(for: name, in: record, known: known)
        problems.error(at: node, "the result has no \"\(name)\"\(hint)")
        return nil
    }

    /// Returns a hint at the keys that were meant by the name of a lifted property, or by a misspelled name.
    func hint(for name: String, in record: Record?, known: [String]) -> String {
        if let lifted = record?.properties.first(where: { $0.name == name }) {
            let path = lifted.path.joined(separator: ".")
            return "; the response has it as \"\(path)\""
        }
        return problems.suggestion(for: name, among: known)
    }
}
