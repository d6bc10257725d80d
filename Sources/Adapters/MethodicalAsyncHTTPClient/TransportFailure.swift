#if AsyncHTTPClient
    import AsyncHTTPClient
    import Foundation
    import Methodical
    import NIOCore
    import NIOHTTP1
    import NIOHTTP2
    import NIOPosix
    import NIOSSL

    /// The failures of AsyncHTTPClient as the errors that `URLSession` reports, because retries and the codes of
    /// `APIError` depend on their numbers. Each has a sentence that says what happened (`FailureText`).
    enum TransportFailure {
        /// Returns the error for a failure.
        ///
        /// - Parameters:
        ///   - failure: The failure.
        ///   - largest: The largest length of a response.
        static func error(for failure: any Error, largest: Int) -> any Error {
            switch failure {
            case is APIError, is CancellationError, is URLError, is CocoaError: failure
            case let failure as HTTPClientError: error(for: failure)
            case let failure as NIOConnectionError: URLError(code(of: failure), text: FailureText.of(failure))
            case let failure as IOError: URLError(code(of: failure), text: FailureText.of(failure))
            case ChannelError.connectTimeout: URLError(.timedOut, text: FailureText.noConnection)
            case let failure as ChannelError: URLError(.networkConnectionLost, text: FailureText.of(failure))
            case HTTPParserError.invalidEOFState: URLError(.networkConnectionLost, text: FailureText.incompleteResponse)
            case let failure as HTTPParserError: URLError(.badServerResponse, text: FailureText.of(failure))
            case let failure as ResponseFault: URLError(.badServerResponse, text: FailureText.of(failure))
            case let failure as NIOHTTPDecoderError where failure == .unsolicitedResponse:
                URLError(.networkConnectionLost, text: FailureText.unsolicitedResponse)
            case is NIOSSLError, is NIOSSLExtraError, is BoringSSLError: tlsError(for: failure)
            case let failure as NIOHTTP2Errors.StreamError: error(for: failure.baseError, largest: largest)
            case let failure as NIOHTTP2Errors.StreamClosed:
                URLError(.networkConnectionLost, text: FailureText.of(failure))
            default: error(forTypeOf: failure, largest: largest)
            }
        }

        private static func error(for failure: HTTPClientError) -> any Error {
            let text = FailureText.of(failure)
            return switch failure {
            case .readTimeout, .writeTimeout, .deadlineExceeded: URLError(.timedOut)
            case .connectTimeout, .getConnectionFromPoolTimeout, .tlsHandshakeTimeout, .httpProxyHandshakeTimeout,
                .socksHandshakeTimeout:
                URLError(.timedOut, text: text)
            case .cancelled: URLError(.cancelled)
            case .invalidURL, .emptyHost, .missingSocketPath: URLError(.badURL, text: text)
            case .emptyScheme: URLError(.unsupportedURL, text: text)
            case .invalidProxyResponse, .proxyAuthenticationRequired: URLError(.cannotConnectToHost, text: text)
            case .alreadyShutdown: APIError(.connection, text)
            default:
                if failure.isUnsupportedScheme {
                    URLError(.unsupportedURL, text: text)
                } else if failure.isInvalidHeader {
                    APIError(.invalidRequest, text)
                } else {
                    URLError(.networkConnectionLost, text: text)
                }
            }
        }

        private static func code(of failure: NIOConnectionError) -> URLError.Code {
            guard let last = failure.connectionErrors.last?.error else {
                return .cannotFindHost
            }
            if case ChannelError.connectTimeout = last {
                return .timedOut
            }
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
            let fault = TLSFault(failure)
            let code: URLError.Code =
                switch fault {
                case .incompleteEnd: .networkConnectionLost
                case .untrustedCertificate, .certificateOfAnotherName: .serverCertificateUntrusted
                default: .secureConnectionFailed
                }
            return URLError(code, text: fault.text)
        }

        /// Returns the error for a failure of a type that this module does not import. Its text may contain header
        /// fields, so only the name of the type is kept.
        private static func error(forTypeOf failure: any Error, largest: Int) -> any Error {
            let type = String(reflecting: Swift.type(of: failure))
            guard type.hasPrefix("NIOHTTPCompression.") else {
                return URLError(.networkConnectionLost, text: FailureText.ofType(named: type))
            }
            // The case `limit` of `NIOHTTPDecompression.DecompressionError`.
            let isSizeLimit = "\(failure)" == "limit"
            if isSizeLimit {
                return APIError.tooLarge(limit: largest)
            }
            return URLError(.cannotDecodeContentData, text: FailureText.undecodableBody)
        }
    }

    /// Failures whose cases have a value and so cannot be compared. The short description is without that value, which
    /// may be a secret.
    extension HTTPClientError {
        fileprivate var isUnsupportedScheme: Bool {
            shortDescription.hasPrefix("Unsupported scheme")
        }

        /// Indicates whether AsyncHTTPClient refuses the name or the value of a header field.
        fileprivate var isInvalidHeader: Bool {
            shortDescription.hasPrefix("Invalid header")
        }
    }

    extension URLError {
        init(_ code: Code, text: String) {
            self.init(code, userInfo: [NSLocalizedDescriptionKey: text])
        }
    }
#endif
