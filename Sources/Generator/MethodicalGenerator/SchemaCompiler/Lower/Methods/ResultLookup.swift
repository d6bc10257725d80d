/// A search for the values of results that the steps of methods name by their keys.
struct ResultLookup {
    let declarations: [TypeID: TypeDeclaration]
    let problems: Problems

    // MARK: Types

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

    /// Returns the type of the elements of a list, or `nil` for other types.
    func element(of list: TypeUse) -> TypeUse? {
        guard case .array(let element) = resolved(list) else {
            return nil
        }
        return element
    }

    /// Returns the type of the items: the elements of the result, or of the list under a key of the result.
    func element(of result: TypeUse, at items: String?) -> TypeUse? {
        if let element = element(of: result) {
            return element
        }
        let properties = record(behind: result)?.properties ?? []
        let list = properties.first { $0.dottedPath == items }
        return list.flatMap { element(of: $0.type) }
    }

    /// Returns the type of the value at a key, or at several keys with dots between them.
    func type(at path: String, in use: TypeUse) -> TypeUse? {
        for property in record(behind: use)?.properties ?? [] {
            let key = property.dottedPath
            if key == path {
                return property.type
            }
            guard path.hasPrefix(key + ".") else { continue }
            let rest = String(path.dropFirst(key.count + 1))
            if let type = type(at: rest, in: property.type) {
                return type
            }
        }
        return nil
    }

    // MARK: Keys

    /// Returns a key of the result. Reports an error if the result does not have it.
    func key(_ name: LocatedName?, in result: TypeUse) -> String? {
        guard let name else { return nil }
        guard let text = name.value else {
            problems.error(at: name, expected: "a key of the result")
            return nil
        }
        let use = element(of: result) ?? result
        let record = record(behind: use)
        let known = record?.properties.map { $0.path[0] } ?? []
        let keys = text.split(separator: ".").map(String.init)
        if known.contains(text) || leads(keys[...], in: use) {
            return text
        }
        reportUnknown(text, at: name, of: "the result", record: record, known: known)
        return nil
    }

    /// Indicates whether keys lead to a value, as far as the schema describes it. Lists are entered through their
    /// elements.
    private func leads(_ keys: ArraySlice<String>, in use: TypeUse) -> Bool {
        if let element = element(of: use) {
            return leads(keys, in: element)
        }
        guard !keys.isEmpty,
            let record = record(behind: use)
        else {
            return true
        }
        return record.properties.contains { property in
            guard keys.starts(with: property.path) else { return false }
            let rest = keys.dropFirst(property.path.count)
            return leads(rest, in: property.type)
        }
    }

    /// Reports that a record has no value under a key, with a hint at the key that was meant by the name of a lifted
    /// property, or by a misspelled name.
    ///
    /// - Parameters:
    ///   - owner: The value that the record describes, for the message.
    ///   - known: The keys that a misspelled name can stand for.
    func reportUnknown(
        _ key: String,
        at name: LocatedName,
        of owner: String,
        record: Record?,
        known: [String]
    ) {
        let hint =
            if let lifted = record?.properties.first(where: { $0.name == key }) {
                "; the response has it as \"\(lifted.dottedPath)\""
            } else {
                problems.suggestion(for: key, among: known)
            }
        problems.error(at: name, "\(owner) has no \"\(key)\"\(hint)")
    }
}
