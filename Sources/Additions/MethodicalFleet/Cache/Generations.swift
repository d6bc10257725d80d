import struct Foundation.Date

/// The generations of namespaces, as this process knows them.
///
/// A generation is a random number in the engine that each write replaces. Cached responses carry the sum of the
/// generations that applied when they were requested, and are stale if the sum is another one now. The namespace 0
/// stands for all responses of the fleet.
///
/// The state is pure, so that tests can try every order of events.
struct Generations: Sendable {
    private struct Known: Sendable {
        /// The number in the engine.
        var number: UInt64 = 0
        /// The ticket of the question that has brought the number.
        var ticket: UInt64 = 0
        /// The time at which that question was asked.
        var asked = Date.distantPast
        /// A number that is added after a write of this process, until the engine has a new one.
        var pending: UInt64?
    }

    private var known: [UInt64: Known] = [:]
    private var lastTicket: UInt64 = 0
    /// The largest number of namespaces. Others are forgotten, because each read can ask for them again.
    private static let limit = 50_000

    /// Returns a number for a question that is asked now. A later question has a greater one.
    mutating func ticket() -> UInt64 {
        lastTicket += 1
        return lastTicket
    }

    /// The sum of the generations of namespaces. It is 0 for those that are unknown.
    func sum(of namespaces: [UInt64]) -> UInt64 {
        var sum: UInt64 = 0
        for namespace in namespaces {
            guard let generation = known[namespace] else { continue }
            sum &+= generation.number
            sum &+= generation.pending ?? 0
        }
        return sum
    }

    /// Indicates whether all generations were asked for at the given time or later.
    func areKnown(_ namespaces: [UInt64], since start: Date) -> Bool {
        namespaces.allSatisfy { namespace in
            guard let generation = known[namespace] else { return false }
            return generation.asked >= start
        }
    }

    /// Takes over a number that the engine has sent.
    ///
    /// Replies may arrive in another order than their questions. A number is ignored if a later question has brought
    /// one already, because it may be from before a write.
    mutating func receive(_ number: UInt64, for namespace: UInt64, ticket: UInt64, asked: Date) {
        let pending = known[namespace]?.pending
        if let current = known[namespace], current.ticket > ticket {
            return
        }
        if known.count >= Self.limit {
            known = known.filter { $0.value.pending != nil }
        }
        known[namespace] = Known(number: number, ticket: ticket, asked: asked, pending: pending)
    }

    /// Changes the sum after a write. The engine must get a new number.
    mutating func invalidate(_ namespace: UInt64, pending: UInt64) {
        known[namespace, default: Known()].pending = pending
    }

    /// Returns the namespaces for which the engine must get a new number.
    func pending(of namespaces: [UInt64]? = nil) -> [(namespace: UInt64, pending: UInt64)] {
        (namespaces ?? Array(known.keys)).compactMap { namespace in
            known[namespace]?.pending.map { (namespace, $0) }
        }
    }

    /// Records that the engine has got a new number for a write. Questions that were asked before do not count any
    /// more. If another write has followed, its number is still pending.
    mutating func settle(_ namespace: UInt64, pending: UInt64, as number: UInt64, at now: Date) {
        guard known[namespace]?.pending == pending else { return }
        known[namespace] = Known(number: number, ticket: ticket(), asked: now)
    }
}
