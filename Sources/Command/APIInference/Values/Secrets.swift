import Foundation
import MethodicalGenerator

/// The secrets in recorded exchanges, none of which may become part of a schema or a report.
struct Secrets {
    private var values: Set<String> = []
    /// The texts in objects under secret names. Some of them are secret, and others are words such as `private`.
    private var inner: Set<String> = []

    /// The shortest secret that is sought inside other texts. The letters of a shorter one occur everywhere.
    private static let lengthInside = 6
    /// The shortest text of only small letters that may be a secret as a key or in one.
    private static let lengthOfKey = 12

    init(in exchanges: [Exchange]) {
        for exchange in exchanges {
            collect(from: exchange)
        }
    }

    /// Indicates whether a text is or contains a secret.
    func reveals(_ text: String) -> Bool {
        if values.contains(text) {
            return true
        }
        return values.contains { Self.isPart($0, of: text) }
    }

    /// Indicates whether a secret is a part of a text, and long enough not to be there by chance.
    private static func isPart(_ secret: String, of text: String) -> Bool {
        secret.utf8.count >= lengthInside
            && secret.utf8.count < text.utf8.count
            && text.contains(secret)
    }

    /// Indicates whether a value of an enumeration may be or contain a secret.
    func mayReveal(value: String) -> Bool {
        inner.contains(value) || reveals(value)
    }

    /// Indicates whether a key of an object is or contains a secret. A short word, which somebody has as a password,
    /// says nothing as a key or in one: `enabled` may be a value of `secret_scanning`.
    func reveals(key: String) -> Bool {
        if Self.isShortWord(key) {
            return false
        }
        if values.contains(key) {
            return true
        }
        let longSecrets = values.lazy.filter { !Self.isShortWord($0) }
        return longSecrets.contains { Self.isPart($0, of: key) }
    }

    /// Indicates whether a text is so short and plain that it may be any word.
    private static func isShortWord(_ text: String) -> Bool {
        text.utf8.count < lengthOfKey
            && text.utf8.allSatisfy { UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 }
    }

    // MARK: Collection

    private mutating func collect(from exchange: Exchange) {
        for field in exchange.requestFields + exchange.responseFields {
            let name = field.name.lowercased()
            switch name {
            case "authorization", "proxy-authorization":
                addCredentials(field.text)
            case "cookie":
                for cookie in field.text.split(separator: ";") {
                    addCookie(cookie)
                }
            case "set-cookie":
                // Its attributes, such as the domain, are not secret. Some recordings join several fields by commas,
                // which dates and values contain, too.
                addCookie(field.text.prefix { $0 != ";" })
                for cookie in field.text.split(separator: ",") {
                    addCookie(cookie.prefix { $0 != ";" })
                }
            default:
                if Self.isSecretName(name) {
                    add(field.text)
                }
            }
        }
        collect(from: exchange.query)
        switch exchange.requestBody {
        case .json(let root): collect(from: root, isSecret: false)
        case .form(let pairs): collect(from: pairs)
        case .multipart(let parts):
            collect(from: parts.map { NamedText(name: $0.name, text: $0.text) })
        case .none, .other: break
        }
        if case .json(let root) = exchange.responseBody {
            collect(from: root, isSecret: false)
        }
    }

    private mutating func collect(from pairs: [NamedText]) {
        for pair in pairs where Self.isSecretName(pair.name) {
            add(pair.text)
        }
    }

    /// Collects the scalars under secret names, at any depth.
    private mutating func collect(from node: JSONNode, isSecret: Bool) {
        for child in node.children {
            let isSecretChild = isSecret || Self.isSecretName(child.key)
            if let text = child.string {
                let isElement = isSecret && node.isArray
                if isElement || Self.isSecretName(child.key) {
                    add(text)
                } else if isSecret {
                    inner.insert(text)
                }
            }
            collect(from: child, isSecret: isSecretChild)
        }
    }

    /// Adds the text after the scheme, and the name and the password of `Basic`.
    private mutating func addCredentials(_ text: String) {
        let words = text.split(separator: " ", maxSplits: 1)
        let credentials = words.last.map(String.init) ?? ""
        add(credentials)
        if words.first?.lowercased() == "basic",
            let data = Data(base64Encoded: credentials)
        {
            for part in String(decoding: data, as: UTF8.self).split(separator: ":", maxSplits: 1) {
                add(String(part))
            }
        }
    }

    /// Adds the value of a cookie such as `sid=83aKcQ`.
    private mutating func addCookie(_ cookie: Substring) {
        if let equals = cookie.firstIndex(of: "=") {
            add(cookie[cookie.index(after: equals)...].trimmingCharacters(in: .whitespaces))
        }
    }

    private mutating func add(_ text: String) {
        // A flag or a digit under a secret name is no secret, and occurs everywhere.
        guard text.utf8.count >= 3 else { return }
        values.insert(text)
    }

    // MARK: Names

    /// Indicates whether the values under a name are secret.
    static func isSecretName(_ name: String) -> Bool {
        let letters = name.lowercased().filter { $0.isLetter || $0.isNumber }
        return secretParts.contains(where: letters.contains) || secretNames.contains(letters)
    }

    private static let secretParts = [
        "password", "passwd", "passphrase", "secret", "token", "apikey", "accesskey", "privatekey", "credential",
        "authorization", "session", "signature", "cookie", "csrf", "xsrf", "onetime",
    ]
    private static let secretNames: Set = ["auth", "jwt", "sig", "otp", "pin", "sid", "pwd", "pass", "cvv", "cvc"]
}
