import Methodical

import struct Foundation.URLError

/// An open WebSocket with typed messages. It is closed when nothing refers to it.
///
/// ```swift
/// let chat = try await shop.chat.join(room: 7).connect()
/// try await chat.send(.say(text: "Hello"))
/// for try await message in chat { print(message) }
/// ```
///
/// The loop ends when the server closes the connection as planned (1000, or without a code), or after
/// ``close(_:reason:)``. The loop replaces a lost connection, and one that the server closes because it restarts or has
/// failed (1001 and 1011 to 1014): after 3 seconds, and after pauses that grow up to a minute if the server cannot be
/// reached, or if connections end without a message. Messages that the server sends meanwhile are lost, unless the
/// service keeps them. Any other code ends the loop with an error of the code `.closed`, whose
/// `closeCode` is the server's. A server that refuses the new connection, and a message that cannot be read, end the
/// loop as well.
///
/// A loop that is slower than the server makes the socket stop reading, and TCP then stops the server. The cancellation
/// of a task that waits for a message closes the connection.
public final class SocketConnection<Incoming: Sendable, Outgoing: Sendable>: AsyncSequence, Sendable {
    /// A message of the server.
    public typealias Element = Incoming
    /// The error that ends the sequence.
    public typealias Failure = APIError

    private struct State {
        var socket: (any Socket)?
        /// Indicates whether the connection has ended for good.
        var hasEnded = false
        /// Indicates whether a task reads.
        var isReading = false
        /// The pause before the next connection, which the end cancels.
        var pause: Task<Void, any Error>?
        var keepAlive: Task<Void, Never>?
        var reconnections = Reconnections()
    }

    private let state = Locked(State())
    private let request: SocketRequest<Incoming, Outgoing>
    private let call: Call
    /// The waits for a message, for the pings.
    private let waits = SocketWaits()
    private var time: TimeSource { call.client.configuration.time }

    init(_ request: SocketRequest<Incoming, Outgoing>) {
        self.request = request
        call = request.request.call
    }

    deinit {
        end(with: SocketClosure(.goingAway, isByServer: false))
    }

    // MARK: Sending

    /// Sends a message. Returns when the system has taken it, which does not mean that the server has.
    ///
    /// Throws `.connection` while no connection is open. A message that was sent before a loss may not have arrived.
    public func send(_ message: Outgoing) async throws(APIError) {
        let socket = try openSocket()
        let message = try request.encode(message, call)
        do {
            try await socket.send(message)
        } catch {
            throw failure(from: error)
        }
    }

    /// Sends a ping, and returns the time until the pong. A task must be reading messages, or the pong stays unread
    /// behind them.
    @discardableResult
    public func ping() async throws(APIError) -> Duration {
        let socket = try openSocket()
        let begin = time.instant()
        do {
            try await socket.ping()
        } catch {
            throw failure(from: error)
        }
        return time.instant() - begin
    }

    /// Closes the connection: sends the code, and waits some seconds for the server to do the same. The loop that reads
    /// ends without an error.
    ///
    /// - Parameters:
    ///   - code: The code. One that must not be sent, such as 1006, is replaced by `.normal`.
    ///   - reason: A text for the server, of which the first 123 bytes are sent.
    public func close(_ code: SocketCloseCode = .normal, reason: String = "") async {
        let socket = finish()
        await socket?.close(code.canBeSent ? code : .normal, reason: reason)
    }

    /// The protocol above WebSocket that the server has chosen from those of `Sec-WebSocket-Protocol`, or `nil` if it
    /// has chosen none.
    public var subprotocol: String? {
        state.withLock { $0.socket }?.headers["Sec-WebSocket-Protocol"]
    }

    private func openSocket() throws(APIError) -> any Socket {
        let (socket, hasEnded) = state.withLock { ($0.socket, $0.hasEnded) }
        if let socket {
            return socket
        }
        let lost = "the connection is lost, and the loop that reads replaces it"
        let reason = hasEnded ? "the connection is closed" : lost
        throw failure(from: APIError(.connection, reason))
    }

    // MARK: Receiving

    /// Returns the messages. Only one task may read at a time.
    public func makeAsyncIterator() -> Iterator { Iterator(connection: self) }

    /// An iterator over the messages of a connection.
    public struct Iterator: AsyncIteratorProtocol {
        let connection: SocketConnection

        /// Returns the next message, or `nil` after the end of the connection.
        public mutating func next() async throws(APIError) -> Incoming? {
            try await connection.next()
        }
    }

    /// Returns the next message, or `nil` after the end. An error ends the connection.
    private func next() async throws(APIError) -> Incoming? {
        let isAlone = state.withLock { state in
            defer { state.isReading = true }
            return !state.isReading
        }
        guard isAlone else {
            throw failure(from: APIError(.invalidRequest, "another task already reads the connection"))
        }
        defer { state.withLock { $0.isReading = false } }
        do throws(APIError) {
            while true {
                let (socket, hasEnded) = state.withLock { ($0.socket, $0.hasEnded) }
                if let socket {
                    guard let message = try await message(from: socket) else { continue }
                    return try request.decode(message, call)
                }
                if hasEnded {
                    return nil
                }
                try await reconnect()
            }
        } catch {
            end(with: SocketClosure(.goingAway, isByServer: false))
            throw error
        }
    }

