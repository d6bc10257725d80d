/// A place in which requests have a secret that identifies the caller.
enum Credential: Hashable, Comparable {
    /// `Authorization` with the scheme `Bearer`.
    case bearer
    /// `Authorization` with the scheme `Basic`.
    case basic
    /// Another text in a header field.
    case field(String)
    case query(String)

    /// The name of the scheme in the document.
    var schemeName: String {
        switch self {
        case .bearer: "bearer"
        case .basic: "basic"
        case .field(let name): Self.plain(name)
        case .query(let name): Self.plain(name)
        }
    }

    /// The place in words.
    var words: String {
        switch self {
        case .bearer: "Authorization: Bearer"
        case .basic: "Authorization: Basic"
        case .field(let name): "the header field \(name)"
        case .query(let name): "the parameter \(name) of the query"
        }
    }

    private static func plain(_ name: String) -> String {
        let words = name.split(whereSeparator: { !$0.isASCII || !($0.isLetter || $0.isNumber) })
        guard let first = words.first else { return "key" }
        return first.lowercased() + words.dropFirst().map(\.capitalized).joined()
    }

    /// Returns the places in which a request has a credential.
    static func all(in exchange: Exchange) -> Set<Credential> {
        var found: Set<Credential> = []
        for text in exchange.requestField("authorization") {
            switch text.prefix(while: { $0 != " " }).lowercased() {
            case "bearer": found.insert(.bearer)
            case "basic": found.insert(.basic)
            default: found.insert(.field("Authorization"))
            }
        }
        for field in exchange.requestFields where isKeyField(field.name) {
            found.insert(.field(field.name))
        }
        for pair in exchange.query where isKeyParameter(pair.name) {
            found.insert(.query(pair.name))
        }
        return found
    }

    /// Indicates whether a header field has the key of a caller, such as `X-API-Key`.
    private static func isKeyField(_ name: String) -> Bool {
        let letters = name.lowercased().filter { $0.isLetter || $0.isNumber }
        return ["apikey", "accesstoken", "authtoken", "apitoken", "privatetoken"].contains(where: letters.hasSuffix)
            && name.wholeMatch(of: #/[A-Za-z][A-Za-z0-9-]{0,63}/#) != nil
    }

    /// Indicates whether a parameter of a query has the key of a caller.
    static func isKeyParameter(_ name: String) -> Bool {
        let letters = name.lowercased().filter { $0.isLetter || $0.isNumber }
        return ["apikey", "accesstoken", "authtoken", "apitoken", "appid", "token"].contains(letters)
            && name.wholeMatch(of: #/[A-Za-z][A-Za-z0-9_.-]{0,63}/#) != nil
    }
}

extension Substring {
    fileprivate var capitalized: String {
        prefix(1).uppercased() + dropFirst()
    }
}
