/// Access by name, for tests that make or change models.
extension APIEngine.FieldTable {
    /// The last key of each field and the field's index.
    package var fieldNames: [(name: String, index: Int)] {
        storage.pointee.keys.indices.compactMap { entry in
            let index = Int(storage.pointee.entries[entry].field)
            return index < 0 ? nil : (storage.pointee.keys[entry].stringValue, index)
        }
    }

    /// Returns the index of the field under a path of keys.
    ///
    /// `isRequired` tells whether the schema requires the field, even if reading tolerates its absence.
    package func field(_ path: [String]) -> (index: Int, isRequired: Bool)? {
        var node = 0
        for (place, key) in path.enumerated() where node >= 0 {
            let range = Int(storage.pointee.nodes[node].first)..<Int(storage.pointee.nodes[node].end)
            guard let index = range.first(where: { storage.pointee.keys[$0].stringValue == key }) else { return nil }
            let entry = storage.pointee.entries[index]
            if place == path.count - 1 { return entry.field < 0 ? nil : (Int(entry.field), entry.required >= 0) }
            node = Int(entry.node)
        }
        return nil
    }
}
