#if WebSocket
    import Foundation
    import Methodical
    import MethodicalStreams
    import NIOCore
    import NIOHTTP1
    import NIOPosix
    import NIOSSL

    /// The failures of SwiftNIO as the errors that `URLSession` reports, because the client's retries and the codes of
    /// `APIError` depend on their numbers.
    enum SocketFailure {
        /// The error of a connection that ends without a close frame.
        static var lost: URLError {
            error(.networkConnectionLost, "the server ended the connection without a close frame")
        }

        /// Returns the error for a failure. Texts of libraries may contain header fields, so none is kept.
        static func error(for failure: any Error) -> any Error {
            switch failure {
            case is APIError, is CancellationError, is URLError, is SocketClosure:
                failure
            case let failure as NIOConnectionError:
                error(for: failure)
            case let failure as IOError:
                error(code(of: failure), String(cString: strerror(failure.errnoCode)))
            case ChannelError.eof:
                error(.networkConnectionLost, "the server ended the connection before the handshake was complete")
            case ChannelError.connectTimeout:
                error(.timedOut, "no connection to the server was made in time")
            case is NIOHTTPClientUpgradeError:
                error(.badServerResponse, "the server's response does not complete the handshake of WebSocket")
            case is HTTPParserError:
                error(.badServerResponse, "the server's response is not HTTP")
            case is NIOSSLError, is NIOSSLExtraError, is BoringSSLError:
                tlsError(for: failure)
            default:
                error(.networkConnectionLost, "the connection failed (\(type(of: failure)))")
            }
        }

        private static func error(for failure: NIOConnectionError) -> URLError {
            switch failure.connectionErrors.last?.error {
            case nil: error(.cannotFindHost, "the server's name leads to no address")
            case ChannelError.connectTimeout?: error(.timedOut, "no connection to the server was made in time")
            case let failure as IOError: error(code(of: failure), String(cString: strerror(failure.errnoCode)))
            default: error(.cannotConnectToHost, "no connection to the server was made")
            }
        }

        private static func code(of failure: IOError) -> URLError.Code {
            switch failure.errnoCode {
            case ETIMEDOUT: .timedOut
            case ECONNREFUSED, EHOSTUNREACH, ENETUNREACH, EHOSTDOWN, ENETDOWN, EADDRNOTAVAIL, EACCES, EPERM:
                .cannotConnectToHost
            default: .networkConnectionLost
            }
        }

        /// Returns the error for a failure of TLS. A certificate that is not accepted is no reason for a retry.
        private static func tlsError(for failure: any Error) -> URLError {
            if let failure = failure as? NIOSSLExtraError, failure == .failedToValidateHostname {
                return error(.serverCertificateUntrusted, "the server's certificate is for another name")
            }
            // BoringSSL's errors are texts with the name of the reason.
            if "\(failure)".contains("CERTIFICATE_VERIFY_FAILED") {
                return error(.serverCertificateUntrusted, "the server's certificate is not trusted")
            }
            if case NIOSSLError.uncleanShutdown = failure {
                return error(.networkConnectionLost, "the connection ended without the end of TLS")
            }
            return error(.secureConnectionFailed, "TLS failed")
        }

        private static func error(_ code: URLError.Code, _ text: String) -> URLError {
            URLError(code, userInfo: [NSLocalizedDescriptionKey: text])
        }
    }
#endif
