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

    var value: Value? {
        beginRead(of: .value)
        return shared.value
    }

    var error: APIError? {
        beginRead(of: .error)
        return shared.error
    }

    var isRefreshing: Bool {
        beginRead(of: .isRefreshing)
        return shared.isRefreshing
    }

    var age: Duration? {
        beginRead(of: .dates)
        return shared.age
    }

    /// Begins the look, and notes for `Observation` that somebody reads a property.
    private func beginRead(of property: ObservedProperties.Property) {
        if look == nil {
            look = shared.beginLook()
        }
        shared.access(property)
    }
}
