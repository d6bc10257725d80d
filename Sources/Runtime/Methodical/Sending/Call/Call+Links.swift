import struct Foundation.URL
import struct Foundation.URLComponents

extension Call {
    /// Returns the address that a link in the call's response leads to, without the token.
    ///
    /// Throws `.invalidRequest` if the link leads to another server, because the request carries the account's token.
    /// `name` describes the link for this error.
    package func resolve(_ target: String, name: String) throws(APIError) -> URL {
        var builder = try RequestBuilder(self)
        try builder.authorize(with: client.account.token)
        let base = try builder.url()
        guard let url = URL(string: target, relativeTo: base),
            var parts = URLComponents(url: url.absoluteURL, resolvingAgainstBaseURL: true),
            let address = parts.url, Origin(address) == Origin(base)
        else { throw .invalidRequest("\(name) leads to another server") }
        let names = client.api.secretParameters
        if names.isEmpty {
            return address
        }
        let pairs = parts.percentEncodedQuery?.split(separator: "&").filter { pair in
            !names.contains { pair.hasPrefix($0 + "=") }
        }
        parts.percentEncodedQuery = pairs?.joined(separator: "&")
        return parts.url ?? address
    }

    /// Returns the host and the path of the call, with a mark in place of each secret.
    package func redactedAddress() throws(APIError) -> String {
        var builder = try RequestBuilder(self)
        try builder.authorize(with: client.account.token)
        let url = try builder.url()
        return hiding("\(url.host() ?? "")\(url.path)")
    }

    /// Returns a text with a mark in place of each secret of the call.
    package func hiding(_ text: String) -> String {
        Redaction([self], tokens: [client.account.token].compactMap(\.self))(text)
    }

    /// The arguments in header fields, without secrets and idempotency keys.
    package var plainFields: [(String, String)] {
        let fields = parameters.filter { parameter in
            parameter.style.contains(.header) && parameter.style.isDisjoint(with: [.secret, .key])
        }
        return fields.map { ($0.name, $0.plain) }
    }

    /// Returns a call of the method that continues this one, with the header fields and the settings of this call.
    func continued(by method: Method) -> Call {
        Call(client, method).following(self) { _ in true }
    }

    /// Returns the call with the header fields and the settings of another one.
    private func following(_ other: Call, _ isWanted: (Parameter) -> Bool) -> Call {
        var call = self
        call.settings = other.settings
        for field in other.parameters where !field.style.isDisjoint(with: [.header, .cookie]) && isWanted(field) {
            call.append(field.name, value: field.value, style: field.style)
        }
        return call
    }

    /// Returns a call that reads an address of the server, with the header fields and the settings of this call. Its
    /// response is not cached.
    package func reading(_ address: URL) -> Call {
        var call = Call(
            client,
            Method(
                method.name,
                .get,
                method.path,
                result: method.result,
                reads: true,
                tokens: method.tokens,
                needsToken: method.needsToken,
                needs: method.needs,
                server: method.server,
                cache: 0)
        ).following(self) { !$0.style.contains(.key) }
        call.settings.address = address
        return call
    }
}
