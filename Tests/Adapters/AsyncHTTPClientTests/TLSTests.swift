#if AsyncHTTPClient
    import Foundation
    import Methodical
    import MethodicalAsyncHTTPClient
    import NIOSSL
    import Testing

    /// Tests of TLS against a server with a certificate for `localhost`.
    @Suite struct TLSTests {
        private func server(_ newest: TLSVersion) async throws -> (RawServer, HTTPRequest) {
            var tls = try TestCertificate.serverConfiguration()
            tls.maximumTLSVersion = newest
            let server = try await RawServer("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}", tls: tls)
            return (
                server, HTTPRequest(verb: .get, url: try #require(URL(string: "https://localhost:\(server.port)/")))
            )
        }

        private func transport(_ lowest: SessionOptions.TLSVersion = .v12) throws -> AsyncHTTPClientTransport {
            let certificate = try TestCertificate.certificate()
            return AsyncHTTPClientTransport(SessionOptions { $0.lowestTLS = lowest }) {
                $0.tlsConfiguration?.trustRoots = .certificates([certificate])
            }
        }

        @Test("A connection uses the lowest permitted version of TLS or a newer one, or else fails")
        func lowestVersion() async throws {
            let (server, request) = try await server(.tlsv12)
            #expect(try await transport().send(request).body == Data("{}".utf8))
            let error = await #expect(throws: URLError.self) { try await transport(.v13).send(request) }
            #expect(error?.code == .secureConnectionFailed)
            withExtendedLifetime(server) {}
            let (newer, other) = try await self.server(.tlsv13)
            #expect(try await transport(.v13).send(other).status == 200)
            withExtendedLifetime(newer) {}
        }

        /// Retries do not help against a certificate that nobody vouches for, or that belongs to another name.
        @Test("A certificate that nobody vouches for, or that belongs to another name, is not trusted")
        func certificates() async throws {
            var (server, request) = try await server(.tlsv13)
            let unknown = await #expect(throws: URLError.self) { try await AsyncHTTPClientTransport().send(request) }
            #expect(unknown?.code == .serverCertificateUntrusted)
            request.url = try #require(URL(string: "https://127.0.0.1:\(server.port)/"))
            let another = await #expect(throws: URLError.self) { try await transport().send(request) }
            #expect(another?.code == .serverCertificateUntrusted)
            withExtendedLifetime(server) {}
        }
    }
#endif
