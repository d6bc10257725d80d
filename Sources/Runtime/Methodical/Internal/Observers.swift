/// A list of functions that are told of events, on the thread where an event happens.
///
/// An observer must return at once, and must not call back into the object that tells it: that object may hold a lock.
package final class Observers<Event: Sendable>: Sendable {
    package typealias Observer = @Sendable (Event) -> Void

    private let state = Locked((lastNumber: 0, observers: [Int: Observer]()))

    package init() {}

    /// The number of observers. Tests use it to find leaks.
    package var count: Int {
        state.withLock { $0.observers.count }
    }

    /// Tells all observers of an event.
    package func send(_ event: Event) {
        let observers = state.withLock { $0.observers }
        for observer in observers.values {
            observer(event)
        }
    }

    /// Adds an observer, which is told of events until the returned observation is released.
    package func add(_ observer: @escaping Observer) -> Observation {
        let number = state.withLock { state in
            state.lastNumber += 1
            state.observers[state.lastNumber] = observer
            return state.lastNumber
        }
        return Observation { [weak self] in
            _ = self?.state.withLock { $0.observers.removeValue(forKey: number) }
        }
    }
}

/// The time for which an observer is told of events. It ends when this object is released.
package final class Observation: Sendable {
    private let end: @Sendable () -> Void

    package init(end: @escaping @Sendable () -> Void) {
        self.end = end
    }

    deinit {
        end()
    }
}
