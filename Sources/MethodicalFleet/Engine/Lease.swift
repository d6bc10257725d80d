import Foundation
import Methodical

/// The right of one process to do something for a while. It ends by itself if the process is killed.
///
/// A lease cannot prevent that a process which stood still goes on after its lease has ended. The results of work under
/// a lease are therefore stored by compare and set.
struct Lease: Sendable {
    /// A random number that tells this holder from all others.
    let owner: Data
    private let fleet: Fleet
    private let key: String
    private let lifetime: Duration

    /// The value of the lease after another process has announced that it waits for the result.
    static func awaited(_ owner: Data) -> Data { owner + [1] }

    /// Takes a lease. Returns `nil` if another process has it.
    static func take(_ key: String, for lifetime: Duration, _ fleet: Fleet) async throws -> Lease? {
        let random = (UInt64.random(in: 0...UInt64.max), UInt64.random(in: 0...UInt64.max))
        let owner = Data(random.0) + Data(random.1)
        let lease = Lease(owner: owner, fleet: fleet, key: key, lifetime: lifetime)
        return try await lease.change(from: nil, to: owner) ? lease : nil
    }

    /// Runs `body`, and extends the lease until it returns.
    func extended<Value: Sendable>(during body: () async throws -> Value) async rethrows -> Value {
        let timer = Task {
            while true {
                try await fleet.time.sleep(lifetime / 3)
                // If the engine is lost, so is the lease. The work goes on, because its result is compared anyway.
                if (try? await change(from: owner, to: owner)) == false {
                    let awaited = Self.awaited(owner)
                    _ = try? await change(from: awaited, to: awaited)
                }
            }
        }
        defer { timer.cancel() }
        return try await body()
    }

    /// Ends the lease, unless another process waits for the result. Returns `false` if one does, or if the lease has
    /// ended already.
    func release() async throws -> Bool { try await change(from: owner, to: nil) }

    /// Ends the lease after another process has received the result that it waits for.
    func releaseAwaited() async throws { _ = try await change(from: Self.awaited(owner), to: nil) }

    private func change(from old: Data?, to new: Data?) async throws -> Bool {
        try await fleet.ask { [key, lifetime] in
            try await $0.compareAndSet(key, from: old, to: new, for: lifetime)
        }
    }
}
