import Foundation
import Methodical
import MethodicalAccounts
import MethodicalCrypto

/// Tests stored tokens in ways that would end a test's own process.
///
///     TokenStress kill FOLDER ROUNDS   processes that use one folder, killed at random moments
///     TokenStress full FOLDER          a disk that takes no file
///     TokenStress read-only FOLDER     a folder that cannot be written
///     TokenStress refresh FOLDER URL ROUNDS PATIENCE CLOCK
///                                      refreshes the token of account 1, with a clock that is so many seconds wrong
///     TokenStress stick FOLDER         begins to refresh the token of account 1, and stands still
///     TokenStress fleet URL NAME LEASE refreshes the token of account 1 as one process of a fleet
@main
struct TokenStress {
    struct Failure: Error { let what: String }

    static func main() async {
        #if canImport(CryptoKit) || Crypto
            do {
                try await run(CommandLine.arguments)
            } catch {
                print(error)
                exit(1)
            }
        #else
            print("tokens are kept encrypted only: turn on the trait `Crypto`")
            exit(1)
        #endif
    }
}

#if canImport(CryptoKit) || Crypto
    extension TokenStress {
        private static func run(_ words: [String]) async throws {
            guard words.count > 2 else { throw Failure(what: "usage: TokenStress kill|full|read-only FOLDER ...") }
            switch words[1] {
            case "kill": try Killing(words[2]).run(rounds: words.count > 3 ? Int(words[3]) ?? 1 : 1)
            case "full": try fullDisk(words[2])
            case "read-only": try readOnly(words[2])
            case "refresh" where words.count > 6:
                try await Refreshing.run(words[2], words[3], words[4...].map { Int($0) ?? 0 })
            case "fleet" where words.count > 4:
                try await FleetRefreshing.run(words[2], words[3], lease: Int(words[4]) ?? 0)
            case "stick": try await Refreshing.stick(words[2])
            default: throw Failure(what: "no such stress: \(words[1])")
            }
        }

        /// Prints the error of a store without room, and whether the earlier token is still there.
        private static func fullDisk(_ folder: String) throws {
            signal(SIGXFSZ, SIG_IGN)
            let store = try Sample.store(folder)
            try store.store(Sample.token(of: 1, stamp: 1), for: 1)
            var limit = rlimit(rlim_cur: 20, rlim_max: 20)
            #if canImport(Darwin)
                setrlimit(RLIMIT_FSIZE, &limit)
            #else
                setrlimit(__rlimit_resource_t(1), &limit)
            #endif
            report { try store.store(Sample.token(of: 1, stamp: 2), for: 1) }
            print("kept:", try store.token(for: 1) == Sample.token(of: 1, stamp: 1))
            print("files:", try FileManager.default.contentsOfDirectory(atPath: folder).count)
        }

        private static func readOnly(_ folder: String) throws {
            try Sample.store(folder).store(Sample.token(of: 1, stamp: 1), for: 1)
            // Root may write everywhere.
            let user: uid_t = geteuid() == 0 ? 65534 : geteuid()
            for name in try FileManager.default.contentsOfDirectory(atPath: folder) {
                chown(folder + "/" + name, user, gid_t.max)
            }
            chown(folder, user, gid_t.max)
            chmod(folder, 0o500)
            if user != geteuid() { seteuid(user) }
            let visitor = try Sample.store(folder)
            print("kept:", try visitor.token(for: 1) == Sample.token(of: 1, stamp: 1))
            report { try visitor.store(Sample.token(of: 1, stamp: 2), for: 1) }
            report { try visitor.setCurrent(1) }
            report { try visitor.remove(1) }
        }

        private static func report(_ body: () throws -> Void) {
            do {
                try body()
                print("no error")
            } catch {
                print("error:", error)
            }
        }
    }

    /// Tokens that show their account and whether they are complete.
    enum Sample {
        static func store(_ folder: String) throws -> EncryptedTokenStore {
            try EncryptedTokenStore(folder, key: EncryptionKey([UInt8](repeating: 7, count: 32)))
        }

        static func token(of account: Int, stamp: Int) -> Token {
            let text = "\(account).\(stamp)." + String(repeating: "\(stamp % 10)", count: stamp * 37 % 3000)
            return Token(text, permissions: ["\(stamp)"], refresh: "refresh " + text)
        }

        /// Returns the number of the stored token, or `nil` if it belongs to another account or is incomplete.
        static func stamp(_ token: Token, of account: Int) -> Int? {
            let parts = token.secret.split(separator: ".")
            guard parts.count > 1, let stamp = Int(parts[1]), token == Self.token(of: account, stamp: stamp) else {
                return nil
            }
            return stamp
        }
    }
#endif
