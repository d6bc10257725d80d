import Foundation

extension APIError {
    /// What a transport's failure means to a caller. Of the error itself only its kind and text are kept.
    init(transport error: any Error, isCancelled: Bool) {
        switch error {
        case let error as APIError: self = error
        case is CancellationError: self.init(.cancelled)
        case let error as URLError:
            self.init(Code(error.code), cause: Cause(domain: "URLError", code: error.code.rawValue, message: error.localizedDescription))
        default: self.init(isCancelled ? .cancelled : .connection, cause: Cause(domain: "\(type(of: error))", message: "\(error)"))
        }
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
