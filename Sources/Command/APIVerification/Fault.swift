import MethodicalGenerator

/// A mismatch between a server and its schema, with the call that shows it.
package struct Fault: Hashable, Sendable {
    /// The severities, with the gravest first.
    package enum Severity: String, Sendable, CaseIterable {
        /// Every reading policy refuses the response, or the server breaks a rule of the schema.
        case error
        /// Strict reading refuses the response, or a caller may notice the mismatch.
        case warning
        /// Readers ignore it, such as a member that the schema does not have.
        case note

        /// Indicates whether the server contradicts the schema.
        package var isMismatch: Bool { self != .note }
    }

    package var severity: Severity
    /// The name of the method.
    package var method: String
    /// A sentence such as `Book.title: null, at title`.
    package var message: String
    /// The place in the schema, or `nil` if no node of the schema describes it.
    package var place: Place?
    /// The pointer to the place for an overlay, or `nil` if there is none.
    package var pointer: String?
    /// The number of the exchange that shows it.
    package var exchange: Int

    package init(
        _ severity: Severity,
        in method: String,
        _ message: String,
        at place: Place?,
        pointer: String? = nil,
        exchange: Int
    ) {
        self.severity = severity
        self.method = method
        self.message = message
        self.place = place
        self.pointer = pointer
        self.exchange = exchange
    }
}

/// A method that was not verified, with the reason.
package struct Omission: Hashable, Sendable {
    package var method: String
    /// The reason, for people.
    package var reason: String
    /// The number of the exchange that shows it, or `nil` if the method was not called.
    package var exchange: Int?
}
