import Methodical

import struct Foundation.Data

/// The reads of this process that take part in a read of the fleet: one for each kind, and others that wait for it.
final class LocalReads: Sendable {
    enum Outcome: Sendable {
        case response(HTTPResponse)
        /// The first read has failed. The others ask the server themselves, and join each other as in any client.
        case failed
        /// The first read was cancelled. One of the others takes its place.
        case cancelled
    }

    private let table = Locked<[Data: [Int]]>([:])
    private let waiting = WaitList<Outcome>()

    /// The number of reads that wait for a first one. Tests use it to know that a read has joined another one.
    var count: Int {
        table.withLock { $0.values.reduce(0) { $0 + $1.count } }
    }

    /// Adds a read. Returns `nil` if it is the first one, or the number under which it waits.
    func enter(_ identity: Data) -> Int? {
        table.withLock { table in
            guard table[identity] != nil else {
                table[identity] = []
                return nil
            }
            let waiter = waiting.enter()
            table[identity]?.append(waiter)
            return waiter
        }
    }

    /// Waits for the end of the first read.
    func outcome(of waiter: Int, for identity: Data) async throws(APIError) -> Outcome {
        try await waiting.value(of: waiter) { [table] in
            table.withLock { $0[identity]?.removeAll { $0 == waiter } }
        }
    }

    /// Ends the first read, and resumes the others.
    func end(_ identity: Data, with outcome: Outcome) {
        for waiter in table.withLock({ $0.removeValue(forKey: identity) }) ?? [] {
            waiting.resume(waiter, with: .success(outcome))
        }
    }
}
