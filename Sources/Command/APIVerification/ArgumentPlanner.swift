import APICalling
import APISamples
import MethodicalGenerator

/// A call that a verification makes.
struct CallPlan {
    /// The origins of arguments, with the least certain one last.
    enum Origin: Int, Comparable {
        /// The schema lists all values, or there are no arguments.
        case schema
        /// A person wrote the argument.
        case given
        /// A response contained the value.
        case response
        /// The value is a sample. The server may know nothing by this name.
        case invented

        static func < (left: Origin, right: Origin) -> Bool { left.rawValue < right.rawValue }
    }

    let function: Function
    var arguments: [WrittenArgument] = []
    /// The least certain origin of an argument.
    var origin = Origin.schema
    /// Indicates whether a person wrote some of the arguments.
    fileprivate(set) var hasGivenArguments = false
    /// The parameter at the end of the path, if the server knows its value: the id of an object.
    var known: String?

    /// Adds an argument.
    fileprivate mutating func add(_ argument: WrittenArgument, from origin: Origin) {
        arguments.append(argument)
        self.origin = max(self.origin, origin)
        hasGivenArguments = hasGivenArguments || origin == .given
    }
}

/// A planner of calls, which finds a value for each argument that a call needs.
struct ArgumentPlanner {
    let schema: CallableAPI
    let given: GivenArguments
    let pool: ValuePool
    let sampler: Sampler

    private var emission: Emission { schema.emission }

    /// Returns the call of a function with all the arguments that it needs, or `nil` if a value is missing.
    ///
    /// - Parameter mayInvent: Indicates whether samples take the places of missing values.
    func plan(_ function: Function, mayInvent: Bool) -> CallPlan? {
        let method = function.method
        var plan = CallPlan(function: function)
        let written = given.arguments(of: method.name)
        let names = schema.names(of: function)
        for argument in written where names[argument.name] != nil || given.names(argument.name, of: method.name) {
            plan.add(argument, from: .given)
        }
        let template = PathTemplate(method.path)
        // An object inside another one is found together with it, so that the last parameter is filled first.
        var segments: [Int: String] = [:]
        for need in schema.needs(of: function).sorted(by: { template.comesLater($0, than: $1) }) {
            let isGiven = plan.arguments.contains { $0.name == need.name }
            if isGiven {
                continue
            }
            guard
                let (argument, origin) = argument(
                    for: need, of: function, template: template, segments: &segments, mayInvent: mayInvent)
            else { return nil }
            plan.add(argument, from: origin)
        }
        for constant in schema.selectingConstants(of: function) {
            let isGiven = plan.arguments.contains { $0.name == constant.name }
            if !isGiven {
                plan.arguments.append(WrittenArgument(name: constant.name, value: .text(constant.value.text)))
            }
        }
        plan.arguments = plan.arguments.sorted { names[$0.name] ?? .max < names[$1.name] ?? .max }
        if plan.origin != .invented, let last = template.last, plan.arguments.contains(where: { $0.name == last }) {
            plan.known = last
        }
        return plan
    }

    private func argument(
        for need: CallableAPI.Need,
        of function: Function,
        template: PathTemplate,
        segments: inout [Int: String],
        mayInvent: Bool
    ) -> (WrittenArgument, CallPlan.Origin)? {
        let parameter = need.parameter
        if let value = schema.listedValue(of: parameter.type) {
            return (WrittenArgument(name: need.name, value: .text(value)), .schema)
        }
        if let index = template.index(of: parameter.name), let text = segments[index] {
            return (schema.argument(named: need.name, text: text, as: parameter.type), .response)
        }
        if !parameter.isSecret, let found = value(for: parameter, of: function, template: template) {
            segments.merge(found.segments) { known, _ in known }
            return (schema.argument(named: need.name, text: found.text, as: parameter.type), .response)
        }
        // A secret is never invented, and a sample of a file is none.
        guard mayInvent, !parameter.isSecret, !parameter.isFile else { return nil }
        return invented(need).map { ($0, .invented) }
    }

