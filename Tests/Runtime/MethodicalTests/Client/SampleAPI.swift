import EachTransport
import LoopbackServer
import Testing

import struct Foundation.Date

@testable import Methodical

/// An API in the form that the generator prints.
nonisolated public struct VK: APIClient {
    public let client: Client
    public init(client: Client) { self.client = client }
    public static let api = APIDescription(
        name: "VK", baseURL: "https://api.vk.com/method/", version: ("v", "5.199"),
        authorization: .parameter("access_token"),
        envelope: Envelope(result: "response", error: "error", code: "error_code", message: "error_msg"),
        meanings: [.expiredToken: [5], .tooManyRequests: [6]])
    public var users: VK.Users { VK.Users(client: client) }
}

extension VK {
    nonisolated public struct Users: Sendable {
        public let client: Client
        public init(client: Client) { self.client = client }

        nonisolated public func get(userIDs: [Int]? = nil, fields: [String]? = nil) -> Request<[VK.User]> {
            var call = Call(client, Method("users.get", reads: true, tokens: [.user, .group, .service], cache: 3600))
            call.add("user_ids", userIDs)
            call.add("fields", fields)
            return Request(call)
        }

        nonisolated public func signIn(name: String, password: String) -> Request<VK.User> {
            var call = Call(client, Method("users.signIn"))
            call.add("name", name)
            call.add("password", password, .secret)
            return Request(call)
        }

        nonisolated public func report(userID: Int) -> Request<Int> {
            var call = Call(client, Method("users.report", tokens: [.user], needsToken: true, invalidates: []))
            call.add("user_id", userID)
            return Request(call)
        }
    }

    nonisolated public struct User: APIEngine.Model {
        public var id: Int = 0
        public var firstName: String?

        public init(id: Int, firstName: String? = nil) {
            self.id = id
            self.firstName = firstName
        }

        public init(_: APIEngine.Blank) {}
        public static let _fields = APIEngine.FieldTable("!id,first_name")
        public mutating func _field(_ index: Int, _ cursor: inout APIEngine.FieldCursor) {
            switch index {
            case 0: cursor.int(&id)
            case 1: cursor.stringIfPresent(&firstName)
            default: break
            }
        }
    }

    nonisolated public struct ErrorCode: APIEngine.ErrorCode {
        public let rawValue: Int
        public init(rawValue: Int) { self.rawValue = rawValue }
        public static var accessDenied: Self { Self(rawValue: 15) }
        public static var _names: String { "accessDenied=15" }
    }
}

extension VK {
    init(_ server: LoopbackServer, token: Token? = nil, timeout: Duration? = nil) {
        let account = token.map { Account(id: 1, token: $0) } ?? .anonymous
        self.init(
            account: account,
            over: Client.Configuration(baseURL: server.baseURL, timeout: timeout, retries: .never))
    }
}

/// Returns an API without an envelope and without parameters of its own, changed by the closure.
func plainAPI(_ change: (inout APIDescription) -> Void = { _ in }) -> APIDescription {
    var api = APIDescription(name: "Plain", baseURL: "http://127.0.0.1/")
    change(&api)
    return api
}

/// Sends one call and returns the request that the server received.
func exchange(
    _ method: Method, _ api: APIDescription = plainAPI(), token: String? = nil, path: String = "",
    _ arguments: (inout Call) -> Void = { _ in }
) async throws -> Received {
    let server = try LoopbackServer("null")
    let account = token.map { Account(id: 1, token: Token($0)) } ?? .anonymous
    let client = Client(api, account: account, over: Client.Configuration(baseURL: server.baseURL + path))
    var call = Call(client, method)
    arguments(&call)
    _ = try await Request<JSON>(call).send()
    return try #require(server.received.first)
}

/// Sends one call to a server that responds with the given body, and returns the outcome.
func outcome<Value: APIValue>(
    _ type: Value.Type, _ body: String, status: Int = 200, headers: [String] = [], _ api: APIDescription = plainAPI(),
    result: String? = nil
) async throws -> Result<Value, APIError> {
    let server = try LoopbackServer { _ in .http(status, headers, body) }
    let client = Client(api, over: Client.Configuration(baseURL: server.baseURL, retries: .never))
    let call = Call(client, Method("m", result: result))
    do { return .success(try await Request<Value>(call).send()) } catch { return .failure(error) }
}

/// Returns the error of a call that must fail.
func failure<Value: APIValue>(_ request: Request<Value>) async throws -> APIError {
    do {
        let value = try await request.send()
        Issue.record("no error, but \(value)")
        return APIError(.cancelled)
    } catch {
        return error
    }
}
