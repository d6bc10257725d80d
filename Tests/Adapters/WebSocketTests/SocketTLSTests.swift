#if WebSocket
    import Foundation
    import Methodical
    import MethodicalStreams
    import MethodicalWebSocket
    import NIOSSL
    import SocketServer
    import Testing

    /// Tests of TLS against a server with a certificate for `localhost`.
    @Suite struct SocketTLSTests {
        private func server(_ newest: TLSVersion = .tlsv13) async throws -> SocketServer {
            var tls = try TestCertificate.serverConfiguration()
            tls.maximumTLSVersion = newest
            return try await SocketServer(tls: tls) { connection in
                try await connection.open()
                try await connection.send("1")
                try await connection.close(1000)
            }
        }

        /// Returns the messages of a socket, and the error that ended it.
        private func messages(
            of address: String, options: SessionOptions = SessionOptions(), trusts: Bool = true
        ) async throws -> ([JSON], APIError?) {
            var tls = TLSConfiguration.makeClientConfiguration()
            if trusts {
                tls.trustRoots = .certificates([try TestCertificate.certificate()])
            }
            let client = Client(
                Service.api, transport: WebSocketTransport(options, tls: tls),
                configuration: Client.Configuration(baseURL: address, retries: RetryPolicy(attempts: 1)))
            do {
                return await collect(try await Service(client: client).chat().connect())
            } catch {
                return ([], error)
            }
        }

        @Test("A socket opens if its certificate is trusted and for the server's name")
        func certificates() async throws {
            let server = try await server()
            let (elements, error) = try await messages(of: "wss://localhost:\(server.port)/")
            #expect(elements == [1] && error == nil)
            let unknown = try await messages(of: "wss://localhost:\(server.port)/", trusts: false).1
            #expect(unknown?.cause?.code == URLError.Code.serverCertificateUntrusted.rawValue)
            let another = try await messages(of: "wss://127.0.0.1:\(server.port)/").1
            #expect(another?.cause?.code == URLError.Code.serverCertificateUntrusted.rawValue)
        }

        @Test("A socket uses the lowest permitted version of TLS or a newer one, or else fails")
        func versions() async throws {
            let options = SessionOptions { $0.lowestTLS = .v13 }
            let old = try await server(.tlsv12)
            #expect(try await messages(of: "https://localhost:\(old.port)/").0 == [1])
            let refused = try await messages(of: "https://localhost:\(old.port)/", options: options).1
            #expect(refused?.cause?.code == URLError.Code.secureConnectionFailed.rawValue)
            let new = try await server()
            #expect(try await messages(of: "https://localhost:\(new.port)/", options: options).0 == [1])
        }
    }
#endif
