#if canImport(CryptoKit) || Crypto
    import Foundation
    import LoopbackServer
    import Methodical
    import MethodicalCrypto
    import Testing

    /// Signatures as those who ask for them publish them, and what a server receives.
    @Suite struct SigningTests {
        /// RFC 4231, section 4: the codes of HMAC-SHA-256.
        @Test(arguments: [
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

        /// The same section's keys and messages that are no text, the keys that are longer than a block among them.
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

        /// The token is signed too, each attempt anew, and the parameter comes behind the others.
        @Test func aCallIsSignedOnItsWay() async throws {
            let server = try LoopbackServer(#"{"response": 1}"#)
            let configuration = Client.Configuration(
                baseURL: server.baseURL + "/method/", signer: VKSignature(secret: SigningSecret("app secret")))
            let vk = VK(account: Account(id: 1, token: Token("token")), configuration: configuration)
            try await vk.get("ё b", ids: [1, 2]).send()
            let received = try #require(server.received.first)
            #expect(
                received.body.hasPrefix("q=%D1%91%20b&ids=1%2C2&v=5.199&access_token=token&sig="), "\(received.body)")
            // md5("/method/users.get?q=ё b&ids=1,2&v=5.199&access_token=tokenapp secret")
            #expect(received.body.hasSuffix("&sig=adfd49f599db10dad109dbf65bd2cfa5"), "\(received.body)")
        }

        @Test func whatCannotBeSignedIsNotSent() async throws {
            let server = try LoopbackServer(#"{"response": 1}"#)
            let vk = VK(configuration: Client.Configuration(baseURL: server.baseURL, signer: Refusing()))
            await #expect { try await vk.get("a", ids: []).send() } throws: {
                "\($0)" == "users.get: invalidRequest: <secret> is wrong"
            }
            #expect(server.received.isEmpty)
        }

        /// https://dev.vk.com/api/payments/notifications/overview
        @Test func paymentsAreCheckedOverSortedParameters() {
            let signature = VKSignature(secret: SigningSecret("key"), scheme: .sorted)
            // md5("app_id=1item=a b&cuser_id=2key")
            let signed = "user_id=2&item=a+b%26c&app_id=1&sig=a6bf3b64ba89e683d40a8c41c0876332"
            #expect(signature.isValid(form: signed))
            #expect(!signature.isValid(form: signed.replacingOccurrences(of: "user_id=2", with: "user_id=3")))
            #expect(!signature.isValid(form: signed + "&more=1"))
            #expect(!signature.isValid(form: signed + "&sig=" + signed.suffix(32)))
            #expect(!signature.isValid(form: "user_id=2"))
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
                envelope: Envelope(result: "response"))
            static var _runtime: APIEngine.Version { .v1 }

            func get(_ q: String, ids: [Int]) -> Request<Int> {
                var call = Call(client, Method("users.get"))
                call.add("q", q)
                call.add("ids", ids)
                return Request(call)
            }
        }
    }

    /// https://dev.vk.com/mini-apps/development/launch-params-sign
    @Suite struct LaunchTests {
        /// VK's own example.
        private let address =
            "https://example.com/?vk_user_id=494075&vk_app_id=6736218&vk_is_app_user=1&vk_are_notifications_enabled=1"
            + "&vk_language=ru&vk_access_token_settings=&vk_platform=android&sign=htQFduJpLxz7ribXRZpDFUH-XEUhC9rBPTJkjUFEkRA"
        private let secret = SigningSecret("wvl68m4dR1UpLrVRli")

        @Test func whatVKSignedIsRead() throws {
            let launch = try VKLaunchParameters(address + "&utm=1#hash?x", secret: secret)
            #expect(launch.userID == 494075 && launch.appID == 6_736_218)
            #expect(
                launch.platform == "android" && launch.language == "ru" && launch.isAppUser
                    && launch.areNotificationsEnabled)
            #expect(launch.permissions.isEmpty && launch.groupID == nil && launch.started == nil)
            #expect(launch["utm"] == nil)
            // The query alone is as good as the whole address.
            #expect(try VKLaunchParameters(String(address.drop { $0 != "?" }.dropFirst()), secret: secret) == launch)
        }

        @Test(arguments: [
            ("494075", "494076"), ("&vk_platform=android", ""),
            ("vk_language=ru", "vk_language=ru&vk_viewer_group_role=admin"),
            ("sign=h", "sign=i"), ("&sign=htQ", "&sign="), ("vk_user_id=494075", "vk_user_id=1&vk_user_id=494075"),
            ("&sign=", "&sign_keys=vk_user_id,vk_app_id&sign="),
        ])
        func whatWasChangedIsRefused(what: String, with: String) {
            let changed = address.replacingOccurrences(of: what, with: with)
            #expect { try VKLaunchParameters(changed, secret: secret) } throws: {
                ($0 as? APIError)?.code == .notAuthorized && !"\($0)".contains("494075")
            }
        }

        @Test func anotherSecretIsRefused() {
            #expect(throws: APIError.self) {
                try VKLaunchParameters(address, secret: SigningSecret("wvl68m4dR1UpLrVRlj"))
            }
        }

        @Test func keysAreTakenInTheOrderThatVKNames() throws {
            let launch = try VKLaunchParameters(
                "user=1&vk_user_id=5&vk_app_id=6&vk_ts=1700000000&role=a%20b%2Cc&sign_keys=role,vk_user_id,vk_app_id,vk_ts&sign=AwWDjpx5CUaHG3efxQ5qk-6Am9fJfJh_1VVzSvr_7eM",
                secret: SigningSecret("key"), within: .seconds(60), at: Date(timeIntervalSince1970: 1_700_000_060))
            #expect(launch["role"] == "a b,c" && launch["user"] == nil)
            #expect(launch.started == Date(timeIntervalSince1970: 1_700_000_000))
        }

        @Test func anOldStartIsRefusedWhereItsAgeMatters() {
            // A start whose time is not known is older than any.
            #expect { try VKLaunchParameters(address, secret: secret, within: .seconds(60)) } throws: {
                "\($0)".contains("too old")
            }
        }
    }
#endif
