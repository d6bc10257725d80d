#if canImport(CryptoKit) || Crypto
    import Foundation
    import LoopbackServer
    import Methodical
    import MethodicalVK
    import Testing

    /// Tests of VK's signatures against VK's examples, and on the requests that a server receives.
    @Suite struct VKSignatureTests {
        /// Each attempt of a call is signed with its token, and the signature is the last parameter.
        @Test func aCallIsSignedOnItsWay() async throws {
            let server = try LoopbackServer(#"{"response": 1}"#)
            let configuration = Client.Configuration(
                baseURL: server.baseURL + "/method/", signer: VKSignature(secret: "app secret"))
            let vk = VK(account: Account(id: 1, token: Token("token")), configuration: configuration)
            var call = Call(vk.client, .init("users.get"))
            call.add("q", "ё b")
            call.add("ids", [1, 2])
            try await Request<Int>(call).send()
            let received = try #require(server.received.first)
            #expect(
                received.body.hasPrefix("q=%D1%91%20b&ids=1%2C2&v=5.199&access_token=token&sig="), "\(received.body)")
            // md5("/method/users.get?q=ё b&ids=1,2&v=5.199&access_token=tokenapp secret")
            #expect(received.body.hasSuffix("&sig=adfd49f599db10dad109dbf65bd2cfa5"), "\(received.body)")
        }

        /// The signature of a payment is checked over its sorted parameters:
        /// https://dev.vk.com/api/payments/notifications/overview
        @Test func paymentsAreCheckedOverSortedParameters() {
            let signature = VKSignature(secret: "key", scheme: .sorted)
            // md5("app_id=1item=a b&cuser_id=2key")
            let signed = "user_id=2&item=a+b%26c&app_id=1&sig=a6bf3b64ba89e683d40a8c41c0876332"
            #expect(signature.isValid(form: signed))
            #expect(!signature.isValid(form: signed.replacingOccurrences(of: "user_id=2", with: "user_id=3")))
            #expect(!signature.isValid(form: signed + "&more=1"))
            #expect(!signature.isValid(form: signed + "&sig=" + signed.suffix(32)))
            #expect(!signature.isValid(form: "user_id=2"))
        }

        @Test func aBodyThatIsNoFormIsRefused() throws {
            var request = HTTPRequest(verb: .post, url: try #require(URL(string: "https://x.example/a")))
            (request.headers["Content-Type"], request.body) = ("application/json", Data("{}".utf8))
            #expect { try VKSignature(secret: "s").sign(&request, at: Date()) } throws: {
                ($0 as? APIError)?.code == .invalidRequest
            }
        }

        @Test func aRequestWithoutABodyIsSignedInItsQuery() throws {
            let address = "https://x.example/method/a.b?q=a%2Bb#part"
            var request = HTTPRequest(verb: .get, url: try #require(URL(string: address)))
            try VKSignature(secret: "s").sign(&request, at: Date())
            // md5("/method/a.b?q=a+bs")
            #expect(
                request.url.absoluteString
                    == "https://x.example/method/a.b?q=a%2Bb&sig=0b9d39e038e147ad7002a23781c483f1")
        }

        @Test func noDescriptionShowsTheSecret() {
            let signature = VKSignature(secret: "hush")
            var text = "\(signature) \(String(reflecting: signature))"
            dump(signature, to: &text)
            #expect(!text.contains("hush"))
        }
    }

    /// Tests of launch parameters: https://dev.vk.com/mini-apps/development/launch-params-sign
    @Suite struct LaunchTests {
        /// VK's own example of an address, with its secret.
        private let address =
            "https://example.com/?vk_user_id=494075&vk_app_id=6736218&vk_is_app_user=1&vk_are_notifications_enabled=1"
            + "&vk_language=ru&vk_access_token_settings=&vk_platform=android&sign=htQFduJpLxz7ribXRZpDFUH-XEUhC9rBPTJkjUFEkRA"
        private let secret = "wvl68m4dR1UpLrVRli"

        @Test func whatVKSignedIsRead() throws {
            let launch = try VKLaunchParameters(address + "&utm=1#hash?x", secret: secret)
            #expect(launch.userID == 494075 && launch.appID == 6_736_218)
            #expect(
                launch.platform == "android" && launch.language == "ru" && launch.isAppUser
                    && launch.areNotificationsEnabled)
            #expect(launch.permissions.isEmpty && launch.groupID == nil && launch.started == nil)
            #expect(launch["utm"] == nil)
            // The query alone is read like the whole address.
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
                try VKLaunchParameters(address, secret: "wvl68m4dR1UpLrVRlj")
            }
        }

        @Test func keysAreTakenInTheOrderThatVKNames() throws {
            let launch = try VKLaunchParameters(
                "user=1&vk_user_id=5&vk_app_id=6&vk_ts=1700000000&role=a%20b%2Cc&sign_keys=role,vk_user_id,vk_app_id,vk_ts&sign=AwWDjpx5CUaHG3efxQ5qk-6Am9fJfJh_1VVzSvr_7eM",
                secret: "key", within: .seconds(60), at: Date(timeIntervalSince1970: 1_700_000_060))
            #expect(launch["role"] == "a b,c" && launch["user"] == nil)
            #expect(launch.started == Date(timeIntervalSince1970: 1_700_000_000))
        }

        @Test func anOldStartIsRefusedWhereItsAgeMatters() {
            // A start without a time counts as too old.
            #expect { try VKLaunchParameters(address, secret: secret, within: .seconds(60)) } throws: {
                "\($0)".contains("too old")
            }
        }
    }
#endif
