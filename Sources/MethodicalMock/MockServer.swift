import Foundation
import MethodicalTesting

import struct Methodical.APIDescription
import protocol Methodical.APIValue
import enum Methodical.JSON
import struct Methodical.OAuthServer
import struct Methodical.Request
import enum Methodical.ServerCode

/// An API's own server, made of its schemas: it answers every method with samples, with recordings, or as it is told.
///
/// ```swift
/// let server = try await MockServer.start(schemas: folder)
/// let vk = VK(account: .test, configuration: .init(baseURL: server.baseURL))
/// server.answer("users.get", [["id": 1, "first_name": "Ada"]])
/// ```
///
/// The same seed, call and arguments give the same answer on every machine. What a person of one id is called in one answer, it is called in all; what
/// arguments ask for by id or by field is there; lists are as long as `items` says, and their pages follow each other to the end.
/// Writes change nothing: what was posted is in no later answer, unless a test says so with `answer`.
public final class MockServer: Sendable {
    /// Where the API's paths begin: for `Client.Configuration(baseURL:)`.
    public let baseURL: String
    /// Where users sign in, for `OAuth`: everybody may, and nobody is asked.
    public let authorization: OAuthServer
    private let service: MockService
    private let listener: Listener

    private init(_ service: MockService, _ listener: Listener, at root: String) {
        self.service = service
        self.listener = listener
        baseURL = root + service.basePath
        authorization = service.signIn.server(at: root)
    }

    /// Starts a server that other machines do not reach.
    ///
    /// - Parameters:
    ///   - schemas: The folder with the API's `api.json`.
    ///   - port: One of the system's choice if 0.
    ///   - seed: Another seed, other samples.
    ///   - recordings: A folder of a `RecordingTransport`'s files. A call that is in them is answered from there.
    ///   - items: How many there are of everything that comes in pages.
    ///   - host: Another address of this machine's to listen on: `0.0.0.0` lets others in.
    /// - Throws: ``Refusal`` with every problem of the schemas, or with why there is no such port.
    public static func start(
        schemas: URL, port: UInt16 = 0, seed: UInt64 = 1, recordings: URL? = nil, items: Int = 50,
        host: String = "127.0.0.1"
    ) async throws -> MockServer {
        try Listener.check()
        let service = try MockService(SchemaFiles(schemas).api(), seed: seed, items: items, recordings: recordings)
        return try await start(service, port: port, host: host)
    }

    package static func start(_ service: MockService, port: UInt16, host: String) async throws -> MockServer {
        let listener = try await Listener(host: host, port: port) { await service.reply(to: $0) }
        // Who listens everywhere is reached here as well.
        let root = "http://\(host == "0.0.0.0" ? "127.0.0.1" : host):\(listener.port)"
        service.open(at: root)
        return MockServer(service, listener, at: root)
    }

    deinit { listener.cancel() }

    /// Ends all connections, as the server's own end does. What was called stays to be read.
    public func stop() async { await listener.stop() }

    // MARK: What is answered

    /// Answers a method with a result, wrapped as the API wraps its results, whatever the arguments. The last word about a method counts.
    public func answer(_ method: String, _ result: JSON) { answer(method) { _ in result } }

    /// Answers a method with what the closure makes of each call. Throw a `ServerFailure` for what the server refuses; sleep for a slow one.
    public func answer(_ method: String, _ answer: @escaping @Sendable (MockCall) async throws -> JSON) {
        service.say(answer, of: method)
    }

    /// Answers a request's method with a value of its type.
    public func answer<Value>(_ request: Request<Value>, _ answer: @escaping @Sendable (MockCall) async throws -> Value)
    {
        service.say({ try JSON(json: try await answer($0).json()) }, of: request.method)
    }

    /// Fails a method's calls, in the API's own envelope: the next so many, or all until another word. Calls that were not failed are answered as before.
    ///
    /// - Parameters:
    ///   - method: Its name on the wire.
    ///   - code: Where it means a challenge to the API (a captcha, a page to visit), the error holds what a challenge holds; the picture and the page lie
    ///     on this server.
    ///   - message: What the server says of it.
    ///   - status: The HTTP status. APIs that know failures by the status alone get 400 in place of 200.
    ///   - details: More members of the error.
    ///   - times: How many calls; all if nil.
    public func fail(
        _ method: String, code: Int, _ message: String = "", status: Int = 200, details: [String: JSON] = [:],
        times: Int? = nil
    ) {
        fail(method, code: .number(code), message, status: status, details: details, times: times)
    }

    /// With a number or a word: `server.fail("chat.postMessage", code: "channel_not_found")`.
    public func fail(
        _ method: String, code: ServerCode, _ message: String = "", status: Int = 200, details: [String: JSON] = [:],
        times: Int? = nil
    ) {
        service.fail(method, ServerFailure(code, message, status: status, details: details), times: times)
    }

    /// Takes back what was said of a method: it is answered by itself again.
    public func reset(_ method: String) { service.forget(method) }

    /// What has been called so far, in order; a batch's calls are among them, in place of the batch.
    public var calls: [MockCall] { service.calls }
}

extension MockServer {
    /// Why there is no server: problems of the schemas, each with its place, or a port that is taken.
    public struct Refusal: Error, CustomStringConvertible {
        public var description: String
    }
}
