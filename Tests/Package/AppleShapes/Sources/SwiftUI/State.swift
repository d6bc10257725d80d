import Observation

/// A value that belongs to a view. The screen keeps the root view, so its states stay; those of other views do not.
@propertyWrapper public struct State<Value> {
    private let box: Box<Value>

    public init(wrappedValue value: Value) { box = Box(value) }

    public init(initialValue value: Value) { box = Box(value) }

    public var wrappedValue: Value {
        get { box.value }
        nonmutating set { box.value = newValue }
    }
}

extension State where Value: ExpressibleByNilLiteral {
    public init() { self.init(wrappedValue: nil) }
}

extension State: Sendable where Value: Sendable {}

@Observable final class Box<Value>: @unchecked Sendable {
    var value: Value

    init(_ value: Value) { self.value = value }
}

public enum ScenePhase: Comparable, Sendable {
    case background, inactive, active
}

public struct EnvironmentValues: Sendable {
    public internal(set) var scenePhase = ScenePhase.active

    /// The values of the only screen.
    static let current = Box(EnvironmentValues())
}

@propertyWrapper public struct Environment<Value>: Sendable {
    private nonisolated(unsafe) let path: KeyPath<EnvironmentValues, Value>

    public init(_ keyPath: KeyPath<EnvironmentValues, Value>) { path = keyPath }

    public var wrappedValue: Value { EnvironmentValues.current.value[keyPath: path] }
}
