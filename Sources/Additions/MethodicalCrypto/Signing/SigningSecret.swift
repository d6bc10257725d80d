#if canImport(CryptoKit) || Crypto
    import Foundation
    import Methodical

    #if canImport(CryptoKit)
        import CryptoKit
    #else
        import Crypto
    #endif

    /// The secret of a signature, such as an application's secret or a service's secret key. Its descriptions
    /// do not reveal it.
    public struct SigningSecret: Sendable {
        let bytes: [UInt8]

        /// Creates a secret from the UTF-8 of a text.
        public init(_ text: String) { bytes = Array(text.utf8) }
        /// Creates a secret from bytes.
        public init(_ bytes: some Sequence<UInt8>) { self.bytes = Array(bytes) }

        /// Returns the HMAC-SHA256 of a message.
        func authenticate(_ message: some DataProtocol) -> [UInt8] {
            Array(HMAC<SHA256>.authenticationCode(for: message, using: key))
        }

        private var key: SymmetricKey { SymmetricKey(data: bytes) }
    }

    extension SigningSecret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
        public var description: String { "SigningSecret(<secret>)" }
        public var debugDescription: String { description }
        public var customMirror: Mirror { Mirror(self, children: [:]) }
    }

    enum Hex {
        private static let digits = Array("0123456789abcdef".utf8)

        static func text(of bytes: some Sequence<UInt8>) -> String {
            var text: [UInt8] = []
            for byte in bytes {
                text.append(digits[Int(byte >> 4)])
                text.append(digits[Int(byte & 15)])
            }
            return String(decoding: text, as: UTF8.self)
        }

        static func sha256(of data: some DataProtocol) -> String {
            text(of: SHA256.hash(data: data))
        }
    }
#endif
