import Foundation
import Methodical

/// The folders in which programs of the current user keep their files, as the XDG Base Directory Specification names
/// them.
package enum UserFolder {
    /// The folder for data: `$XDG_DATA_HOME/methodical`. The default of the variable is `~/.local/share`.
    package static var data: String { folder(from: "XDG_DATA_HOME", usual: ".local/share") }

    /// The folder for settings: `$XDG_CONFIG_HOME/methodical`. The default of the variable is `~/.config`.
    package static var settings: String { folder(from: "XDG_CONFIG_HOME", usual: ".config") }

    private static func folder(from variable: String, usual: String) -> String {
        // The specification says that a relative path is to be ignored.
        if let given = ProcessInfo.processInfo.environment[variable], given.hasPrefix("/") {
            return given + "/methodical"
        }
        return NSHomeDirectory() + "/" + usual + "/methodical"
    }
}

extension EncryptionKey {
    private static var usualVariable: String { "METHODICAL_TOKEN_KEY" }

    /// Returns the key of the current user: that of the environment variable `METHODICAL_TOKEN_KEY`, or else that in
    /// the file `key` among the settings, which is created on first use.
    package static func ofUser() throws(APIError) -> EncryptionKey {
        let text = ProcessInfo.processInfo.environment[usualVariable] ?? ""
        if text.isEmpty {
            return try .file(UserFolder.settings + "/key")
        }
        return try .environment(usualVariable)
    }
}
