#if canImport(os)
    import Methodical
    import os

    /// An observer that writes the events of a client's calls to Apple's unified log:
    /// `Client.Configuration(observers: [OSLogObserver()])`.
    ///
    /// It needs no package trait. Events contain no secrets. The log shows everyone the method, the number of the call,
    /// and the facts of the event such as a status, a duration and an error's code. The account, the call's tag, and
    /// the details of mismatches and of failures of a cache are private: they are shown only while a debugger is
    /// attached, or after a person has permitted private data on the device. The account appears as a hash, so that its
    /// lines can be found together.
    public struct OSLogObserver: ClientObserver {
        private let logger: os.Logger
        private let level: @Sendable (ClientEvent.Kind) -> OSLogType

        /// Creates an observer.
        ///
        /// - Parameters:
        ///   - logger: The logger to write to.
        ///   - level: A function that returns the type of an event's message. The default is ``level(of:)``.
        public init(
            _ logger: os.Logger = os.Logger(subsystem: "methodical", category: "calls"),
            level: @escaping @Sendable (ClientEvent.Kind) -> OSLogType = { OSLogObserver.level(of: $0) }
        ) {
            self.logger = logger
            self.level = level
        }

        /// Logs the event. A client calls this method.
        public func observe(_ event: ClientEvent) {
            let (facts, details) = Self.text(of: event)
            let tag = event.hasOwnTag ? event.signature.description : ""
            logger.log(
                level: level(event.kind),
                """
                \(event.method, privacy: .public) #\(event.call, privacy: .public): \(facts, privacy: .public) \
                \(details, privacy: .private) \
                [account \(event.account.description, privacy: .private(mask: .hash)), tag \(tag, privacy: .private)]
                """)
        }

        /// Returns the default type of an event's message.
        ///
        /// The system keeps messages of the types `default` and `error` on disk, `info` only in memory, and writes
        /// `debug` only if a person asks for it. A call that was cancelled, or that failed because the client is
        /// offline, is not an error, because the program did nothing wrong.
        public static func level(of kind: ClientEvent.Kind) -> OSLogType {
            switch kind {
            case .started, .joined, .sent, .waiting, .finished: .debug
            case .tokenRefreshed: .info
            case .failed(.cancelled, _), .failed(.offline, _): .default
            case .failed, .cacheFailed, .revalidationFailed, .sharedStateFailed, .tokenRefreshFailed: .error
            // Retries, mismatches, restarted streams, and the kinds of later versions.
            default: .default
            }
        }

        /// Returns the facts of an event, which everyone may read, and its private details.
        private static func text(of event: ClientEvent) -> (facts: String, details: String) {
            switch event.kind {
            case .mismatches(let mismatches):
                let count = mismatches.reduce(0) { $0 + $1.count }
                return ("\(count) mismatches", mismatches.map(\.description).joined(separator: ", "))
            case .unreadable(let mismatch): return ("the response cannot be read", mismatch.description)
            case .cacheFailed(let reason): return ("the cache failed", reason)
            case .sharedStateFailed(let reason): return ("the shared state failed", reason)
            default: return (event.text, "")
            }
        }
    }
#endif
