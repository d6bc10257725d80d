import APICalling
import APISurface
import MethodicalGenerator

/// Arguments that people write for a verification: values of parameters, by the names of methods.
///
/// The file is an object such as `{"books.get": {"id": 7}, "*": {"shop": "bern"}}`. The arguments under `*` are for all
/// methods that have such a parameter.
package struct GivenArguments: Sendable {
    private var byMethod: [String: [WrittenArgument]] = [:]
    /// The key of arguments for all methods.
    private static let all = "*"

    /// Creates arguments without any.
    package init() {}

    /// Reads a file. Throws all problems with it, with their places.
    package init(_ file: SourceFile, for api: API) throws(CallProblems) {
        var diagnostics: [Diagnostic] = []
        let root = parse(file, problems: &diagnostics)
        if let problem = diagnostics.first(where: { $0.severity == .error }) {
            throw CallProblems([CallProblem("this is not JSON: " + problem.message, at: problem.place)])
        }
        guard let root, root.isObject else {
            let problem = CallProblem(
                "expected an object with an object of arguments for each method", at: root?.place)
            throw CallProblems([problem])
        }
        let known = Set(api.methods.map(\.name))
        var problems: [CallProblem] = []
        for method in root.children {
            guard method.key == Self.all || known.contains(method.key) else {
                problems.append(Self.unknown(method, among: known))
                continue
            }
            guard method.isObject else {
                problems.append(CallProblem("expected an object, found \(method.described)", at: method.place))
                continue
            }
            byMethod[method.key] = method.children.map { WrittenArgument($0, in: file) }
        }
        if !problems.isEmpty {
            throw CallProblems(problems)
        }
    }

    private static func unknown(_ method: JSONNode, among known: Set<String>) -> CallProblem {
        var message = "there is no method \(method.key)"
        if let near = nearest(to: method.key, among: known.sorted()) {
            message += "; did you mean \(near)?"
        }
        return CallProblem(message, at: method.keyPlace)
    }

    /// Returns the arguments of a method. Its own ones replace those for all methods.
    func arguments(of method: String) -> [WrittenArgument] {
        let own = byMethod[method] ?? []
        let names = Set(own.map(\.name))
        let shared = byMethod[Self.all] ?? []
        return own + shared.filter { !names.contains($0.name) }
    }

    /// Indicates whether an argument is given for this method alone.
    func names(_ argument: String, of method: String) -> Bool {
        byMethod[method]?.contains { $0.name == argument } ?? false
    }
}

extension WrittenArgument {
    /// Reads the value of a member. A string is a text as after `name=`, and everything else is JSON.
    fileprivate init(_ node: JSONNode, in file: SourceFile) {
        if let text = node.string {
            self.init(name: node.key, value: .text(text))
            return
        }
        let json = Array(JSONValue(node).line.utf8)
        self.init(name: node.key, value: .json(SourceText(name: node.key, bytes: json)))
    }
}
