import Methodical

/// The reason why a request is not an event of the service. It contains no secret.
///
/// Respond with the status 400 or 401, and do nothing else: except for ``unreadable(_:)`` and ``unnamed``, the request
/// may come from anyone.
public enum WebhookError: Error, Hashable, Sendable {
    /// No secret was given, or an empty one, so that anyone could sign.
    case noSecret
    /// The request has no signature, or no time that is signed with it. The name is that of the header field or member.
    case unsigned(String)
    /// No secret gives this signature: the secret is another one, or the body is not what the service has sent.
    case wrongSignature
    /// The signature is right, but its time differs from the present by more than the tolerance.
    case outOfTime(by: Duration)
    /// The signature is right, but the request does not name its event.
    case unnamed
    /// The signature is right, but the event does not match the schema.
    case unreadable(ReadingProblem)
}

extension WebhookError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .noSecret: "no secret was given, or an empty one"
        case .unsigned(let place): "the request has no valid \(place)"
        case .wrongSignature: "the signature does not match the body and the secret"
        case .outOfTime(let difference): "the request was signed at another time: \(difference) from now"
        case .unnamed: "the request does not name its event"
        case .unreadable(let problem): "\(problem)"
        }
    }
}