    /// Returns a sample as an argument, or `nil` if the schema allows no value.
    private func invented(_ need: CallableAPI.Need) -> WrittenArgument? {
        // The first seeds make samples with all members and with none.
        for seed in UInt64(2)..<20 {
            guard let sample = sampler.sample(of: need.parameter.type, seed: seed) else { return nil }
            if sample.written != Array("[]".utf8), sample.written != Array("null".utf8) {
                return schema.argument(named: need.name, json: sample.written, as: need.parameter.type)
            }
        }
        return nil
    }

    // MARK: Values of responses

    private struct Found {
        let text: String
        let segments: [Int: String]
    }

    /// Returns a value that a response contained: by the path, by the type that the parameter's name says, or by a
    /// member of the same name.
    private func value(for parameter: Parameter, of function: Function, template: PathTemplate) -> Found? {
        for (element, text) in candidates(for: parameter, of: function, template: template) {
            guard let text, schema.accepts(text, as: parameter.type) else { continue }
            let isListed = element.list != nil && element.list == template.pattern(before: parameter.name)
            return Found(text: text, segments: isListed ? element.segments : [:])
        }
        return nil
    }

    /// Returns objects with the members that may be the value of a parameter, with the likeliest first.
    private func candidates(
        for parameter: Parameter,
        of function: Function,
        template: PathTemplate
    ) -> [(element: ValuePool.Element, text: String?)] {
        var candidates: [(element: ValuePool.Element, text: String?)] = []
        if let list = template.pattern(before: parameter.name) {
            candidates += pool.elements(ofList: list).map { ($0, $0.members[parameter.name] ?? $0.id) }
        }
        if let stem = NameStem(parameter.name) {
            var records: [ValuePool.Element] = []
            if !stem.isEmpty {
                records = pool.elements(named: stem)
            } else if let record = schema.resultRecord(of: function) {
                records = pool.elements(of: record)
            }
            candidates += records.map { ($0, $0.id) }
        }
        if !Self.commonNames.contains(parameter.name.lowercased()) {
            candidates += pool.elements(having: parameter.name).map { ($0, $0.members[parameter.name]) }
        }
        return candidates
    }

    /// The names of parameters that mean something else in each method.
    private static let commonNames: Set<String> = [
        "id", "ids", "name", "type", "title", "text", "count", "offset", "limit", "page", "date", "status", "state",
        "lang", "language", "order", "sort", "fields", "filter", "q", "query", "from", "to", "since", "until", "value",
    ]
}

/// The part of a parameter's name that names the objects whose ids it takes: `user` in `user_id` and `userIDs`.
struct NameStem {
    private let words: [String]

    /// Returns `nil` for a name that is not one of ids.
    init?(_ name: String) {
        var words = Self.words(of: name)
        guard let last = words.last, ["id", "ids", "uuid"].contains(last) else { return nil }
        words.removeLast()
        self.words = words
    }

    /// Indicates whether the name does not say which objects it means.
    var isEmpty: Bool { words.isEmpty }

    /// Returns the words of a type's name.
    static func typeWords(of record: TypeID) -> Set<String> {
        Set(words(of: record.text).map(singular))
    }

    /// Indicates whether a type's name has all words.
    func isContained(in typeWords: Set<String>) -> Bool {
        words.allSatisfy { typeWords.contains(Self.singular($0)) }
    }

    private static func singular(_ word: String) -> String {
        word.count > 3 && word.hasSuffix("s") ? String(word.dropLast()) : word
    }

    /// Returns the words of a name in small letters.
    private static func words(of name: String) -> [String] {
        var words: [String] = []
        var wasSmall = false
        for character in name {
            guard character.isLetter || character.isNumber else {
                words.append("")
                wasSmall = false
                continue
            }
            let beginsWord = character.isUppercase && wasSmall
            if words.isEmpty || beginsWord {
                words.append("")
            }
            words[words.count - 1] += character.lowercased()
            wasSmall = !character.isUppercase
        }
        return words.filter { !$0.isEmpty }
    }
}

extension PathTemplate {
    /// Indicates whether an argument is filled before another one, because it is further to the right in the path.
    func comesLater(_ left: CallableAPI.Need, than right: CallableAPI.Need) -> Bool {
        let leftIndex = index(of: left.parameter.name) ?? -1
        let rightIndex = index(of: right.parameter.name) ?? -1
        return leftIndex > rightIndex
    }
}
