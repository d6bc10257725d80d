/// A setting of a method's calls that only the runtime understands. The stages of the generator pass it on as it is.
package struct CallSetting: Hashable, Sendable {
    /// The keyword, which is also the label of the argument in the runtime's description of a method.
    package var name: String
    /// The argument, as Swift spells it.
    package var argument: String
    /// The value, as reports show it.
    package var shown: String
}

extension Dictionary where Key == String, Value == CallSetting {
    /// The settings in the order of the runtime's parameters, which is alphabetical.
    package var inOrder: [CallSetting] {
        values.sorted { $0.name < $1.name }
    }
}
