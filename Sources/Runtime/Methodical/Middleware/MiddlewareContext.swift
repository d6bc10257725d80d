/// The facts about a call that a middleware handles.
public struct MiddlewareContext: Sendable {
    /// The number of the attempt, from 1, or `nil` around the whole call.
    public let attempt: Int?
    private let run: Run
    private let tokens: [Token]
    /// The secret solutions of challenges that were sent with the call.
    private let solutions: [String]
    private let response: @Sendable () -> ResponseSource?

    init(
        _ run: Run,
        attempt: Int? = nil,
        tokens: [Token],
        solutions: [String] = [],
        source: @escaping @Sendable () -> ResponseSource? = { nil }
    ) {
        self.run = run
        self.attempt = attempt
        self.tokens = tokens
        self.solutions = solutions
        response = source
    }

    /// The call, with its client.
    package var call: Call { run.call }

    /// Returns the call with the settings of middlewares, as `next` would send it.
    package func call(with settings: CallSettings) -> Call {
        run.with(settings).call
    }

    /// Indicates whether equal calls may share the response.
    package var isShareable: Bool { run.isShareable }

    /// The name of the API's method: `users.get`. A request for any address has its verb and host instead.
    public var method: String { run.call.method.name }
    /// The call's own label, or the method's name if the call has none.
    public var signature: Call.Signature { run.call.signature }
    /// The number of the call, which the client's events carry, too.
    public var number: UInt64 { run.number }

    /// The id of the account that the call is made for.
    public var account: Account.ID {
        run.call.client.account.id
    }

    /// The description of the API.
    public var api: APIDescription { run.call.client.api }
    /// Indicates whether the method changes nothing on the server.
    public var reads: Bool { run.call.method.reads }
    /// The template of the method's path, relative to the base URL: `pins/{pin_id}/comments`. `nil` for a request for
    /// any address, and for one that follows a link of the server.
    public var path: String? {
        let call = run.call
        guard !call.isRaw, call.linkedAddress == nil else { return nil }
        return call.method.path ?? call.client.api.path
    }

    /// The source of the response that the client returned last, around the whole call: the network or the cache. `nil`
    /// before that, and if another middleware answers the call.
    public var source: ResponseSource? { response() }

    /// The template of the URL's path, with the path of the base URL: `/v5/pins/{pin_id}/comments`. `nil` if `path` is
    /// `nil`.
    package var template: String? {
        guard let path else { return nil }
        let root = String(decoding: run.call.root, as: UTF8.self)
        let folders = root.split(
            separator: "/",
            maxSplits: 3,
            omittingEmptySubsequences: false
        ).dropFirst(3)
        var start = "/" + (folders.first ?? "").prefix { $0 != "?" }
        var end = path
        if run.call.method.path == nil {
            // The path of an API names the method by `{name}`, which is no parameter.
            end = path.replacing("{name}", with: run.call.method.name)
        }
        if end.isEmpty || end.hasPrefix("{?") {
            return start + end
        }
        if start.hasSuffix("/") {
            start.removeLast()
        }
        if !end.hasPrefix("/") {
            start += "/"
        }
        return start + end
    }

    /// Reports an event of the call to the client's observers.
    public func report(_ event: ClientEvent.Kind) {
        run.report(event)
    }

    /// Returns a text without the secrets of the call: its tokens, its credentials, its secret arguments, and in an
    /// attempt the tokens and codes that solved challenges.
    public func redacted(_ text: String) -> String {
        Redaction([run.call], tokens: tokens, solutions: solutions)(text)
    }
}

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
