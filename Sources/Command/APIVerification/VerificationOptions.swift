/// The choices of a verification.
package struct VerificationOptions: Sendable {
    /// Indicates whether methods that write are called, too.
    package var includesWrites = false
    /// The methods to verify, such as `books.get` and `books.*`, or none for all.
    package var only: [String] = []
    /// The greatest number of pages of a list that are fetched.
    package var pageLimit = 10
    /// The options for the schema and the server in the command lines of calls.
    package var callOptions: [String] = []

    package init() {}

    /// Indicates whether a method is to be verified.
    func wants(_ method: String) -> Bool {
        only.isEmpty || only.contains { Self.matches(method, $0) }
    }

    /// Indicates whether a name matches a pattern. A star at its end stands for any text.
    package static func matches(_ name: String, _ pattern: String) -> Bool {
        guard pattern.hasSuffix("*") else {
            return name == pattern
        }
        return name.hasPrefix(pattern.dropLast())
    }
}
