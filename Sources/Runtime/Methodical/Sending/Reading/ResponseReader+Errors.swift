import Foundation

/// The errors of the server.
extension ResponseReader {
    /// Returns the error that the server has sent, which may be a challenge.
    func refusal() -> APIError {
        let body = json()
        let (server, seconds) = serverError(in: body)
        let challenge = Challenge(server, api: api)
        let now = call.client.configuration.time.now()
        let reset = api.limitHeaders.flatMap { $0.pause(after: response, at: now) }
        var code = APIError.Code.challenged
        if challenge == nil {
            code = self.code(of: server, reset: reset)
        }
        var keptBody: JSON?
        if response.body.count <= Redaction.bodyLimit {
            keptBody = body
        }
        return APIError(
            APIError.Contents(
                code: code,
                status: response.status,
                headers: response.headers,
                server: server,
                challenge: challenge,
                retryAfter: response.retryAfter(at: now) ?? seconds.map { .seconds($0) } ?? reset,
                body: keptBody))
    }

    /// Returns the code of the error by its status and by the meanings that the API declares.
    private func code(of server: ServerError, reset: Duration?) -> APIError.Code {
        if response.status == 401 || api.means(.expiredToken, by: server) {
            return .notAuthorized
        }
        // GitHub's rate limits use the status 403 with `Retry-After`, or with no requests left. Any other 403 is
        // permanent.
        let isTemporary =
            switch response.status {
            case 429:
                true
            case 403:
                reset != nil || response.headers["Retry-After"] != nil
            default:
                false
            }
        if isTemporary || api.means(.tooManyRequests, by: server) {
            return .rateLimited
        }
        return .server
    }

    /// Returns the server's error, and the seconds after which the server allows a retry.
    ///
    /// A body without JSON, or with another shape than the envelope declares, is an error with fewer details.
    private func serverError(in body: JSON?) -> (ServerError, retryAfter: Double?) {
        guard let body else {
            return (ServerError(message: plainTextMessage), nil)
        }
        let envelope = api.envelope
        let error = envelope.error.flatMap { body[$0] }
        let inner = error?[0] ?? error
        var server = ServerError(details: error ?? body)
        var seconds: Double?
        // Some APIs put code and message inside the error, others beside it.
        for place in [inner, body] {
            if server.code == nil {
                server.code = value(at: envelope.code, in: place).flatMap(ServerError.Code.init)
            }
            if server.message == nil {
                let message = value(at: envelope.message, in: place)
                server.message = message?.stringValue ?? message?[0]?.stringValue
            }
            seconds = seconds ?? value(at: envelope.retryAfter, in: place)?.doubleValue
        }
        // An error that is a number or a string is its own code if there is no other.
        if server.code == nil {
            server.code = error.flatMap(ServerError.Code.init)
        }
        guard let pause = seconds,
            0..<0x8000_0000 ~= pause
        else {
            return (server, nil)
        }
        return (server, pause)
    }

    /// Returns the value at a path of keys that are joined by dots.
    private func value(at path: String?, in place: JSON?) -> JSON? {
        path?.split(separator: ".").reduce(place) { $0?[String($1)] }
    }

    /// The message of an error in plain text. HTML and long texts are meant for browsers.
    private var plainTextMessage: String? {
        guard response.headers["Content-Type"]?.lowercased().hasPrefix("text/plain") == true,
            response.body.count <= 1000
        else { return nil }
        let text = (try? response.text()) ?? String(decoding: response.body, as: UTF8.self)
        let trimmed = text.trimmingCharacters(in: .whitespacesAndNewlines)
        guard !trimmed.isEmpty else { return nil }
        return trimmed
    }
}

extension ServerError.Code {
    /// Creates a code from a number or a string, or returns `nil` for another value.
    fileprivate init?(_ json: JSON) {
        if let number = json.intValue {
            self = .number(number)
        } else if let text = json.stringValue {
            self = .text(text)
        } else {
            return nil
        }
    }
}
