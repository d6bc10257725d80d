import Methodical

/// The part that live values and live pages have in common: a reader of the state that equal ones share.
///
/// The first read begins the look, which lasts until the reader is released.
@MainActor final class StateReader<Value: Equatable & Sendable> {
    let shared: SharedValue<Value>
    private var look: LiveLook?

    init(_ shared: SharedValue<Value>) {
        self.shared = shared
    }

    var value: Value? { read(\.value) }
    var error: APIError? { read(\.error) }
    var isRefreshing: Bool { read(\.isRefreshing) }

    var age: Duration? {
        _ = read(\.dates)
        return shared.age
    }

    /// Returns a property, and notes for `Observation` that somebody has read it.
    private func read<Member>(_ property: KeyPath<SharedValue<Value>, Member>) -> Member {
        if look == nil {
            look = shared.beginLook()
        }
        shared.access(property)
        return shared[keyPath: property]
    }
}
