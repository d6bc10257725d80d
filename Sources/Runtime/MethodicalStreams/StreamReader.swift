import Foundation
import Methodical

/// The position of one loop in a stream. It opens the connection, replaces a lost one, and reads element by element.
final class StreamReader<Element: Sendable> {
    private let stream: StreamRequest<Element>
    private let call: Call
    private let largest: Int
    private var events: EventParser
    private var lines = LineParser()
    private var chunk: Data?
    private var body: StreamBuffer?
    private var hasEnded = false
    /// Indicates whether a lost connection may be replaced, which the standard allows for a GET.
    private var canReconnect = false
    private var hasOpened = false
    private var reconnections = Reconnections()
    private var time: TimeSource { call.client.configuration.time }

    init(_ stream: StreamRequest<Element>) {
        self.stream = stream
        call = stream.request.call
        largest = call.client.configuration.session.largestResponse
        events = EventParser(lastID: stream.lastID)
    }

    /// Returns the next element, or `nil` after the end. An error ends the stream.
    func next() async throws(APIError) -> StreamEvent<Element>? {
        do throws(APIError) {
            while !hasEnded {
                if let message = message() {
                    reconnections.receive()
                    if message.data == stream.end {
                        break
                    }
                    return StreamEvent(
                        value: try stream.decode(message, call),
                        name: message.name,
                        id: message.id,
                        retry: events.retry.map { .milliseconds($0) })
                }
                if let body {
                    try await read(body)
                } else {
                    try await connect()
                }
            }
        } catch {
            close()
            throw error
        }
        close()
        return nil
    }

    /// Returns the next message that has arrived.
    private func message() -> EventParser.Message? {
        switch stream.format {
        case .events: return events.next()
        case .lines:
            return lines.next().map { EventParser.Message(name: "message", data: $0, id: "") }
        case .chunks:
            defer { chunk = nil }
            return chunk.map { EventParser.Message(name: "message", data: Array($0), id: "") }
        }
    }

    private func close() {
        hasEnded = true
        body = nil
    }

    /// Waits for the next bytes.
    private func read(_ body: StreamBuffer) async throws(APIError) {
        let piece: Data?
        do {
            piece = try await body.next()
        } catch {
            return try lose(with: failure(from: error))
        }
        guard let piece else {
            return try lose(with: nil)
        }
        switch stream.format {
        case .events: events.append(piece)
        case .lines: lines.append(piece)
        case .chunks: chunk = piece
        }
        guard max(events.length, lines.length) <= largest else {
            throw failure(from: APIError(.tooLarge, "an element of the stream is longer than \(largest) bytes"))
        }
    }

    /// Handles the end of a connection: with an error, or `nil` after a complete response.
    private func lose(with error: APIError?) throws(APIError) {
        body = nil
        if let error, error.code == .cancelled || error.code == .storage {
            throw error
        }
        // An end mark needs no empty line after it if nothing else follows.
        if let end = stream.end, stream.format == .events, events.unfinished == end {
            return close()
        }
        if canReconnect {
            reconnections.lose(at: time.instant())
            return events.restart()
        }
        if let error {
            throw error
        }
        if stream.format == .lines, let line = lines.last() {
            lines.append(line + [0x0A])
            // The line is read first. Then the stream has no body, and ends.
            canFinish = true
            return
        }
        try finish()
    }

    /// Indicates whether the connection has ended and only the last line is left.
    private var canFinish = false

    private func finish() throws(APIError) {
        if stream.end != nil {
            throw failure(from: APIError(.connection, "the stream ended before its end mark"))
        }
        close()
    }

    /// Sends the call, or sends it again after the pause between two connections.
    private func connect() async throws(APIError) {
        if canFinish {
            return try finish()
        }
        if hasOpened {
            try await pause()
        }
        // The caller's own id must be right. One of the server is only used if it can be sent back.
        let isOfCaller = events.lastID == stream.lastID
        let opening = StreamOpening(stream.format, after: events.lastID, isChecked: isOfCaller)
        do throws(APIError) {
            _ = try await stream.request.response(observing: TransferObserver(pieces: opening))
        } catch {
            // The standard retries if the network fails, and ends the stream if the server refuses it.
            guard hasOpened, [.connection, .timedOut, .offline].contains(error.code) else {
                throw error
            }
            reconnections.fail()
            return
        }
        guard let opened = opening.opened else {
            throw failure(from: APIError(.connection, "the stream was not opened"))
        }
        if let type = opened.otherType {
            let stream =
                if stream.format == .events {
                    "a stream of events"
                } else {
                    "the stream that the call asks for"
                }
            throw failure(from: APIError(.undecodable, "the response is not \(stream); its type is \(type)"))
        }
        guard let body = opened.body else {
            return close()
        }
        self.body = body
        hasOpened = true
        reconnections.open(at: time.instant())
        canReconnect = opened.isGET && stream.format == .events && stream.reconnects
    }

    /// Waits before another connection.
    private func pause() async throws(APIError) {
        let pause = reconnections.pause(asked: events.retry.map { .milliseconds($0) })
        do {
            try await time.sleep(pause)
        } catch {
            throw failure(from: CancellationError())
        }
    }

    /// Returns the error of this call, without its secrets.
    private func failure(from error: any Error) -> APIError {
        let redaction = Redaction([call], tokens: [call.client.account.token].compactMap(\.self))
        return APIError(transport: error, hiding: []).redacted(by: redaction, for: call)
    }
}
