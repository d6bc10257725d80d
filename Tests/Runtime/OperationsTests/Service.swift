import Foundation
import LoopbackServer
import Methodical
import MethodicalOperations

/// An API of the tests, in the form that the generator prints.
struct Service: APIClient {
    let client: Client
    static let api = APIDescription(
        name: "Service", baseURL: "https://api.example.com/", authorization: .header("Bearer"))

    /// Creates a client of the test's server, which counts the seconds that it would have slept.
    init(_ server: LoopbackServer, _ clock: Clock = Clock(), observers: [any ClientObserver] = []) {
        self.init(
            account: Account(id: 1, token: Token("secret-token")),
            configuration: Client.Configuration(
                baseURL: server.baseURL, observers: observers, time: clock.source, limits: [:], retries: .never))
    }

    init(client: Client) { self.client = client }

    /// A call of Google's generative models: the operation has a name, by which another method reads it.
    func generate(prompt: String) -> OperationRequest<[String]> {
        var call = Call(client, .init("videos.generate", .post, "v1/models/veo:predictLongRunning", parameters: .body))
        call.add("prompt", prompt)
        let method = Call(client, .init("operations.get", .get, "v1/{name}", reads: true))
        return OperationRequest(
            call, method: method, taking: [("name", "name", .path)], state: "done", result: "response.videos",
            error: "error", progress: "metadata.progressPercent")
    }

    /// A call of Replicate: the operation contains its address, and is the result.
    func predict(version: String) -> OperationRequest<JSON> {
        var call = Call(client, .init("predictions.create", .post, "v1/predictions", parameters: .body))
        call.add("version", version)
        return OperationRequest(
            call, url: "urls.get", state: "status", done: ["succeeded"], failed: ["failed", "canceled"], error: "error",
            interval: 2)
    }

    /// A call of Azure: a header field contains the address.
    func upload(name: String) -> OperationRequest<Int> {
        var call = Call(client, .init("maps.upload", .post, "mapData", parameters: .query))
        call.add("name", name)
        return OperationRequest(
            call, state: "status", done: ["Succeeded"], failed: ["Failed", "Canceled"], result: "result.count",
            error: "error")
    }

    /// A call that answers 202 until it has a result.
    func export(_ verb: HTTPRequest.Verb = .post) -> OperationRequest<[Int]> {
        OperationRequest(Call(client, .init("data.export", verb, "export", parameters: .query, reads: verb == .get)))
    }

    /// A call without a result.
    func erase() -> OperationRequest<NoContent> {
        OperationRequest(Call(client, .init("data.erase", .delete, "data", parameters: .query)))
    }
}

/// A clock whose sleepers do not wait. It moves by the time that they would have slept.
final class Clock: Sendable {
    private let state = Locked((passed: Duration.zero, offset: 0.0, pauses: [Double]()))
    private let start = ContinuousClock.now

    /// Sets the date forward or back. No time passes.
    func jump(hours: Double) { state.withLock { $0.offset += hours * 3600 } }

    /// The pauses so far, in seconds.
    var pauses: [Double] { state.withLock { $0.pauses } }

    var source: TimeSource {
        TimeSource(
            now: { [state] in
                state.withLock { Date(timeIntervalSince1970: 1_700_000_000) + $0.passed / .seconds(1) + $0.offset }
            },
            instant: { [state, start] in start + state.withLock { $0.passed } },
            sleep: { [state] duration in
                try Task.checkCancellation()
                state.withLock { state in
                    state.passed += duration
                    state.pauses.append(duration / .seconds(1))
                }
            })
    }
}

/// A transport that responds with the given responses in turn, of which the last one is repeated.
final class Replies: Transport {
    private let state: Locked<(replies: [HTTPResponse], requests: [HTTPRequest])>
    var requests: [HTTPRequest] { state.withLock { $0.requests } }

    private let onSend: @Sendable () -> Void

    init(_ replies: [HTTPResponse], onSend: @escaping @Sendable () -> Void = {}) {
        state = Locked((replies, []))
        self.onSend = onSend
    }

    func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        onSend()
        return state.withLock { state in
            state.requests.append(request)
            return state.replies.count > 1 ? state.replies.removeFirst() : state.replies[0]
        }
    }
}
