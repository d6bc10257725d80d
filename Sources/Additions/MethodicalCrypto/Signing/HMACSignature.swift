#if canImport(CryptoKit) || Crypto
    import Foundation
    import Methodical

    /// A signer that adds an HMAC-SHA256 (RFC 2104) to requests, as a parameter or a header field.
    public struct HMACSignature: RequestSigner {
        /// The places for a signature.
        public enum Place: Sendable {
            /// A parameter of this name, after the other parameters of the form or the query.
            case parameter(String)
            /// A header field of this name.
            case header(String)
        }

        /// The spellings of a signature.
        public enum Spelling: Sendable {
            /// Lowercase hexadecimal digits.
            case hex
            /// The standard alphabet of base64.
            case base64
            /// The URL-safe alphabet of base64 (RFC 4648), without `=` at the end.
            case base64URL
        }

        /// The place of the signature.
        public var place: Place
        /// The spelling of the signature.
        public var spelling: Spelling
        /// A function that returns the bytes to sign.
        public var message: @Sendable (_ request: HTTPRequest, _ time: Date) throws(APIError) -> Data
        private let secret: SigningSecret

        /// Creates a signer.
        ///
        /// - Parameters:
        ///   - secret: The key of the HMAC.
        ///   - place: The place of the signature.
        ///   - spelling: The spelling of the signature.
        ///   - message: A function that returns the bytes to sign. The default returns the canonical parameters.
        public init(
            secret: SigningSecret, in place: Place = .parameter("signature"), as spelling: Spelling = .hex,
            over message: @escaping @Sendable (_ request: HTTPRequest, _ time: Date) throws(APIError) -> Data = {
                request, _ throws(APIError) in
                try HMACSignature.canonicalParameters(of: request)
            }
        ) {
            self.secret = secret
            self.place = place
            self.spelling = spelling
            self.message = message
        }

        /// Adds the signature to a request.
        public func sign(_ request: inout HTTPRequest, at time: Date) throws(APIError) {
            let text = spelling.text(of: secret.authenticate(try message(request, time)))
            switch place {
            case .parameter(let name): try request.append(name, value: text)
            case .header(let name): request.headers[name] = text
            }
        }

        /// Returns all parameters of the query and the form, sorted by name and value, and escaped according to
        /// RFC 3986: `a=1&b=x%20y`.
        ///
        /// - Throws: An error if the body is not a form, because it would be sent unsigned.
        public static func canonicalParameters(of request: HTTPRequest) throws(APIError) -> Data {
            guard var parameters = Parameters(request) else {
                throw APIError(
                    .invalidRequest,
                    "the body is not a form, so its parameters cannot be signed: pass the signed text with `over`")
            }
            parameters.sort()
            return Data(parameters.encoded.utf8)
        }
    }

    extension HMACSignature.Spelling {
        func text(of code: [UInt8]) -> String {
            switch self {
            case .hex: Hex.text(of: code)
            case .base64: Data(code).base64EncodedString()
            case .base64URL: Self.alphabet(Data(code).base64EncodedString())
            }
        }

        private static func alphabet(_ text: String) -> String {
            text.replacingOccurrences(of: "+", with: "-")
                .replacingOccurrences(of: "/", with: "_")
                .trimmingCharacters(in: ["="])
        }
    }
#endif
