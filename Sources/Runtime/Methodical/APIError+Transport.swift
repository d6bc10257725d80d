import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

extension APIError {
    /// Creates an error from the failure of a transport. Only the kind and the text of the failure are kept.
    init(transport error: any Error, isCancelled: Bool) {
        switch error {
        case let error as APIError: self = error
        case is CancellationError: self.init(.cancelled)
        case let error as UnusableRange: self.init(.connection, error.reason)
        case let error as CocoaError:
            self.init(
                .storage,
                cause: Cause(domain: "CocoaError", code: error.code.rawValue, message: error.localizedDescription))
        case let error as URLError where error.code == .timedOut && error.userInfo.isEmpty:
            self.init(.timedOut, "no complete response arrived in time")
        case let error as URLError:
            self.init(Code(error.code), from: error)
        default:
            let code: Code = isCancelled ? .cancelled : .connection
            self.init(code, cause: Cause(domain: "\(type(of: error))", message: "\(error)"))
        }
    }

    /// Creates an error with the number and the text of a `URLError`.
    package init(_ code: Code, from error: URLError) {
        let message = error.localizedDescription
        self.init(code, cause: Cause(domain: "URLError", code: error.code.rawValue, message: message))
    }

    /// Creates an error from the failure of a transport, without the given secrets.
    package init(transport error: any Error, hiding secrets: [String]) {
        self = APIError(transport: error, isCancelled: Task.isCancelled).redacted(by: Redaction(secrets), for: nil)
    }
}

extension APIError.Code {
    fileprivate init(_ code: URLError.Code) {
        switch code {
        case .cancelled: self = .cancelled
        case .timedOut: self = .timedOut
        case .notConnectedToInternet, .dataNotAllowed, .internationalRoamingOff, .callIsActive: self = .offline
        default: self = .connection
        }
    }
}
