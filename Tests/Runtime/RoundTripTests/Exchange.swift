import LoopbackServer
import Methodical
import Testing

extension APIClient {
    /// Creates a client of the test's own server, optionally below a path.
    init(_ server: LoopbackServer, at path: String = "", token: String? = nil, kinds: Token.Kinds = []) {
        let account = token.map { Account(id: 1, token: Token($0, kinds: kinds)) } ?? .anonymous
        self.init(
            account: account,
            configuration: Client.Configuration(baseURL: server.baseURL + path, limits: [:], retries: .never))
    }
}

/// Sends one call to a server that responds with `null`, and returns what the server received.
func exchange<API: APIClient, Value>(
    _ type: API.Type, token: String? = nil, at path: String = "", _ request: (API) -> Request<Value>
) async throws -> Received {
    let server = try LoopbackServer { _ in .http(200, [], "null") }
    do { _ = try await request(API(server, at: path, token: token)).send() } catch  where error.code == .undecodable {}
    #expect(server.received.count == 1)
    return try #require(server.received.first)
}

/// Sends one call to a server with this response, and returns the caller's value.
func answer<API: APIClient, Value>(
    _ type: API.Type, _ body: String, status: Int = 200, token: String? = nil, _ request: (API) -> Request<Value>
) async throws -> Value {
    let server = try LoopbackServer { _ in .http(status, [], body) }
    return try await request(API(server, token: token)).send()
}

/// Returns the error of a call that must fail.
func failure<Value>(_ request: Request<Value>, at location: SourceLocation = #_sourceLocation) async throws -> APIError
{
    do {
        let value = try await request.send()
        Issue.record("no error, but \(value)", sourceLocation: location)
        return APIError(.cancelled)
    } catch {
        return error
    }
}

/// Returns the error of a call to a server with this response.
func failure<API: APIClient, Value>(
    _ type: API.Type, _ body: String, status: Int = 200, token: String? = nil,
    at location: SourceLocation = #_sourceLocation,
    _ request: (API) -> Request<Value>
) async throws -> APIError {
    let server = try LoopbackServer { _ in .http(status, [], body) }
    return try await failure(request(API(server, token: token)), at: location)
}
