/// An argument that takes a value of each of several scalar kinds.
struct ScalarArgument {
    /// The runtime's union of the kinds.
    private let union: String
    private let isList: Bool

    /// Creates the argument for a parameter. Returns `nil` if callers pass a value of the parameter's own type.
    ///
    /// A parameter that may be null takes a union, because literals make a `Nullable` of that.
    init?(_ parameter: Parameter, emission: Emission) {
        if parameter.isNullable || parameter.root != nil {
            return nil
        }
        var use = emission.resolver.resolved(emission.peeled(parameter.type))
        if case .array(let element) = use {
            isList = true
            use = emission.resolver.resolved(element)
        } else {
            isList = false
        }
        guard case .scalars = use else { return nil }
        union = emission.text(of: use)
    }

    /// The type in the function's signature.
    var type: String {
        if isList {
            return "[\(taken)]"
        }
        return taken
    }

    /// The type of an argument that may be left out.
    var optionalType: String {
        if isList {
            return type + "?"
        }
        return "(\(taken))?"
    }

    /// The label of the value where it is added to a call.
    var label: String { isList ? "scalars: " : "scalar: " }

    private var taken: String { "any \(union).Argument" }
}
