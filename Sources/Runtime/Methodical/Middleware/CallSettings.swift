/// The settings of a call that a middleware may change. They apply to each attempt of the call.
public struct CallSettings: Hashable, Sendable {
    /// The header fields to send in place of the call's own fields with the same names. There are none at first.
    public var headers: HTTPHeaders
    /// The time that the call may take in all. If `nil`, the client's configuration decides.
    public var timeout: Duration?
    /// The priority among calls that wait for the rate limit, and on a shared connection.
    public var priority: Call.Priority

    init(_ call: Call) {
        headers = call.settings.headers
        timeout = call.longestTime
        priority = call.settings.priority
    }
}

extension Call {
    /// Returns the call with the settings that middlewares have passed on.
    func with(_ passed: CallSettings) -> Call {
        var call = self
        var settings = settings
        settings.headers = passed.headers
        settings.timeout = passed.timeout
        settings.priority = passed.priority
        call.settings = settings
        return call
    }
}

// The header fields that middlewares have set for all attempts of a call.
extension Call.Settings {
    /// The names of the fields that select another response and contain no secret.
    private static let selectingFields = ["accept", "accept-language"]

    /// Indicates whether the response may be cached and shared. Other fields may contain secrets.
    var hasOnlySelectingHeaders: Bool {
        headers.fields.allSatisfy { Self.selectingFields.contains($0.name.lowercased()) }
    }

    /// The fields as lines of the cache key.
    var selectingHeaders: [String] {
        Self.selectingFields.compactMap { name in
            let values = headers.values(of: name)
            guard !values.isEmpty else { return nil }
            return "\(name): \(values.joined(separator: ", "))"
        }
    }

    /// The value of `Accept` if a middleware has set it.
    var acceptOfMiddlewares: String? {
        let values = headers.values(of: "Accept")
        guard !values.isEmpty else { return nil }
        return values.joined(separator: ", ")
    }
}
