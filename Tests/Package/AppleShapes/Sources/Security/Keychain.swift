import Foundation

/// Generic passwords in memory, identified by service and account. A call that Apple's documentation does not allow
/// returns `errSecParam`.
public final class Keychain: @unchecked Sendable {
    public static let shared = Keychain()

    private let lock = NSLock()
    private var items: [CFDictionary] = []
    private var refusal: OSStatus?

    /// Makes every call fail with this status until it is `nil` again.
    public func refuse(_ status: OSStatus?) { locked { refusal = status } }

    /// The items as text.
    public var dump: [String] { locked { items.map { "\($0)" } } }

    private static let names = [kSecClass, kSecAttrService, kSecAttrAccount, kSecUseDataProtectionKeychain]
    private static let results = [kSecMatchLimit, kSecReturnData, kSecReturnAttributes]
    private static let values = [kSecValueData, kSecAttrAccessible]

    func copy(_ query: CFDictionary, _ result: UnsafeMutablePointer<CFTypeRef?>?) -> OSStatus {
        perform(query, Self.names + Self.results) {
            let found = items.filter { matches($0, query) }
            guard let first = found.first else { return errSecItemNotFound }
            let isForAll = query[kSecMatchLimit] as? String == kSecMatchLimitAll
            if query[kSecReturnData] as? Bool == true {
                // The system also refuses to return the data of many items at once.
                guard !isForAll, let data = first[kSecValueData] as? Data else { return errSecParam }
                result?.pointee = data as AnyObject
            } else if query[kSecReturnAttributes] as? Bool == true {
                let attributes = found.map { $0.filter { $0.key != kSecValueData } as AnyObject }
                result?.pointee = isForAll ? attributes as AnyObject : attributes.first
            }
            return errSecSuccess
        }
    }

    func add(_ attributes: CFDictionary) -> OSStatus {
        perform(attributes, Self.names + Self.values) {
            guard attributes[kSecValueData] is Data else { return errSecParam }
            let key = attributes.filter { [kSecAttrService, kSecAttrAccount].contains($0.key) }
            if items.contains(where: { matches($0, key) }) { return errSecDuplicateItem }
            items.append(attributes)
            return errSecSuccess
        }
    }

    func update(_ query: CFDictionary, _ change: CFDictionary) -> OSStatus {
        perform(query, Self.names) {
            guard change.keys.allSatisfy(Self.values.contains) else { return errSecParam }
            let found = items.indices.filter { matches(items[$0], query) }
            for index in found { items[index].merge(change) { $1 } }
            return found.isEmpty ? errSecItemNotFound : errSecSuccess
        }
    }

    func delete(_ query: CFDictionary) -> OSStatus {
        perform(query, Self.names) {
            let count = items.count
            items.removeAll { matches($0, query) }
            return items.count == count ? errSecItemNotFound : errSecSuccess
        }
    }

    private func matches(_ item: CFDictionary, _ query: CFDictionary) -> Bool {
        [kSecAttrService, kSecAttrAccount].allSatisfy { name in
            query[name] == nil || item[name] as? String == query[name] as? String
        }
    }

    private func perform(_ query: CFDictionary, _ allowed: [CFString], _ body: () -> OSStatus) -> OSStatus {
        guard query[kSecClass] as? String == kSecClassGenericPassword, query.keys.allSatisfy(allowed.contains) else {
            return errSecParam
        }
        return locked { refusal ?? body() }
    }

    private func locked<Result>(_ body: () -> Result) -> Result {
        lock.lock()
        defer { lock.unlock() }
        return body()
    }
}
