extension Dictionary where Key: Comparable {
    /// The members in the order of their keys, for an output that does not change from run to run.
    var sortedByKey: [(key: Key, value: Value)] {
        sorted { $0.key < $1.key }
    }
}
