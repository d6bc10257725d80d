/// A value that a call sends for one of the API's schemes.
struct SchemeValue {
    /// The place in which the call sends the value.
    let place: APIDescription.Authorization
    let text: String
    /// Indicates whether the value is the account's token, which a refresh replaces.
    let isToken: Bool
}

extension Call {
    /// The alternatives of schemes by which the call may be authorized, or none if it needs no scheme. An empty
    /// alternative allows the call without any scheme.
    var needs: [[SchemeUse]] {
        guard sendsToken else { return [] }
        return method.needs ?? client.api.needs
    }

    /// Indicates whether the account's token is sent. Requests for any address may do without it.
    var sendsToken: Bool {
        (raw?.isAuthorized ?? true) && method.verb != .trace
    }

    /// Returns the values for the alternative by which the call is authorized, or `nil` if the account can meet none.
    ///
    /// It is the first one for which the account has all values and the token all permissions. The server decides about
    /// permissions, because one may include another. Therefore, if no alternative has all of them, the first one with
    /// all values is used.
    func schemeValues(for token: Token?) -> [SchemeValue]? {
        var first: [SchemeValue]?
        for alternative in needs {
            let values = alternative.compactMap { value(of: $0.name, for: token) }
            guard values.count == alternative.count else { continue }
            if zip(alternative, values).allSatisfy({ $1.grants($0.scopes, for: token) }) {
                return values
            }
            first = first ?? values
        }
        return first
    }

    /// Returns the account's value for a scheme, or `nil` if it has none. The token is the value of a scheme in
    /// `Authorization`, unless the account has a credential for it.
    private func value(of scheme: String, for token: Token?) -> SchemeValue? {
        guard let place = client.api.schemes[scheme] else { return nil }
        var kind: String?
        if case .header(let word) = place {
            kind = word
        }
        let credentials = client.account.credentials
        if credentials[scheme] == nil, let token, let kind, kind != "Basic" {
            return SchemeValue(place: place, text: token.secret, isToken: true)
        }
        guard let credential = credentials[scheme] ?? credentials[Credential.anyScheme], !credential.text.isEmpty,
            let text = credential.spelled(isHeader: kind != nil)
        else { return nil }
        return SchemeValue(place: place, text: text, isToken: false)
    }

    /// Throws `.notAuthorized` if the account can meet none of the alternatives. The error names the missing values.
    func checkSchemes() throws(APIError) {
        let needs = needs
        let token = client.account.token
        if schemeValues(for: token) != nil {
            return
        }
        let combinations = needs.map { $0.map(\.description).joined(separator: " and ") }
        let alternatives = combinations.joined(separator: ", or ")
        var missing: [String] = []
        for use in needs.joined() where value(of: use.name, for: token) == nil && !missing.contains(use.name) {
            missing.append(use.name)
        }
        throw APIError(
            .notAuthorized,
            "the method needs \(alternatives); the account (\(client.account.id)) has no value for "
                + missing.joined(separator: ", "))
    }

    /// Indicates whether the call sends the account's token, so that a refresh can help after a refusal.
    func uses(_ token: Token?) -> Bool {
        client.api.authorization != .none || client.api.schemes.isEmpty
            || schemeValues(for: token)?.contains(where: \.isToken) ?? false
    }

    /// The secrets of the call, besides its token: the account's credentials, and what the app and the caller marked
    /// as secret.
    package var secrets: [String] {
        client.account.credentials.values.flatMap(\.secrets) + client.configuration.values.values.compactMap(\.secret)
            + (client.configuration.signer?.secrets ?? [])
    }
}

extension SchemeValue {
    /// Indicates whether the value is known to have all permissions, or nothing is known about them.
    fileprivate func grants(_ scopes: Set<String>, for token: Token?) -> Bool {
        !isToken || (token?.permissions).map(scopes.isSubset) ?? true
    }
}

extension APIDescription {
    /// The names of the parameters in which calls send secrets.
    var secretParameters: [String] {
        ([authorization] + schemes.values).compactMap { place in
            switch place {
            case .parameter(let name), .query(let name): name
            default: nil
            }
        }
    }
}
