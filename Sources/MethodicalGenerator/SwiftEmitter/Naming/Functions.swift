/// A function of the generated code. It stands for one variant of a method.
package struct Function {
    /// The index of the method in `API.methods`.
    package var method: Int
    /// The index of the variant in `Method.variants`.
    package var variant: Int
    /// The function's name without backticks.
    package var name: String
    /// The index of the namespace that declares the function.
    package var namespace: Int
    /// The indices of those of the method's parameters that the function takes.
    package var parameters: [Int]
    /// The Swift names of all of the method's parameters.
    package var labels: [String]
    /// The labels of the parameters that a caller must pass.
    package var required: Set<String>
}

/// The functions of all namespaces, with their names.
struct Functions {
    /// The functions in the order of the model.
    private(set) var all: [Function] = []
    private let api: API
    private let speller: Speller

    init(_ api: API, namespaces: inout Namespaces, speller: Speller) {
        self.api = api
        self.speller = speller
        var wires: [String] = []
        for (i, method) in api.methods.enumerated() {
            let parts = method.name.split(separator: ".").map(String.init)
            let namespace = namespaces.index(of: Array(parts.dropLast()))
            namespaces.markCallable(Array(parts.dropLast()))
            let labels = speller.parameters(method.parameters)
            for (j, variant) in method.variants.enumerated() {
                all.append(function(i, j, name(method, variant, parts.last ?? ""), namespace, labels))
                wires.append(parts.last ?? "")
            }
        }
        moveIntoNamespaces(namespaces)
        separate(wires)
    }

    private func name(_ method: Method, _ variant: Variant, _ last: String) -> String {
        if let swift = variant.swift {
            return Reserved.asked(
                Reserved.function(Speller.isIdentifier(swift) ? swift : speller.property(swift, lead: "call")))
        }
        let base = method.swift ?? last
        if variant.suffix.isEmpty {
            return Reserved.asked(
                Reserved.function(
                    method.swift != nil && Speller.isIdentifier(base) ? base : speller.property(base, lead: "call")))
        }
        return Reserved.function(merged(base, suffix(variant)))
    }

    /// Returns the words of a variant's suffix. If they name a constant flag, the flag's request becomes `with`:
    /// `need_mutual` is `WithMutual`.
    private func suffix(_ variant: Variant) -> [SpelledWord] {
        var words: [SpelledWord] = []
        for part in variant.suffix { words += speller.words(part) }
        for constant in variant.constants {
            guard case .flag = constant.value else { continue }
            let flag = speller.words(constant.name)
            guard flag.count > 1, Self.requests.contains(flag[0].small),
                let place = words.firstRange(of: flag)?.lowerBound
            else { continue }
            if place > 0, words[place - 1].small == "without" {
                words.remove(at: place)
            } else {
                words[place] = SpelledWord(small: "with", capital: "With")
            }
        }
        return words
    }

    /// The first words of flags that request more data.
    private static let requests: Set<String> = ["include", "need", "return", "show", "with"]

    /// Returns a name of two parts. Words at the end of the first part that begin the second are not repeated:
    /// `getOnline` and `online_mobile` make `getOnlineMobile`.
    private func merged(_ base: String, _ second: [SpelledWord]) -> String {
        let first = speller.words(base)
        var overlap = min(first.count, second.count)
        while overlap > 0, Array(first.suffix(overlap)) != Array(second.prefix(overlap)) { overlap -= 1 }
        let name = Speller.small(first + second.dropFirst(overlap))
        return Speller.startsWithLetter(name) ? name : "call" + name
    }

    private func function(_ i: Int, _ j: Int, _ name: String, _ namespace: Int, _ labels: [String]) -> Function {
        let method = api.methods[i]
        let variant = method.variants[j]
        var function = Function(
            method: i, variant: j, name: name, namespace: namespace, parameters: [], labels: labels, required: [])
        for (place, parameter) in method.parameters.enumerated() {
            if variant.omits.contains(parameter.name)
                || variant.constants.contains(where: { $0.name == parameter.name })
            {
                continue
            }
            function.parameters.append(place)
            if parameter.isRequired || variant.requires.contains(parameter.name) {
                function.required.insert(labels[place])
            }
        }
        return function
    }

    /// Moves a function into the namespace of the same name, if there is one: with methods `auth.check` and
    /// `auth.check.code`, `vk.auth.check(...)` calls the namespace.
    private mutating func moveIntoNamespaces(_ namespaces: Namespaces) {
        for i in all.indices {
            let children = namespaces.all[all[i].namespace].children
            if let child = children.first(where: {
                namespaces.all[$0].property == all[i].name && namespaces.all[$0].isCallable
            }) {
                all[i].namespace = child
                all[i].name = "callAsFunction"
            }
        }
    }

    /// Renames functions until no call can mean two of them. Overloads that a call tells apart keep their common name.
    ///
    /// - Parameter wires: The last part of each function's method name.
    private mutating func separate(_ wires: [String]) {
        struct Place: Hashable {
            var namespace: Int
            var name: String
        }
        var ranks: [Int: Int] = [:]
        func precedes(_ a: Int, _ b: Int) -> Bool {
            let (first, second) = (ranks[a] ?? 0, ranks[b] ?? 0)
            if first != second { return first < second }
            // The order in the schema must not count: it changes when a method moves to another file.
            let (one, other) = (api.methods[all[a].method].name, api.methods[all[b].method].name)
            return one == other ? a < b : one < other
        }
        var groups: [Place: [Int]] = [:]
        for (i, function) in all.enumerated() {
            groups[Place(namespace: function.namespace, name: function.name), default: []].append(i)
        }
        var losers: [Int] = []
        for (place, group) in groups where group.count > 1 {
            var kept: [Int] = []
            for i in group {
                let isAsked =
                    (api.methods[all[i].method].variants[all[i].variant].swift ?? api.methods[all[i].method].swift)
                    != nil
                ranks[i] = isAsked ? 0 : Candidate.rank(wires[i], as: place.name)
            }
            for i in group.sorted(by: precedes) {
                if kept.contains(where: { clash($0, i) }) { losers.append(i) } else { kept.append(i) }
            }
            groups[place] = kept
        }
        var numbers: [Place: Int] = [:]
        for i in losers.sorted(by: precedes) {
            let method = api.methods[all[i].method]
            let variant = method.variants[all[i].variant]
            var words = speller.words(variant.wire)
            words.removeAll { $0.small == "response" || $0.small == "empty" }
            let name = words.isEmpty ? all[i].name : merged(all[i].name, words)
            var free = name
            let place = Place(namespace: all[i].namespace, name: name)
            var number = numbers[place] ?? 2
            while groups[Place(namespace: all[i].namespace, name: free), default: []].contains(where: { clash($0, i) })
            {
                free = name + String(number)
                number += 1
            }
            numbers[place] = number
            all[i].name = free
            groups[Place(namespace: all[i].namespace, name: free), default: []].append(i)
        }
    }

    /// Indicates whether a call with only the required arguments of either function could also mean the other.
    private func clash(_ a: Int, _ b: Int) -> Bool {
        all[a].accepts(all[b].required) && all[b].accepts(all[a].required)
    }
}

extension Function {
    /// Indicates whether the function takes all of these labels.
    fileprivate func accepts(_ required: Set<String>) -> Bool {
        required.allSatisfy { label in parameters.contains { labels[$0] == label } }
    }
}
