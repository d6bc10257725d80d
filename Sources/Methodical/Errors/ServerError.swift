/// What a server says about a failure, without the secrets that it echoes.
public struct ServerError: Hashable, Sendable {
    public var code: ServerCode?
    public var message: String?
    /// The error as the server sent it; nil if it sent no JSON.
    public var details: JSON?

    public init(code: ServerCode? = nil, message: String? = nil, details: JSON? = nil) {
        self.code = code
        self.message = message
        self.details = details
    }
}

extension ServerError: CustomStringConvertible {
    /// `15: Access denied`.
    public var description: String {
        let parts = [code?.description, message].compactMap(\.self)
        return parts.isEmpty ? "the server gave no reason" : parts.joined(separator: ": ")
    }
}
