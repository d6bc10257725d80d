/// Methods that return pages, and the records that hold their items.
extension Emission {
    /// Indicates whether any of the method's results has a list of items that a caller can iterate over.
    func isPaged(_ method: Method) -> Bool {
        guard let pages = method.pages else { return false }
        return method.variants.contains { variant in
            if case .array(let element) = resolver.resolved(variant.result) {
                return pages.next == nil || pages.next == facts(of: element)?.cursor
            }
            return facts(of: variant.result)?.agrees(with: pages) ?? false
        }
    }

    /// Returns the facts that a record supplies, or `nil` for other types.
    private func facts(of use: TypeUse) -> PageFacts? {
        record(behind: use)?.pageFacts
    }

    /// Returns the protocols that a record conforms to because it is a page or an item of one.
    func pageProtocols(for facts: PageFacts?) -> String {
        guard let facts else {
            return ""
        }
        var protocols = ""
        if facts.items != nil {
            protocols += ", Methodical.APIPage"
        }
        let isItem = !facts.identity.isEmpty || facts.cursor != nil
        if isItem {
            protocols += ", Methodical.APIPageItem"
        }
        return protocols
    }

    /// Prints the properties by which a record supplies the facts of a page, or those of an item.
    func page(for facts: PageFacts, fields: [RecordField], to out: inout Printer) {
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
        let paths = [
            ("_total", facts.total),
            ("_more", facts.more),
            ("_next", facts.next),
            ("_cursor", facts.cursor),
        ]
        for (name, path) in paths {
            guard let path, let value = cursor(at: path, in: fields) else { continue }
            out.line(access, "var ", name, ": Methodical.ArgumentValue? { ", value, " }")
        }
        let identity = facts.identity.compactMap { argument(at: $0, in: fields, isStored: true) }
        if !identity.isEmpty, identity.count == facts.identity.count {
            out.line(access, "var _identity: [Methodical.ArgumentValue?] { ", arrayLiteral(identity), " }")
        }
    }

    /// Returns the expression of a cursor, which may consist of the values under several paths.
    private func cursor(at paths: String, in fields: [RecordField]) -> String? {
        let values = paths.split(separator: "\n").map { path in
            argument(at: String(path), in: fields, isStored: true)
        }
        if values.count < 2 {
            return values.first ?? nil
        }
        let elements = values.map { $0 ?? "nil" }
        return ".cursors(" + arrayLiteral(elements) + ")"
    }

    /// Returns the expression of the value under a path of keys, or `nil` if the schema does not describe it.
    private func argument(at path: String, in fields: [RecordField], isStored: Bool = false) -> String? {
        for field in fields {
            let key = field.property.dottedPath
            guard path == key || path.hasPrefix(key + ".") else { continue }
            var value = isStored ? field.storedValue : field.name
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
        let member = text + "[" + literal(String(key)) + "]?"
        switch resolver.resolved(use) {
        case .optional(let inner): return argument(at: path, in: inner, text: text + "?")
        case .array(let element): return argument(at: path, in: element, text: text + ".last?")
        case .dictionary(let value): return argument(at: rest, in: value, text: member)
        case .any: return argument(at: rest, in: .any, text: member)
        case .named(let id):
            guard let type = type(named: id) else { return nil }
            let value = argument(at: String(path), in: type.fields)
            return value.map { text + "." + $0 }
        default: return nil
        }
    }

    /// Returns the arguments of the runtime's `Paging`, without those that equal its defaults.
    func paging(_ pages: Pages, of method: Method) -> String {
        var text = ".by("
        var parameter: String?
        switch pages.kind {
        case .offset(let name, let first):
            text += ".offset(" + literal(name) + firstArgument(first, besides: 0) + ")"
            parameter = name
        case .number(let name, let first):
            text += ".number(" + literal(name) + firstArgument(first, besides: 1)
            if pages.totalsPages {
                text += ", totalsPages: true"
            }
            text += ")"
            parameter = name
        case .cursor(let names, _):
            text += cursorCase(names)
            parameter = names.first
        case .link(nil):
            text += ".link"
        case .link:
            text += ".address"
        }
        if let size = pages.size {
            text += ", size: " + literal(size)
        }
        // The runtime sends the size of a page in the same place and style as the method's parameters.
        if let most = pages.most, words(of: pages.size, in: method).isEmpty {
            text += ", most: " + String(most)
        }
        let continuation = step(named: pages.continuation)
        let style = words(of: parameter, in: continuation ?? method)
        if !style.isEmpty {
            text += ", style: " + style
        }
        if let continuation {
            text += ", continuing: .init(" + description(of: continuation).joined(separator: ", ") + ")"
        }
        return text + ")"
    }

    /// Returns the argument for the first value of a parameter, or an empty string if it is the usual value.
    private func firstArgument(_ first: Int, besides usual: Int) -> String {
        if first == usual {
            return ""
        }
        return ", first: " + String(first)
    }

    /// Returns the runtime's case for pages that the given parameters continue.
    private func cursorCase(_ names: [String]) -> String {
        let literals = names.map(literal)
        if literals.count == 1 {
            return ".cursor(" + literals[0] + ")"
        }
        return ".cursors(" + arrayLiteral(literals) + ")"
    }
}
