#if canImport(CryptoKit) || Crypto
    import Foundation
    import Methodical
    import MethodicalAccounts
    import MethodicalCrypto
    import Testing

    @Suite struct EncryptedTokenStoreTests {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("tokens-\(UUID().uuidString)").path
        let key: EncryptionKey
        let token = Token(
            "the-secret-text", kinds: .user, permissions: ["friends", "offline"],
            created: Date(timeIntervalSince1970: 1e9), lifetime: .seconds(3600),
            refresh: "the-refresh-text")

        init() throws { key = try EncryptionKey((0..<32).map { UInt8($0) }) }

        private func files() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: folder).sorted() }

        private func permissions(_ path: String) throws -> Int? {
            try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        }

        @Test func keepsTokensWholeAndFindsThemAgain() throws {
            let store = try EncryptedTokenStore(folder, key: key)
            var token = token
            token.userName = "Ada Lovelace"
            try store.store(token, for: 7)
            try store.store(Token("other"), for: "ada@example.com")
            try store.setCurrent(7)
            let again = try EncryptedTokenStore(folder, key: key)
            #expect(try again.token(for: 7) == token && again.token(for: 7)?.userName == "Ada Lovelace")
            #expect(try Set(again.ids()) == [7, "ada@example.com"])
            #expect(try again.current() == 7)
            #expect(try again.token(for: 8) == nil)
            try again.remove(7)
            try again.remove(7)
            try again.setCurrent(nil)
            #expect(try store.ids() == ["ada@example.com"])
            #expect(try store.current() == nil)
        }

        @Test func nothingReadableOnDisk() throws {
            let store = try EncryptedTokenStore(folder, key: key)
            try store.store(token, for: "ada@example.com")
            try store.setCurrent("ada@example.com")
            #expect(try permissions(folder) == 0o700)
            for name in try files() {
                #expect(try permissions(folder + "/" + name) == 0o600)
                let text = String(
                    decoding: try Data(contentsOf: URL(fileURLWithPath: folder + "/" + name)), as: Unicode.ASCII.self)
                for secret in ["secret", "refresh", "ada@", "example", "friends"] {
                    #expect(!(name + text).contains(secret))
                }
            }
        }

        @Test("A note about an account is encrypted, and goes with the account")
        func notes() throws {
            let store = try EncryptedTokenStore(folder, key: key)
            #expect(try store.note(about: 7) == nil)
            try store.store(note: Data("the secret client".utf8), about: 7)
            #expect(try store.ids().isEmpty)
            try store.store(token, for: 7)
            #expect(try EncryptedTokenStore(folder, key: key).note(about: 7) == Data("the secret client".utf8))
            #expect(try store.note(about: 8) == nil)
            for name in try files() {
                #expect(try permissions(folder + "/" + name) == 0o600)
                let bytes = try Data(contentsOf: URL(fileURLWithPath: folder + "/" + name))
                #expect(bytes.range(of: Data("secret".utf8)) == nil)
            }
            try store.remove(7)
            #expect(try files().isEmpty)
        }

        /// A damaged note of the active account costs no token: the program can choose the account again, and no person
        /// has to sign in again.
        @Test func aDamagedNoteOfWhoIsActiveCostsNobody() throws {
            let store = try EncryptedTokenStore(folder, key: key)
            try store.store(token, for: 7)
            try store.setCurrent(7)
            let file = URL(fileURLWithPath: folder + "/current")
            for damaged in [Data(), Data("MTK1".utf8), Data((try Data(contentsOf: file)).dropLast())] {
                try damaged.write(to: file)
                #expect(try store.current() == nil)
            }
            try store.setCurrent(7)
            #expect(try store.current() == 7)
            try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: file.path)
            #expect { try store.current() } throws: { "\($0)".contains("is accessible by others") }
        }

        @Test func anotherKeyOrADamagedFileIsAClearError() throws {
            let store = try EncryptedTokenStore(folder, key: key)
            try store.store(token, for: 7)
            let other = try EncryptedTokenStore(folder, key: try EncryptionKey([UInt8](repeating: 9, count: 32)))
            #expect { try other.ids() } throws: {
                "\($0)".contains("cannot be decrypted: it was written with another key, or it is damaged")
            }
            let name = try #require(try files().first)
            let file = URL(fileURLWithPath: folder + "/" + name)
            let bytes = try Data(contentsOf: file)
            for at in stride(from: 0, to: bytes.count, by: 7) {
                var damaged = bytes
                damaged[at] ^= 1
                try damaged.write(to: file)
                #expect(throws: APIError.self) { try store.token(for: 7) }
            }
            for length in [0, 3, 4, 20, bytes.count - 1] {
                try bytes.prefix(length).write(to: file)
                #expect(throws: APIError.self) { try store.token(for: 7) }
            }
            // A damaged file affects only its own account.
            try store.store(Token("other"), for: 9)
            #expect(try store.ids() == [9])
            try store.remove(9)
            // A file in the place of another account's file is refused.
            try bytes.write(to: file)
            try store.store(Token("other"), for: 8)
            let second = try #require(try files().first { $0 != name })
            try bytes.write(to: URL(fileURLWithPath: folder + "/" + second))
            #expect(throws: APIError.self) { try store.token(for: 8) }
        }

        @Test func whatOthersCanReadIsRefused() throws {
            let store = try EncryptedTokenStore(folder, key: key)
            try store.store(token, for: 7)
            let name = try #require(try files().first)
            try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: folder + "/" + name)
            #expect { try store.token(for: 7) } throws: { "\($0)".contains("chmod 600") }
            try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: folder)
            #expect { try EncryptedTokenStore(folder, key: key) } throws: { "\($0)".contains("chmod 700") }
        }

        /// The unfinished file of a killed process is never read as a token, and is deleted at the next start or the
        /// next sign-out. A process that lives holds a lock on its file.
        @Test func whatWasNeverFinishedGoes() throws {
            let store = try EncryptedTokenStore(folder, key: key)
            try store.store(token, for: 7)
            for name in [".new-1", ".new-2"] {
                try Data("half".utf8).write(to: URL(fileURLWithPath: folder + "/" + name))
            }
            let living = try FileHandle(forUpdating: URL(fileURLWithPath: folder + "/.new-2"))
            try #require(flock(living.fileDescriptor, LOCK_EX | LOCK_NB) == 0)
            #expect(try store.ids() == [7])
            #expect(try EncryptedTokenStore(folder, key: key).ids() == [7])
            #expect(try files().filter { $0.hasPrefix(".new-") } == [".new-2"])
            try living.close()
            try store.remove(7)
            #expect(try files().filter { $0.hasPrefix(".new-") } == [])
        }

        /// A pipe would hold the caller until its other end opens.
        @Test(.timeLimit(.minutes(5)), arguments: ["pipe", "folder", "link"])
        func aTokenFileThatIsNotAFile(kind: String) throws {
            let store = try EncryptedTokenStore(folder, key: key)
            try store.store(token, for: 7)
            try store.setCurrent(7)
            try store.refreshLock(for: 7)?.release()
            let keyFile = folder + "/key-of-another"
            for name in try files() + ["key-of-another"] { try replace(folder + "/" + name, by: kind) }
            func isClear(_ error: any Error) -> Bool { "\(error)".contains("is not a regular file") }
            #expect { try store.token(for: 7) } throws: { isClear($0) }
            #expect { try store.ids() } throws: { isClear($0) }
            #expect { try store.current() } throws: { isClear($0) }
            #expect { try store.refreshLock(for: 7) } throws: { isClear($0) }
            #expect { try EncryptionKey.file(keyFile) } throws: { isClear($0) }
        }

        private func replace(_ path: String, by kind: String) throws {
            try? FileManager.default.removeItem(atPath: path)
            switch kind {
            case "pipe": try #require(mkfifo(path, 0o600) == 0)
            case "folder": try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
            default: try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "/dev/null")
            }
        }

        @Test func keysComeFromFilesAndTheEnvironment() throws {
            let path = folder + "/keys/key"
            let made = try EncryptionKey.file(path)
            #expect(try permissions(path) == 0o600)
            let store = try EncryptedTokenStore(folder + "/tokens", key: made)
            try store.store(token, for: 7)
            #expect(try EncryptedTokenStore(folder + "/tokens", key: try .file(path)).token(for: 7) == token)
            try Data("short".utf8).write(to: URL(fileURLWithPath: path))
            #expect { try EncryptionKey.file(path) } throws: { "\($0)".contains("does not hold 32 bytes") }
            setenv("METHODICAL_TEST_KEY", String(repeating: "0f", count: 32), 1)
            _ = try EncryptionKey.environment("METHODICAL_TEST_KEY")
            setenv("METHODICAL_TEST_KEY", "nonsense", 1)
            #expect { try EncryptionKey.environment("METHODICAL_TEST_KEY") } throws: {
                "\($0)".contains("METHODICAL_TEST_KEY")
            }
            setenv("METHODICAL_TEST_KEY", String(repeating: "+f", count: 32), 1)
            #expect(throws: APIError.self) { try EncryptionKey.environment("METHODICAL_TEST_KEY") }
            #expect { try EncryptionKey.environment("METHODICAL_NO_KEY") } throws: { "\($0)".contains("openssl rand") }
            #expect("\(made)" == "EncryptionKey(<secret>)")
        }
    }
#endif
