/// The result of a method that returns nothing. `send()` then returns `Void`.
///
/// The body is not read, except to find the server's error.
public struct NoContent: APIValue {
    /// Creates a result without content.
    public init() {}
    public init(_: APIEngine.Blank) {}
    public mutating func _read(_ reader: inout APIEngine.JSONReader) { reader.skip() }

    public static func _perform(_ task: APIEngine.ValueTask, _ value: UnsafePointer<NoContent>) -> Bool {
        task.perform(on: value, write: { $1.null() }, argument: { _ in .json(Array("null".utf8)) })
    }
}
