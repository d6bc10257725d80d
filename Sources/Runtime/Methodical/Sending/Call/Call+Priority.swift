extension Call {
    /// The priority of a call. Among calls that wait, those with the highest priority go first and get more of a shared
    /// connection.
    public enum Priority: Int, Hashable, Sendable, Comparable {
        /// The priorities from the lowest to the highest. Calls have `.normal` unless they set another one.
        case low, normal, high

        /// Indicates whether the left priority is lower.
        public static func < (left: Priority, right: Priority) -> Bool {
            left.rawValue < right.rawValue
        }
    }
}
