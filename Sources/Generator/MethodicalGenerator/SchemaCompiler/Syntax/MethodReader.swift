/// A reader of methods, which applies the rules to them.
struct MethodReader {
    let catalogue: Catalogue
    /// The parameters that each rule adds to its methods.
    let constants: [[ParameterSyntax]]

    private var problems: Problems { catalogue.problems }

    init(catalogue: Catalogue) {
        self.catalogue = catalogue
        constants = catalogue.settings.rules.map { rule in
            rule.constants.compactMap { ParameterSyntax(reading: $0, catalogue: catalogue) }
        }
    }

    /// Reads the selected methods. Reports rules that match no method, and wrong names in `invalidates`.
    func methods() -> [MethodSyntax] {
        let rules = catalogue.settings.rules
        let schemes = catalogue.settings.schemes.map(\.name)
        var matches = PatternMatches(rules.map(\.pattern))
        var methods: [MethodSyntax] = []
        for source in catalogue.methods {
            let matching = matches.match(source.name)
            guard source.isSelected else { continue }
            let method = MethodSyntax(reading: source, schemes: schemes, catalogue: catalogue)
            method.apply(matching.map { rules[$0] }, constants: matching.map { constants[$0] })
            methods.append(method)
        }
        for pattern in matches.unused {
            catalogue.methods.reportUnused(
                pattern,
                at: pattern.node.keyPlace,
                problems: problems)
        }
        checkInvalidatedNames(in: rules.map(\.call) + methods.map(\.own))
        return methods
    }

    /// Reports names in `invalidates` that are neither a method nor a namespace.
    private func checkInvalidatedNames(in calls: [CallSyntax]) {
        let names = calls.flatMap { $0.invalidates ?? [] }
        // An empty name stands for the whole API.
        let stated = names.filter { !$0.value.isEmpty }
        if stated.isEmpty {
            return
        }
        let known = catalogue.methods.allNamespaces.union(catalogue.methods.map(\.name))
        for name in stated where !known.contains(name.value) {
            let suggestion = problems.suggestion(for: name.value, among: known.sorted())
            problems.error(at: name, "there is no namespace or method \(name.found)\(suggestion)")
        }
    }
}
