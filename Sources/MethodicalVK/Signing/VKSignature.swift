#if canImport(CryptoKit) || Crypto
    import Foundation
    import Methodical

    /// A signer that adds VK's parameter `sig`, an MD5 hash of the parameters followed by the secret.
    ///
    /// VK requires MD5 here. The signature protects nothing that HTTPS does not protect better.
    public struct VKSignature: RequestSigner {
        /// The texts that VK requires to be signed.
        public enum Scheme: Sendable {
            /// The scheme of calls with a token that has the permission `nohttps`, and of VK's own applications.
            ///
            /// The signed text is `/method/users.get?user_ids=1&v=5.199&access_token=…`, with the parameters in
            /// their order and unescaped. The secret is the one that came with the token.
            case method
            /// The scheme of payments and of the older `api.php`.
            ///
            /// The signed text is `name=value` for each parameter, sorted by name and without separators. The
            /// secret is that of the application.
            case sorted
        }

        private let secret: SigningSecret
        private let scheme: Scheme

        /// Creates a signer.
        ///
        /// - Parameters:
        ///   - secret: The secret that the scheme requires.
        ///   - scheme: The text to sign.
        public init(secret: SigningSecret, scheme: Scheme = .method) {
            self.secret = secret
            self.scheme = scheme
        }

        /// Adds the signature to a request. Throws an error if the body is not a form.
        public func sign(_ request: inout HTTPRequest, at time: Date) throws(APIError) {
            guard let parameters = Parameters(request) else {
                throw APIError(.invalidRequest, "VK's signature covers forms, and the body is none")
            }
            try request.append("sig", signature(parameters, path: request.url.path(percentEncoded: false)))
        }

        /// Indicates whether a form that VK has posted, such as the notification of a payment, is signed with
        /// this secret according to the scheme `.sorted`. The comparison takes constant time.
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
