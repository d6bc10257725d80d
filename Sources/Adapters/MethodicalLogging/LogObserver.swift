#if Logging
    import Logging
    import Methodical

    /// An observer that logs the events of a client's calls: `Client.Configuration(observers: [LogObserver()])`.
    ///
    /// Events contain no secrets, so the log contains none. The metadata has `method`, `call` (the call's
    /// number within the client), `account`, and `signature` if the call has a tag of its own. Depending on the
    /// event, it also has `code`, `status`, `source`, `duration`, `bytes`, `attempt`, `joins` or `mismatches`.
    public struct LogObserver: ClientObserver {
        private let logger: Logger
        private let level: @Sendable (ClientEvent.Kind) -> Logger.Level

        /// Creates an observer.
        ///
        /// - Parameters:
        ///   - logger: The logger to write to. The default has the label `methodical`. Its log level decides
        ///     which events are written.
        ///   - level: A function that returns the log level of an event. The default is ``level(of:)``.
        public init(
            _ logger: Logger = Logger(label: "methodical"),
            level: @escaping @Sendable (ClientEvent.Kind) -> Logger.Level = { LogObserver.level(of: $0) }
        ) {
            self.logger = logger
            self.level = level
        }

        /// Logs the event. A client calls this method.
        public func observe(_ event: ClientEvent) {
            logger.log(level: level(event.kind), "\(event)", metadata: Self.metadata(of: event))
        }

        /// Returns the default log level of an event.
        ///
        /// Events that a person should see are notices, those that cost speed or freshness are warnings, and
        /// those that end a call or an account's token are errors. A call that was cancelled, or that failed
        /// because the client is offline, is a notice, because the program did nothing wrong.
        public static func level(of kind: ClientEvent.Kind) -> Logger.Level {
            switch kind {
            case .started, .joined, .sent: .trace
            case .waiting, .finished: .debug
            case .tokenRefreshed: .info
            case .failed(.cancelled, _), .failed(.offline, _): .notice
            case .failed: .error
            case .cacheFailed, .revalidationFailed, .sharedStateFailed: .warning
            case .tokenRefreshFailed: .error
            // Retries, mismatches, restarted streams, and the kinds of later versions.
            default: .notice
            }
        }

        private static func metadata(of event: ClientEvent) -> Logger.Metadata {
            var metadata: Logger.Metadata = [
                "method": "\(event.method)", "call": "\(event.call)", "account": "\(event.account)",
            ]
            if event.hasOwnTag {
                metadata["signature"] = "\(event.signature)"
            }
            switch event.kind {
            case .joined(let other): metadata["joins"] = "\(other)"
            case .waiting(let duration): metadata["duration"] = "\(duration)"
            case .sent(let attempt): metadata["attempt"] = "\(attempt)"
            case .retrying(let pause, let code):
                metadata["code"] = "\(code)"
                metadata["duration"] = "\(pause)"
            case .failed(let code, let duration):
                metadata["code"] = "\(code)"
                metadata["duration"] = "\(duration)"
            case .revalidationFailed(let code), .tokenRefreshFailed(let code): metadata["code"] = "\(code)"
            case .mismatches(let mismatches): metadata["mismatches"] = "\(mismatches.count)"
            case .finished(let finish):
                metadata["source"] = "\(finish.source)"
                metadata["status"] = "\(finish.status)"
                metadata["duration"] = "\(finish.duration)"
                metadata["bytes"] = "\(finish.bytes)"
            default: break
            }
            return metadata
        }
    }
#endif
