import Foundation
import Methodical

/// A key of 32 bytes that encrypts tokens. Its descriptions do not reveal it.
public struct EncryptionKey: Sendable {
    let bytes: [UInt8]

    /// Creates a key from 32 bytes, for example from a vault. Throws an error for any other number of bytes.
    public init(_ bytes: [UInt8]) throws(APIError) {
        guard bytes.count == 32 else {
            throw APIError(.storage, "an encryption key has 32 bytes, not \(bytes.count)")
        }
        self.bytes = bytes
    }

    /// Returns the key in an environment variable: 32 bytes in base64, as `openssl rand -base64 32` prints
    /// them, or 64 hexadecimal digits.
    public static func environment(_ name: String = "METHODICAL_TOKEN_KEY") throws(APIError) -> EncryptionKey {
        guard let text = ProcessInfo.processInfo.environment[name], !text.isEmpty else {
            throw APIError(
                .storage,
                "the environment variable \(name) is not set: "
                    + "set it to 32 bytes in base64, for example from `openssl rand -base64 32`")
        }
        guard let key = decode(text) else {
            throw APIError(.storage, "the environment variable \(name) does not hold 32 bytes in base64 or hexadecimal")
        }
        return try EncryptionKey(key)
    }

    /// Returns the key in a file that only its owner may read. If the file does not exist, it is created with
    /// random bytes.
    ///
    /// Keep the file apart from the tokens, and out of backups that contain them.
    public static func file(_ path: String) throws(APIError) -> EncryptionKey {
        let name = (path as NSString).lastPathComponent
        var folder = (path as NSString).deletingLastPathComponent
        if folder.isEmpty {
            folder = "."
        }
        let owned = try OwnedFolder(at: folder)
        if try owned.read(name) == nil {
            let random = (0..<32).map { _ in UInt8.random(in: 0...255) }
            // If two processes create the file at the same time, one of them wins, and both read the winner's key.
            try owned.create(name, bytes: Data(random).base64EncodedData() + [UInt8(ascii: "\n")])
        }
        guard let bytes = try owned.read(name),
            let key = decode(String(decoding: bytes, as: UTF8.self))
        else {
            throw APIError(.storage, "\(path) does not hold 32 bytes in base64 or hexadecimal")
        }
        return try EncryptionKey(key)
    }

    private static func decode(_ text: String) -> [UInt8]? {
        let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
        if text.utf8.count == 64 {
            return hexadecimalBytes(of: text)
        }
        guard let bytes = Data(base64Encoded: text), bytes.count == 32 else { return nil }
        return Array(bytes)
    }

    /// Returns the bytes of which a text has two hexadecimal digits each, or `nil` if it has another character.
    private static func hexadecimalBytes(of text: String) -> [UInt8]? {
        guard text.allSatisfy({ $0.isASCII && $0.isHexDigit }) else { return nil }
        var bytes: [UInt8] = []
        var rest = text[...]
        while let byte = UInt8(rest.prefix(2), radix: 16) {
            bytes.append(byte)
            rest = rest.dropFirst(2)
        }
        return bytes
    }
}

extension EncryptionKey: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { "EncryptionKey(<secret>)" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}
