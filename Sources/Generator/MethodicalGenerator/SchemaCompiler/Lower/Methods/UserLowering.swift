/// The lowering of the method that returns the signed-in user.
struct UserLowering {
    let results: ResultLookup
    let methods: [Method]
    let catalogue: Catalogue

    private var problems: Problems { catalogue.problems }

    /// Determines how the signed-in user is fetched, or returns `nil` if the settings do not say it.
    func user() -> SignedInUser? {
        guard let syntax = catalogue.settings.user,
            let name = syntax.method,
            let index = MethodLookup(methods, catalogue: catalogue).index(of: name),
            let user = record(of: methods[index], at: name)
        else {
            return nil
        }
        // All keys are checked before the first one is used, so that all mistakes are reported at once.
        let id = syntax.id.flatMap { key in
            self.key(key, of: user, meaning: "the id", types: [.string, .integer, .number])
        }
        let names = syntax.names.compactMap { key in
            self.key(key, of: user, meaning: "the name", types: [.string])
        }
        guard let id else { return nil }
        return SignedInUser(method: methods[index].name, id: id, names: names)
    }

    /// Returns the record of the user. Reports a method that needs arguments or returns something else.
    private func record(of method: Method, at name: LocatedName) -> Record? {
        let variant = method.variants[0]
        let required = method.parameters.first { parameter in
            guard parameter.constant == nil else { return false }
            return parameter.isRequired || variant.requires.contains(parameter.name)
        }
        if let required {
            problems.error(
                at: name,
                "\"\(method.name)\" requires \"\(required.name)\"; "
                    + "expected a method that returns the signed-in user without arguments")
        }
        let isOneRequest = method.stream == nil && method.poll == nil && !method.isUpload
        let isPlain = isOneRequest && variant.content == .json
        let result = results.element(of: variant.result) ?? variant.result
        guard isPlain,
            let record = results.record(behind: result)
        else {
            problems.error(
                at: name,
                "\"\(method.name)\" must return the user, an object, or a list that the user is the first of")
            return nil
        }
        guard required == nil else { return nil }
        return record
    }

    /// Returns the key of one of the user's properties. Reports an error unless it has one of the types.
    private func key(
        _ name: LocatedName,
        of user: Record,
        meaning: String,
        types: [TypeUse]
    ) -> String? {
        guard let key = name.value else {
            problems.error(at: name, expected: "the key of a property with \(meaning) of the user")
            return nil
        }
        guard let property = user.properties.first(where: { $0.dottedPath == key }) else {
            reportUnknown(key, of: user, at: name)
            return nil
        }
        let type = results.resolved(property.type)
        let alternatives = if case .scalars(let scalars) = type { scalars } else { [type] }
        let isFitting = alternatives.contains { type in
            types.contains(type) || type == .formatted(.int64, as: .string)
        }
        if isFitting {
            return key
        }
        let kinds = types.count == 1 ? "a string" : "a string or a number"
        problems.error(at: name, "\"\(key)\" must be \(kinds) to be \(meaning) of the user")
        return nil
    }

    /// Reports that the user has no property with a key.
    private func reportUnknown(_ key: String, of user: Record, at name: LocatedName) {
        if key.contains(".") {
            problems.error(
                at: name,
                "the user has no \"\(key)\"; "
                    + "a nested key needs a property that is lifted from it: \"from\": \"\(key)\"")
            return
        }
        let known = user.properties.map(\.dottedPath)
        results.reportUnknown(key, at: name, of: "the user", record: user, known: known)
    }
}
