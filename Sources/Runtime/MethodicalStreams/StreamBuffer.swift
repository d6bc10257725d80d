import Foundation
import Methodical

/// The part of a streamed body that has arrived and has not been read. It ends the transfer when nothing refers to it.
///
/// The transfer is suspended while more than `limit` bytes wait. If bytes arrive nevertheless, those beyond four times
/// the limit go to a file.
final class StreamBuffer: Sendable {
    private struct State {
        var head: HTTPResponse?
        var bytes = Data()
        var file: OverflowFile?
        /// The newest bytes, which are not in the file yet. They are written together, because small writes are slow.
        var tail = Data()
        /// The end of the body: `nil`, or the error that broke the transfer.
        var end: Result<Void, any Error>?
        var isSuspended = false
        var reader: CheckedContinuation<Void, Never>?
        var task: Task<Void, Never>?

        /// Indicates whether a reader has anything to do.
        var hasNews: Bool {
            !bytes.isEmpty || end != nil || overflows
        }

        /// Indicates whether bytes wait beside those in memory that are read next.
        var overflows: Bool {
            !tail.isEmpty || file?.isEmpty == false
        }

        /// Adds bytes to the overflow.
        mutating func spill(_ piece: Data) throws {
            tail.append(piece)
            guard tail.count >= StreamBuffer.limit else { return }
            if file == nil {
                file = try OverflowFile()
            }
            try file?.write(tail)
            tail.removeAll(keepingCapacity: true)
        }

        /// Removes the oldest bytes, or returns `nil` if there are none.
        mutating func take() throws -> Data? {
            if !bytes.isEmpty {
                defer { bytes = Data() }
                return bytes
            }
            if let piece = try file?.next(upTo: StreamBuffer.limit) {
                return piece
            }
            if tail.isEmpty {
                return nil
            }
            defer { tail = Data() }
            return tail
        }
    }

    private enum Step { case piece(Data, resumes: Bool), end, waits }

    static let limit = 1 << 17
    private let state = Locked(State())
    private let transfer: TransferObserver
    private let isTransferHeld = Locked(false)

    /// Sends a request and collects its response.
    init(_ request: HTTPRequest, by transport: any Transport) {
        let link = Link()
        transfer = TransferObserver { head in
            link.buffer?.begin(head)
        } body: { piece in
            link.buffer?.receive(piece)
        }
        link.set(self)
        let task = Task { [transfer] in
            do {
                let response = try await transport.send(request, observing: transfer)
                link.buffer?.finish(with: .success(response))
            } catch {
                link.buffer?.finish(with: .failure(error))
            }
        }
        state.withLock { $0.task = task }
    }

    /// Another thread ends the transfer, because the last reference may be released while the transport reports the
    /// head, and a transport may hold a lock then that it also needs for a cancellation.
    deinit {
        guard let task = state.withLock({ $0.task }) else { return }
        DispatchQueue.global().async { task.cancel() }
    }

    /// A reference from the transfer to the buffer that does not keep the buffer alive.
    private final class Link: Sendable {
        private struct Weak { weak var buffer: StreamBuffer? }
        private let reference = Locked(Weak())
        var buffer: StreamBuffer? { reference.withLock { $0.buffer } }
        func set(_ buffer: StreamBuffer) { reference.withLock { $0.buffer = buffer } }
    }

    // MARK: Arrivals

    private func begin(_ head: HTTPResponse) {
        // The transport itself follows redirects and answers challenges. All other refusals arrive whole.
        guard 200..<300 ~= head.status else { return }
        update { $0.head = head }
    }

    private func receive(_ piece: Data) {
        let suspends = update { state in
            guard state.end == nil else { return false }
            if state.overflows || state.bytes.count > 4 * Self.limit {
                do {
                    try state.spill(piece)
                } catch {
                    state.end = .failure(error)
                }
            } else {
                state.bytes.append(piece)
            }
            guard !state.isSuspended, state.bytes.count > Self.limit else { return false }
            state.isSuspended = true
            return true
        }
        if suspends {
            holdTransfer()
        }
    }

    /// Suspends or resumes the transfer according to the state of this moment.
    ///
    /// The transport's thread and the reader may both have just changed the state. The second lock keeps their calls in
    /// the order of the changes. The first one cannot, because a transport reports the head under a lock of its own.
    private func holdTransfer() {
        isTransferHeld.withLock { isHeld in
            let isSuspended = state.withLock { $0.isSuspended }
            guard isSuspended != isHeld else { return }
            isHeld = isSuspended
            if isSuspended {
                transfer.suspend()
            } else {
                transfer.resume()
            }
        }
    }

    private func finish(with result: Result<HTTPResponse, any Error>) {
        update { state in
            guard state.end == nil else { return }
            state.end = result.map { _ in }
            // A transport that does not stream returns the whole response.
            guard case .success(let response) = result, state.head == nil else { return }
            state.head = response
            state.bytes = response.body
        }
    }

    /// Changes the state and wakes the reader.
    @discardableResult
    private func update<Value>(_ change: (inout State) -> Value) -> Value {
        let (value, reader) = state.withLock { state in
            let value = change(&state)
            defer { state.reader = nil }
            return (value, state.reader)
        }
        reader?.resume()
        return value
    }

    // MARK: Reading

    /// Returns the head of the response.
    func head() async throws -> HTTPResponse {
        while true {
            let (head, end) = state.withLock { ($0.head, $0.end) }
            if let head {
                return head
            }
            try end?.get()
            try await arrival { $0.head != nil || $0.end != nil }
        }
    }

    /// Returns all bytes that wait in memory, or the next ones when they arrive. Returns `nil` after the last ones.
    func next() async throws -> Data? {
        // A server that is faster than the reader leaves it nothing to wait for.
        try Task.checkCancellation()
        while true {
            switch try state.withLock({ try step(in: &$0) }) {
            case .piece(let piece, let resumes):
                if resumes {
                    holdTransfer()
                }
                return piece
            case .end: return nil
            case .waits: try await arrival(when: \.hasNews)
            }
        }
    }

    private func step(in state: inout State) throws -> Step {
        guard let piece = try state.take() else {
            guard let end = state.end else {
                return .waits
            }
            try end.get()
            return .end
        }
        let resumes = state.isSuspended && !state.overflows
        if resumes {
            state.isSuspended = false
        }
        return .piece(piece, resumes: resumes)
    }

    /// Waits for a change of the state. Throws if the task is cancelled.
    private func arrival(when isReady: @Sendable (State) -> Bool) async throws {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isLate = state.withLock { state in
                    if Task.isCancelled || isReady(state) {
                        return true
                    }
                    state.reader = continuation
                    return false
                }
                if isLate {
                    continuation.resume()
                }
            }
        } onCancel: {
            // The reader then drops the buffer, which ends the transfer. Ending it here would be a deadlock: Swift
            // holds a lock of the reader's task now, and a transport that reports the head resumes the reader.
            update { if $0.end == nil { $0.end = .failure(CancellationError()) } }
        }
        try Task.checkCancellation()
    }
}
