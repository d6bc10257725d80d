import Foundation
import Methodical
import MethodicalStreams

extension StubTransport {
    /// Adds a stub that is the server's side of a socket:
    ///
    /// ```swift
    /// stub.on(shop.chat.join(room: 7)) { call, socket in
    ///     for try await command in socket {
    ///         try await socket.send(try Shop.Message(json: #"{"text": "hello"}"#))
    ///     }
    /// }
    /// ```
    ///
    /// The socket is closed as planned when the closure returns. The closure may throw a ``ServerFailure`` before it
    /// uses the socket to refuse the call, a `SocketClosure` to close with another code, and an `APIError` or
    /// `URLError` to break the connection. It runs again for each connection.
    public func on<Incoming: APIValue, Outgoing: APIValue>(
        _ request: SocketRequest<Incoming, Outgoing>,
        _ serve: @escaping @Sendable (StubCall, StubSocket<Incoming, Outgoing>) async throws -> Void
    ) {
        add(request, read: request.value, serve)
    }

    /// Adds a stub that is the server's side of a socket on which the client sends nothing.
    public func on<Incoming: APIValue>(
        _ request: SocketRequest<Incoming, Never>,
        _ serve: @escaping @Sendable (StubCall, StubSocket<Incoming, Never>) async throws -> Void
    ) {
        add(request, read: { _ in throw APIError(.invalidRequest, "the client sends no messages") }, serve)
    }

    private func add<Incoming: APIValue, Outgoing>(
        _ request: SocketRequest<Incoming, Outgoing>,
        read: @escaping @Sendable (SocketMessage) throws -> Outgoing,
        _ serve: @escaping @Sendable (StubCall, StubSocket<Incoming, Outgoing>) async throws -> Void
    ) {
        let api = request.call.client.api
        onSocket(request.method) { call in
            let (client, server) = SocketPipe.pair()
            let socket = StubSocket<Incoming, Outgoing>(server, write: request.message, read: read)
            Task {
                do {
                    try await serve(call, socket)
                    socket.opening.open()
                    await server.close(.normal, reason: "")
                } catch let failure as ServerFailure where !socket.opening.isOpen {
                    socket.opening.refuse(with: failure.response(of: api))
                } catch let closure as SocketClosure {
                    socket.opening.open()
                    await server.close(closure.code, reason: closure.reason)
                } catch {
                    socket.opening.open()
                    let isFailure = error is APIError || error is URLError || error is CancellationError
                    server.abort(
                        isFailure
                            ? error : APIError(.invalidRequest, "the stub of \(request.method) failed: \(error)"))
                }
            }
            if let refusal = await socket.opening.refusal() {
                return .refused(refusal)
            }
            return .open(client)
        }
    }
}

/// The server's side of a stubbed socket: the messages of the client.
public struct StubSocket<Incoming: Sendable, Outgoing: Sendable>: AsyncSequence, Sendable {
    /// A message of the client.
    public typealias Element = Outgoing
    /// The error of a message that does not match the schema.
    public typealias Failure = any Error

    private let socket: SocketPipe
    private let write: @Sendable (Incoming) -> SocketMessage
    private let read: @Sendable (SocketMessage) throws -> Outgoing
    let opening = StubOpening()

    init(
        _ socket: SocketPipe,
        write: @escaping @Sendable (Incoming) -> SocketMessage,
        read: @escaping @Sendable (SocketMessage) throws -> Outgoing
    ) {
        self.socket = socket
        self.write = write
        self.read = read
    }

    /// Sends a message to the client. Throws if the client has closed the socket.
    public func send(_ message: Incoming) async throws {
        opening.open()
        try await socket.send(write(message))
    }

    /// Returns the messages of the client.
    public func makeAsyncIterator() -> Iterator { Iterator(stub: self) }

    /// An iterator over the messages of the client.
    public struct Iterator: AsyncIteratorProtocol {
        let stub: StubSocket

        /// Returns the next message, or `nil` when the client has closed the socket. Throws if a message does not match
        /// the schema.
        public mutating func next() async throws -> Outgoing? {
            stub.opening.open()
            do {
                return try stub.read(try await stub.socket.receive())
            } catch is SocketClosure {
                return nil
            }
        }
    }
}

/// The decision of a stub to open a socket or to refuse it.
final class StubOpening: Sendable {
    private struct State {
        var isOpen = false
        var refusal: HTTPResponse?
        var waiter: CheckedContinuation<HTTPResponse?, Never>?
    }

    private let state = Locked(State())

    var isOpen: Bool { state.withLock { $0.isOpen } }

    /// Opens the socket, unless it has been decided already.
    func open() { decide(nil) }

    func refuse(with response: HTTPResponse) { decide(response) }

    private func decide(_ refusal: HTTPResponse?) {
        let waiter = state.withLock { state in
            guard !state.isOpen, state.refusal == nil else {
                return CheckedContinuation<HTTPResponse?, Never>?.none
            }
            state.isOpen = refusal == nil
            state.refusal = refusal
            defer { state.waiter = nil }
            return state.waiter
        }
        waiter?.resume(returning: refusal)
    }

    /// Waits for the decision. Returns the response that refuses the socket, or `nil` if it is open.
    func refusal() async -> HTTPResponse? {
        await withCheckedContinuation { continuation in
            let isDecided = state.withLock { state in
                if state.isOpen || state.refusal != nil {
                    return true
                }
                state.waiter = continuation
                return false
            }
            if isDecided {
                continuation.resume(returning: state.withLock { $0.refusal })
            }
        }
    }
}
