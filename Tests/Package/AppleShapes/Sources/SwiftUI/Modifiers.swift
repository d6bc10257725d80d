extension View {
    public func refreshable(action: @escaping @Sendable () async -> Void) -> some View {
        Modified(content: self, modifier: .refreshable(action))
    }

    public func task(@_inheritActorContext _ action: @escaping @Sendable () async -> Void) -> some View {
        Modified(content: self, modifier: .task(action))
    }

    public func onChange<Value: Equatable>(of value: Value, _ action: @escaping () -> Void) -> some View {
        Modified(content: self, modifier: .onChange({ ($0 as? Value) == value ? nil : value }, action))
    }
}

enum Modifier {
    case refreshable(@Sendable () async -> Void)
    case task(@Sendable () async -> Void)
    /// A function that returns the value if it differs from an earlier one.
    case onChange((_ old: Any?) -> Any?, () -> Void)
}

struct Modified<Content: View>: View {
    let content: Content
    let modifier: Modifier

    var body: Never { fatalError("a view of the system has no body") }
}
