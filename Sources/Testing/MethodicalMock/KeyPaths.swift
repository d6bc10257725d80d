import enum Methodical.JSON

extension String {
    /// The keys of a path that dots separate.
    var keys: ArraySlice<String> {
        split(separator: ".").map(String.init)[...]
    }
}

extension JSON {
    /// Returns the value as the only member of an object, or unchanged if the key is `nil`.
    func under(_ key: String?) -> JSON {
        guard let key else {
            return self
        }
        return .object([key: self])
    }

    /// Returns a copy with a value at a path of keys. Missing objects are added. A `nil` value removes the member.
    func setting(_ path: [String], to value: JSON?) -> JSON {
        guard let key = path.first else {
            return value ?? .null
        }
        var copy = self
        if objectValue == nil {
            copy = .object([:])
        }
        let rest = Array(path.dropFirst())
        if rest.isEmpty {
            copy[key] = value
        } else if value != nil || copy[key] != nil {
            let inner = copy[key] ?? .object([:])
            copy[key] = inner.setting(rest, to: value)
        }
        return copy
    }
}
