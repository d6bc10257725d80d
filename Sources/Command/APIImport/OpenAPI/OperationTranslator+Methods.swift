import MethodicalGenerator

extension OperationTranslator {
    /// The methods of an operation: the members of each after `name`.
    struct Methods {
        var plain: Members?
        var stream: Members?
        /// The schema of the plain method's result.
        var result: JSONNode?
        /// The names of the parameters in the query, for recognising pages.
        var query: Set<String> = []
        /// The header fields of successful responses.
        var headers: [JSONNode] = []
    }
}
