#if AsyncHTTPClient
    import AsyncHTTPClient
    import Foundation
    import NIOCore
    import NIOHTTP1
    import NIOHTTP2
    import NIOPosix

    /// The sentences for failures, which say what the server or the network did. The libraries only name a case.
    enum FailureText {
        static let incompleteResponse = "the server closed the connection before the response was complete"
        static let unsolicitedResponse = "the server sent a response that no request asked for"
        static let noConnection = "no connection to the server was made in time"
        static let undecodableBody = "the server's response is not in the encoding that its Content-Encoding names"
        static let incompleteTLS = "the connection ended without the end of TLS, so the response may be incomplete"

        private static let notHTTP = "the server's response is not HTTP: "

        /// Returns the sentence for a response that the parser refuses.
        static func of(_ failure: HTTPParserError) -> String {
            switch failure {
            case .invalidEOFState: incompleteResponse
            case .closedConnection: "the server sent more bytes after a response that ends the connection"
            case .headerOverflow: "the header of the server's response is too large"
            case .invalidVersion: "the server's response has another version than HTTP/1.0 or HTTP/1.1"
            case .invalidConstant: notHTTP + "it does not begin with HTTP/ and a version"
            case .invalidStatus: notHTTP + "its status is not a number of three digits"
            case .invalidHeaderToken: notHTTP + "its header has a character that is not allowed"
            case .lfExpected: notHTTP + "a line of its header has a carriage return without a line feed"
            case .invalidContentLength: notHTTP + "its Content-Length is not a length"
            case .unexpectedContentLength: notHTTP + "its Content-Length contradicts another field of the header"
            case .invalidChunkSize: notHTTP + "the size of a chunk is not a hexadecimal number, or is too large"
            default: notHTTP + failure.debugDescription
            }
        }

        /// Returns the sentence for a response that the parser accepts, and AsyncHTTPClient could not handle.
        static func of(_ fault: ResponseFault) -> String {
            switch fault {
            case .status(let status?): notHTTP + "its status is \(status), which is not from 100 to 999"
            case .status(nil): notHTTP + "its status is not a number of three digits"
            case .switchedProtocol: "the server has switched to another protocol (HTTP 101)"
            case .beforeRequest: "the server responded before it had the head of the request"
            case .partOutOfOrder: notHTTP + "its head, body and end have the wrong order"
            }
        }

        static func of(_ failure: NIOHTTP2Errors.StreamClosed) -> String {
            switch failure.errorCode {
            case .noError: "the server ended the request without an error (HTTP/2 NO_ERROR)"
            case .refusedStream: "the server refused the request (HTTP/2 REFUSED_STREAM)"
            case .enhanceYourCalm: "the server has too much to do (HTTP/2 ENHANCE_YOUR_CALM)"
            case .http11Required: "the server demands HTTP/1.1 for this request (HTTP/2 HTTP_1_1_REQUIRED)"
            default: "the server ended the request (HTTP/2 error \(failure.errorCode.networkCode))"
            }
        }

        static func of(_ failure: ChannelError) -> String {
            switch failure {
            case .connectTimeout: noConnection
            case .ioOnClosedChannel, .alreadyClosed, .outputClosed, .inputClosed, .eof: incompleteResponse
            default: "the connection failed (\(failure))"
            }
        }

        static func of(_ failure: NIOConnectionError) -> String {
            guard let last = failure.connectionErrors.last?.error else {
                return "the DNS has no address for the name of the server"
            }
            return switch last {
            case let failure as IOError: of(failure)
            case let failure as ChannelError: of(failure)
            default: "no connection to the server could be made (\(type(of: last)))"
            }
        }

        /// Returns the sentence for an error of the system, with the name of its number.
        static func of(_ failure: IOError) -> String {
            switch failure.errnoCode {
            case ECONNRESET: "the server reset the connection (ECONNRESET)"
            case EPIPE: "the server closed the connection while it got the request (EPIPE)"
            case ECONNABORTED: "the system ended the connection (ECONNABORTED)"
            case ECONNREFUSED: "no server accepts connections at this address (ECONNREFUSED)"
            case ETIMEDOUT: "the server did not respond in time (ETIMEDOUT)"
            case EHOSTUNREACH: "no route leads to the server (EHOSTUNREACH)"
            case ENETUNREACH: "no route leads to the server's network (ENETUNREACH)"
            case EHOSTDOWN: "the server's host is down (EHOSTDOWN)"
            case ENETDOWN: "the network is down (ENETDOWN)"
            case EADDRNOTAVAIL: "the system has no free port for a connection (EADDRNOTAVAIL)"
            case EACCES: "the system does not permit the connection (EACCES)"
            case EPERM: "the system does not permit the connection (EPERM)"
            case EMFILE: "the process has too many open files (EMFILE)"
            case ENFILE: "the system has too many open files (ENFILE)"
            case ENOBUFS: "the system has no memory for the connection (ENOBUFS)"
            default: "the connection failed: \(String(cString: strerror(failure.errnoCode))) (\(failure.errnoCode))"
            }
        }

        static func of(_ failure: HTTPClientError) -> String {
            switch failure {
            case .remoteConnectionClosed: incompleteResponse
            case .connectTimeout: noConnection
            case .getConnectionFromPoolTimeout: "no connection to the server was free in time"
            case .tlsHandshakeTimeout: "the server did not complete the TLS handshake in time"
            case .httpProxyHandshakeTimeout, .socksHandshakeTimeout: "the proxy did not connect to the server in time"
            case .invalidProxyResponse: "the proxy refused to connect to the server"
            case .proxyAuthenticationRequired: "the proxy demands a name and a password (HTTP 407)"
            case .uncleanShutdown: incompleteTLS
            case .requestStreamCancelled: "the server refused the request before it had the whole body"
            case .bodyLengthMismatch: "the body of the request has another length than its Content-Length"
            case .invalidURL: "the address is not a URL"
            case .emptyHost: "the address has no host"
            case .emptyScheme: "the address has no scheme, such as https"
            case .missingSocketPath: "the address has no path of a socket"
            case .alreadyShutdown: "the HTTPClient of the transport was shut down"
            default: of(failure.shortDescription)
            }
        }

        /// Returns the sentence for an `HTTPClientError` with this short description. An error with a value has no
        /// constant that a `switch` could match, so that only its description identifies it.
        private static func of(_ description: String) -> String {
            switch description {
            case "Unsupported scheme": "the scheme of the address is neither http nor https"
            case "Invalid header field names": "AsyncHTTPClient refuses the name of a header field"
            case "Invalid header field values": "AsyncHTTPClient refuses the value of a header field"
            case "Server offered unsupported application protocol":
                "the server offers neither HTTP/1.1 nor HTTP/2 over TLS"
            default: "AsyncHTTPClient failed: \(description)"
            }
        }

        /// Returns the sentence for an error of any other type, by the type's full name.
        static func ofType(named type: String) -> String {
            guard type.hasPrefix("NIOHTTP2.") else {
                return "the connection failed (\(type))"
            }
            let name = type.split(separator: ".").last ?? "NIOHTTP2"
            return "the server broke the rules of HTTP/2 (\(name))"
        }
    }
#endif
