extension Call {
    /// A name that a program gives a call to recognize it in events, progress and errors: `"members screen"`, a case of
    /// an enumeration, or a number.
    public struct Signature: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
        private let value: AnySendable

        /// Creates a signature from any value. A value that already is a signature is not wrapped again.
        public init(_ value: some Hashable & Sendable) {
            self.value = (value as? Signature)?.value ?? AnySendable(value)
        }

        /// Creates a signature from a string literal.
        public init(stringLiteral value: String) {
            self.value = AnySendable(value)
        }

        public static func == (left: Signature, right: Signature) -> Bool {
            left.value == right.value
        }

        /// Indicates whether the signature was made from an equal value.
        public static func == (left: Signature, right: some Hashable & Sendable) -> Bool {
            left == Signature(right)
        }

        /// The description of the value that the signature was made from.
        public var description: String { "\(value.base)" }
    }
}

/// A value of any type that can be compared and sent to other tasks.
struct AnySendable: Hashable, Sendable {
    let base: any Hashable & Sendable

    init(_ base: any Hashable & Sendable) { self.base = base }

    static func == (left: AnySendable, right: AnySendable) -> Bool {
        AnyHashable(left.base) == AnyHashable(right.base)
    }

    func hash(into hasher: inout Hasher) {
        base.hash(into: &hasher)
    }
}