    /// Waits for the next message. Returns `nil` if the connection has ended without an error of the call.
    private func message(from socket: any Socket) async throws(APIError) -> SocketMessage? {
        do {
            waits.begin()
            defer { waits.end() }
            let message = try await socket.receive()
            state.withLock { $0.reconnections.receive() }
            return message
        } catch {
            try lose(socket, with: error)
            return nil
        }
    }

    /// Handles the end of a socket.
    private func lose(_ socket: any Socket, with error: any Error) throws(APIError) {
        let failure = failure(from: error)
        let hasEnded = state.withLock { $0.hasEnded }
        if hasEnded, !Task.isCancelled {
            return
        }
        if let closure = error as? SocketClosure, closure.isByServer, closure.code.isRegular {
            _ = finish()
            return
        }
        guard failure.isUnreachable, request.reconnects, !Task.isCancelled else {
            throw failure
        }
        drop(socket, because: error)
    }

    /// Forgets a socket that is of no more use, so that another one takes its place.
    private func drop(_ socket: any Socket, because error: any Error) {
        let now = time.instant()
        let keepAlive = state.withLock { state in
            state.socket = nil
            state.reconnections.lose(at: now)
            defer { state.keepAlive = nil }
            return state.keepAlive
        }
        keepAlive?.cancel()
        socket.abort(error)
    }

    // MARK: Connections

    /// Opens the first connection.
    func open() async throws(APIError) {
        do throws(APIError) {
            try await connect()
        } catch {
            end(with: SocketClosure(.goingAway, isByServer: false))
            throw error
        }
    }

    /// Opens a connection in place of a lost one, after a pause. Returns without one if the network fails, because the
    /// next attempt follows.
    private func reconnect() async throws(APIError) {
        try await pause()
        if state.withLock({ $0.hasEnded }) {
            return
        }
        do throws(APIError) {
            try await connect()
        } catch {
            guard error.isUnreachable else {
                throw error
            }
            state.withLock { $0.reconnections.fail() }
        }
    }

    /// Waits before another connection. The end of the connection ends the pause, too.
    private func pause() async throws(APIError) {
        let duration = state.withLock { $0.reconnections.pause(asked: nil) }
        let pause = Task { [time] in try await time.sleep(duration) }
        let hasEnded = state.withLock { state in
            state.pause = pause
            return state.hasEnded
        }
        if hasEnded {
            pause.cancel()
        }
        let result = await withTaskCancellationHandler {
            await pause.result
        } onCancel: {
            pause.cancel()
        }
        if case .failure(let error) = result, !state.withLock({ $0.hasEnded }) {
            throw failure(from: error)
        }
    }

    /// Sends the call, and then the messages that come first on each connection.
    private func connect() async throws(APIError) {
        let handshake = SocketHandshake(
            limits: SocketLimits(largestMessage: call.client.configuration.session.largestResponse))
        let response = try await request.request.response(observing: TransferObserver(pieces: handshake))
        guard let socket = handshake.socket else {
            throw failure(
                from: APIError(.undecodable, "the server did not open a WebSocket (HTTP \(response.status))"))
        }
        let now = time.instant()
        let keepAlive = request.pingInterval.map { interval in
            Task { [waits, time] in await waits.keepAlive(socket, every: interval, time: time) }
        }
        let isLate = state.withLock { state in
            guard !state.hasEnded else { return true }
            state.socket = socket
            state.keepAlive = keepAlive
            state.reconnections.open(at: now)
            return false
        }
        if isLate {
            keepAlive?.cancel()
            return socket.abort(SocketClosure(.goingAway, isByServer: false))
        }
        if let greeting = request.greeting {
            try await greet(socket, by: greeting)
        }
    }

    /// Sends the messages that come first on each connection.
    private func greet(
        _ socket: any Socket,
        by greeting: @Sendable () async throws -> [Outgoing]
    ) async throws(APIError) {
        var messages: [SocketMessage] = []
        do {
            for message in try await greeting() {
                messages.append(try request.encode(message, call))
            }
        } catch {
            drop(socket, because: error)
            if error is APIError || error is URLError || error is CancellationError {
                throw failure(from: error)
            }
            // Another connection would not remove any other error of the app.
            throw failure(from: APIError(.invalidRequest, "the greeting failed: \(error)"))
        }
        do {
            for message in messages {
                try await socket.send(message)
            }
        } catch {
            try lose(socket, with: error)
        }
    }

    // MARK: The end

    /// Records the end of the connection. Returns the socket if one is open.
    private func finish() -> (any Socket)? {
        let (socket, pause, keepAlive) = state.withLock { state in
            state.hasEnded = true
            defer {
                state.socket = nil
                state.pause = nil
                state.keepAlive = nil
            }
            return (state.socket, state.pause, state.keepAlive)
        }
        pause?.cancel()
        keepAlive?.cancel()
        return socket
    }

    /// Ends the connection without waiting.
    private func end(with error: any Error) {
        finish()?.abort(error)
    }

    /// Returns the error of this call, without its secrets.
    private func failure(from error: any Error) -> APIError {
        let redaction = Redaction([call], tokens: [call.client.account.token].compactMap(\.self))
        if let closure = error as? SocketClosure {
            return APIError(closure).redacted(by: redaction, for: call)
        }
        return APIError(transport: error, hiding: []).redacted(by: redaction, for: call)
    }
}
