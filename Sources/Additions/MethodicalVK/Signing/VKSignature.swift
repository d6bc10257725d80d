#if canImport(CryptoKit) || Crypto
    import Foundation
    import Methodical

    #if canImport(CryptoKit)
        import CryptoKit
    #else
        import Crypto
    #endif

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

        private let secret: String
        private let scheme: Scheme

        /// Creates a signer.
        ///
        /// - Parameters:
        ///   - secret: The secret that the scheme requires.
        ///   - scheme: The text to sign.
        public init(secret: String, scheme: Scheme = .method) {
            self.secret = secret
            self.scheme = scheme
        }

        /// Adds the signature to a request. Throws an error if the body is not a form.
        public func sign(_ request: inout HTTPRequest, at time: Date) throws(APIError) {
            let body = request.body ?? Data()
            guard request.file == nil,
                body.isEmpty || request.hasForm
            else {
                throw APIError(.invalidRequest, "VK signs forms only, and the body is of another type")
            }
            let query = request.url.query(percentEncoded: true) ?? ""
            let fields = FormFields(FormFields(query.utf8).all + FormFields(body).all)
            let field = "sig=" + signature(of: fields, path: request.url.path(percentEncoded: false))
            if !body.isEmpty {
                request.body = body + Data("&\(field)".utf8)
            } else {
                let mark = query.isEmpty ? "?" : "&"
                let address = request.url.absoluteString.prefix { $0 != "#" } + mark + field
                guard let url = URL(string: String(address)) else {
                    throw APIError(.invalidRequest, "the signed address is invalid")
                }
                request.url = url
            }
        }

        /// Indicates whether a form that VK has posted, such as the notification of a payment, is signed with
        /// this secret according to the scheme `.sorted`. The comparison takes constant time.
        public func isValid(form: String) -> Bool {
            var fields = FormFields(form.utf8)
            let claims = fields.all.filter { $0.name == "sig" }
            fields.all.removeAll { $0.name == "sig" }
            guard claims.count == 1 else { return false }
            return claims[0].value.isEqual(inConstantTime: signature(of: fields, path: nil))
        }

        private func signature(of fields: FormFields, path: String?) -> String {
            var text: String
            if let path, case .method = scheme {
                text = path + "?" + fields.all.map { "\($0.name)=\($0.value)" }.joined(separator: "&")
            } else {
                text = fields.sorted.all.map { "\($0.name)=\($0.value)" }.joined()
            }
            text += secret
            // MD5 is no longer safe, but VK requires it.
            let hash = Insecure.MD5.hash(data: Data(text.utf8))
            return hash.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
        }
    }

    extension VKSignature: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
        /// The name of the type. No description shows the secret.
        public var description: String { "VKSignature(<secret>)" }
        public var debugDescription: String { description }

        public var customMirror: Mirror {
            Mirror(self, children: [:])
        }
    }
#endif
