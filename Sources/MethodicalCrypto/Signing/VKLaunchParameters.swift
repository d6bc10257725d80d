#if canImport(CryptoKit) || Crypto
    import Foundation
    import Methodical

    /// What VK tells a mini app when somebody starts it, proven to come from VK: https://dev.vk.com/mini-apps/development/launch-params-sign
    ///
    /// Holds signed parameters only: whatever else stands in the address could be anybody's.
    public struct VKLaunchParameters: Hashable, Sendable {
        public let userID: Int
        public let appID: Int
        /// When the app was started; nil where VK does not say.
        public let started: Date?
        private let signed: [String: String]

        /// Any signed parameter: `vk_platform`, `vk_language`, `vk_group_id`.
        public subscript(name: String) -> String? { signed[name] }

        /// `mobile_android`, `desktop_web`.
        public var platform: String? { signed["vk_platform"] }
        public var language: String? { signed["vk_language"] }
        /// The community that the app was started from.
        public var groupID: Int? { signed["vk_group_id"].flatMap { Int($0) } }
        public var isAppUser: Bool { signed["vk_is_app_user"] == "1" }
        public var areNotificationsEnabled: Bool { signed["vk_are_notifications_enabled"] == "1" }
        /// What the user lets the app do.
        public var permissions: Set<String> { Set((signed["vk_access_token_settings"] ?? "").split(separator: ",").map(String.init)) }

        /// Throws `.notAuthorized` where the signature is not that of this secret, in a time that does not depend on where it differs.
        ///
        /// - Parameters:
        ///   - address: the address that the app was opened with, or only its query.
        ///   - secret: the app's secure key, from its settings.
        ///   - age: how old a start may be. Without it, an address that somebody once saw is good for ever.
        ///   - time: what is now.
        public init(_ address: String, secret: SigningSecret, within age: Duration? = nil, at time: Date = Date()) throws(APIError) {
            let query = address.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)[0].split(separator: "?", maxSplits: 1).last
            let all = Parameters(query ?? "", isForm: true)
            let signed = try Self.signed(all)
            let message = Data(signed.encoded.utf8)
            guard let claim = all["sign"].flatMap(HMACSignature.Spelling.bytes(base64URL:)), secret.isValid(claim, of: message) else {
                throw APIError(.notAuthorized, "the launch parameters are not signed with this secret")
            }
            guard let user = signed["vk_user_id"].flatMap({ Int($0) }), let app = signed["vk_app_id"].flatMap({ Int($0) }) else {
                throw APIError(.notAuthorized, "the launch parameters name no user or no app")
            }
            (userID, appID) = (user, app)
            started = signed["vk_ts"].flatMap { Double($0) }.map { Date(timeIntervalSince1970: $0) }
            self.signed = Dictionary(signed.all.map { ($0.name, $0.value) }) { first, _ in first }
            guard let age else { return }
            guard let started, time.timeIntervalSince(started) <= age / .seconds(1) else {
                throw APIError(.notAuthorized, "the launch parameters are too old")
            }
        }

        /// Those whose names begin with `vk_`, sorted; or those that `sign_keys` names, in its order. One that stands there twice has no meaning.
        private static func signed(_ all: Parameters) throws(APIError) -> Parameters {
            guard Set(all.all.map(\.name)).count == all.all.count else { throw APIError(.notAuthorized, "a launch parameter stands there twice") }
            var signed = Parameters()
            if let names = all["sign_keys"] {
                for name in names.split(separator: ",") { signed.all.append((String(name), all[String(name)] ?? "")) }
            } else {
                signed.all = all.all.filter { $0.name.hasPrefix("vk_") }
                signed.sort()
            }
            return signed
        }
    }
#endif
