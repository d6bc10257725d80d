#if canImport(CryptoKit) || Crypto
    import Foundation
    import Methodical

    /// HMAC-SHA256 (RFC 2104) over what a request says, as a parameter or a header field of it.
    public struct HMACSignature: RequestSigner {
        /// Where the signature travels.
        public enum Place: Sendable {
            /// Behind the other parameters, in the form or the query.
            case parameter(String)
            case header(String)
        }

        /// How its bytes are written.
        public enum Spelling: Sendable {
            /// Small hexadecimal digits.
            case hex
            case base64
            /// RFC 4648's alphabet for addresses, without `=` at the end.
            case base64URL
        }

        public var place: Place
        public var spelling: Spelling
        /// What is signed.
        public var message: @Sendable (_ request: HTTPRequest, _ time: Date) throws(APIError) -> Data
        private let secret: SigningSecret

        /// `message` is what is signed, where it is not the canonical parameters.
        public init(
            secret: SigningSecret, in place: Place = .parameter("signature"), as spelling: Spelling = .hex,
            over message: @escaping @Sendable (_ request: HTTPRequest, _ time: Date) throws(APIError) -> Data = { request, _ throws(APIError) in
                try HMACSignature.canonicalParameters(of: request)
            }
        ) {
            self.secret = secret
            self.place = place
            self.spelling = spelling
            self.message = message
        }

        public func sign(_ request: inout HTTPRequest, at time: Date) throws(APIError) {
            let text = spelling.text(secret.authenticate(try message(request, time)))
            switch place {
            case .parameter(let name): try request.append(name, text)
            case .header(let name): request.headers[name] = text
            }
        }

        /// All parameters of query and form, sorted by name and value, escaped as RFC 3986 says: `a=1&b=x%20y`. A body that is no form is refused, since it
        /// would go out unsigned.
        public static func canonicalParameters(of request: HTTPRequest) throws(APIError) -> Data {
            guard var parameters = Parameters(request) else {
                throw APIError(.invalidRequest, "the body is no form, so that its parameters cannot be signed: say what is, with `over`")
            }
            parameters.sort()
            return Data(parameters.encoded.utf8)
        }
    }

    extension HMACSignature.Spelling {
        func text(_ code: [UInt8]) -> String {
            switch self {
            case .hex: Hex.text(code)
            case .base64: Data(code).base64EncodedString()
            case .base64URL: Self.alphabet(Data(code).base64EncodedString())
            }
        }

        private static func alphabet(_ text: String) -> String {
            text.replacingOccurrences(of: "+", with: "-").replacingOccurrences(of: "/", with: "_").trimmingCharacters(in: ["="])
        }

        /// The bytes of a text in base 64 for addresses; nil if it is none.
        static func bytes(base64URL text: String) -> Data? {
            let usual = text.replacingOccurrences(of: "-", with: "+").replacingOccurrences(of: "_", with: "/")
            return Data(base64Encoded: usual + String(repeating: "=", count: (4 - usual.utf8.count % 4) % 4))
        }
    }
#endif
