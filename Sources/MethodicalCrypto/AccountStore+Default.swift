import Foundation
import Methodical
import MethodicalAccounts

#if !canImport(Security)
    extension AccountStore {
        /// The accounts of this user of the machine: in `$XDG_DATA_HOME/methodical/API` (`~/.local/share` if unset), encrypted with the key in the environment
        /// variable `METHODICAL_TOKEN_KEY`, else with the one in `$XDG_CONFIG_HOME/methodical/key` (`~/.config` if unset), which is made the first time.
        ///
        /// A key file protects the tokens where the data goes without it: in backups, on shared disks. Who can read both can read the tokens.
        public static func `default`<API: APIClient>(
            for api: API.Type, cache: (any CacheStore)? = nil, renewal: (any TokenRenewal)? = nil
        ) throws(APIError) -> AccountStore {
            let environment = ProcessInfo.processInfo.environment
            func folder(_ variable: String, _ usual: String) -> String {
                let given = environment[variable].flatMap { $0.hasPrefix("/") ? $0 : nil }
                return (given ?? NSHomeDirectory() + "/" + usual) + "/methodical"
            }
            #if Crypto
                let isInEnvironment = environment["METHODICAL_TOKEN_KEY"].map { !$0.isEmpty } ?? false
                let key: EncryptionKey = try isInEnvironment ? .environment() : .file(folder("XDG_CONFIG_HOME", ".config") + "/key")
                let tokens = try EncryptedTokenStore(folder("XDG_DATA_HOME", ".local/share") + "/" + api.api.name, key: key)
                return try AccountStore(for: api, tokens: tokens, cache: cache, renewal: renewal)
            #else
                throw APIError(.storage, "tokens are kept encrypted only: turn on the trait `Crypto` of the package methodical")
            #endif
        }
    }
#endif
