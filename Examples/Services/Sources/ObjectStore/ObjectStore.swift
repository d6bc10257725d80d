// The API itself is generated from the JSON in the folder Schema. Here is what a schema cannot say.

extension ObjectStore.Object {
    /// The name of the file, which is the last part of its key.
    public var name: String { String(key.split(separator: "/").last ?? "") }
}
