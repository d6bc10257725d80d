import struct Foundation.Data

/// A value and what came around it.
public struct Answer<Value: APIValue>: Sendable {
    public let value: Value
    /// The HTTP status.
    public let status: Int
    public let headers: HTTPHeaders
    /// The body as the server sent it, envelope included. Servers echo requests: it may hold what the request held.
    public let body: Data
}

extension Answer: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { "\(value) (HTTP \(status), \(body.count) bytes)" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: ["value": value, "status": status, "bytes": body.count]) }
}
