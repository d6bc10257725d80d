#if Tracing
    import Methodical
    import Tracing

    /// The trace of the call that the current task sends.
    final class CallTrace: Sendable {
        @TaskLocal static var current: CallTrace?
        /// The span of the call.
        let span: any Tracing.Span
        private let attempts = Locked(0)

        init(_ span: any Tracing.Span) { self.span = span }

        /// Counts an attempt, and returns the number of attempts before it.
        ///
        /// The client's own numbers begin anew after the refresh of a token.
        func countAttempt() -> Int {
            attempts.withLock { attempts in
                defer { attempts += 1 }
                return attempts
            }
        }
    }
#endif
