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
        var number: UInt64
        /// The ticket of the question that has brought the number.
        var ticket: UInt64
        /// The time at which that question was asked.
        var asked: Date
        /// Indicates whether this process has set the number and the engine does not have it yet.
        var isPending = false
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
    func sum(_ namespaces: [UInt64]) -> UInt64 { namespaces.reduce(0) { $0 &+ (known[$1]?.number ?? 0) } }

    /// Indicates whether all generations were asked for at the given time or later.
    func areKnown(_ namespaces: [UInt64], since start: Date) -> Bool {
        namespaces.allSatisfy { known[$0].map { $0.isPending || $0.asked >= start } ?? false }
    }

    /// Takes over a number that the engine has sent.
    ///
    /// Replies may arrive in another order than their questions. A number is ignored if a later question has brought
    /// one already, because it may be from before a write, or if this process has set one that the engine does not have
    /// yet.
    mutating func receive(_ number: UInt64, for namespace: UInt64, _ ticket: UInt64, asked: Date) {
        if let current = known[namespace], current.isPending || current.ticket > ticket { return }
        if known.count >= Self.limit { known = known.filter { $0.value.isPending } }
        known[namespace] = Known(number: number, ticket: ticket, asked: asked)
    }

    /// Sets a new number after a write. The engine must get it.
    mutating func invalidate(_ namespace: UInt64, _ number: UInt64, at now: Date) {
        known[namespace] = Known(number: number, ticket: ticket(), asked: now, isPending: true)
    }

    /// Returns the numbers that the engine does not have yet.
    func pending(_ namespaces: [UInt64]? = nil) -> [(namespace: UInt64, number: UInt64)] {
        (namespaces ?? Array(known.keys)).compactMap { namespace in
            known[namespace].flatMap { $0.isPending ? (namespace, $0.number) : nil }
        }
    }

    /// Records that the engine has a new number in place of a pending one. Questions that were asked before do not
    /// count any more.
    mutating func settle(_ namespace: UInt64, _ pending: UInt64, as number: UInt64, at now: Date) {
        guard known[namespace]?.number == pending else { return }
        known[namespace] = Known(number: number, ticket: ticket(), asked: now)
    }
}
