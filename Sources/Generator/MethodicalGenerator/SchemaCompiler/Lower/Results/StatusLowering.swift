/// The lowering of responses whose keys are statuses: one result for all, a flag, or a union that the status selects.
struct StatusLowering {
    let variants: VariantLowering
    private var source: MethodNode { variants.source }
    private var catalogue: Catalogue { variants.catalogue }
    private var problems: Problems { catalogue.problems }

    /// A response with its status.
    private struct Entry {
        let status: StatusName
        let node: JSONNode
        let media: [MediaType]
        let content: BodyContent

        /// The result that the status alone means, if the response is a flag with a single value.
        var flag: Bool? {
            guard node[.type]?.string == "boolean" else {
                return nil
            }
            return node[.const]?.bool
        }
    }

    /// Returns the only variant of the method.
    func variant(from responses: JSONNode, types: inout TypeLowering) -> Variant {
        var variant = Variant(result: .any)
        let entries = entries(of: responses)
        var statuses = entries.map {
            Variant.Status(status: $0.status.status, constant: $0.flag)
        }
        variant.headers = headers(of: entries, types: &types)
        variant.accept = accept(for: entries)
        if !statuses.isEmpty, statuses.allSatisfy({ $0.constant != nil }) {
            variant.result = .boolean
            variant.statuses = statuses
            return variant
        }
        let empty = entries.filter { ["204", "205", "304"].contains($0.status.status) }
        for entry in empty where entry.content != .nothing {
            problems.error(
                at: entry.node.keyPlace,
                "a response with the status \(entry.status.status) has no body; expected {\"type\": \"null\"}")
        }
        for place in statuses.indices {
            statuses[place].constant = nil
        }
        // Without a list, each success is a result, and nothing else.
        if !entries.allSatisfy(\.status.isSuccess) {
            variant.statuses = statuses
        }
        let contents = Set(entries.map(\.content))
        if contents.count == 1, contents != [.json], let content = contents.first {
            variant.content = content
            if content == .text {
                variant.result = .string
            }
            return variant
        }
        if let result = common(to: entries, types: &types) {
            variant.result = result
            return variant
        }
        let alternatives = entries.map { entry in
            KeyedAlternative(
                key: entry.status.status,
                name: catalogue.swiftName(of: entry.node) ?? entry.status.name,
                schema: catalogue.unwrapped(entry.node),
                content: entry.content)
        }
        variant.result = .named(types.keyedUnion(of: alternatives, at: spot, as: .response))
        variant.statuses = statuses
        return variant
    }

    /// The place of the union.
    private var spot: Spot {
        var spot = source.spot(of: "result", in: "/result")
        spot.isNamed = true
        return spot
    }

    /// Returns the responses. Reports keys that are no statuses.
    private func entries(of responses: JSONNode) -> [Entry] {
        var entries: [Entry] = []
        for node in responses.children {
            guard let status = StatusName(node.key) else {
                var hint = ""
                if node.key == "default" {
                    hint = "; describe errors under \"failures\""
                }
                problems.error(
                    at: node.keyPlace,
                    "\"\(node.key)\" stands beside statuses, but is none; "
                        + "expected a status like \"200\" or \"2XX\"\(hint)")
                continue
            }
            guard node.isObject else {
                problems.error(at: node, expected: "a schema, an object")
                continue
            }
            if entries.contains(where: { $0.status.status == status.status }) {
                problems.error(at: node.keyPlace, "the status \(status.status) is already listed")
                continue
            }
            _ = catalogue.schema(of: node, as: .response)
            let media = node[.content].map { MediaType.list(from: $0, problems: problems) } ?? []
            var content = media.response
            if content != .json {
                variants.checkScalar(node)
            }
            if responses.children.count > 1,
                media.contains(where: { $0.kind == .xml })
            {
                problems.error(
                    at: node[.content] ?? node,
                    "responses by status cannot be XML; use one \"response\"")
            }
            if node[.type]?.string == "null" {
                content = .nothing
            }
            entries.append(
                Entry(
                    status: status,
                    node: node,
                    media: media,
                    content: content))
        }
        return entries
    }

    /// Returns the type of all responses, or `nil` if they have several. An inline schema equals itself only.
    private func common(to entries: [Entry], types: inout TypeLowering) -> TypeUse? {
        guard entries.allSatisfy({ $0.content == .json }) else {
            return nil
        }
        let inner = entries.map { catalogue.unwrapped($0.node) }
        // Inline types are declared only if the responses agree.
        var trial = types
        let uses = inner.map {
            trial.use(of: catalogue.schema(of: $0, as: .response), at: spot).element
        }
        guard uses.allSatisfy({ $0 == uses[0] }) else { return nil }
        types = trial
        return uses.first
    }

    /// Returns the header fields of all responses. A field that several list is taken once.
    private func headers(of entries: [Entry], types: inout TypeLowering) -> [Variant.HeaderField] {
        var fields: [Variant.HeaderField] = []
        var names: Set<String> = []
        for entry in entries {
            for field in variants.headers(of: entry.node, types: &types)
            where names.insert(field.name.lowercased()).inserted {
                fields.append(field)
            }
        }
        return fields
    }

    /// Returns the media types to ask for, or `nil` for JSON alone.
    private func accept(for entries: [Entry]) -> String? {
        var names: [String] = []
        for entry in entries where entry.content != .nothing {
            let types = entry.media.isEmpty ? ["application/json"] : entry.media.map(\.text)
            for type in types where !names.contains(type) {
                names.append(type)
            }
        }
        if names.isEmpty || names == ["application/json"] {
            return nil
        }
        return names.joined(separator: ", ")
    }
}
