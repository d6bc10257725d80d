/// A search for the methods and parameters that the steps of other methods name.
struct MethodLookup {
    private let catalogue: Catalogue
    private let names: [String]
    private let indices: [String: Int]

    private var problems: Problems { catalogue.problems }

    init(_ methods: [Method], catalogue: Catalogue) {
        self.catalogue = catalogue
        names = methods.map(\.name)
        let places = zip(names, names.indices)
        indices = Dictionary(places) { first, _ in first }
    }

    /// Returns the index of the method with a name. Reports an error if there is none.
    ///
    /// - Parameters:
    ///   - excluded: The rest of the message about a method that `api.json` excludes.
    ///   - isSuitable: A function that indicates whether the method at an index can be used.
    func index(
        of name: LocatedName,
        excluded: String = "is needed here, but api.json excludes it; include it too",
        where isSuitable: (Int) -> Bool = { _ in true }
    ) -> Int? {
        if let index = name.value.flatMap({ indices[$0] }), isSuitable(index) {
            return index
        }
        if let text = name.value, catalogue.excludesMethod(named: text) {
            problems.error(at: name, "\"\(text)\" \(excluded)")
            return nil
        }
        let known = names.indices.filter(isSuitable).map { names[$0] }
        let suggestion = problems.suggestion(for: name.value, among: known)
        problems.missing(
            .error,
            at: name.position,
            "expected the name of a method, found \(name.found)\(suggestion)")
        return nil
    }

    /// Returns the name of a parameter. Reports an error if the method does not have it.
    func parameter(_ name: LocatedName, of method: Method) -> String? {
        let known = method.parameters.map(\.name)
        if let text = name.value, known.contains(text) {
            return text
        }
        let suggestion = problems.suggestion(for: name.value, among: known)
        problems.error(
            at: name,
            "expected a parameter of \"\(method.name)\", found \(name.found)\(suggestion)")
        return nil
    }

    /// Returns the values that a method takes from a response. Reports those without a parameter or without a key.
    ///
    /// - Parameters:
    ///   - parameters: The parameters that can be stated.
    ///   - meaning: The meaning of a key, for messages.
    func values(
        of reference: ResponseReferenceSyntax,
        for method: Method,
        among parameters: [Parameter],
        meaning: String
    ) -> [ResponseReference.Value] {
        let known = parameters.map(\.name)
        return reference.values.compactMap { value in
            if let name = value.parameter.value, known.contains(name), let key = value.key.value {
                return ResponseReference.Value(parameter: name, key: key)
            }
            let suggestion = problems.suggestion(for: value.parameter.value, among: known)
            let keys = reference.isList ? "" : " and \(meaning)"
            problems.error(
                at: value.position,
                "expected a parameter of \"\(method.name)\"\(keys)\(suggestion)")
            return nil
        }
    }
}
