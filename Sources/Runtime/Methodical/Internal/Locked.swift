#if canImport(Darwin)
    import os
#else
    import Foundation
#endif

/// A value that one thread at a time can access, stored in one allocation together with its lock.
///
/// Each request makes one of these, so their cost matters. Foundation's lock needs five allocations on Linux. The
/// standard library's `Mutex` needs none, but its module has only a textual interface, and compiling that costs each
/// first build with an index 0.9 CPU seconds.
package struct Locked<Value>: @unchecked Sendable {
    // The compiler cannot check the storage, hence `@unchecked`. It is safe because only `withLock` accesses the value.
    #if canImport(Darwin)
        private let storage: OSAllocatedUnfairLock<Value>

        package init(_ value: Value) {
            storage = OSAllocatedUnfairLock(uncheckedState: value)
        }

        package func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
            try storage.withLockUnchecked(body)
        }
    #else
        private let storage: ManagedBuffer<Value, pthread_mutex_t>

        package init(_ value: Value) {
            storage = Storage.create(minimumCapacity: 1) { storage in
                storage.withUnsafeMutablePointerToElements { _ = pthread_mutex_init($0, nil) }
                return value
            }
        }

        package func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
            try storage.withUnsafeMutablePointers { value, lock in
                pthread_mutex_lock(lock)
                defer { pthread_mutex_unlock(lock) }
                return try body(&value.pointee)
            }
        }

        private final class Storage: ManagedBuffer<Value, pthread_mutex_t> {
            deinit { withUnsafeMutablePointerToElements { _ = pthread_mutex_destroy($0) } }
        }
    #endif
}

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
