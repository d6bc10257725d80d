/// A function of the generated code. It stands for one variant of a method.
///
/// It is a class because functions are passed around often, which is cheaper by reference.
package final class Function {
    /// The method, with the parameters of the function's form.
    package let method: Method
    package let variant: Variant
    /// Indicates whether the function takes the record of the body as a whole.
    package let takesRecord: Bool
    /// The last part of the method's name in the schema.
    let wire: String
    /// The function's name without backticks.
    package internal(set) var name: String
    /// The index of the namespace that declares the function.
    package internal(set) var namespace: Int
    /// The parameters, in the order of the signature.
    package let parameters: [FunctionParameter]
    /// The Swift names of all of the method's parameters, also of those that the function does not take.
    let labels: [String]

    init(
        of method: Method,
        variant: Variant,
        takesRecord: Bool,
        wire: String,
        name: String,
        namespace: Int,
        parameters: [FunctionParameter],
        labels: [String]
    ) {
        self.method = method
        self.variant = variant
        self.takesRecord = takesRecord
        self.wire = wire
        self.name = name
        self.namespace = namespace
        self.parameters = parameters
        self.labels = labels
    }

    /// Indicates whether a call with only the required arguments of either function could also mean the other.
    func clashes(with other: Function) -> Bool {
        // A record is an argument without a label, so it tells the calls apart.
        if takesRecord != other.takesRecord {
            return false
        }
        return accepts(requiredArgumentsOf: other) && other.accepts(requiredArgumentsOf: self)
    }

    private func accepts(requiredArgumentsOf other: Function) -> Bool {
        let required = other.parameters.filter(\.isRequired)
        return required.allSatisfy { parameter in
            parameters.contains { $0.label == parameter.label }
        }
    }
}

/// A parameter of a function.
package struct FunctionParameter {
    /// The parameter of the method.
    package let parameter: Parameter
    /// The index among the method's parameters.
    package let index: Int
    /// The Swift name, without backticks.
    package let label: String
    /// Indicates whether a caller must pass an argument.
    package let isRequired: Bool
}
