/// A call as it reached the server.
public struct MockCall: Sendable, CustomStringConvertible, CustomReflectable {
    /// The method's name in the schema.
    public let method: String
    /// By their names on the wire, as text, however they travelled: lists joined by commas, flags as `true` and `false`, objects as JSON. Without the API's
    /// version and the token.
    public let arguments: [String: String]
    /// What the call showed to be let in.
    public let token: String?
    let secrets: Set<String>
    /// The names of those that are lists.
    let lists: Set<String>

    init(method: String, arguments: [String: String], token: String?, secrets: Set<String>, lists: Set<String>) {
        self.method = method
        self.arguments = arguments
        self.token = token
        self.secrets = secrets
        self.lists = lists
    }

    /// The token and secret arguments are not shown.
    public var description: String {
        let shown = arguments.sorted { $0.key < $1.key }.map {
            "\($0.key): \(secrets.contains($0.key) ? "<secret>" : $0.value)"
        }
        return "\(method)(\(shown.joined(separator: ", ")))"
    }

    public var customMirror: Mirror { Mirror(self, children: ["call": description]) }
}
