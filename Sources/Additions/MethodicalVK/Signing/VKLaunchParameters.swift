#if canImport(CryptoKit) || Crypto
    import Foundation
    import Methodical

    #if canImport(CryptoKit)
        import CryptoKit
    #else
        import Crypto
    #endif

    /// The parameters that VK passes to a mini app at launch, with a verified signature:
    /// https://dev.vk.com/mini-apps/development/launch-params-sign
    ///
    /// Only signed parameters are included, because any other part of the address could be forged.
    public struct VKLaunchParameters: Hashable, Sendable {
        /// The number of the user who opened the app.
        public let userID: Int
        /// The number of the app.
        public let appID: Int
        /// The time of the launch, or `nil` if VK does not send it.
        public let started: Date?
        private let signed: [String: String]

        /// The value of any signed parameter, such as `vk_platform`, `vk_language` or `vk_group_id`.
        public subscript(name: String) -> String? { signed[name] }

        /// The platform, such as `mobile_android` or `desktop_web`.
        public var platform: String? { signed["vk_platform"] }
        /// The code of the user's language.
        public var language: String? { signed["vk_language"] }
        /// The number of the community from which the app was launched.
        public var groupID: Int? {
            signed["vk_group_id"].flatMap { Int($0) }
        }

        /// Indicates whether the user has installed the app.
        public var isAppUser: Bool {
            signed["vk_is_app_user"] == "1"
        }

        /// Indicates whether the user permits notifications from the app.
        public var areNotificationsEnabled: Bool {
            signed["vk_are_notifications_enabled"] == "1"
        }

        /// The permissions that the user has granted to the app.
        public var permissions: Set<String> {
            Set((signed["vk_access_token_settings"] ?? "").split(separator: ",").map(String.init))
        }

        /// Verifies and decodes launch parameters.
        ///
        /// - Parameters:
        ///   - address: The address with which the app was opened, or only its query.
        ///   - secret: The app's secure key, from its settings.
        ///   - age: The greatest permitted age of the launch. Without it, an intercepted address stays valid
        ///     forever.
        ///   - time: The current time.
        /// - Throws: An error with the code `.notAuthorized` if the signature does not match the secret, if the
        ///   launch is too old, or if parameters are missing or ambiguous. The time of the comparison does not
        ///   depend on the place of a difference.
        public init(
            _ address: String,
            secret: String,
            within age: Duration? = nil,
            at time: Date = Date()
        )
            throws(APIError)
        {
            let whole = address.split(
                separator: "#",
                maxSplits: 1,
                omittingEmptySubsequences: false)[0]
            let query = whole.split(separator: "?", maxSplits: 1).last
            let all = FormFields((query ?? "").utf8)
            let signed = try Self.signed(all)
            let message = Data(signed.encoded.utf8)
            let key = SymmetricKey(data: Data(secret.utf8))
            guard let code = all["sign"].flatMap(Self.bytes(base64URL:)),
                HMAC<SHA256>.isValidAuthenticationCode(
                    code,
                    authenticating: message,
                    using: key)
            else {
                throw APIError(.notAuthorized, "the launch parameters are not signed with this secret")
            }
            guard let user = signed["vk_user_id"].flatMap({ Int($0) }),
                let app = signed["vk_app_id"].flatMap({ Int($0) })
            else {
                throw APIError(.notAuthorized, "the launch parameters lack the user or the app")
            }
            userID = user
            appID = app
            let seconds = signed["vk_ts"].flatMap { Double($0) }
            started = seconds.map { Date(timeIntervalSince1970: $0) }
            self.signed = Dictionary(signed.all.map { ($0.name, $0.value) }) { first, _ in first }
            guard let age else { return }
            guard let started,
                time.timeIntervalSince(started) <= age / .seconds(1)
            else {
                throw APIError(.notAuthorized, "the launch parameters are too old")
            }
        }

        /// Returns the signed parameters: those that `sign_keys` lists, in its order, or else those whose names
        /// begin with `vk_`, sorted. Throws an error if a name occurs twice, because its value would be
        /// ambiguous.
        private static func signed(_ all: FormFields) throws(APIError) -> FormFields {
            guard Set(all.all.map(\.name)).count == all.all.count else {
                throw APIError(.notAuthorized, "a launch parameter occurs twice")
            }
            if let names = all["sign_keys"]?.split(separator: ",").map(String.init) {
                return FormFields(names.map { ($0, all[$0] ?? "") })
            }
            return FormFields(all.all.filter { $0.name.hasPrefix("vk_") }).sorted
        }

        /// Returns the bytes of a text in URL-safe base64 (RFC 4648), or `nil` if the text is malformed.
        private static func bytes(base64URL text: String) -> Data? {
            let usual =
                text
                .replacingOccurrences(of: "-", with: "+")
                .replacingOccurrences(of: "_", with: "/")
            let missing = (4 - usual.utf8.count % 4) % 4
            return Data(base64Encoded: usual + String(repeating: "=", count: missing))
        }
    }
#endif
