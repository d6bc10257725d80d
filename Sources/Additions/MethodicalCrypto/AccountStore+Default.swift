import Foundation
import Methodical
import MethodicalAccounts

#if !canImport(Security)
    extension AccountStore {
        /// Returns the store of the current user's accounts, with encrypted tokens.
        ///
        /// The tokens are stored in `$XDG_DATA_HOME/methodical/API` (the default of the variable is
        /// `~/.local/share`). The key is that of the environment variable `METHODICAL_TOKEN_KEY`, or else that
        /// in the file `$XDG_CONFIG_HOME/methodical/key` (the default is `~/.config`), which is created on
        /// first use.
        ///
        /// A key file protects the tokens in places that hold the data without the key, such as backups and
        /// shared disks. A person who can read both can read the tokens.
        ///
        /// - Parameters:
        ///   - api: The API that the accounts belong to.
        ///   - cache: The store for cached responses.
        ///   - refresher: The way in which expired tokens are refreshed.
        /// - Throws: An error with the code `.storage` if the package was built without the trait `Crypto`, or
        ///   if the files cannot be used.
        public static func `default`<API: APIClient>(
            for api: API.Type,
            cache: (any CacheStore)? = nil,
            refresher: (any TokenRefresher)? = nil
        ) throws(APIError) -> AccountStore {
            #if Crypto
                let tokens = try EncryptedTokenStore(UserFolder.data + "/" + api.api.name, key: .ofUser())
                return try AccountStore(
                    for: api,
                    tokens: tokens,
                    cache: cache,
                    refresher: refresher)
            #else
                throw APIError(
                    .storage, "tokens are only stored encrypted: enable the trait `Crypto` of the package methodical")
            #endif
        }
    }
#endif
