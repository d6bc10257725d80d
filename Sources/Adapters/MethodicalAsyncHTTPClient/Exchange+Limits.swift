#if AsyncHTTPClient
    import Methodical
    import NIOCore

    extension Exchange {
        /// The limits in time of a request, including its redirects.
        struct Limits: Sendable {
            /// The end of the whole exchange, or of the time until the head of a stream.
            private(set) var deadline: NIODeadline?
            /// The time that the server may be silent.
            let idle: TimeAmount?
            private static let defaultIdle = TimeAmount(DefaultTimeout.silence)

            init(_ request: HTTPRequest, options: SessionOptions, isStream: Bool) {
                var timeout = request.timeout
                if timeout == nil, isStream {
                    timeout = DefaultTimeout.streamHead
                }
                deadline = timeout.map { .now() + TimeAmount($0) }
                if let idleTimeout = options.idleTimeout {
                    idle = TimeAmount(idleTimeout)
                } else if isStream {
                    idle = nil
                } else {
                    // The default must not end a request before a longer timeout of its own.
                    idle = max(Self.defaultIdle, request.timeout.map { TimeAmount($0) } ?? .zero)
                }
            }

            /// Moves the end by the time for which the app held the transfer back.
            mutating func extend(by time: TimeAmount) { deadline = deadline.map { $0 + time } }
        }
    }
#endif
