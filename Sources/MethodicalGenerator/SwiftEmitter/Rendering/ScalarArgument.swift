/// An argument that takes a value of each of several scalar kinds.
struct ScalarArgument {
    /// The runtime's union of the kinds.
    private let union: String
    private let isList: Bool

    /// Creates the argument for a parameter. Returns `nil` if callers pass a value of the parameter's own type.
    ///
    /// A parameter that may be null takes a union, because literals make a `Nullable` of that.
    init?(_ parameter: Parameter, _ emission: Emission) {
        if parameter.isNullable || parameter.root != nil {
            return nil
        }
        var use = emission.resolver.resolved(emission.peeled(parameter.type))
        isList = if case .array = use { true } else { false }
        if case .array(let element) = use {
            use = emission.resolver.resolved(element)
        }
        guard case .scalars = use else { return nil }
        union = emission.text(use)
    }

    /// The type in the function's signature.
    var type: String { isList ? "[" + taken + "]" : taken }
    /// The type of an argument that may be left out.
    var optionalType: String { isList ? type + "?" : "(" + taken + ")?" }
    /// The label of the value where it is added to a call.
    var label: String { isList ? "scalars: " : "scalar: " }

    private var taken: String { "any " + union + ".Argument" }
}
