import struct Foundation.URL
import struct Foundation.URLComponents

extension Call {
    /// Returns the address that a link in the call's response leads to, without the token.
    ///
    /// Throws `.invalidRequest` if the link leads to another server, because the request carries the account's token.
    /// `name` describes the link for this error.
    package func resolve(_ target: String, _ name: String) throws(APIError) -> URL {
        var builder = try RequestBuilder(self)
        try builder.authorize(with: client.account.token)
        let base = try builder.url()
        guard let url = URL(string: target, relativeTo: base),
            var parts = URLComponents(url: url.absoluteURL, resolvingAgainstBaseURL: true),
            let address = parts.url, address.scheme == base.scheme, address.host() == base.host(),
            address.port == base.port
        else { throw .invalidRequest("\(name) leads to another server") }
        let names = client.api.secretParameters
        if names.isEmpty { return address }
        parts.percentEncodedQuery = parts.percentEncodedQuery?.split(separator: "&").filter { pair in
            !names.contains { pair.hasPrefix($0 + "=") }
        }.joined(separator: "&")
        return parts.url ?? address
    }

    /// Returns a call of the method that continues this one, with the header fields and the settings of this call.
    func continued(by method: Method) -> Call {
        var call = Call(client, method)
        call.settings = settings
        for field in parameters where field.style.contains(.header) {
            call.append(field.name, field.value, field.style)
        }
        return call
    }

    /// Returns a call that reads an address of the server, with the header fields and the settings of this call. Its
    /// response is not cached.
    package func reading(_ address: URL) -> Call {
        var call = Call(
            client,
            Method(
                method.name, .get, method.path, result: method.result, reads: true, tokens: method.tokens,
                needsToken: method.needsToken, cache: 0))
        call.settings = settings
        call.settings.address = address
        for field in parameters where field.style.contains(.header) && !field.style.contains(.key) {
            call.append(field.name, field.value, field.style)
        }
        return call
    }
}
