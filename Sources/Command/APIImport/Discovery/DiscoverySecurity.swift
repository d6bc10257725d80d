import APISurface
import MethodicalGenerator

/// The credentials of a Discovery document's methods: tokens with scopes, and API keys.
struct DiscoverySecurity {
    typealias Member = JSONValue.Member

    private let reader: NodeReader
    /// Indicates whether calls can be authorized by an API key.
    private let hasKey: Bool
    /// The most frequent value of `needs`, which is that of all methods without one of their own.
    let common: JSONValue?
    /// Indicates whether a method has scopes.
    let hasTokens: Bool

    init(document: DiscoveryDocument, methods: [DiscoveryDocument.MethodEntry]) {
        reader = document.reader
        hasKey = document.root["parameters"]?["key"]?.isObject ?? false
        var counts: [JSONValue: Int] = [:]
        var first: [JSONValue] = []
        for method in methods {
            guard let needs = Self.needs(of: method.node, hasKey: hasKey, reader: reader) else {
                continue
            }
            if counts[needs] == nil {
                first.append(needs)
            }
            counts[needs, default: 0] += 1
        }
        let most = counts.values.max()
        common = first.first { counts[$0] == most }
        hasTokens = methods.contains {
            !($0.node["scopes"]?.children.isEmpty ?? true)
        }
    }

    /// Returns the value of a method's own `needs`, or `nil` if it is the common one.
    func needs(of node: JSONNode) -> JSONValue? {
        let needs = Self.needs(of: node, hasKey: hasKey, reader: reader)
        if needs == common {
            return nil
        }
        return needs ?? "none"
    }

    /// Returns the alternatives: a token with one of the scopes, or the API key. Methods without scopes can be called
    /// without any.
    private static func needs(
        of node: JSONNode,
        hasKey: Bool,
        reader: NodeReader
    ) -> JSONValue? {
        var alternatives = reader.strings(in: node, key: "scopes").map {
            JSONValue.object(["oauth": .strings([$0])])
        }
        let isOpen = alternatives.isEmpty
        if hasKey {
            alternatives.append("apiKey")
        }
        if isOpen, hasKey {
            alternatives.append(.array([]))
        }
        if alternatives.isEmpty {
            return nil
        }
        return .array(alternatives)
    }

    /// The descriptions of the schemes for people.
    var ways: [SignInWay] {
        let token = "a token by OAuth 2: authorization code, device code"
        return schemes.map {
            SignInWay(
                name: $0.key,
                place: $0.value.members,
                token: token)
        }
    }

    /// The schemes that methods need.
    var schemes: [Member] {
        var schemes: [Member] = []
        if hasTokens {
            schemes.append(Member(key: "oauth", value: .object(["header": "Bearer"])))
        }
        if hasKey, common != nil {
            schemes.append(Member(key: "apiKey", value: .object(["query": "key"])))
        }
        return schemes
    }
}
