import Methodical

/// The file name of an entry. It consists of digests, so that a key can neither make a name too long, nor lead outside
/// the folder, nor reveal a request.
///
/// Keys with the same digest replace each other. They are never confused, because an entry contains its whole key.
struct EntryName: Equatable {
    let owner: UInt64
    let method: UInt64
    let key: UInt64
    let check: UInt64

    var account: String {
        Self.hexadecimal([owner])
    }

    var methodFolder: String {
        Self.hexadecimal([method])
    }

    var path: String {
        "\(account)/\(methodFolder)/\(Self.hexadecimal([key, check]))"
    }

    /// Returns the numbers in hexadecimal, with 16 digits each.
    static func hexadecimal(_ words: [UInt64]) -> String {
        String(unsafeUninitializedCapacity: words.count * 16) { buffer in
            for at in 0..<(words.count * 16) {
                let digit = UInt8(truncatingIfNeeded: words[at / 16] >> UInt64(60 - at % 16 * 4) & 15)
                buffer[at] = digit < 10 ? 48 + digit : 87 + digit
            }
            return words.count * 16
        }
    }
}

extension EntryName {
    /// Creates the name of an account, for the index.
    init(account owner: UInt64) {
        self.init(owner: owner, method: 0, key: 0, check: 0)
    }

    init(_ key: CacheKey) {
        self.init(
            owner: Self.owner(for: key.account, api: key.api),
            method: Self.method(key.method),
            key: key.bytes.withUnsafeBytes { digest(of: $0, seed: 1) },
            check: key.bytes.withUnsafeBytes { digest(of: $0, seed: 2) })
    }

    static func owner(for account: Account.ID, api: String) -> UInt64 {
        CacheKey.bytes(of: [api, account.rawValue]).withUnsafeBytes {
            digest(of: $0, seed: 3)
        }
    }

    static func method(_ method: String) -> UInt64 {
        CacheKey.bytes(of: [method]).withUnsafeBytes { digest(of: $0, seed: 4) }
    }
}
