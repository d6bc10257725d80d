#if AsyncHTTPClient
    import AsyncHTTPClient
    import Foundation
    import Methodical
    import NIOCore
    import NIOHTTP1
    import NIOPosix
    import NIOSSL

    /// The failures of AsyncHTTPClient as the errors that `URLSession` reports, because retries and the codes of
    /// `APIError` depend on their numbers.
    enum TransportFailure {
        /// Returns the error for a failure.
        ///
        /// - Parameters:
        ///   - failure: The failure.
        ///   - largest: The largest length of a response.
        static func error(for failure: any Error, _ largest: Int) -> any Error {
            switch failure {
            case is APIError, is CancellationError, is URLError, is CocoaError: failure
            case let failure as HTTPClientError: error(for: failure)
            case let failure as NIOConnectionError: URLError(code(of: failure), text: "\(failure)")
            case let failure as IOError: URLError(code(of: failure), text: "\(failure)")
            case ChannelError.connectTimeout: URLError(.timedOut)
            case let failure as ChannelError: URLError(.networkConnectionLost, text: "\(failure)")
            case HTTPParserError.invalidEOFState:
                URLError(.networkConnectionLost, text: "the connection ended before the response")
            case let failure as HTTPParserError: URLError(.badServerResponse, text: "\(failure)")
            case is NIOSSLError, is NIOSSLExtraError, is BoringSSLError: tlsError(for: failure)
            default: error(forTypeOf: failure, largest)
            }
        }

        private static func error(for failure: HTTPClientError) -> any Error {
            let text = failure.shortDescription
            return switch failure {
            case .readTimeout, .writeTimeout, .connectTimeout, .deadlineExceeded, .getConnectionFromPoolTimeout,
                .tlsHandshakeTimeout, .httpProxyHandshakeTimeout, .socksHandshakeTimeout:
                URLError(.timedOut)
            case .cancelled: URLError(.cancelled)
            case .invalidURL, .emptyHost, .missingSocketPath: URLError(.badURL, text: text)
            case .emptyScheme: URLError(.unsupportedURL, text: text)
            case .invalidProxyResponse, .proxyAuthenticationRequired: URLError(.cannotConnectToHost, text: text)
            case .alreadyShutdown: APIError(.connection, "the HTTPClient of the transport was shut down")
            default:
                // The names of these two contain what is wrong, which may be a secret.
                if text.hasPrefix("Unsupported scheme") {
                    URLError(.unsupportedURL, text: text)
                } else if text.hasPrefix("Invalid header") {
                    APIError(.invalidRequest, "AsyncHTTPClient refuses a header field: \(text)")
                } else {
                    URLError(.networkConnectionLost, text: text)
                }
            }
        }

        private static func code(of failure: NIOConnectionError) -> URLError.Code {
            guard let last = failure.connectionErrors.last?.error else { return .cannotFindHost }
            if case ChannelError.connectTimeout = last { return .timedOut }
            return (last as? IOError).map { code(of: $0) } ?? .cannotConnectToHost
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
            let text = "\(failure)"
            if case NIOSSLError.uncleanShutdown = failure { return URLError(.networkConnectionLost, text: text) }
            let isRefused = text.contains("CERTIFICATE_VERIFY_FAILED") || text.contains("failedToValidateHostname")
            return URLError(isRefused ? .serverCertificateUntrusted : .secureConnectionFailed, text: text)
        }

        /// Returns the error for a failure of a type that this module does not import. Its text may contain header
        /// fields, so only the name of the type is kept.
        private static func error(forTypeOf failure: any Error, _ largest: Int) -> any Error {
            let type = String(reflecting: Swift.type(of: failure))
            guard type.hasPrefix("NIOHTTPCompression.") else { return URLError(.networkConnectionLost, text: type) }
            return "\(failure)" == "limit" ? APIError.tooLarge(largest) : URLError(.cannotDecodeContentData)
        }
    }

    extension URLError {
        fileprivate init(_ code: Code, text: String) {
            self.init(code, userInfo: [NSLocalizedDescriptionKey: text])
        }
    }
#endif
