import Methodical

/// A collector of calls that sends them in as few requests as possible.
///
/// It sends them when all calls of a `batch` have come, or when the window of `batching(within:)` ends.
actor Batcher {
    typealias Outcome = Result<HTTPResponse, APIError>
    nonisolated let client: Client
    /// The time that the first call waits for others, or `nil` for a `batch`.
    private let window: Duration?
    /// The number of calls in a `batch`, or `nil` until all of them have been started.
    private var expected: Int?
    /// The numbers of the calls that have come, or have ended without coming.
    private var settled: Set<Int> = []
    /// The identifier that was given last.
    private var last = 0
    /// The number of times that the queue was sent.
    private var flushes = 0
    /// The calls that wait to be sent.
    private(set) var queue: [(id: Int, number: Int, call: Call)] = []
    /// The continuations of the calls that wait for their response, by identifier.
    private var waiting: [Int: CheckedContinuation<Outcome, Never>] = [:]
    /// The tasks that send the queue, with the calls that wait for each of them.
    private var requests: [Int: (ids: Set<Int>, task: Task<Void, Never>)] = [:]

    init(_ client: Client, window: Duration?) {
        self.client = client
        self.window = window
    }

    /// Records how many calls the batch has.
    func expect(_ count: Int) {
        expected = count
        flushIfComplete()
    }

    /// Records that a call of the batch has ended.
    func settle(_ number: Int) {
        settled.insert(number)
        flushIfComplete()
    }

    /// Sends a call with others and returns its part of the response.
    ///
    /// - Parameter number: The number of the call in a `batch`, or `nil` for a call of a window.
    func send(_ call: Call, number: Int?) async -> Outcome {
        last += 1
        let id = last
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                if let number {
                    settled.insert(number)
                }
                // The task may be cancelled before the continuation exists. The handler then finds nothing to resume.
                if Task.isCancelled {
                    continuation.resume(returning: .failure(APIError(.cancelled)))
                } else {
                    waiting[id] = continuation
                    queue.append((id, number ?? id, call))
                }
                if let window {
                    wait(for: window)
                } else {
                    flushIfComplete()
                }
            }
        } onCancel: {
            Task { await cancel(id) }
        }
    }

    /// Sends the queue if a request is full. The first call in the queue starts the time of the window.
    private func wait(for window: Duration) {
        if queue.count >= client.api.batch?.limit ?? 1 {
            return flush()
        }
        guard queue.count == 1 else { return }
        Task { [flushes] in
            // A clock that fails ends the window at once.
            do { try await client.configuration.time.sleep(window) } catch {}
            // The queue of this window may have been sent because it was full.
            if flushes == self.flushes {
                flush()
            }
        }
    }

    /// Sends the queue if all calls of the batch have come.
    private func flushIfComplete() {
        if window == nil, settled.count == expected {
            flush()
        }
    }

    /// Sends the queue in as many requests as its length needs, one after the other.
    private func flush() {
        guard !queue.isEmpty else { return }
        let calls = queue.sorted { $0.number < $1.number }
        queue = []
        flushes += 1
        let request = flushes
        let task = Task {
            let limit = max(1, client.api.batch?.limit ?? 1)
            for start in stride(from: 0, to: calls.count, by: limit) {
                let end = min(start + limit, calls.count)
                // Calls that were cancelled in the meantime are left out.
                let part = calls[start..<end].filter { waiting[$0.id] != nil }
                let outcomes = await client.sendBatch(part.map(\.call))
                for (call, outcome) in zip(part, outcomes) {
                    requests[request]?.ids.remove(call.id)
                    waiting.removeValue(forKey: call.id)?.resume(returning: outcome)
                }
            }
            requests[request] = nil
        }
        requests[request] = (Set(calls.map(\.id)), task)
    }

    /// Removes a cancelled call, and cancels the task that no call waits for any more.
    private func cancel(_ id: Int) {
        queue.removeAll { $0.id == id }
        for request in requests.keys {
            requests[request]?.ids.remove(id)
        }
        for (ids, task) in requests.values where ids.isEmpty {
            task.cancel()
        }
        waiting.removeValue(forKey: id)?.resume(returning: .failure(APIError(.cancelled)))
    }
}
