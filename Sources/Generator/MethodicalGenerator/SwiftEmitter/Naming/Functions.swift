/// The functions of all namespaces, with their names.
struct Functions {
    /// The functions in the order of the model.
    private(set) var all: [Function] = []
    private let speller: Speller

    init(_ api: API, namespaces: inout Namespaces, speller: Speller) {
        self.speller = speller
        for method in api.methods {
            var parts = method.name.split(separator: ".").map(String.init)
            let wire = parts.popLast() ?? ""
            let namespace = namespaces.index(of: parts, isCallable: true)
            for index in method.variants.indices {
                addForms(of: method, variantIndex: index, namespace: namespace, wire: wire)
            }
        }
        moveIntoNamespaces(namespaces)
        separate()
    }

    /// Adds the functions for a variant of a method. A second one takes the record of the body as a whole, if there is
    /// such a record.
    private mutating func addForms(of method: Method, variantIndex: Int, namespace: Int, wire: String) {
        let variant = method.variants[variantIndex]
        var forms = [method]
        if method.record != nil, method.takesRecord(in: variant) {
            forms.append(method.takingRecord)
        }
        let name = name(of: method, variant: variant, last: wire)
        for (number, form) in forms.enumerated() {
            let labels = speller.parameters(form.parameters)
            let taken = form.argumentOrder.filter { variant.takes(form.parameters[$0]) }
            let parameters = taken.map { index in
                let parameter = form.parameters[index]
                return FunctionParameter(
                    parameter: parameter,
                    index: index,
                    label: labels[index],
                    isRequired: variant.needs(parameter))
            }
            let function = Function(
                of: form,
                variant: form.variants[variantIndex],
                takesRecord: number == 1,
                wire: wire,
                name: name,
                namespace: namespace,
                parameters: parameters,
                labels: labels)
            all.append(function)
        }
    }

    private func name(of method: Method, variant: Variant, last: String) -> String {
        let asked = variant.swift ?? method.swift
        let wanted = asked ?? last
        if variant.swift == nil, !variant.suffix.isEmpty {
            return Reserved.function(merged(wanted, with: suffix(of: variant)))
        }
        if let asked, Speller.isIdentifier(asked) {
            return Reserved.asked(Reserved.function(asked))
        }
        let name = speller.property(wanted, lead: "call")
        return Reserved.asked(Reserved.function(name))
    }

    /// Returns the words of a variant's suffix. If they name a constant flag, the flag's request becomes `with`:
    /// `need_mutual` is `WithMutual`.
    private func suffix(of variant: Variant) -> [SpelledWord] {
        var words = variant.suffix.flatMap(speller.words)
        for constant in variant.constants {
            guard case .flag = constant.value else { continue }
            let flag = speller.words(of: constant.name)
            let isRequest = flag.count > 1 && Self.requests.contains(flag[0].small)
            guard isRequest, let index = words.firstRange(of: flag)?.lowerBound else {
                continue
            }
            if index > 0, words[index - 1].small == "without" {
                words.remove(at: index)
            } else {
                words[index] = SpelledWord(small: "with", capital: "With")
            }
        }
        return words
    }

    /// The first words of flags that request more data.
    private static let requests: Set = ["include", "need", "return", "show", "with"]

    /// Returns a name of two parts. Words at the end of the first part that begin the second are not repeated:
    /// `getOnline` and `online_mobile` make `getOnlineMobile`.
    private func merged(_ base: String, with second: [SpelledWord]) -> String {
        let first = speller.words(of: base)
        var overlap = min(first.count, second.count)
        while overlap > 0, first.suffix(overlap) != second.prefix(overlap) {
            overlap -= 1
        }
        let name = (first + second.dropFirst(overlap)).small
        if Speller.isStart(name) {
            return name
        }
        return "call" + name
    }

    /// Moves a function into the namespace of the same name, if there is one: with methods `auth.check` and
    /// `auth.check.code`, `vk.auth.check(...)` calls the namespace.
    private mutating func moveIntoNamespaces(_ namespaces: Namespaces) {
        for function in all {
            let child = namespaces.all[function.namespace].children.first { child in
                let namespace = namespaces.all[child]
                return namespace.property == function.name && namespace.isCallable
            }
            guard let child else { continue }
            function.namespace = child
            function.name = "callAsFunction"
        }
    }

    /// A name in a namespace.
    private struct ScopedName: Hashable {
        var namespace: Int
        var name: String
    }

    /// A function that competes with others of the same name.
    private struct Contender {
        let function: Function
        /// The rank of its name. The lowest one wins.
        let rank: Int
        /// The index of the function.
        let index: Int

        init(_ function: Function, index: Int) {
            let asked = function.variant.swift ?? function.method.swift
            self.function = function
            self.index = index
            rank = Candidate(name: function.name, isAsked: asked != nil, wire: function.wire).rank
        }

        /// Indicates whether the function has a better claim than another. The order in the schema must not count,
        /// because it changes when a method moves to another file.
        func precedes(_ other: Contender) -> Bool {
            let key = (rank, function.method.name, index)
            return key < (other.rank, other.function.method.name, other.index)
        }
    }

    /// Renames functions until no call can mean two of them. Overloads that a call tells apart keep their common name.
    private mutating func separate() {
        var groups: [ScopedName: [Contender]] = [:]
        for (index, function) in all.enumerated() {
            let name = ScopedName(namespace: function.namespace, name: function.name)
            groups[name, default: []].append(Contender(function, index: index))
        }
        let losers = removeLosers(from: &groups)
        // The next number to try for each name.
        var numbers: [ScopedName: Int] = [:]
        for loser in losers {
            let function = loser.function
            let wanted = ScopedName(namespace: function.namespace, name: nameWithResponse(of: function))
            var free = wanted
            while clashes(function, with: groups[free] ?? []) {
                let number = numbers[wanted, default: 2]
                free.name = wanted.name + String(number)
                numbers[wanted] = number + 1
            }
            function.name = free.name
            groups[free, default: []].append(loser)
        }
    }

    /// Removes the functions that a call could confuse with a better one of the same name. Returns them, the best one
    /// first.
    private func removeLosers(from groups: inout [ScopedName: [Contender]]) -> [Contender] {
        var losers: [Contender] = []
        for (name, group) in groups where group.count > 1 {
            var kept: [Contender] = []
            for contender in group.sorted(by: { $0.precedes($1) }) {
                if clashes(contender.function, with: kept) {
                    losers.append(contender)
                } else {
                    kept.append(contender)
                }
            }
            groups[name] = kept
        }
        return losers.sorted { $0.precedes($1) }
    }

    /// Returns a function's name with the words of its variant's response.
    private func nameWithResponse(of function: Function) -> String {
        var words = speller.words(of: function.variant.wire)
        words.removeAll { $0.small == "response" || $0.small == "empty" }
        if words.isEmpty {
            return function.name
        }
        return merged(function.name, with: words)
    }

    private func clashes(_ function: Function, with others: [Contender]) -> Bool {
        others.contains { $0.function.clashes(with: function) }
    }
}

extension Variant {
    /// Indicates whether a function for the variant takes the parameter.
    fileprivate func takes(_ parameter: Parameter) -> Bool {
        if parameter.constant != nil || omits.contains(parameter.name) {
            return false
        }
        return !constants.contains { constant in
            constant.name == parameter.name && constant.place == parameter.place
        }
    }

    /// Indicates whether a call of the variant must have the parameter.
    fileprivate func needs(_ parameter: Parameter) -> Bool {
        parameter.isRequired || requires.contains(parameter.name)
    }
}

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
