/// The functions of all namespaces, with their names.
struct Functions {
    /// The functions in the order of the model.
    private(set) var all: [Function] = []
    /// The last part of the method's name for each function.
    private var wires: [String] = []
    private let api: API
    private let speller: Speller

    init(_ api: API, namespaces: inout Namespaces, speller: Speller) {
        self.api = api
        self.speller = speller
        for (i, method) in api.methods.enumerated() {
            var parts = method.name.split(separator: ".").map(String.init)
            let wire = parts.popLast() ?? ""
            let namespace = namespaces.index(of: parts, isCallable: true)
            for j in method.variants.indices {
                addForms(method: i, variant: j, namespace: namespace, wire: wire)
            }
        }
        moveIntoNamespaces(namespaces)
        separate()
    }

    /// Adds the functions for a variant of a method. A second one takes the record of the body as a whole, if there is
    /// such a record.
    private mutating func addForms(method i: Int, variant j: Int, namespace: Int, wire: String) {
        let method = api.methods[i]
        let variant = method.variants[j]
        var forms = [method]
        if method.record != nil, method.takesRecord(in: variant) {
            forms.append(method.takingRecord)
        }
        for (k, form) in forms.enumerated() {
            let parameters = form.parameters
            let labels = speller.parameters(parameters)
            let taken = form.argumentOrder.filter { variant.takes(parameters[$0]) }
            let required = taken.filter { variant.needs(parameters[$0]) }
            all.append(
                Function(
                    method: i,
                    variant: j,
                    takesRecord: k == 1,
                    name: name(of: method, variant: variant, last: wire),
                    namespace: namespace,
                    parameters: taken,
                    labels: labels,
                    required: Set(required.map { labels[$0] })))
            wires.append(wire)
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
            guard isRequest, let place = words.firstRange(of: flag)?.lowerBound else {
                continue
            }
            if place > 0, words[place - 1].small == "without" {
                words.remove(at: place)
            } else {
                words[place] = SpelledWord(small: "with", capital: "With")
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
        for (i, function) in all.enumerated() {
            let child = namespaces.all[function.namespace].children.first { child in
                let namespace = namespaces.all[child]
                return namespace.property == function.name && namespace.isCallable
            }
            guard let child else { continue }
            all[i].namespace = child
            all[i].name = "callAsFunction"
        }
    }

    /// A name in a namespace.
    private struct Place: Hashable {
        var namespace: Int
        var name: String
    }

    /// Renames functions until no call can mean two of them. Overloads that a call tells apart keep their common name.
    private mutating func separate() {
        var groups = Dictionary(grouping: all.indices) { i in
            Place(namespace: all[i].namespace, name: all[i].name)
        }
        let losers = removeLosers(from: &groups)
        // The next number to try for each name.
        var numbers: [Place: Int] = [:]
        for i in losers {
            let name = nameWithResponse(i)
            let wanted = Place(namespace: all[i].namespace, name: name)
            var place = wanted
            while clashes(i, with: groups[place] ?? []) {
                let number = numbers[wanted, default: 2]
                place.name = name + String(number)
                numbers[wanted] = number + 1
            }
            all[i].name = place.name
            groups[place, default: []].append(i)
        }
    }

    /// Removes the functions that a call could confuse with a better one of the same name. Returns them, the best one
    /// first.
    private func removeLosers(from groups: inout [Place: [Int]]) -> [Int] {
        var losers: [(rank: Int, i: Int)] = []
        for (place, group) in groups where group.count > 1 {
            let ranked = group.map { (rank(of: $0), $0) }
            var kept: [Int] = []
            for (rank, i) in ranked.sorted(by: precedes) {
                if clashes(i, with: kept) {
                    losers.append((rank, i))
                } else {
                    kept.append(i)
                }
            }
            groups[place] = kept
        }
        return losers.sorted(by: precedes).map(\.i)
    }

    /// Returns a function's name with the words of its variant's response.
    private func nameWithResponse(_ i: Int) -> String {
        var words = speller.words(of: variant(at: i).wire)
        words.removeAll { $0.small == "response" || $0.small == "empty" }
        if words.isEmpty {
            return all[i].name
        }
        return merged(all[i].name, with: words)
    }

    private func clashes(_ i: Int, with others: [Int]) -> Bool {
        others.contains { all[$0].clashes(with: all[i]) }
    }

    private func method(_ i: Int) -> Method {
        api.methods[all[i].method]
    }

    private func variant(at i: Int) -> Variant {
        method(i).variants[all[i].variant]
    }

    private func rank(of i: Int) -> Int {
        let asked = variant(at: i).swift ?? method(i).swift
        let candidate = Candidate(name: all[i].name, isAsked: asked != nil, wire: wires[i])
        return candidate.rank
    }

    /// Orders functions by rank. The order in the schema must not count, because it changes when a method moves to
    /// another file.
    private func precedes(_ a: (rank: Int, i: Int), _ b: (rank: Int, i: Int)) -> Bool {
        let first = (a.rank, method(a.i).name, a.i)
        let second = (b.rank, method(b.i).name, b.i)
        return first < second
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
