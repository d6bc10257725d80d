import APISamples
import MethodicalGenerator

import enum Methodical.JSON

/// A generator of results. They are valid, the same each time, and match the arguments of a call.
struct Invention: Sendable {
    let types: TypeTable
    /// The number of elements of every paged list.
    let items: Int
    private let seed: UInt64
    private let sampler: Sampler
    /// The pages of lists, by the names of the methods that continue them.
    private let continued: [String: Pages]

    /// Creates a generator for an API. `items` is at most 2^31, so that arithmetic with it does not overflow.
    init(_ api: API, types: TypeTable, seed: UInt64, items: Int) {
        self.types = types
        self.seed = seed
        self.items = min(max(0, items), 1 << 31)
        sampler = Sampler(api)
        var continued: [String: Pages] = [:]
        for method in api.methods {
            // The first method with these pages counts.
            if let continuation = method.continuation, continued[continuation] == nil {
                continued[continuation] = method.pages
            }
        }
        self.continued = continued
    }

    /// Returns a result of a method and the next page if an address leads there. Returns `nil` if the schema allows no
    /// result.
    func result(of method: MethodicalGenerator.Method, for call: MockCall) -> (JSON, NextPage?)? {
        let variant = Self.variant(of: method, arguments: call.arguments)
        if method.stream != nil {
            return (.array(elements(of: variant.result, for: call)), nil)
        }
        // The schema allows only `null`, or any JSON, for which `null` is as good as any other value.
        if variant.isEmpty || variant.result == .optional(.any) {
            return (.null, nil)
        }
        let seed = seed(of: method, for: call)
        if variant.content != .json {
            let text = value(of: .string, seed: seed, number: nil, for: call)
            return text.map { ($0, nil) }
        }
        if let pages = method.pages ?? continued[method.name],
            let paged = list(in: variant.result, at: pages.items)
        {
            let page = Page(
                pages,
                of: method,
                variant: variant,
                list: paged,
                call: call,
                invention: self)
            return self.page(page)
        }
        if let found = list(in: variant.result, at: nil),
            let ids = wanted(of: found.element, by: call)
        {
            guard let result = record(of: variant.result, seed: seed, for: call) else {
                return nil
            }
            let elements = ids.compactMap { number, text in
                element(of: found.element, number: number, named: text, for: call)
            }
            return (result.setting(found.path, to: .array(elements)), nil)
        }
        let id = number(
            of: variant.result,
            method: method,
            arguments: call.arguments)
        let result = record(
            of: variant.result,
            seed: seed,
            number: id,
            for: call)
        return result.map { ($0, nil) }
    }

    // MARK: The variant

    /// Returns the variant whose constants and required parameters are all among the arguments. If several fit, it is
    /// the one that asks for most of them.
    static func variant(of method: MethodicalGenerator.Method, arguments: [String: String]) -> Variant {
        let keys = Set(method.parameters.filter(\.isKey).map(\.name))
        let fitting = method.variants.filter { variant in
            let hasConstants = variant.constants.allSatisfy { constant in
                if keys.contains(constant.name) {
                    return true
                }
                return arguments[constant.name].map { constant.value.isSpelled($0) }
                    ?? false
            }
            return hasConstants && variant.requires.allSatisfy { arguments[$0] != nil }
        }
        func weight(of variant: Variant) -> Int {
            variant.constants.count + variant.requires.count
        }
        guard var best = fitting.first else {
            return method.variants[0]
        }
        for next in fitting.dropFirst() where weight(of: next) > weight(of: best) {
            best = next
        }
        return best
    }

    // MARK: Values

    /// Returns a value of a type that contains the arguments of the call, or `nil` if the schema allows no value.
    func record(
        of use: TypeUse,
        seed: UInt64,
        number: Int? = nil,
        for call: MockCall
    ) -> JSON? {
        guard let json = value(of: use, seed: seed, number: number, for: call) else {
            return nil
        }
        // The members of a whole body count as arguments, unless they are lists or objects.
        let members = call.arguments["body"].flatMap { JSON($0)?.objectValue } ?? [:]
        let scalars = members.filter { _, value in
            value.objectValue == nil && value.arrayValue == nil
        }
        var texts = scalars.mapValues(Arguments.text)
        for (name, argument) in call.arguments {
            texts[name] = argument
            // If an argument lists several values, an object gets the first.
            if call.lists.contains(name) {
                texts[name] = String(argument.prefix { $0 != "," })
            }
        }
        return echo(texts, in: json, as: use)
    }

    /// Returns the element with the given number in a list: a record with the number as its id, or an integer or a text
    /// with that value.
    func element(
        of use: TypeUse,
        number: Int,
        named name: String? = nil,
        for call: MockCall
    ) -> JSON? {
        let seed = hash(of: ["\(number)"])
        if case .named = types.plain(use) {
            guard let json = record(of: use, seed: seed, number: number, for: call) else {
                return nil
            }
            guard let name, Int(name) == nil else {
                return json
            }
            return echo(
                ["screen_name": name, "username": name, "domain": name],
                in: json,
                as: use)
        }
        return types.value(String(number), as: use)
            ?? value(
                of: use,
                seed: seed,
                number: nil,
                for: call)
    }

