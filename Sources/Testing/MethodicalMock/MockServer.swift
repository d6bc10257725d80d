import Foundation
import MethodicalTesting

import struct Methodical.APIDescription
import protocol Methodical.APIValue
import enum Methodical.JSON
import struct Methodical.OAuthServer
import struct Methodical.Request
import struct Methodical.ServerError

/// A server for an API that is made from its schemas. It responds with samples, with recordings, or as a test
/// specifies.
///
/// ```swift
/// let server = try await MockServer.start(schemas: folder)
/// let vk = VK(account: .test, configuration: .init(baseURL: server.baseURL))
/// server.on("users.get", [["id": 1, "first_name": "Ada"]])
/// ```
///
/// The response to a call depends only on the seed, the method and the arguments, on every machine. An object with a
/// certain id has the same names in all responses. Objects that the arguments name by id or by a member are part of the
/// response. Lists have `items` elements in all, and their pages lead to the end.
///
/// Any id has an object, except for 2147483647, `no-such-id` and the UUID `00000000-0000-4000-8000-000000000000` at the
/// end of a path: the response is 404.
///
/// Writes change nothing. A later response contains an object that was posted only if a test adds it with `on`.
public final class MockServer: Sendable {
    /// The address that the API's paths begin with, for `Client.Configuration(baseURL:)`.
    public let baseURL: String
    /// The endpoints for `OAuth`. Every sign-in succeeds at once.
    public let authorization: OAuthServer
    private let service: MockService
    private let listener: Listener

    private init(
        _ service: MockService,
        listener: Listener,
        at root: String
    ) {
        self.service = service
        self.listener = listener
        baseURL = root + service.basePath
        authorization = service.signIn.server(at: root)
    }

    /// Starts a server. Other machines cannot reach it unless `host` says so.
    ///
    /// - Parameters:
    ///   - schemas: The folder with the API's `api.json`.
    ///   - port: The port to listen on. With 0 the system chooses one.
    ///   - seed: The seed of the samples.
    ///   - recordings: A folder of a `RecordingTransport`'s files. Recorded calls get their recorded responses.
    ///   - items: The number of elements of every paged list.
    ///   - host: The IPv4 address of this machine to listen on. `0.0.0.0` lets other machines in.
    /// - Throws: ``Refusal`` with every problem of the schemas, or with the reason why the server cannot listen.
    public static func start(
        schemas: URL,
        port: UInt16 = 0,
        seed: UInt64 = 1,
        recordings: URL? = nil,
        items: Int = 50,
        host: String = "127.0.0.1"
    ) async throws -> MockServer {
        try Listener.check()
        let api = try SchemaFiles(in: schemas).api()
        let service = try MockService(
            api,
            seed: seed,
            items: items,
            recordings: recordings)
        return try await start(service, port: port, host: host)
    }

    /// Starts a server for a service that exists already.
    package static func start(
        _ service: MockService,
        port: UInt16,
        host: String
    ) async throws -> MockServer {
        let listener = try await Listener(host: host, port: port) {
            await service.reply(to: $0)
        }
        // A server that listens on all addresses is reached at the loopback address as well.
        let reachable = host == "0.0.0.0" ? "127.0.0.1" : host
        let root = "http://\(reachable):\(listener.port)"
        service.open(at: root)
        return MockServer(service, listener: listener, at: root)
    }

    deinit { listener.cancel() }

    /// Closes all connections and stops the server. The last reference does the same. `calls` can still be read.
    public func stop() async { await listener.stop() }

    // MARK: Responses

    /// Sets the result of a method for all arguments. The server wraps it as the API wraps its results.
    ///
    /// A later call for the same method replaces this one.
    public func on(_ method: String, _ result: JSON) {
        on(method) { _ in result }
    }

    /// Sets a closure that makes the result of each call of a method.
    ///
    /// Throw a `ServerFailure` to refuse a call. Sleep in the closure to delay the response.
    public func on(
        _ method: String,
        _ respond: @escaping @Sendable (MockCall) async throws -> JSON
    ) {
        service.say(respond, of: method)
    }

    /// Sets a closure that makes the value that a request's method returns.
    public func on<Value>(
        _ request: Request<Value>,
        _ respond: @escaping @Sendable (MockCall) async throws -> Value
    ) {
        service.say({ try JSON(json: try await respond($0).json()) }, of: request.method)
    }

    /// Makes calls of a method fail, in the API's own envelope. Later calls get the same responses as before.
    ///
    /// - Parameters:
    ///   - method: The method's name on the wire.
    ///   - code: The error's code. If the API uses it for a challenge, such as a captcha or a page to visit, the error
    ///     has the members of that challenge. The pictures and the pages are on this server. A call with the solution
    ///     of a captcha, a confirmation or a second factor succeeds. A captcha has a page and a picture, if the API
    ///     names both; `details: ["redirect_uri": .null]` leaves VK's page out, `["captcha_sid": .null]` the picture.
    ///   - message: The error's message.
    ///   - status: The HTTP status. An API that shows failures only by the status gets 400 in place of 200.
    ///   - details: More members of the error.
    ///   - times: The number of calls that fail. `nil` means all.
    public func fail(
        _ method: String,
        code: Int,
        _ message: String = "",
        status: Int = 200,
        details: [String: JSON] = [:],
        times: Int? = nil
    ) {
        fail(
            method,
            code: .number(code),
            message,
            status: status,
            details: details,
            times: times)
    }

    /// Makes calls of a method fail, with a code that is a number or a word:
    /// `server.fail("chat.postMessage", code: "channel_not_found")`.
    public func fail(
        _ method: String,
        code: ServerError.Code,
        _ message: String = "",
        status: Int = 200,
        details: [String: JSON] = [:],
        times: Int? = nil
    ) {
        let failure = ServerFailure(
            code,
            message,
            status: status,
            details: details)
        service.fail(method, with: failure, times: times)
    }

    /// Removes the results and failures that were set for a method, so that it responds by itself again.
    public func reset(_ method: String) {
        service.forget(method)
    }

    /// The calls so far, in order. A batch is represented by its calls.
    public var calls: [MockCall] { service.calls }
}

extension MockServer {
    /// The reason why a server cannot start: the problems of the schemas with their places, or a port that is in use.
    public struct Refusal: Error, CustomStringConvertible {
        /// A message for people.
        public var description: String
    }
}
