/// What a server answered a method.
package struct RecordedAnswer: Sendable {
    /// The file, and which of its answers it is where it has several.
    package var source: String
    package var method: String
    /// Nil where nobody knows.
    package var arguments: [String: String]?
    package var body: [UInt8]

    package init(source: String, method: String, arguments: [String: String]? = nil, body: [UInt8]) {
        self.source = source
        self.method = method
        self.arguments = arguments
        self.body = body
    }
}
