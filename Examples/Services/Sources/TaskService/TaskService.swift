// The API itself is generated from the JSON in the folder Schema. Here is what a schema cannot say.

extension TaskService.Task {
    /// The task as a line of a list: `Milk (2026-11-30)`.
    public var line: String { due.map { "\(title) (\($0))" } ?? title }
}
