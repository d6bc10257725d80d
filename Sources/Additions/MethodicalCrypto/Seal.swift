#if canImport(CryptoKit) || Crypto
    import Foundation
    import Methodical

    #if canImport(CryptoKit)
        import CryptoKit
    #else
        import Crypto
    #endif

    /// The encryption of named values by AES-256-GCM. A value is bound to its name, so that it cannot replace another.
    package struct Seal: Sendable {
        private let key: SymmetricKey
        /// The name and version of the format, with which each sealed value begins.
        private let magic: Data

        package init(_ key: EncryptionKey, magic: Data) {
            self.key = SymmetricKey(data: key.bytes)
            self.magic = magic
        }

        private init(_ key: SymmetricKey, magic: Data) {
            self.key = key
            self.magic = magic
        }

        /// Returns an encryption with a key of its own for values of one name.
        package func derived(for name: String) -> Seal {
            let code = HMAC<SHA256>.authenticationCode(for: Data(("key for " + name).utf8), using: key)
            return Seal(SymmetricKey(data: Data(code)), magic: magic)
        }

        /// Returns the encrypted bytes.
        package func sealed(_ bytes: Data, as name: String) throws -> Data {
            let box = try AES.GCM.seal(bytes, using: key, authenticating: magic + Data(name.utf8))
            guard let sealed = box.combined else {
                throw APIError(.storage, "\(name) cannot be encrypted")
            }
            return magic + sealed
        }

        /// Returns the decrypted bytes. Throws an error if they have another format, key or name, or are damaged.
        package func opened(_ bytes: Data, as name: String) throws -> Data {
            guard bytes.starts(with: magic) else {
                throw APIError(.storage, "\(name) has an unknown format")
            }
            let box = try AES.GCM.SealedBox(combined: bytes.dropFirst(magic.count))
            return try AES.GCM.open(box, using: key, authenticating: magic + Data(name.utf8))
        }

        /// Returns a keyed digest in hexadecimal digits, which reveals nothing of the bytes.
        package func digest(of bytes: Data) -> String {
            let digest = HMAC<SHA256>.authenticationCode(for: bytes, using: key)
            return Hex.text(of: digest.prefix(16))
        }
    }
#endif
