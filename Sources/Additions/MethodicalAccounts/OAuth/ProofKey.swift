import Foundation
import Methodical

#if canImport(CryptoKit)
    import CryptoKit
#elseif Crypto
    import Crypto
#endif

/// A key that proves that the program that spends a code is the one that requested it (RFC 7636).
struct ProofKey {
    let verifier: String
    let challenge: String
    /// The number of characters of a verifier. RFC 7636, section 4.1, permits 43 to 128.
    private static let verifierLength = 64

    /// Creates a key. Throws if there is no SHA-256, which the package's trait `Crypto` adds on systems without
    /// CryptoKit.
    init(verifier: String = Random.text(count: verifierLength)) throws(APIError) {
        self.verifier = verifier
        #if canImport(CryptoKit) || Crypto
            let hash = Data(SHA256.hash(data: Data(verifier.utf8)))
            challenge = hash.base64EncodedString()
                .replacingOccurrences(of: "+", with: "-")
                .replacingOccurrences(of: "/", with: "_")
                .replacingOccurrences(of: "=", with: "")
        #else
            throw APIError(
                .invalidRequest, "a proof key needs SHA-256: enable the trait `Crypto` of the package methodical")
        #endif
    }
}

/// Random text for secrets.
enum Random {
    /// Returns unpredictable letters and digits. Each holds nearly 6 bits.
    static func text(count: Int) -> String {
        var generator = SystemRandomNumberGenerator()
        let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789")
        let text = (0..<count).map { _ in
            let index = Int.random(in: 0..<letters.count, using: &generator)
            return letters[index]
        }
        return String(text)
    }
}
