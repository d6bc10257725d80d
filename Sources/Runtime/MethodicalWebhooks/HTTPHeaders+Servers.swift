import Methodical

extension HTTPHeaders {
    /// Creates header fields from those of a server's framework, such as SwiftNIO's and Vapor's `HTTPHeaders`.
    public init(_ fields: some Sequence<(name: String, value: String)>) {
        self.init()
        for (name, value) in fields {
            add(name, value)
        }
    }
}
