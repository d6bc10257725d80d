import APISurface
import MethodicalGenerator

/// The recognition of pages by shapes that have no other meaning. The generator recognises the usual names itself.
struct PageInference {
    private let context: OpenAPIContext

    init(context: OpenAPIContext) {
        self.context = context
    }

    /// Returns the value of `pages` for a method, or `nil` if nothing in it is unmistakable.
    func pages(of methods: OperationTranslator.Methods, source: OperationNode) -> JSONValue? {
        guard source.verb == "get" else { return nil }
        let shape = Shape(of: methods.result, context: context)
        if methods.headers.isEmpty == false,
            methods.headers.contains(where: { $0.key.lowercased() == "link" }),
            shape.isList
        {
            note(at: source, text: "a Link header field leads to the next page")
            return .string("link")
        }
        if let offset = offset(of: methods, shape: shape, source: source) {
            return offset
        }
        guard shape.isObject else { return nil }
        if let link = link(of: methods, shape: shape, source: source) {
            return link
        }
        return cursor(of: methods, shape: shape, source: source)
    }

    /// Returns the pages of an address in the response, by the names that only such an address has.
    private func link(
        of methods: OperationTranslator.Methods,
        shape: Shape,
        source: OperationNode
    ) -> JSONValue? {
        let lists = shape.properties.filter {
            Shape(of: $0.node, context: context).isList
        }
        guard lists.count == 1 else { return nil }
        let names = ["next_page_url", "next_page_uri", "nextPageUrl", "nextPageUri"]
        var address: String?
        for property in shape.properties where address == nil {
            if names.contains(property.name) {
                address = property.name
            }
            let inner = Shape(of: property.node, context: context)
            guard inner.isObject, !inner.isList else { continue }
            let name = inner.properties.first { names.contains($0.name) }?.name
            address =
                address
                ?? name.map { "\(property.name).\($0)" }
        }
        guard let address else { return nil }
        var members = Members([
            "link": .string(address),
            "items": .string(lists[0].name),
        ])
        let sizes = ["PageSize", "page_size", "pageSize", "limit", "per_page"]
        if let size = sizes.first(where: methods.query.contains) {
            members["size"] = .string(size)
        }
        note(at: source, text: "pages follow \(JSONValue.object(members).line)")
        return .object(members)
    }

    /// Returns the pages of an offset, for lists with `offset` and `limit`.
    private func offset(
        of methods: OperationTranslator.Methods,
        shape: Shape,
        source: OperationNode
    ) -> JSONValue? {
        guard methods.query.contains("offset"),
            methods.query.contains("limit")
        else { return nil }
        var members = Members([
            "offset": .string("offset"),
            "size": .string("limit"),
        ])
        if !shape.isList {
            let lists = shape.properties.filter {
                Shape(of: $0.node, context: context).isList
            }
            guard shape.isObject,
                lists.count == 1
            else { return nil }
            members["items"] = .string(lists[0].name)
            let total = ["total", "total_count", "totalCount", "count"].first { name in
                shape.properties.contains { $0.name == name }
            }
            if let total {
                members["total"] = .string(total)
            }
        }
        note(at: source, text: "pages follow \(JSONValue.object(members).line)")
        return .object(members)
    }

    /// Returns the pages of a cursor in a parameter and in the result, by the names that vendors use.
    private func cursor(
        of methods: OperationTranslator.Methods,
        shape: Shape,
        source: OperationNode
    ) -> JSONValue? {
        let lists = shape.properties.filter { Shape(of: $0.node, context: context).isList }
        let usualList = lists.first { ["data", "items"].contains($0.name) }
        guard lists.count == 1 || usualList != nil else {
            return nil
        }
        let items = usualList ?? lists[0]
        let sizes = ["limit", "page_size", "pageSize", "per_page", "maxResults", "max_results", "count"]
        let size = sizes.first(where: methods.query.contains)
        var members: Members = []
        let pairs = [
            ("page_token", "next_page_token"),
            ("pageToken", "nextPageToken"),
            ("cursor", "next_cursor"),
            ("cursor", "nextCursor"),
            ("next_token", "next_token"),
            ("nextToken", "nextToken"),
            ("after", "next_cursor"),
            ("starting_token", "next_token"),
            ("continuation_token", "continuation_token"),
        ]
        if let (parameter, next) = pairs.first(where: { pair in
            methods.query.contains(pair.0) && shape.properties.contains { $0.name == pair.1 }
        }) {
            members = Members([
                "cursor": .string(parameter),
                "next": .string(next),
            ])
        } else if methods.query.contains("starting_after"), isPageOfRecords(items, in: shape) {
            members = Members([
                "cursor": .string("starting_after"),
                "next": .string("\(items.name).id"),
            ])
        } else if methods.query.contains("after"), isPageOfRecords(items, in: shape),
            shape.properties.contains(where: { $0.name == "last_id" })
        {
            members = Members([
                "cursor": .string("after"),
                "next": .string("last_id"),
            ])
        } else {
            return nil
        }
        if let size {
            members["size"] = .string(size)
        }
        members["items"] = .string(items.name)
        if shape.properties.contains(where: { $0.name == "has_more" }) {
            members["more"] = .string("has_more")
        }
        note(at: source, text: "pages follow \(JSONValue.object(members).line)")
        return .object(members)
    }

    /// Indicates whether the items have an `id`, and a flag says whether more follow.
    private func isPageOfRecords(_ items: Shape.Property, in shape: Shape) -> Bool {
        guard shape.properties.contains(where: { $0.name == "has_more" }),
            let list = context.documents.resolved(items.node),
            let item = list["items"]
        else { return false }
        let record = Shape(of: item, context: context)
        if record.properties.contains(where: { $0.name == "id" }) {
            return true
        }
        // A union of records, of which each has an id.
        let union = context.documents.resolved(item)
        let alternatives = (union?.elements("anyOf") ?? []) + (union?.elements("oneOf") ?? [])
        return !alternatives.isEmpty
            && alternatives.allSatisfy {
                Shape(of: $0, context: context).properties.contains {
                    $0.name == "id"
                }
            }
    }

    private func note(at source: OperationNode, text: String) {
        context.note(.inferred, at: source.node, text)
    }
}
