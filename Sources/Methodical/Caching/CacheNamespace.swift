import struct Foundation.Data
import struct Foundation.Date

/// A group of an account's methods by the beginning of their names.
///
/// The namespace `tasks` contains `tasks.get` and `tasks.comments.list`. The namespace with an empty name contains all
/// methods.
public struct CacheNamespace: Hashable, Sendable {
    /// The name of the API.
    public let api: String
    /// The account that the cached responses belong to.
    public let account: AccountID
    /// The first parts of the methods' names, without a dot at the end.
    public let name: String

    /// Creates a namespace.
    public init(_ name: String, api: String, account: AccountID) {
        (self.name, self.api, self.account) = (name, api, account)
    }

    /// A digest of the namespace. It is the same in every process.
    package var digest: UInt64 {
        let owner = CacheKey.bytes([api, account.rawValue]).withUnsafeBytes { Methodical.digest($0, 5) }
        var name = name
        return name.withUTF8 { Methodical.digest(UnsafeRawBufferPointer($0), owner) }
    }

    /// The key of the entry that contains the namespace's generation, in stores that have no table of generations.
    fileprivate var key: CacheKey {
        CacheKey(api: api, account: account, method: "", identity: "generation of " + name)
    }
}

extension CacheKey {
    /// The digests of all namespaces that contain the method, from the namespace of all methods to the method itself.
    package var namespaces: [UInt64] {
        bytes.withUnsafeBytes { bytes in
            let start = 16 + api.utf8.count + account.rawValue.utf8.count
            let owner = digest(.init(rebasing: bytes[..<start]), 5)
            let name = bytes[(start + 8)..<(start + 8 + method.utf8.count)]
            let ends = [name.startIndex] + name.indices.filter { name[$0] == UInt8(ascii: ".") } + [name.endIndex]
            return ends.map { digest(.init(rebasing: name[..<$0]), owner) }
        }
    }

    fileprivate var namespaceNames: [Substring] {
        [""] + method.indices.filter { method[$0] == "." }.map { method[..<$0] } + [method[...]]
    }
}

extension CacheStore {
    /// Returns the sum of the numbers that `invalidate(_:)` has stored for the namespaces of the key.
    public func generation(_ key: CacheKey) throws -> UInt64 {
        try key.namespaceNames.reduce(0) { sum, name in
            let entry = try entry(CacheNamespace(String(name), api: key.api, account: key.account).key)
            return sum &+ (entry.flatMap { UInt64(String(decoding: $0.body, as: UTF8.self)) } ?? 0)
        }
    }

    /// Stores a random number as an entry, by which `generation(_:)` changes.
    public func invalidate(_ namespace: CacheNamespace) throws {
        let number = Data("\(UInt64.random(in: 1...UInt64.max))".utf8)
        try store(CacheEntry(body: number, stored: Date(timeIntervalSince1970: 0), lifetime: .never), namespace.key)
    }
}

/// Returns a number that changes if the bytes are damaged and that two keys hardly share. It is the same in every
/// process. It is no cryptographic digest: it neither keeps a secret nor withstands an attack.
///
/// - Parameters:
///   - bytes: The bytes to digest.
///   - seed: A number that selects one of many digests. Pass the digest of other bytes to digest both.
package func digest(_ bytes: UnsafeRawBufferPointer, _ seed: UInt64) -> UInt64 {
    var (first, second) = (seed ^ 0xA076_1D64_78BD_642F, seed ^ 0x2D35_8DCC_AA6C_78A5)
    let count = bytes.count
    var at = 0
    if let base = bytes.baseAddress {
        while at &+ 32 <= count {
            first = folded(word(base, at) ^ 0xE703_7ED1_A0B4_28DB, word(base, at &+ 8) ^ first)
            second = folded(word(base, at &+ 16) ^ 0x8EBC_6AF0_9C88_C6E3, word(base, at &+ 24) ^ second)
            at &+= 32
        }
    }
    while at < count {
        var rest: UInt64 = 0
        withUnsafeMutableBytes(of: &rest) { $0.copyBytes(from: bytes[at..<min(at + 8, count)]) }
        first = folded(rest ^ 0x5899_65CC_7537_4CC3, first ^ 0x1D8E_4E27_C47D_124F)
        at &+= 8
    }
    return folded(first ^ UInt64(count), second ^ 0xE703_7ED1_A0B4_28DB)
}

@inline(__always)
private func word(_ base: UnsafeRawPointer, _ offset: Int) -> UInt64 {
    base.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
}

@inline(__always)
private func folded(_ first: UInt64, _ second: UInt64) -> UInt64 {
    let product = first.multipliedFullWidth(by: second)
    return product.high ^ product.low
}
