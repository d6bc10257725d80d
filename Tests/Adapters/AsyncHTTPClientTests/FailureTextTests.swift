#if AsyncHTTPClient
    import AsyncHTTPClient
    import Foundation
    import NIOCore
    import NIOHTTP1
    import NIOHTTP2
    import NIOSSL
    import Testing

    @testable import MethodicalAsyncHTTPClient

    #if canImport(FoundationNetworking)
        import FoundationNetworking
    #endif

    /// The sentences for failures that a test cannot bring about by a server.
    @Suite struct FailureTextTests {
        private static let failures: [(failure: any Error, code: URLError.Code, text: String)] = [
            (
                NIOHTTPDecoderError.unsolicitedResponse, .networkConnectionLost,
                "the server sent a response that no request asked for"
            ),
            (
                ChannelError.ioOnClosedChannel, .networkConnectionLost,
                "the server closed the connection before the response was complete"
            ),
            (ChannelError.connectTimeout(.seconds(1)), .timedOut, "no connection to the server was made in time"),
            (
                IOError(errnoCode: EPIPE, reason: "write"), .networkConnectionLost,
                "the server closed the connection while it got the request (EPIPE)"
            ),
            (
                IOError(errnoCode: EHOSTUNREACH, reason: "connect"), .cannotConnectToHost,
                "no route leads to the server (EHOSTUNREACH)"
            ),
            (
                IOError(errnoCode: EMFILE, reason: "socket"), .networkConnectionLost,
                "the process has too many open files (EMFILE)"
            ),
            (HTTPParserError.closedConnection, .badServerResponse, "the server sent more bytes after a response that"),
            (HTTPParserError.strictModeAssertion, .badServerResponse, "the server's response is not HTTP: "),
            (HTTPClientError.connectTimeout, .timedOut, "no connection to the server was made in time"),
            (
                HTTPClientError.tlsHandshakeTimeout, .timedOut,
                "the server did not complete the TLS handshake in time"
            ),
            (
                HTTPClientError.invalidProxyResponse, .cannotConnectToHost,
                "the proxy refused to connect to the server"
            ),
            (
                HTTPClientError.proxyAuthenticationRequired, .cannotConnectToHost,
                "the proxy demands a name and a password (HTTP 407)"
            ),
            (
                HTTPClientError.requestStreamCancelled, .networkConnectionLost,
                "the server refused the request before it had the whole body"
            ),
            (
                HTTPClientError.serverOfferedUnsupportedApplicationProtocol("secret"), .networkConnectionLost,
                "the server offers neither HTTP/1.1 nor HTTP/2 over TLS"
            ),
            (
                HTTPClientError.unsupportedScheme("secret"), .unsupportedURL,
                "the scheme of the address is neither http nor https"
            ),
            (
                NIOSSLError.uncleanShutdown, .networkConnectionLost,
                "the connection ended without the end of TLS, so the response may be incomplete"
            ),
            (
                NIOSSLExtraError.failedToValidateHostname, .serverCertificateUntrusted,
                "the server's certificate is for another name"
            ),
            (
                NIOHTTP2Errors.badClientMagic(), .networkConnectionLost,
                "the server broke the rules of HTTP/2 (BadClientMagic)"
            ),
            (UnknownFailure(secret: "secret"), .networkConnectionLost, "the connection failed ("),
        ]

        /// A failure of another library, whose text may contain a secret.
        private struct UnknownFailure: Error {
            let secret: String
        }

        @Test func eachFailureHasACodeAndASentence() throws {
            for (failure, code, text) in Self.failures {
                let error = try #require(TransportFailure.error(for: failure, largest: 1000) as? URLError, "\(failure)")
                #expect(error.code == code, "\(failure)")
                #expect(error.localizedDescription.hasPrefix(text), "\(error.localizedDescription)")
                #expect(!error.localizedDescription.contains("secret"))
            }
        }
    }
#endif
