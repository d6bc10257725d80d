import APILearning
import MethodicalGenerator

/// The choice of the function of generated code for the arguments of a call, by their names and by the constants that
/// tell a method's variants apart.
struct FunctionChoice {
    /// The values that were given for a name.
    struct Given {
        let name: String
        var values: [WrittenArgument.Value]
    }

    let emission: Emission
    /// The arguments, each name once.
    private(set) var arguments: [Given] = []
    /// The problems that do not prevent a choice.
    var problems: [CallProblem] = []
    private let name: String
    private let candidates: [Function]

    init(_ name: String, _ written: [WrittenArgument], in emission: Emission) throws(CallProblems) {
        self.emission = emission
        self.name = name
        let functions = emission.functions.filter { $0.method.name == name }
        if functions.isEmpty {
            throw CallProblems([CallProblem(Self.unknown(name, in: emission.api))])
        }
        let hasParameterOfThatName = functions.contains { function in
            function.method.parameters.contains { $0.name == "body" }
        }
        for var argument in written {
            if argument.name == "body", !hasParameterOfThatName {
                argument.name = ParameterKeys.body
            }
            if let index = arguments.firstIndex(where: { $0.name == argument.name }) {
                arguments[index].values.append(argument.value)
            } else {
                arguments.append(Given(name: argument.name, values: [argument.value]))
            }
        }
        let hasBody = arguments.contains { $0.name == ParameterKeys.body }
        let plain = functions.filter { !$0.takesRecord }
        let takesBody = plain.contains { $0.names.contains(ParameterKeys.body) }
        let forms = functions.filter(\.takesRecord)
        if hasBody, !takesBody, !forms.isEmpty {
            candidates = forms
        } else {
            candidates = plain
        }
    }

    /// Returns the message for a method that does not exist, with similar names.
    static func unknown(_ name: String, in api: API) -> String {
        let names = api.methods.map(\.name)
        let inside = names.filter { $0.hasPrefix(name + ".") }
        if !inside.isEmpty {
            return "\(name) is not a method; it contains \(inside.prefix(8).joined(separator: ", "))"
        }
        guard let near = nearest(to: name, among: names) else {
            return "there is no method \(name); `methodical list` shows all \(names.count)"
        }
        return "there is no method \(name); did you mean \(near)?"
    }

    private func given(_ name: String) -> Given? {
        arguments.first { $0.name == name }
    }

    /// Returns the function that takes the arguments.
    mutating func function() throws(CallProblems) -> Function {
        let known = Set(candidates.flatMap(\.names) + emission.api.arguments.map(\.name))
        var misspelt: Set<String> = []
        for argument in arguments where !known.contains(argument.name) {
            let near = nearest(to: argument.name, among: known.sorted())
            misspelt.formUnion([near].compactMap(\.self))
            problems.append(CallProblem(unknown(argument.name, near: near, among: known)))
        }
        arguments.removeAll { !known.contains($0.name) }
        let fitting = candidates.filter { takes($0) && isComplete($0) }
        let most = fitting.map { demandCount(of: $0) }.max()
        if let most, let function = fitting.first(where: { demandCount(of: $0) == most }) {
            return function
        }
        let selected = candidates.filter { takes($0) }
        let closest = selected.min { missing(in: $0).count < missing(in: $1).count } ?? candidates[0]
        problems += conflicts(with: closest)
        // An argument whose name is misspelt is not missing, too.
        for parameter in missing(in: closest) where !misspelt.contains(parameter.title) {
            problems.append(CallProblem(missing(parameter, in: closest)))
        }
        if let file = closest.method.fileName, given(file) == nil {
            problems.append(CallProblem("\(name) requires \(file): expected a file, as in \(file)=@PATH"))
        }
        // Values are judged, too, so that people see all problems at once.
        if problems.isEmpty {
            problems.append(CallProblem("\(name) cannot be called with these arguments together"))
        }
        return closest
    }

