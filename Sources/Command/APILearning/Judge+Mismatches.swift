import MethodicalGenerator

extension Judge {
    /// Adds a mismatch for null where the type does not allow it.
    mutating func addNull(
        _ value: JSONNode,
        as type: TypeUse,
        at site: Int,
        isTolerated: Bool = false
    ) {
        addMismatch(
            .null,
            of: value,
            as: type,
            at: site,
            isTolerated: isTolerated)
    }

    /// Adds a mismatch for a value of another kind than its type.
    mutating func addMismatch(
        of value: JSONNode,
        as type: TypeUse,
        at site: Int
    ) {
        let isEmptyList = value.isArray && value.first == nil
        if isEmptyList, sites.isObject(type) {
            addMismatch(
                .emptyList,
                of: value,
                as: type,
                at: site,
                isTolerated: true)
        } else if isOtherScalar(value, than: type) {
            addMismatch(
                .kind,
                of: value,
                as: type,
                at: site,
                isTolerated: sites.tolerates(value, as: type))
        } else {
            addMismatch(
                .shape,
                of: value,
                as: type,
                at: site,
                isTolerated: false)
        }
    }

    /// Indicates whether both the value and its type are scalars. A number that a `Double` cannot hold is none.
    private func isOtherScalar(_ value: JSONNode, than type: TypeUse) -> Bool {
        guard value.schemaWord != nil else { return false }
        if value.kind == .number, !value.isFinite {
            return false
        }
        return !sites.scalars(of: type).isEmpty
    }

    /// Adds a mismatch between a value and its type.
    mutating func addMismatch(
        _ mismatch: Mismatch,
        of value: JSONNode,
        as type: TypeUse,
        at site: Int,
        isTolerated: Bool
    ) {
        let found = Tally.Found(
            text: value.kindInWords,
            value: value.schemaWord.map { .string($0) })
        add(
            mismatch,
            at: site,
            expected: sites.inWords(type),
            found: found,
            isTolerated: isTolerated)
    }

    /// Adds a mismatch at a place of the schema.
    mutating func add(
        _ mismatch: Mismatch,
        at site: Int,
        expected: String,
        found: Tally.Found,
        isTolerated: Bool
    ) {
        effect.add(
            mismatch,
            isTolerated: isTolerated,
            reading: sites.api.decoding.reading)
        let key = MismatchKey(site: site, mismatch: mismatch)
        if tallies[key] == nil {
            // The text of the path takes time for each of its steps.
            search.stepsLeft -= path.count
            tallies.begin(
                key,
                with: Tally(expected: expected, path: path.shown))
        }
        tallies.count(
            found,
            isTolerated: isTolerated,
            as: key)
    }
}
