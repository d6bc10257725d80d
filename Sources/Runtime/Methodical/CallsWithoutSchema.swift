import struct Foundation.Data
import struct Foundation.URL

extension APIClient {
    /// Creates a request for a method that the schema does not describe:
    /// `vk.call("users.get", ["user_ids": "1"], as: [VK.User].self)`.
    ///
    /// The request carries the API's version and the account's token, as all calls of the API do.
    ///
    /// - Parameters:
    ///   - method: The name of the method in the API.
    ///   - arguments: The arguments by name. They are sent in alphabetical order.
    ///   - as: The type of the result.
    ///   - verb: The HTTP method. If `nil`, the API's description decides.
    ///   - path: The path relative to the base URL. If `nil`, the API's description decides.
    ///   - reads: Indicates that the method changes nothing on the server. The response may then be cached, and the
    ///     call may be retried and may share the request of an equal call.
    public func call<Value: APIValue>(
        _ method: String,
        _ arguments: [String: any APIValue] = [:],
        as: Value.Type = Value.self,
        verb: HTTPRequest.Verb? = nil,
        path: String? = nil,
        reads: Bool = false
    ) -> Request<Value> {
        var call = Call(client, Method(method, verb, path, reads: reads))
        for (name, value) in arguments.sortedByKey {
            call.append(name, value: value._argument)
        }
        return Request(call)
    }

    /// Creates a request for any address: `vk.request(.get, "https://example.com/a.mp3")`.
    ///
    /// A response with any status is returned, not thrown. It is cached only if you set a lifetime with `cached(for:)`,
    /// and only if the request is a GET without a body and header fields.
    ///
    /// - Parameters:
    ///   - verb: The HTTP method.
    ///   - url: The address, which begins with `http://` or `https://`.
    ///   - headers: The header fields to send. Their values are treated as secrets.
    ///   - body: The bytes to send. Without a `Content-Type` in `headers` they are sent as `application/octet-stream`.
    ///   - authorized: Indicates whether the request carries the account's token and is signed, as calls of the API
    ///     are.
    public func request(
        _ verb: HTTPRequest.Verb,
        _ url: String,
        headers: HTTPHeaders = [:],
        body: Data? = nil,
        authorized: Bool = false
    ) -> Request<HTTPResponse> {
        Request(
            Call(
                client,
                verb: verb,
                url: url,
                headers: headers,
                raw: Call.Raw(body: body, isAuthorized: authorized)))
    }
}

extension Call {
    fileprivate init(
        _ client: Client,
        verb: HTTPRequest.Verb,
        url: String,
        headers: HTTPHeaders,
        raw: Raw
    ) {
        // Events and errors show this name. User names, paths and queries may hold secrets, so it has only verb and
        // host.
        let parts = url.split(separator: "/")
        let authority = parts.dropFirst().first?.prefix { $0 != "?" && $0 != "#" } ?? ""
        let host = authority.split(separator: "@").last ?? ""
        let name = "\(verb.rawValue) \(host)"
        let reads = verb == .get && raw.body == nil && raw.refusal == nil
        self.init(
            client,
            Method(
                name,
                verb,
                url,
                parameters: .query,
                reads: reads,
                cache: 0,
                idempotent: verb == .get))
        for field in headers.fields {
            append(field.name, value: .string(field.value), style: [.header, .secret])
        }
        self.raw = raw
    }

    /// Creates a request that transfers a file without a token. Its response is neither cached nor shared.
    ///
    /// - Parameter refusal: The message of the error that is thrown if the status is not a success.
    package init(
        _ client: Client,
        verb: HTTPRequest.Verb,
        url: URL,
        headers: HTTPHeaders,
        refusal: String
    ) {
        self.init(
            client,
            verb: verb,
            url: url.absoluteString,
            headers: headers,
            raw: Raw(body: nil, isAuthorized: false, refusal: refusal))
    }
}