    /// Indicates whether a function takes all given arguments, and sends the constants of its variant.
    private func takes(_ function: Function) -> Bool {
        conflicts(with: function).isEmpty
    }

    private func isComplete(_ function: Function) -> Bool {
        let hasFile = function.method.fileName.map { given($0) != nil } ?? true
        return hasFile && missing(in: function).isEmpty
    }

    private func conflicts(with function: Function) -> [CallProblem] {
        var problems: [CallProblem] = []
        for constant in function.variant.constants {
            guard constant.value.argument != nil else { continue }
            let text = given(constant.name)?.values.first?.text
            if text.map(constant.value.isSpelled) ?? isShared(constant) {
                continue
            }
            let found = text.map { ", found \"\($0)\"" } ?? ""
            problems.append(CallProblem("\(constant.name): expected \(constant.value.text)\(found)"))
        }
        let keys = ParameterKeys(function.method.parameters)
        let own = Set(
            function.parameters.map { keys.name(of: $0.parameter) } + function.variant.constants.map(\.name)
                + [function.method.fileName].compactMap(\.self))
        for argument in arguments where function.names.contains(argument.name) && !own.contains(argument.name) {
            problems.append(
                CallProblem("\(argument.name) selects another response of \(name) than the other arguments"))
        }
        return problems
    }

    /// Indicates whether all functions send a constant, so that it does not select one of them.
    private func isShared(_ constant: Variant.Constant) -> Bool {
        candidates.allSatisfy { function in
            function.variant.constants.contains { $0.name == constant.name && $0.value == constant.value }
        }
    }

    /// The number of arguments that select a variant.
    private func demandCount(of function: Function) -> Int {
        let constants = function.variant.constants.filter { !isShared($0) }
        return function.variant.requires.count + constants.count
    }

    // MARK: Problems

    private func missing(in function: Function) -> [Parameter] {
        let keys = ParameterKeys(function.method.parameters)
        var missing = function.parameters.filter { parameter in
            parameter.isRequired && given(keys.name(of: parameter.parameter)) == nil
        }.map(\.parameter)
        let constants = function.variant.constants.filter { $0.value == .client(isRequired: true) }
        missing += emission.api.arguments.filter { argument in
            constants.contains { $0.name == argument.name } && given(argument.name) == nil
        }
        return missing
    }

    private func missing(_ parameter: Parameter, in function: Function) -> String {
        let key = ParameterKeys(function.method.parameters).name(of: parameter)
        var expected = emission.words(for: parameter.type)
        if parameter.isFile {
            expected = parameter.isWhole ? "a file, as in --body @PATH" : "a file, as in \(key)=@PATH"
        }
        return "\(name) requires \(key): expected \(expected)"
    }

    private func unknown(_ argument: String, near: String?, among known: Set<String>) -> String {
        let names = known.sorted()
        if let near {
            return "\(name) has no parameter \(argument); did you mean \(near)?"
        }
        if names.isEmpty {
            return "\(name) has no parameter \(argument), nor any other"
        }
        return "\(name) has no parameter \(argument); there are \(names.joined(separator: ", "))"
    }
}

extension Function {
    /// The names of all arguments that select the function or are sent by it.
    fileprivate var names: [String] {
        let keys = ParameterKeys(method.parameters)
        return method.parameters.map { keys.name(of: $0) } + variant.constants.map(\.name)
            + [method.fileName].compactMap(\.self)
    }
}

extension WrittenArgument.Value {
    /// The text of a value that can be compared with a constant, or `nil` for a file.
    fileprivate var text: String? {
        switch self {
        case .text(let text): text
        case .json(let source): String(decoding: source.bytes, as: UTF8.self)
        case .file: nil
        }
    }
}

extension ParameterKeys {
    /// The name of the whole body among arguments. A parameter can have the name `body`.
    static var body: String { "--body" }

    /// Returns the name of a parameter among arguments.
    func name(of parameter: Parameter) -> String {
        parameter.isWhole ? Self.body : key(of: parameter)
    }
}