    private func value(
        of use: TypeUse,
        seed: UInt64,
        number: Int?,
        for call: MockCall
    ) -> JSON? {
        let lists = call.arguments.mapValues {
            $0.split(separator: ",").map(String.init)
        }
        // A call that asks for three metrics gets three numbers in each row.
        let world = Sampler.World(
            seed: self.seed,
            number: number,
            asked: Set(lists.values.joined()),
            counts: lists.mapValues { min($0.count, 100) })
        guard let sample = sampler.sample(of: use, seed: seed, in: world) else {
            return nil
        }
        // Samples are always JSON. If one cannot be read, the error is in this package, and the missing response
        // reports it.
        do {
            return try JSON(json: sample.json)
        } catch {
            return nil
        }
    }

    /// Replaces members with the arguments of the same name, so that a call for the posts of one owner gets no other's.
    /// Members with only one possible value stay.
    private func echo(
        _ arguments: [String: String],
        in json: JSON,
        as use: TypeUse
    ) -> JSON {
        if case .array(let element) = types.plain(use), let elements = json.arrayValue {
            return .array(elements.map { echo(arguments, in: $0, as: element) })
        }
        guard json.objectValue != nil, let record = types.record(use) else {
            return json
        }
        var json = json
        for property in record.properties where property.path.count == 1 && !property.isIdentity {
            if property.constantText != nil {
                continue
            }
            let key = property.path[0]
            if let text = arguments[key], let value = types.value(text, as: property.type) {
                json[key] = value
            }
        }
        return json
    }

    // MARK: Ids and lists

    /// Returns the id that the arguments ask for, by the name of the result's id or as the last parameter in the path.
    private func number(
        of use: TypeUse,
        method: MethodicalGenerator.Method,
        arguments: [String: String]
    ) -> Int? {
        var names = identities(of: use)
        if let last = method.parameters.last(where: { $0.place == .path }) {
            names.append(last.name)
        }
        let numbers = names.lazy.compactMap { name in
            arguments[name].flatMap { Int($0) }
        }
        return numbers.first { $0 > 0 }
    }

    /// Returns the names of the ids in the records that a value of a type may be.
    private func identities(of use: TypeUse) -> [String] {
        let properties = types.records(use).flatMap(\.properties)
        return properties.filter(\.isIdentity).map { $0.path[0] }
    }

    /// Returns the ids and names that an argument lists, if the elements of a result have ids. The argument's name ends
    /// in `ids`, or is the name of the elements' own id.
    private func wanted(of element: TypeUse, by call: MockCall) -> [(Int, String)]? {
        let identities = Set(identities(of: element))
        guard !identities.isEmpty else { return nil }
        let names = call.arguments.keys.sorted()
        let name =
            names.first { $0.lowercased().hasSuffix("ids") }
            ?? names.first { identities.contains($0) && call.lists.contains($0) }
        guard let list = name.flatMap({ call.arguments[$0] }) else {
            return nil
        }
        return list.split(separator: ",").map { text in
            let word = String(text)
            let number = Int(word) ?? Int(hash(of: [word]) % 1_000_000) + 1
            return (number, word)
        }
    }

    /// Returns the type of a list's elements and the path to the list. The list is the result itself, the one at a key,
    /// or the first list of records with ids.
    func list(in use: TypeUse, at key: String?) -> (element: TypeUse, path: [String])? {
        if case .array(let element) = types.plain(use) {
            return (element, [])
        }
        guard let record = types.record(use) else { return nil }
        if let key,
            let found = property(at: key.keys, in: record),
            case .array(let element) = types.plain(found.type)
        {
            return (element, found.path)
        }
        for property in record.properties {
            if case .array(let element) = types.plain(property.type),
                !identities(of: element).isEmpty
            {
                return (element, property.path)
            }
        }
        return nil
    }

    /// Returns the property that a path of keys leads to, through nested records.
    func property(
        at keys: ArraySlice<String>,
        in record: Record
    ) -> (type: TypeUse, path: [String], isNeeded: Bool)? {
        for property in record.properties where keys.starts(with: property.path) {
            let rest = keys.dropFirst(property.path.count)
            if rest.isEmpty {
                return (property.type, property.path, property.isRequired && !property.isNullable)
            }
            guard let inner = types.record(property.type),
                let found = self.property(at: rest, in: inner)
            else {
                continue
            }
            return (found.type, property.path + found.path, found.isNeeded)
        }
        return nil
    }

    // MARK: Seeds

    /// Returns a seed for a call. All pages of a call have the same one if `pages` names the parameters of paging.
    func seed(
        of method: MethodicalGenerator.Method,
        for call: MockCall,
        besides pages: Set<String> = []
    ) -> UInt64 {
        let left = pages.union(method.changingParameters)
        let arguments = call.arguments.filter { !left.contains($0.key) }
        let pairs = arguments.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
        return hash(of: [method.name] + pairs)
    }

    /// Returns the seed for all pages of a list that a method continues.
    func seed(continuedBy method: String) -> UInt64 {
        hash(of: [method])
    }

    /// Returns a hash (FNV-1a). It is neither 0 nor 1, because these seeds have a special meaning for samples.
    private func hash(of words: [String]) -> UInt64 {
        var hash = 0xCBF2_9CE4_8422_2325 ^ seed
        for byte in words.joined(separator: "\n").utf8 {
            hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3
        }
        return hash | 2
    }
}

extension MethodicalGenerator.Method {
    /// The names of the parameters that differ from call to call: secrets and idempotency keys.
    var changingParameters: Set<String> {
        Set(parameters.filter { $0.isSecret || $0.isKey }.map(\.name))
    }
}
