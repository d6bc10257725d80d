#if Logging
    extension Duration {
        /// The duration in nanoseconds, or the largest number if it is longer than 285 years.
        var nanoseconds: Int64 {
            let (seconds, attoseconds) = components
            if seconds > 9_000_000_000 {
                return .max
            }
            return seconds * 1_000_000_000 + attoseconds / 1_000_000_000
        }
    }
#endif
