/// The changes that a live value shows before the server has made them, in the order in which they were made.
struct OptimisticChanges<Value>: Sendable {
    typealias Change = @Sendable (inout Value) -> Void

    private struct Entry: Sendable {
        let id: Int
        let change: Change
        /// Indicates whether the server has made the change. It stays in the list until a response is here that was
        /// requested after it.
        var isDone = false
    }

    private var entries: [Entry] = []

    var isEmpty: Bool { entries.isEmpty }

    /// Indicates whether a write is in flight.
    var hasPending: Bool {
        entries.contains { !$0.isDone }
    }

    /// Indicates whether the server has made a change that the last response may lack.
    var hasDone: Bool {
        entries.contains { $0.isDone }
    }

    /// Adds a change whose write begins.
    mutating func begin(_ id: Int, change: @escaping Change) {
        entries.append(Entry(id: id, change: change))
    }

    /// Records that the server has made a change. Returns `false` if the list does not have it.
    mutating func succeed(_ id: Int) -> Bool {
        guard let index = entries.firstIndex(where: { $0.id == id }) else { return false }
        entries[index].isDone = true
        return true
    }

    /// Removes a change that the server has refused. Returns `false` if the list does not have it.
    mutating func fail(_ id: Int) -> Bool {
        guard let index = entries.firstIndex(where: { $0.id == id }) else { return false }
        entries.remove(at: index)
        return true
    }

    /// Removes the changes that the server has made, because a later response has them.
    mutating func removeDone() {
        entries.removeAll(where: \.isDone)
    }

    mutating func removeAll() {
        entries = []
    }

    /// Returns a value of the server with all changes.
    func applied(to value: Value) -> Value {
        var value = value
        for entry in entries {
            entry.change(&value)
        }
        return value
    }
}
