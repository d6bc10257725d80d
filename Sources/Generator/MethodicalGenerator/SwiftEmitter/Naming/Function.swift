/// A function of the generated code. It stands for one variant of a method.
package struct Function {
    /// The index of the method in `API.methods`.
    package let method: Int
    /// The index of the variant in `Method.variants`.
    package let variant: Int
    /// Indicates whether the function takes the record of the body as a whole. `Emission.method(of:)` then has the
    /// method with other parameters.
    package let takesRecord: Bool
    /// The function's name without backticks.
    package var name: String
    /// The index of the namespace that declares the function.
    package var namespace: Int
    /// The indices of those of the method's parameters that the function takes.
    package let parameters: [Int]
    /// The Swift names of all of the method's parameters.
    package let labels: [String]
    /// The labels of the parameters that a caller must pass.
    package let required: Set<String>

    /// Indicates whether a call with only the required arguments of either function could also mean the other.
    func clashes(with other: Function) -> Bool {
        // A record is an argument without a label, so it tells the calls apart.
        if takesRecord != other.takesRecord {
            return false
        }
        return accepts(other.required) && other.accepts(required)
    }

    /// Indicates whether the function takes all of these labels.
    private func accepts(_ required: Set<String>) -> Bool {
        required.allSatisfy { label in parameters.contains { labels[$0] == label } }
    }
}
