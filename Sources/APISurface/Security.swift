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

extension [[MethodicalGenerator.Method.SchemeUse]] {
    /// The alternatives in words: `apiKey and appID, or oauth (repo)`.
    var described: String {
        map { alternative in
            let uses = alternative.map { use in
                use.name + (use.scopes.isEmpty ? "" : " (\(use.scopes.joined(separator: ", ")))")
            }
            return uses.isEmpty ? "nothing" : uses.joined(separator: " and ")
        }.joined(separator: ", or ")
    }
}
