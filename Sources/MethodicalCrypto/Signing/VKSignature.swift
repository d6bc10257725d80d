#if canImport(CryptoKit) || Crypto
    import Foundation
    import Methodical

    /// VK's parameter `sig`: MD5 over the parameters with the secret behind them.
    ///
    /// MD5 is what VK asks for; it protects nothing that HTTPS does not protect better.
    public struct VKSignature: RequestSigner {
        /// What VK wants signed.
        public enum Scheme: Sendable {
            /// Of calls with a token whose permissions include `nohttps`, and of VK's own applications: `/method/users.get?user_ids=1&v=5.199&access_token=…`, the
            /// parameters as they are sent but not escaped, with the secret that came with the token.
            case method
            /// Of an application's payments and of the older `api.php`: `name=value` of all parameters, sorted by name, nothing between them, with the
            /// application's secret.
            case sorted
        }

        private let secret: SigningSecret
        private let scheme: Scheme

        public init(secret: SigningSecret, scheme: Scheme = .method) {
            self.secret = secret
            self.scheme = scheme
        }

        /// Parameters must be in the query or a form.
        public func sign(_ request: inout HTTPRequest, at time: Date) throws(APIError) {
            guard let parameters = Parameters(request) else { throw APIError(.invalidRequest, "VK's signature covers forms, and the body is none") }
            try request.append("sig", signature(parameters, path: request.url.path(percentEncoded: false)))
        }

        /// Whether a form that VK posts, such as a payment's notification, is signed with this secret. Compared in constant time.
        public func isValid(form: String) -> Bool {
            var parameters = Parameters(form, isForm: true)
            let claims = parameters.all.filter { $0.name == "sig" }
            parameters.all.removeAll { $0.name == "sig" }
            return claims.count == 1 && Texts.areEqual(claims[0].value, signature(parameters, path: nil))
        }

        private func signature(_ parameters: Parameters, path: String?) -> String {
            if let path, case .method = scheme {
                return secret.md5(path + "?" + parameters.all.map { "\($0.name)=\($0.value)" }.joined(separator: "&"))
            }
            var sorted = parameters
            sorted.sort()
            return secret.md5(sorted.all.map { "\($0.name)=\($0.value)" }.joined())
        }
    }
#endif
