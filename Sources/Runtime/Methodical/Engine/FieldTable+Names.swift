/// Access by name, for tests that make or change models.
extension APIEngine.FieldTable {
    /// The last key of each field and the field's index.
    package var fieldNames: [(name: String, index: Int)] {
        storage.pointee.keys.indices.compactMap { entry in
            let index = Int(storage.pointee.entries[entry].field)
            guard index >= 0 else { return nil }
            return (storage.pointee.keys[entry].stringValue, index)
        }
    }

    /// Returns the index of the field under a path of keys.
    ///
    /// `isRequired` tells whether the schema requires the field, even if reading tolerates its absence.
    package func field(at path: [String]) -> (index: Int, isRequired: Bool)? {
        guard let entry = entry(at: path) else { return nil }
        let found = storage.pointee.entries[entry]
        return (Int(found.field), found.required >= 0)
    }

    /// Returns the JSON text of the only value that the field under a path of keys can have, or `nil` if it can have
    /// others.
    package func constant(at path: [String]) -> [UInt8]? {
        guard let entry = entry(at: path), let constant = constant(of: entry) else { return nil }
        return Array(UnsafeBufferPointer(start: constant.text, count: constant.count))
    }

    /// Returns the index of the entry of the field under a path of keys.
    private func entry(at path: [String]) -> Int? {
        var node = 0
        for (place, key) in path.enumerated() where node >= 0 {
            let entries = storage.pointee.nodes[node].entries
            guard let index = entries.first(where: { storage.pointee.keys[$0].stringValue == key }) else { return nil }
            let entry = storage.pointee.entries[index]
            if place == path.count - 1 {
                guard entry.field >= 0 else { return nil }
                return index
            }
            node = Int(entry.node)
        }
        return nil
    }
}
