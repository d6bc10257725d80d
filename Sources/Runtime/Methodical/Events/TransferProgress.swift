/// The progress of a call's transfer.
public struct TransferProgress: Hashable, Sendable, CustomStringConvertible {
    /// The progress of one body: the request's or the response's.
    public struct Part: Hashable, Sendable, CustomStringConvertible {
        /// The number of bytes that have been transferred.
        public var bytes: Int
        /// The length of the whole body in bytes, or `nil` if it is unknown.
        public var total: Int?

        /// Creates the progress of one body, by default of one that has not begun.
        public init(bytes: Int = 0, total: Int? = nil) {
            self.bytes = bytes
            self.total = total
        }

        public var description: String {
            total.map { "\(bytes) of \($0)" } ?? "\(bytes)"
        }
    }

    /// The progress of the request's body.
    public var sent: Part
    /// The progress of the response's body as it is transferred. The bytes of a compressed body are counted in
    /// compressed form.
    public var received: Part

    /// Creates the progress of a transfer, by default of one that has not begun.
    public init(sent: Part = Part(), received: Part = Part()) {
        self.sent = sent
        self.received = received
    }

    /// The progress from 0 to 1, or `nil` while no length is known.
    ///
    /// It is the progress of the larger body, as far as the lengths are known.
    public var fraction: Double? {
        let isUpload = (sent.total ?? 0) > max(received.total ?? 0, received.bytes)
        let part = isUpload ? sent : received
        guard let total = part.total else { return nil }
        guard total > 0 else { return 1 }
        return min(1, Double(part.bytes) / Double(total))
    }

    /// A text such as `sent 10000 of 20000 bytes, received 5 bytes`. It leaves out a body that has not begun and whose
    /// length is unknown.
    public var description: String {
        let parts = [("sent", sent), ("received", received)].filter { $0.1 != Part() }
        guard !parts.isEmpty else {
            return "nothing yet"
        }
        return parts.map { "\($0) \($1) bytes" }.joined(separator: ", ")
    }
}
