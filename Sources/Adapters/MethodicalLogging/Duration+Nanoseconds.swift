#if Logging
    extension Duration {
        /// The duration in nanoseconds, or the nearest number of 64 bits if it is longer than 292 years.
        var nanoseconds: Int64 {
            let (seconds, attoseconds) = components
            let (whole, isTooLong) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
            let (sum, exceeds) = whole.addingReportingOverflow(attoseconds / 1_000_000_000)
            guard !isTooLong, !exceeds else {
                return seconds < 0 ? .min : .max
            }
            return sum
        }
    }
#endif
