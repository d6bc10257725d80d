/// A recorded response of a server to a call.
package struct RecordedResponse: Sendable {
    /// The file, with the number of the response if the file holds several.
    package var source: String
    /// The name of the called method.
    package var method: String
    /// The arguments of the call as text, or `nil` if they are unknown.
    package var arguments: [String: String]?
    /// The body of the response.
    package var body: [UInt8]

    /// Creates a response from its parts.
    package init(
        source: String,
        method: String,
        arguments: [String: String]? = nil,
        body: [UInt8]
    ) {
        self.source = source
        self.method = method
        self.arguments = arguments
        self.body = body
    }
}
