#if AsyncHTTPClient
    import AsyncHTTPClient
    import Foundation
    import Methodical
    import MethodicalAsyncHTTPClient
    import NIOSSL
    import Testing

    #if canImport(FoundationNetworking)
        import FoundationNetworking
    #endif

    /// Tests of servers that break the rules of HTTP/2. Most of these responses ended the process.
    @Suite struct HTTP2Tests {
        private enum Kind: CaseIterable {
            case read, upload
        }

        /// Sends a request to a server with these frames, and then checks that the process still lives.
        private func outcome(
            _ steps: [[HTTP2Server.Frame]], _ kind: Kind
        ) async throws -> Result<HTTPResponse, any Error> {
            let certificate = try TestCertificate.certificate()
            let transport = AsyncHTTPClientTransport {
                $0.tlsConfiguration?.trustRoots = .certificates([certificate])
            }
            let server = try await HTTP2Server(steps)
            let url = try #require(URL(string: "https://localhost:\(server.port)/"))
            var request = HTTPRequest(verb: kind == .read ? .get : .post, url: url)
            request.timeout = .seconds(60)
            // More than the windows of HTTP/2 and the buffers of the system take.
            if kind == .upload { request.body = Data(count: 20_000_000) }
            defer { withExtendedLifetime(server) {} }
            do {
                return .success(try await transport.send(request))
            } catch {
                return .failure(error)
            }
        }

        private func failure(_ steps: [[HTTP2Server.Frame]], _ kind: Kind) async throws -> URLError? {
            guard case .failure(let error) = try await outcome(steps, kind) else { return nil }
            return error as? URLError
        }

        @Test func readsAResponse() async throws {
            let steps: [[HTTP2Server.Frame]] = [[.head(status: "103"), .head(status: "200"), .data("{}"), .trailers]]
            let response = try await outcome(steps, .read).get()
            #expect(response.status == 200 && response.body == Data("{}".utf8))
        }

        @Test(arguments: ["000", "001", "099", "99", "1", "", "-1", "+99", "1000", "abc", "99999999999999999999"])
        func refusesAStatusThatIsNotThreeDigitsFrom100(status: String) async throws {
            let responses: [[[HTTP2Server.Frame]]] = [
                [[.head(status: status, ends: true)]],
                [[.head(status: status), .data("{}", ends: true)]],
                [[.head(status: status), .trailers]],
                [[.head(status: status)], [.head(status: "200"), .data("{}", ends: true)]],
            ]
            for (steps, kind) in responses.flatMap({ steps in Kind.allCases.map { (steps, $0) } }) {
                let error = try await failure(steps, kind)
                #expect(error?.code == .badServerResponse, "\(steps) \(kind)")
                #expect(error?.localizedDescription.contains("its status is") == true)
            }
        }

        @Test func refusesASwitchOfTheProtocol() async throws {
            for kind in Kind.allCases {
                let error = try await failure(
                    [[.head(status: "101")], [.head(status: "200"), .data("{}", ends: true)]], kind)
                #expect(error?.localizedDescription == "the server has switched to another protocol (HTTP 101)")
            }
        }

        /// The response is complete before the request is, and the server then ends the stream or the connection.
        @Test(arguments: [
            [HTTP2Server.Frame.reset(code: 0)], [.reset(code: 8)], [.goAway(lastStream: 1), .close],
            [.goAway(lastStream: 0), .close], [.close],
        ])
        func failsAfterAnEarlyResponse(end: [HTTP2Server.Frame]) async throws {
            for heads in [["200"], ["103", "200"], ["204"]] {
                let response = heads.dropLast().map { HTTP2Server.Frame.head(status: $0) }
                let steps = [response + [.head(status: heads.last ?? "", ends: true)], end]
                let error = try await failure(steps, .upload)
                #expect(error?.code == .networkConnectionLost, "\(steps)")
            }
        }

        /// A refusal of a request that is still on its way is a response like any other.
        @Test func returnsAnEarlyRefusal() async throws {
            let steps: [[HTTP2Server.Frame]] = [[.head(status: "413"), .data("full", ends: true)]]
            let response = try await outcome(steps, .upload).get()
            #expect(response.status == 413 && response.body == Data("full".utf8))
        }

        @Test func namesTheReasonOfAReset() async throws {
            let error = try await failure([[.reset(code: 7)]], .read)
            #expect(error?.localizedDescription == "the server refused the request (HTTP/2 REFUSED_STREAM)")
        }
    }
#endif
