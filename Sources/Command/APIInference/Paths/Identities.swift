import APIImport
import MethodicalGenerator

/// The values in responses by which services name their objects: ids, logins, slugs, keys.
///
/// A segment of a path that is such a value is an argument, and not a word of the API.
struct Identities {
    /// The values in lowercase.
    private var values: Set<String> = []
    /// The values that are strings of digits. An argument with such a value is a string, too.
    private var digitStrings: Set<String> = []

    /// The greatest depth of objects that is searched.
    private static let depthLimit = 12
    /// The most values that are kept.
    private static let limit = 200_000

    init(in exchanges: [Exchange]) {
        for exchange in exchanges where exchange.isSuccess {
            if case .json(let root) = exchange.responseBody {
                collect(from: root, depth: 0)
            }
        }
    }

    /// Indicates whether a text is the value of an identity in any response.
    func contains(_ text: String) -> Bool {
        values.contains(text.lowercased())
    }

    /// Indicates whether a response has a number as the string of its digits.
    func hasDigitString(_ text: String) -> Bool {
        digitStrings.contains(text)
    }

    private mutating func collect(from node: JSONNode, depth: Int) {
        guard depth < Self.depthLimit, values.count < Self.limit else { return }
        for child in node.children {
            if node.isObject, Self.isIdentity(child.key), let text = child.string, text.utf8.count >= 2 {
                values.insert(text.lowercased())
                if text.utf8.allSatisfy(\.isASCIIDigit) {
                    digitStrings.insert(text)
                }
            }
            collect(from: child, depth: depth + 1)
        }
    }

    /// Indicates whether a property with this name holds the identity of an object.
    static func isIdentity(_ name: String) -> Bool {
        let lowered = name.lowercased()
        return words.contains(lowered)
            || endings.contains(where: lowered.hasSuffix)
            || name.hasSuffix("Id")
            || name.hasSuffix("ID")
    }

    private static let endings = ["_id", "_name", "_key", "_slug", "_login"]
    private static let words: Set = [
        "id", "name", "login", "username", "acct", "slug", "key", "code", "tag", "uuid", "sha", "ref", "email",
        "domain", "handle", "symbol", "uri", "path", "identifier", "number", "filename",
    ]

    // MARK: The own response

    /// Returns the property of a response whose value is a segment of its path, or `nil` if there is none.
    static func echo(of segment: String, in response: JSONNode) -> Echo? {
        guard response.isObject else { return nil }
        for member in response.children where isIdentity(member.key) && isEqual(member, segment) {
            return Echo(name: member.key, isOwn: true)
        }
        for member in response.children where member.isObject {
            for inner in member.children where isIdentity(inner.key) && isEqual(inner, segment) {
                return Echo(name: member.key, isOwn: false)
            }
        }
        return nil
    }

    /// A property of a response whose value is in the path of the request.
    struct Echo {
        /// The name of the property: `owner` for `{"owner": {"login": "ada"}}`.
        var name: String
        /// Indicates whether the property is one of the response itself, and not of an object in it.
        var isOwn: Bool
    }

    private static func isEqual(_ node: JSONNode, _ segment: String) -> Bool {
        if let text = node.string {
            return text.lowercased() == segment.lowercased()
        }
        return node.numberText == segment
    }
}
