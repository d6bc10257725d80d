/// The limits in time of a request, including its redirects.
struct SessionLimits: Sendable {
    /// The end of the whole request, or of the time until the head of a stream.
    private(set) var deadline: ContinuousClock.Instant?
    /// The time that the server may be silent, or `nil` for any time.
    let silence: Duration?

    init(_ request: HTTPRequest, options: SessionOptions, isStream: Bool) {
        var timeout = request.timeout
        if timeout == nil, isStream {
            timeout = .seconds(60)
        }
        deadline = timeout.map { ContinuousClock.now.after($0) }
        silence = Self.silence(for: request, options: options, isStream: isStream)
    }

    private static func silence(for request: HTTPRequest, options: SessionOptions, isStream: Bool) -> Duration? {
        if let idleTimeout = options.idleTimeout {
            return idleTimeout
        }
        if isStream {
            return nil
        }
        return max(.seconds(60), request.timeout ?? .zero)
    }

    /// Moves the end by the time for which the app held the transfer back.
    mutating func extend(by time: Duration) {
        deadline = deadline?.after(time)
    }
}
