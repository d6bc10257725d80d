/// A reader of the keyword `user` of `signIn`.
struct UserReader {
    /// The reader of pages, which looks up methods and keys in the same way.
    let reader: PageReader
    let methods: [Method]

    private var settings: Settings { reader.schemas.catalogue.settings }
    private var problems: Problems { reader.schemas.catalogue.problems }

    /// Determines how the signed-in user is fetched, or returns `nil` if the settings do not say it.
    func user() -> SignedInUser? {
        guard let node = settings.node[.signIn]?["user"] else {
            return nil
        }
        let keys = ["method", "id", "name"]
        let example = "{\"method\": \"users.get\", \"id\": \"id\", \"name\": [\"first_name\", \"last_name\"]}"
        _ = members(of: node, known: keys, like: example, problems: problems)
        for key in keys.dropLast() where node.isObject && node[key] == nil {
            reportMissing(key, in: node, known: keys, hint: ", as in \(example)", problems: problems)
        }
        guard let word = node[.method],
            let method = reader.step(from: word, among: methods),
            let user = record(of: method, node: word)
        else {
            return nil
        }
        // All keys are checked before the first one is used, so that all mistakes are reported at once.
        let id = node["id"].flatMap { word in
            key(from: word, of: user, meaning: "the id", types: [.string, .integer, .number])
        }
        if let list = node[.name], list.isArray, list.first == nil {
            problems.error(
                at: list,
                expected: "the key of a property with the name of the user, or a list of them")
        }
        let words = node[.name]?.elements ?? []
        let names = words.compactMap { key(from: $0, of: user, meaning: "the name", types: [.string]) }
        guard let id else { return nil }
        return SignedInUser(method: method.name, id: id, names: names)
    }

    /// Returns the record of the user. Reports a method that needs arguments or returns something else.
    private func record(of method: Method, node: JSONNode) -> Record? {
        let variant = method.variants[0]
        let required = method.parameters.first { parameter in
            guard parameter.constant == nil else { return false }
            return parameter.isRequired || variant.requires.contains(parameter.name)
        }
        if let required {
            problems.error(
                at: node,
                "\"\(method.name)\" requires \"\(required.name)\"; "
                    + "expected a method that returns the signed-in user without arguments")
        }
        let isOneRequest = method.stream == nil && method.poll == nil && !method.isUpload
        let isPlain = isOneRequest && variant.content == .json
        let result = reader.element(of: variant.result, at: nil) ?? variant.result
        guard isPlain, let record = reader.record(behind: result) else {
            problems.error(
                at: node,
                "\"\(method.name)\" must return the user, an object, or a list that the user is the first of")
            return nil
        }
        guard required == nil else { return nil }
        return record
    }

    /// Reads the key of one of the user's properties, which must have one of the types.
    private func key(
        from node: JSONNode,
        of user: Record,
        meaning: String,
        types: [TypeUse]
    ) -> String? {
        let known = user.properties.map { $0.path.joined(separator: ".") }
        guard let name = node.string else {
            problems.error(at: node, expected: "the key of a property with \(meaning) of the user")
            return nil
        }
        let found = user.properties.first { $0.path.joined(separator: ".") == name }
        guard let property = found else {
            let hint =
                if name.contains(".") {
                    "; a nested key needs a property that is lifted from it: \"from\": \"\(name)\""
                } else {
                    reader.hint(for: name, in: user, known: known)
                }
            problems.error(at: node, "the user has no \"\(name)\"\(hint)")
            return nil
        }
        let type = reader.resolved(property.type)
        let alternatives = if case .scalars(let scalars) = type { scalars } else { [type] }
        let isFitting = alternatives.contains { type in
            types.contains(type) || type == .formatted(.int64, as: .string)
        }
        if isFitting {
            return name
        }
        let kinds = types.count == 1 ? "a string" : "a string or a number"
        problems.error(at: node, "\"\(name)\" must be \(kinds) to be \(meaning) of the user")
        return nil
    }
}
