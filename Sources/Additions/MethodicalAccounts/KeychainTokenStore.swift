#if canImport(Security)
    import Foundation
    import Methodical
    import Security

    /// A token store in the Keychain.
    ///
    /// Each account has an item of its own. Only this app can read it, on this device only, and after the first unlock
    /// since the device started.
    ///
    /// Refreshes exclude each other within a process. The Keychain has no lock between processes. If an app and its
    /// extension refresh at the same moment, both spend the refresh token, and the refused one takes the token that the
    /// other has stored.
    public final class KeychainTokenStore: TokenStore {
        private let service: String
        private static let currentKey = "\u{1}current"
        private static let locks = ProcessLocks()

        /// Creates a store.
        ///
        /// - Parameter service: The Keychain service that separates the tokens of several APIs. The default is
        ///   `methodical.` and the app's bundle identifier.
        public init(service: String? = nil) {
            self.service =
                service ?? "methodical." + (Bundle.main.bundleIdentifier ?? ProcessInfo.processInfo.processName)
        }

        /// Returns the accounts with an item of this service. All errors of this store contain the Keychain's message.
        public func ids() throws -> [Account.ID] {
            var query = item(named: nil)
            query[kSecMatchLimit] = kSecMatchLimitAll
            query[kSecReturnAttributes] = kCFBooleanTrue
            var found: CFTypeRef?
            let status = SecItemCopyMatching(query as CFDictionary, &found)
            if status == errSecItemNotFound {
                return []
            }
            try check(status)
            let names = (found as? [NSDictionary] ?? []).compactMap { $0[kSecAttrAccount] as? String }
            return names.filter { $0 != Self.currentKey }.map { Account.ID($0) }
        }

        public func token(for id: Account.ID) throws -> Token? {
            try read(id.rawValue).map { try TokenRecord($0).token }
        }
        public func store(_ token: Token, for id: Account.ID) throws {
            try write(try TokenRecord(token, of: id).bytes(), to: id.rawValue)
        }
        public func remove(_ id: Account.ID) throws { try remove(id.rawValue) }
        public func current() throws -> Account.ID? {
            try read(Self.currentKey).map { Account.ID(String(decoding: $0, as: UTF8.self)) }
        }

        /// Stores the id of the active account in an item of its own.
        public func setCurrent(_ id: Account.ID?) throws {
            if let id {
                try write(Data(id.rawValue.utf8), to: Self.currentKey)
            } else {
                try remove(Self.currentKey)
            }
        }

        /// Returns a lock that excludes the other tasks of this process, but not other processes.
        public func refreshLock(for id: Account.ID) -> RefreshLock? {
            Self.locks.take(service + "\u{0}" + id.rawValue)
        }

        // MARK: Items

        private func item(named name: String?) -> [CFString: Any] {
            var query: [CFString: Any] = [kSecClass: kSecClassGenericPassword, kSecAttrService: service]
            if let name {
                query[kSecAttrAccount] = name
            }
            // macOS has two Keychains, and this key selects the one that other systems have. It has no effect there.
            query[kSecUseDataProtectionKeychain] = kCFBooleanTrue
            return query
        }

        private func read(_ name: String) throws -> Data? {
            var query = item(named: name)
            query[kSecReturnData] = kCFBooleanTrue
            query[kSecMatchLimit] = kSecMatchLimitOne
            var found: CFTypeRef?
            let status = SecItemCopyMatching(query as CFDictionary, &found)
            if status == errSecItemNotFound {
                return nil
            }
            try check(status)
            return found as? Data
        }

        /// Writes an item. An existing one is updated in place, so that a token exists at every moment.
        private func write(_ bytes: Data, to name: String) throws {
            let change: [CFString: Any] = [
                kSecValueData: bytes, kSecAttrAccessible: kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly,
            ]
            var status = SecItemUpdate(item(named: name) as CFDictionary, change as CFDictionary)
            if status == errSecItemNotFound {
                let new = item(named: name).merging(change) { _, changed in changed }
                status = SecItemAdd(new as CFDictionary, nil)
            }
            // Another process, for example an app extension, has added the item in the meantime.
            if status == errSecDuplicateItem {
                status = SecItemUpdate(item(named: name) as CFDictionary, change as CFDictionary)
            }
            try check(status)
        }

        private func remove(_ name: String) throws {
            let status = SecItemDelete(item(named: name) as CFDictionary)
            if status != errSecItemNotFound {
                try check(status)
            }
        }

        private func check(_ status: OSStatus) throws {
            guard status != errSecSuccess else { return }
            let text = SecCopyErrorMessageString(status, nil) as String?
            throw APIError(.storage, "the Keychain refused: \(text ?? "status \(status)")")
        }
    }
#endif
