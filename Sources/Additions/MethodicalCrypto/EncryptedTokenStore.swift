#if canImport(CryptoKit) || Crypto
    import Foundation
    import Methodical
    import MethodicalAccounts

    /// A token store in files that only their owner can read, encrypted with AES-256-GCM.
    ///
    /// Each account has its own file. Processes that share the folder therefore need not wait for each other,
    /// and a damaged file affects only one account.
    ///
    /// File names are keyed digests, so they do not reveal the ids of accounts. Each file is bound to its name,
    /// so that a file cannot replace another one.
    public final class EncryptedTokenStore: TokenStore {
        private let folder: OwnedFolder
        private let seal: Seal
        private static let currentName = "current"

        /// Opens a store, and deletes temporary files that earlier processes have left.
        ///
        /// - Parameters:
        ///   - path: The path of a folder for this store only. It is created if it does not exist.
        ///   - key: The key of the encryption.
        public init(_ path: String, key: EncryptionKey) throws(APIError) {
            folder = try OwnedFolder(at: path)
            try folder.removeLeftovers()
            seal = Seal(key, magic: Self.magic)
        }

        /// Returns the accounts in the store. An account with a damaged file is left out, and reading its token
        /// throws an error. If no file can be decrypted, the function throws an error, because the key is then
        /// probably the wrong one.
        public func ids() throws -> [Account.ID] {
            var ids: [Account.ID] = []
            var failure: (any Error)?
            for name in try folder.names where name.hasSuffix(Self.suffix) {
                do {
                    if let bytes = try open(name) {
                        ids.append(try TokenRecord(bytes).id)
                    }
                } catch {
                    failure = error
                }
            }
            if ids.isEmpty, let failure {
                throw failure
            }
            return ids
        }

        /// Returns the token of an account, or `nil` if there is none.
        public func token(for id: Account.ID) throws -> Token? {
            try open(name(of: id)).map { try TokenRecord($0).token }
        }

        /// Stores the token of an account, in place of an earlier one.
        public func store(_ token: Token, for id: Account.ID) throws {
            try write(try TokenRecord(token, of: id).bytes(), to: name(of: id))
        }

        /// Removes the token of an account, and temporary files that killed processes have left: the token may be in
        /// one of them, too.
        public func remove(_ id: Account.ID) throws {
            try folder.remove(name(of: id))
            try folder.remove(lockName(of: id))
            try folder.remove(noteName(of: id))
            try folder.removeLeftovers()
        }

        /// Takes an advisory lock on a file beside the token. It excludes all processes of this machine.
        public func refreshLock(for id: Account.ID) throws -> RefreshLock? {
            try folder.lock(lockName(of: id)).map { RefreshLock(release: $0) }
        }

        /// Returns the account that was chosen last, or `nil` if there is none.
        ///
        /// A damaged file counts as none: the user can choose again, and no account is lost. A wrong key is
        /// reported by `ids()`.
        public func current() throws -> Account.ID? {
            guard let bytes = try folder.read(Self.currentName) else { return nil }
            do {
                let name = try unsealed(bytes, as: Self.currentName)
                return Account.ID(String(decoding: name, as: UTF8.self))
            } catch {
                return nil
            }
        }

        /// Stores the chosen account, or removes the choice.
        public func setCurrent(_ id: Account.ID?) throws {
            if let id {
                try write(Data(id.rawValue.utf8), to: Self.currentName)
            } else {
                try folder.remove(Self.currentName)
            }
        }

        /// Returns the note about an account, or `nil` if there is none.
        package func note(about id: Account.ID) throws -> Data? {
            try open(noteName(of: id))
        }

        /// Stores a note about an account, encrypted as its token is. The removal of the account removes it.
        package func store(note: Data, about id: Account.ID) throws {
            try write(note, to: noteName(of: id))
        }

        // MARK: Files

        /// The end of the names of files with tokens.
        package static let suffix = ".token"
        /// The name and version of the file format. Files of other versions are rejected.
        private static let magic = Data("MTK1".utf8)

        private func name(of id: Account.ID) -> String {
            seal.digest(of: Data(("account:" + id.rawValue).utf8)) + Self.suffix
        }

        private func lockName(of id: Account.ID) -> String {
            name(of: id).dropLast(Self.suffix.count) + ".lock"
        }

        private func noteName(of id: Account.ID) -> String {
            name(of: id).dropLast(Self.suffix.count) + ".note"
        }

        private func write(_ bytes: Data, to name: String) throws {
            try folder.write(to: name, bytes: try seal.sealed(bytes, as: name))
        }

        /// Returns the decrypted content of a file, or `nil` if it does not exist.
        private func open(_ name: String) throws -> Data? {
            try folder.read(name).map { try unsealed($0, as: name) }
        }

        private func unsealed(_ bytes: Data, as name: String) throws -> Data {
            guard bytes.starts(with: Self.magic) else {
                throw APIError(.storage, "\(folder.path)/\(name) has a format that this version does not know")
            }
            do {
                return try seal.opened(bytes, as: name)
            } catch {
                throw APIError(
                    .storage,
                    "\(folder.path)/\(name) cannot be decrypted: it was written with another key, or it is damaged")
            }
        }
    }
#endif
