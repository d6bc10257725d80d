import Methodical
import MethodicalTesting

import struct Foundation.Data

/// A call as the server received it.
public struct MockCall: Sendable, OpaquelyDescribed {
    /// The method's name in the schema.
    public let method: String
    /// The arguments as text, by their names on the wire. The API's version and the token are left out.
    ///
    /// The text does not depend on the way an argument was sent. Lists are joined by commas, flags are `true` or
    /// `false`, and objects are JSON. If several parameters have the same name, all but the one in the path have their
    /// places before it: `id`, `body.id`.
    public let arguments: [String: String]
    /// The token of the call, or `nil` if it has none.
    public let token: String?
    /// The texts that the call sends for the API's schemes, by the schemes' names.
    public let credentials: [String: String]
    /// The body of the request as the client sent it. It is empty for a call in a batch, and for a file of more than
    /// 64 MiB.
    public let body: Data
    /// The names of secret arguments.
    let secrets: Set<String>
    /// The names of the arguments that are lists.
    let lists: Set<String>

    init(
        method: String,
        arguments: [String: String],
        token: String?,
        credentials: [String: String] = [:],
        body: Data = Data(),
        secrets: Set<String>,
        lists: Set<String>
    ) {
        self.method = method
        self.arguments = arguments
        self.token = token
        self.credentials = credentials
        self.body = body
        self.secrets = secrets
        self.lists = lists
    }

    /// The method and its arguments. The token, the credentials, the body and secret arguments are not shown.
    public var description: String {
        arguments.described(of: method, hiding: secrets)
    }
}
