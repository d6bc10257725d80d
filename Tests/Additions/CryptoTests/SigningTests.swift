#if canImport(CryptoKit) || Crypto
    import Foundation
    import LoopbackServer
    import Methodical
    import MethodicalCrypto
    import Testing

    /// Tests of signatures against the examples that their specifications publish.
    @Suite struct SigningTests {
        @Test(
            "HMAC-SHA-256 gives the codes of RFC 4231, section 4",
            arguments: [
                (
                    String(repeating: "\u{0B}", count: 20), "Hi There",
                    "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"
                ),
                (
                    "Jefe", "what do ya want for nothing?",
                    "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
                ),
            ])
        func hmac(key: String, message: String, code: String) throws {
            var request = try get("https://x.example/")
            let signature = HMACSignature(secret: SigningSecret(key), in: .header("X-Code")) { _, _ in
                Data(message.utf8)
            }
            try signature.sign(&request, at: Date())
            #expect(request.headers["X-Code"] == code)
        }

        /// The keys and messages of that section that are not text give its codes, including keys longer than a block.
        @Test(
            arguments: [
                (
                    Array(repeating: 0xAA, count: 20), Array(repeating: 0xDD, count: 50),
                    "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe"
                ),
                (
                    Array(1...25), Array(repeating: 0xCD, count: 50),
                    "82558a389a443c0ea4cc819899f2083a85f0faa3e578f8077a2e3ff46729665b"
                ),
                (
                    Array(repeating: 0xAA, count: 131),
                    Array("Test Using Larger Than Block-Size Key - Hash Key First".utf8),
                    "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"
                ),
                (
                    Array(repeating: 0xAA, count: 131),
                    Array(
                        ("This is a test using a larger than block-size key and a larger than block-size data. "
                            + "The key needs to be hashed before being used by the HMAC algorithm.").utf8),
                    "9b09ffa71b942fcb27635fbcd5b0e944bfdc63644f0713938a7f51535c3a35e2"
                ),
            ] as [([UInt8], [UInt8], String)])
        func hmacOfBytes(key: [UInt8], message: [UInt8], code: String) throws {
            var request = try get("https://x.example/")
            try HMACSignature(secret: SigningSecret(key), in: .header("X-Code")) { _, _ in Data(message) }.sign(
                &request, at: Date())
            #expect(request.headers["X-Code"] == code)
        }

        @Test func hmacCoversQueryAndFormWhateverTheirOrder() throws {
            var request = HTTPRequest(verb: .post, url: try #require(URL(string: "https://x.example/a?b=2&a=x%20y")))
            request.headers["Content-Type"] = "application/x-www-form-urlencoded"
            request.body = Data("c=%D1%91&b=1".utf8)
            #expect(try HMACSignature.canonicalParameters(of: request) == Data("a=x%20y&b=1&b=2&c=%D1%91".utf8))
            try HMACSignature(secret: SigningSecret("key"), as: .base64URL).sign(&request, at: Date())
            let body = String(decoding: request.body ?? Data(), as: UTF8.self)
            #expect(body.hasPrefix("c=%D1%91&b=1&signature=") && !body.contains("%3D"), "\(body)")
            request.headers["Content-Type"] = "application/json"
            #expect { try HMACSignature.canonicalParameters(of: request) } throws: {
                ($0 as? APIError)?.code == .invalidRequest
            }
        }

        @Test func whatCannotBeSignedIsNotSent() async throws {
            let server = try LoopbackServer(#"{"response": 1}"#)
            let vk = VK(configuration: Client.Configuration(baseURL: server.baseURL, signer: Refusing()))
            await #expect { try await vk.get("a", ids: []).send() } throws: {
                "\($0)" == "users.get: invalidRequest: <secret> is wrong"
            }
            #expect(server.received.isEmpty)
        }

        private func get(_ address: String) throws -> HTTPRequest {
            HTTPRequest(verb: .get, url: try #require(URL(string: address)))
        }

        private struct Refusing: RequestSigner {
            var secrets: [String] { ["hidden"] }
            func sign(_ request: inout HTTPRequest, at time: Date) throws(APIError) {
                throw APIError(.invalidRequest, "hidden is wrong")
            }
        }

        private struct VK: APIClient {
            let client: Client
            static let api = APIDescription(
                name: "VK", baseURL: "https://api.vk.example/method/", version: ("v", "5.199"),
                authorization: .parameter("access_token"),
                envelope: APIEngine.Envelope(result: "response"))

            func get(_ q: String, ids: [Int]) -> Request<Int> {
                var call = Call(client, .init("users.get"))
                call.add("q", q)
                call.add("ids", ids)
                return Request(call)
            }
        }
    }
#endif
