import struct Foundation.Data
import struct Foundation.Date

/// The methods of an account whose names are, or begin with, a name: `tasks` stands for `tasks.get` and
/// `tasks.comments.list`. An empty name stands for all of them.
public struct CacheNamespace: Hashable, Sendable {
    public let api: String
    public let account: AccountID
    public let name: String

    public init(_ name: String, api: String, account: AccountID) {
        (self.name, self.api, self.account) = (name, api, account)
    }

    /// The same in every process.
    package var digest: UInt64 {
        let owner = CacheKey.bytes([api, account.rawValue]).withUnsafeBytes { Methodical.digest($0, 5) }
        var name = name
        return name.withUTF8 { Methodical.digest(UnsafeRawBufferPointer($0), owner) }
    }

    /// The key of the number that a store without a table for it keeps as an entry.
    fileprivate var key: CacheKey {
        CacheKey(api: api, account: account, method: "", identity: "generation of " + name)
    }
}

extension CacheKey {
    /// The digests of all namespaces that the method lies in, from that of all methods to the method itself.
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
    public func generation(_ key: CacheKey) throws -> UInt64 {
        try key.namespaceNames.reduce(0) { sum, name in
            let entry = try entry(CacheNamespace(String(name), api: key.api, account: key.account).key)
            return sum &+ (entry.flatMap { UInt64(String(decoding: $0.body, as: UTF8.self)) } ?? 0)
        }
    }

    public func invalidate(_ namespace: CacheNamespace) throws {
        let number = Data("\(UInt64.random(in: 1...UInt64.max))".utf8)
        try store(CacheEntry(body: number, stored: Date(timeIntervalSince1970: 0), lifetime: .never), namespace.key)
    }
}

/// Returns a number that damage changes and that keys hardly share, the same in every process. It keeps no secret and
/// withstands no attack.
///
/// - Parameter seed: gives one of many digests of the same bytes; that of other bytes before these, to digest both.
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
