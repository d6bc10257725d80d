import MethodicalGenerator

extension WireDefaults.Authorization {
    /// The place in words, or `nil` if there is none.
    var described: String? {
        switch self {
        case .none: nil
        case .parameter(let name): "parameter \(name)"
        case .header(let scheme): "header \(scheme)"
        case .field(let name): "field \(name)"
        case .query(let name): "query \(name)"
        case .cookie(let name): "cookie \(name)"
        case .path(let name): "path {\(name)}"
        }
    }
}

extension WireDefaults.LimitHeaders {
    /// The names of the header fields.
    var described: String {
        switch self {
        case .standard: "RateLimit"
        case .fields(let remaining, let reset): "\(remaining), \(reset)"
        }
    }
}

extension MethodicalGenerator.Method.SchemeUse {
    /// The name of the scheme with its scopes: `oauth (repo)`.
    fileprivate var described: String {
        if scopes.isEmpty {
            return name
        }
        return "\(name) (\(scopes.joined(separator: ", ")))"
    }
}

extension [[MethodicalGenerator.Method.SchemeUse]] {
    /// The alternatives in words: `apiKey and appID, or oauth (repo)`.
    var described: String {
        map { alternative in
            if alternative.isEmpty {
                return "nothing"
            }
            return alternative.map(\.described).joined(separator: " and ")
        }.joined(separator: ", or ")
    }
}
