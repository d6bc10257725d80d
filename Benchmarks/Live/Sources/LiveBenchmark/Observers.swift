import Observation

/// Observers of live values, each of which reads a new value as soon as it is told.
@MainActor final class Observers {
    private var version = 0
    private var seen: [Int]
    private var unseenCount: Int
    private var waiting: CheckedContinuation<Void, Never>?
    private var tasks: [Task<Void, Never>] = []
    private var isStopped = false

    private init(count: Int) {
        seen = Array(repeating: -1, count: count)
        unseenCount = count
    }

    /// Observes values as SwiftUI does.
    static func tracking(_ values: [@MainActor () -> [Int]?]) -> Observers {
        let observers = Observers(count: values.count)
        for (index, value) in values.enumerated() { observers.track(value, index) }
        return observers
    }

    /// Observes values by loops over sequences.
    static func loops<State: Sendable>(
        _ sequences: [AsyncStream<State>], _ value: @escaping @MainActor (State) -> [Int]?
    ) -> Observers {
        let observers = Observers(count: sequences.count)
        for (index, sequence) in sequences.enumerated() {
            let task = Task { for await state in sequence { observers.note(value(state), by: index) } }
            observers.tasks.append(task)
        }
        return observers
    }

    private func track(_ value: @escaping @MainActor () -> [Int]?, _ index: Int) {
        if isStopped { return }
        let current = withObservationTracking {
            value()
        } onChange: { [self] in
            Task { @MainActor in track(value, index) }
        }
        note(current, by: index)
    }

    private func note(_ value: [Int]?, by index: Int) {
        guard let shown = value?.first, shown > seen[index] else { return }
        if seen[index] < version, shown >= version { unseenCount -= 1 }
        seen[index] = shown
        if unseenCount == 0 {
            waiting?.resume()
            waiting = nil
        }
    }

    /// Begins to count who has seen a version.
    func expect(_ version: Int) {
        self.version = version
        unseenCount = seen.count { $0 < version }
    }

    /// Waits until all observers have seen the expected version.
    func all() async {
        if unseenCount == 0 { return }
        await withCheckedContinuation { waiting = $0 }
    }

    func stop() {
        isStopped = true
        for task in tasks { task.cancel() }
    }
}
