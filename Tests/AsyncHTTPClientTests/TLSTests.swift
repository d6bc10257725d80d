#if AsyncHTTPClient
    import Foundation
    import Methodical
    import MethodicalAsyncHTTPClient
    import NIOSSL
    import Testing

    /// Tests of TLS against a server with a certificate for `localhost`.
    @Suite struct TLSTests {
        private func server(_ newest: TLSVersion) async throws -> (RawServer, HTTPRequest) {
            let key = try NIOSSLPrivateKey(bytes: Array(Self.key.utf8), format: .pem)
            var tls = TLSConfiguration.makeServerConfiguration(
                certificateChain: [.certificate(try certificate())], privateKey: .privateKey(key))
            tls.maximumTLSVersion = newest
            let server = try await RawServer("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}", tls: tls)
            return (
                server, HTTPRequest(verb: .get, url: try #require(URL(string: "https://localhost:\(server.port)/")))
            )
        }

        private func certificate() throws -> NIOSSLCertificate {
            try NIOSSLCertificate(bytes: Array(Self.certificate.utf8), format: .pem)
        }

        private func transport(_ lowest: SessionOptions.TLSVersion = .v12) throws -> AsyncHTTPClientTransport {
            let certificate = try certificate()
            return AsyncHTTPClientTransport(SessionOptions { $0.lowestTLS = lowest }) {
                $0.tlsConfiguration?.trustRoots = .certificates([certificate])
            }
        }

        @Test func lowestVersion() async throws {
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
        @Test func certificates() async throws {
            var (server, request) = try await server(.tlsv13)
            let unknown = await #expect(throws: URLError.self) { try await AsyncHTTPClientTransport().send(request) }
            #expect(unknown?.code == .serverCertificateUntrusted)
            request.url = try #require(URL(string: "https://127.0.0.1:\(server.port)/"))
            let another = await #expect(throws: URLError.self) { try await transport().send(request) }
            #expect(another?.code == .serverCertificateUntrusted)
            withExtendedLifetime(server) {}
        }

        /// A certificate for `localhost` until 2126, and its key. They exist only for these tests.
        private static let certificate = """
            -----BEGIN CERTIFICATE-----
            MIIBlTCCATugAwIBAgIUXNxJRI6segQjgXBqMuzCV8iJxvAwCgYIKoZIzj0EAwIw
            FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyMzE4Mzc0N1oYDzIxMjYxMDMw
            MTgzNzQ3WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
            PQMBBwNCAAT6sV1OZ9tigbZP1nBbgHRYzBs4fKLaW3WOhcguwh87EaFz+VMM+dtn
            G/Tb7AVmtGkX2Tgavnp56QoEF2s/YR09o2kwZzAdBgNVHQ4EFgQUnIgPP4SVzaIz
            X1zA7Lwfc6jzUUswHwYDVR0jBBgwFoAUnIgPP4SVzaIzX1zA7Lwfc6jzUUswDwYD
            VR0TAQH/BAUwAwEB/zAUBgNVHREEDTALgglsb2NhbGhvc3QwCgYIKoZIzj0EAwID
            SAAwRQIhAK2W16XCmShBbF3d2EAmqaVdPdRcPPD/BVtKI+lK1yJOAiBz8/zbDcOW
            KRWYIkZOyOWvKC42TlHoYiTjwEuY5xH3VQ==
            -----END CERTIFICATE-----
            """

        private static let key = """
            -----BEGIN PRIVATE KEY-----
            MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgget6oK30fOuW8/pd
            u3WuReVhr19JoW2hS/E9eAbybrKhRANCAAT6sV1OZ9tigbZP1nBbgHRYzBs4fKLa
            W3WOhcguwh87EaFz+VMM+dtnG/Tb7AVmtGkX2Tgavnp56QoEF2s/YR09
            -----END PRIVATE KEY-----
            """
    }
#endif
