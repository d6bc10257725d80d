import Methodical

/// The proxy's record of its exchanges, so that the oracle knows if the server acted.
final class ExchangeLog: Sendable {
    /// Bytes that belong to no request.
    struct ExtraBytes: Sendable {
        let fault: Fault
        private let sent = ContinuousClock.now
        /// The time between these bytes and the next request on the connection.
        private var timeToRequest: Duration?

        init(fault: Fault) { self.fault = fault }

        /// Notes that a request has arrived. Only the first one after the bytes counts.
        mutating func noteRequest() {
            if timeToRequest == nil { timeToRequest = .now - sent }
        }

        /// Indicates whether the bytes may have arrived after the next request was sent, so that nothing in HTTP/1.1
        /// tells them from the response to that request.
        ///
        /// A second response in a write of its own can be that late, unless the connection was idle for a while. If it
        /// is mistaken for a response, all later responses are mistaken, too.
        var mayFollowRequest: Bool { fault == .doubled(writes: 2) && (timeToRequest ?? .zero) < .seconds(1) }
    }

    struct Exchange: Sendable {
        let number: Int
        let target: String
        let connection: Int
        let fault: Fault
        /// The bytes that the client has got on this connection and that belong to no request.
        let extraBytes: [ExtraBytes]
        /// Indicates whether the server got the whole request.
        var reachedServer = false
        /// Indicates whether the whole response was sent, unchanged, to a client that was still there.
        var reachedClient = false
    }

    private struct Entries {
        var all: [Exchange] = []
        var turns: [String: Int] = [:]
    }

    private let entries = Locked(Entries())

    /// Adds an exchange, with the fault that the plan has for it.
    func begin(target: String, connection: Int, extraBytes: [ExtraBytes], plan: FaultPlan) -> Exchange {
        entries.withLock { entries in
            let turn = entries.turns[target, default: 0]
            entries.turns[target] = turn + 1
            let fault = plan.fault(target: target, turn: turn)
            let exchange = Exchange(
                number: entries.all.count, target: target, connection: connection, fault: fault,
                extraBytes: extraBytes)
            entries.all.append(exchange)
            return exchange
        }
    }

    func noteRequest(of exchange: Exchange) { entries.withLock { $0.all[exchange.number].reachedServer = true } }
    func noteResponse(of exchange: Exchange) { entries.withLock { $0.all[exchange.number].reachedClient = true } }

    var all: [Exchange] { entries.withLock { $0.all } }
    subscript(number: Int) -> Exchange { entries.withLock { $0.all[number] } }
}
