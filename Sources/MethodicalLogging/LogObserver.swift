#if Logging
    import Logging
    import Methodical

    /// Writes what happens to a client's calls into a log: `Client.Configuration(observers: [LogObserver()])`.
    ///
    /// Nothing in it is a secret: events have none. Metadata: `method`, `call` (its number within the client), `account`, `signature` where it is not the
    /// method, and what the event says: `code`, `status`, `source`, `duration`, `bytes`, `attempt`.
    public struct LogObserver: ClientObserver {
        private let logger: Logger
        private let level: @Sendable (ClientEvent.Kind) -> Logger.Level

        /// - Parameters:
        ///   - logger: `methodical` if nothing is said. Its own level decides what is written.
        ///   - level: how much an event matters, where it is not as `level(of:)` says.
        public init(
            _ logger: Logger = Logger(label: "methodical"),
            level: @escaping @Sendable (ClientEvent.Kind) -> Logger.Level = { LogObserver.level(of: $0) }
        ) {
            self.logger = logger
            self.level = level
        }

        public func observe(_ event: ClientEvent) {
            logger.log(level: level(event.kind), "\(event)", metadata: Self.metadata(event))
        }

        /// What a person should see is a notice, what costs speed or freshness a warning, what ends a call or an account's token an error. A call that was
        /// cancelled, or failed for want of a network, is not the program's fault: a notice.
        public static func level(of kind: ClientEvent.Kind) -> Logger.Level {
            switch kind {
            case .started, .joined, .sent: .trace
            case .waiting, .finished: .debug
            case .renewed: .info
            case .failed(let code, _): [.cancelled, .offline].contains(code) ? .notice : .error
            case .cacheFailed, .refreshFailed: .warning
            case .renewalFailed: .error
            default: .notice
            }
        }

        private static func metadata(_ event: ClientEvent) -> Logger.Metadata {
            var metadata: Logger.Metadata = ["method": "\(event.method)", "call": "\(event.call)", "account": "\(event.account)"]
            if !(event.signature == event.method) { metadata["signature"] = "\(event.signature)" }
            switch event.kind {
            case .joined(let other): metadata["joins"] = "\(other)"
            case .waiting(let duration): metadata["duration"] = "\(duration)"
            case .sent(let attempt): metadata["attempt"] = "\(attempt)"
            case .retrying(let pause, let code): metadata.merge(["code": "\(code)", "duration": "\(pause)"]) { $1 }
            case .failed(let code, let duration): metadata.merge(["code": "\(code)", "duration": "\(duration)"]) { $1 }
            case .refreshFailed(let code), .renewalFailed(let code): metadata["code"] = "\(code)"
            case .drift(let departures): metadata["departures"] = "\(departures.count)"
            case .finished(let finish):
                metadata.merge(
                    [
                        "source": "\(finish.source)", "status": "\(finish.status)", "duration": "\(finish.duration)", "bytes": "\(finish.bytes)",
                    ]) { $1 }
            default: break
            }
            return metadata
        }
    }
#endif
