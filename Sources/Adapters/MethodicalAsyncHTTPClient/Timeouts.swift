#if AsyncHTTPClient
    import Methodical
    import NIOCore

    /// The exchanges in flight, and one timer that ends those that take too long.
    ///
    /// A timer of its own for each exchange would wake an event loop twice for each request. Here the timer is set
    /// again only if an exchange ends earlier than all others, and each byte just notes the time.
    final class Timeouts: Sendable {
        private struct State {
            var exchanges: [ObjectIdentifier: Exchange] = [:]
            /// The time at which the timer fires.
            var next: NIODeadline?
        }

        private let state = Locked(State())
        private let loop: any EventLoop

        init(on loop: any EventLoop) { self.loop = loop }

        /// The number of exchanges in flight.
        var count: Int { state.withLock { $0.exchanges.count } }

        /// Adds an exchange, or notes that an exchange may now end earlier.
        func add(_ exchange: Exchange) {
            let deadline = exchange.deadline()
            let isFirst = state.withLock { state in
                state.exchanges[ObjectIdentifier(exchange)] = exchange
                guard let deadline, state.next.map({ deadline < $0 }) ?? true else {
                    return false
                }
                state.next = deadline
                return true
            }
            if isFirst, let deadline {
                schedule(at: deadline)
            }
            // A call that was cancelled meanwhile has removed the exchange before it was added.
            if exchange.hasEnded {
                remove(exchange)
            }
        }

        func remove(_ exchange: Exchange) {
            state.withLock { _ = $0.exchanges.removeValue(forKey: ObjectIdentifier(exchange)) }
        }

        private func schedule(at deadline: NIODeadline) {
            loop.scheduleTask(deadline: deadline) { [weak self] in self?.fire(at: deadline) }
        }

        private func fire(at deadline: NIODeadline) {
            let exchanges = state.withLock { state in
                // An earlier timer has replaced this one and has looked at all exchanges.
                guard state.next == deadline else {
                    return [Exchange]()
                }
                state.next = nil
                return Array(state.exchanges.values)
            }
            let now = NIODeadline.now()
            var next: NIODeadline?
            for exchange in exchanges {
                guard let deadline = exchange.deadline() else { continue }
                if deadline <= now {
                    exchange.expire()
                } else {
                    next = next.map { min($0, deadline) } ?? deadline
                }
            }
            guard let next else { return }
            let isFirst = state.withLock { state in
                guard state.next.map({ next < $0 }) ?? true else { return false }
                state.next = next
                return true
            }
            if isFirst {
                schedule(at: next)
            }
        }
    }
#endif
