import APISurface
import MethodicalGenerator

/// A comparison of responses with the methods of an API.
struct Comparer {
    let sites: Sites
    private let methods: [String: Method]
    var evidence = Evidence()
    /// Indicates whether all mismatches of a response count if it has the shape of another version, and not only the
    /// first one in its structure. A correction cannot make it readable, but a report of a server is to be complete.
    var judgesStrangers = false

    init(api: API, nodes: SchemaNodes) {
        sites = Sites(api: api, nodes: nodes)
        let named = api.methods.map { ($0.name, $0) }
        methods = Dictionary(named) { first, _ in first }
    }

    /// Returns the method with a name, or `nil` if there is none.
    func method(named name: String) -> Method? { methods[name] }

    /// Compares a response with its method, and adds the result to the evidence.
    mutating func compare(_ response: RecordedResponse) {
        guard let method = methods[response.method] else {
            return evidence.skip(
                response.source,
                reason: "the API has no method \(response.method.shown)")
        }
        var problems: [Diagnostic] = []
        let keys = [sites.api.wire.envelope.result, method.resultKey].compactMap(\.self)
        guard let root = parse(SourceFile(path: response.source, bytes: response.body), problems: &problems) else {
            // A body that is not JSON is valid if the method returns a string.
            if keys.isEmpty,
                method.variants.contains(where: { sites.resolved($0.result) == .string })
            {
                return evidence.add(Judge(sites: sites, text: []), for: response)
            }
            var reason = "is not JSON: "
            if let problem = problems.first {
                reason += "\(problem.place.line):\(problem.place.column): \(problem.message.shown)"
            }
            return evidence.skip(response.source, reason: reason)
        }
        let envelope = sites.api.wire.envelope
        if let error = envelope.error.flatMap({ root[$0] }), !error.isNoError {
            return evidence.fail()
        }
        var value = root
        for key in keys {
            guard let inner = value[key] else {
                return evidence.addStranger(
                    response,
                    path: keys.joined(separator: "."),
                    expected: "a value",
                    found: "no key \"\(key)\"")
            }
            value = inner
        }
        var best: Judge?
        for variant in variants(of: method, arguments: response.arguments) {
            var judge = Judge(sites: sites, text: response.body)
            judge.judge(
                value,
                as: sites.result(of: method, variant: variant),
                under: keys)
            if judge.isExhausted {
                return evidence.skip(
                    response.source,
                    reason: "matches too many combinations of alternatives")
            }
            if judge.weight < best?.weight ?? .max {
                best = judge
            }
        }
        if let best {
            evidence.add(best, for: response, judgesStrangers: judgesStrangers)
        }
    }

    /// Returns the variants that the arguments select, or all if the arguments are unknown.
    private func variants(of method: Method, arguments: [String: String]?) -> [Variant] {
        guard let arguments else {
            return method.variants
        }
        let fitting = method.variants.filter { variant in
            variant.requires.allSatisfy { arguments[$0] != nil }
                && variant.constants.allSatisfy {
                    $0.value.isSpelled(arguments[$0.name])
                }
        }
        guard let most = fitting.map(\.demandCount).max() else {
            return method.variants
        }
        return fitting.filter { $0.demandCount == most }
    }
}

extension JSONNode {
    /// Indicates whether the value under an envelope's error key means that there is no error. The runtime decides
    /// alike.
    fileprivate var isNoError: Bool {
        switch kind {
        case .null: true
        case .bool: bool == false
        case .number: numberText.flatMap { Double($0) } == 0
        case .string: ["", "0", "false", "null"].contains(string)
        case .array, .object: first == nil
        }
    }
}

extension Variant {
    /// The number of arguments that select the variant.
    fileprivate var demandCount: Int { requires.count + constants.count }
}

extension Variant.Constant.Value {
    /// Indicates whether an argument has this value. Flags may be numbers or words.
    package func isSpelled(_ text: String?) -> Bool {
        switch self {
        case .flag(true): text == "1" || text == "true"
        case .flag(false): text == "0" || text == "false"
        case .text(let expected): text == expected
        case .integer(let number): text == String(number)
        case .client: text != nil
        }
    }
}
