import EachTransport
import Foundation
import LoopbackServer
import Methodical
import MethodicalStreams

/// An API in the form that the generator prints.
struct Service: APIClient {
    let client: Client
    static let api = APIDescription(
        name: "Service", baseURL: "http://127.0.0.1/", authorization: .header("Bearer"),
        envelope: APIEngine.Envelope(error: "error", code: "code", message: "message"))
}

extension Service {
    /// Creates a client without back-off. `pauses` records the pauses that it was asked for.
    init(_ baseURL: String, transport: (any Transport)? = nil, pauses: Pauses? = nil) {
        let time = TimeSource(
            now: { Date() },
            sleep: { pause in
                pauses?.all.withLock { $0.append(pause) }
                try Task.checkCancellation()
            })
        self.init(
            account: Account(id: 1, token: Token("secret-token")), transport: transport,
            over: Client.Configuration(baseURL: baseURL, time: time))
    }

    /// A stream of events.
    func ticks() -> StreamRequest<JSON> {
        StreamRequest(Call(client, .init("ticks", .get, "ticks", reads: true)), .events)
    }

    /// A stream of events with an end mark, as language models send it.
    func reply(to prompt: String) -> StreamRequest<JSON> {
        var call = Call(client, .init("reply", .post, "reply", parameters: .body))
        call.add("prompt", prompt)
        return StreamRequest(call, .events, end: "[DONE]")
    }

    func lines() -> StreamRequest<JSON> {
        StreamRequest(Call(client, .init("lines", .get, "lines", reads: true)), .lines)
    }

    func chunks() -> StreamRequest<Data> {
        StreamRequest(chunks: Call(client, .init("chunks", .get, "chunks", reads: true)))
    }
}

/// The pauses of a client.
final class Pauses: Sendable {
    let all = Locked([Duration]())
}

/// Returns the elements of a stream, and the error that ended it.
func collect<Stream: AsyncSequence>(_ stream: Stream) async -> (elements: [Stream.Element], error: APIError?) {
    var elements: [Stream.Element] = []
    do {
        for try await element in stream { elements.append(element) }
        return (elements, nil)
    } catch {
        return (elements, error as? APIError)
    }
}

/// Returns a response whose end is the end of the connection.
func stream(_ body: String, type: String = "text/event-stream", status: String = "200 OK") -> LoopbackServer.Reply {
    .raw(["HTTP/1.1 \(status)\r\nContent-Type: \(type)\r\nConnection: close\r\n\r\n" + body])
}

/// A transport that holds a lock while it reports the head, and takes it when its task is cancelled.
struct LockedTransport: Transport {
    let (hasBegun, hasReported): (Locked<Bool>, Locked<Bool>)

    func send(_ request: HTTPRequest) async throws -> HTTPResponse { HTTPResponse(status: 500) }

    func send(_ request: HTTPRequest, observing: TransferObserver?) async throws -> HTTPResponse {
        let (lock, isCancelled) = (NSLock(), DispatchSemaphore(value: 0))
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                Thread.detachNewThread {
                    lock.withLock {
                        hasBegun.withLock { $0 = true }
                        isCancelled.wait()
                        try? observing?.begin(HTTPResponse(status: 200))
                    }
                    hasReported.withLock { $0 = true }
                    continuation.resume()
                }
            }
        } onCancel: {
            isCancelled.signal()
            lock.withLock {}
        }
        throw CancellationError()
    }
}
