import Foundation
import Methodical
import MethodicalGenerator

/// A method of a schema with arguments that a person wrote, ready to become a call of the runtime.
///
/// The call is the one that the generated function of the same variant makes.
package struct MethodCall {
    let emission: Emission
    /// The function of generated code that the arguments select.
    let function: Function
    /// The arguments by the indices of the function's parameters.
    let arguments: [Int: Argument]
    /// The values that generated code passes to the client's initializer.
    let clientValues: [ClientArgument]
    /// The file of an upload in steps, which is not a parameter of the method.
    let file: SentFile?

    /// The value of an argument.
    enum Argument {
        case value(ArgumentValue)
        case files([SentFile])
    }

    /// A value of a server's variable, or of a constant that all calls send.
    struct ClientArgument {
        let name: String
        let value: ArgumentValue
        let isSecret: Bool
    }

    /// The API of the method.
    package var schema: CallableAPI { CallableAPI(emission) }
    /// The method.
    package var method: MethodicalGenerator.Method { function.method }
    /// The variant of the method that the arguments select.
    package var variant: Variant { function.variant }

    /// Finds the method and reads its arguments.
    ///
    /// Throws all problems with them.
    ///
    /// - Parameters:
    ///   - secret: Returns a secret from the place that an argument names.
    package init(
        _ name: String,
        _ written: [WrittenArgument],
        in schema: CallableAPI,
        secret: (SecretSource) throws(CallProblem) -> String
    ) throws(CallProblems) {
        var choice = try FunctionChoice(name, written, in: schema.emission)
        let function = try choice.function()
        if function.method.stream?.format == .socket {
            let name = function.method.name
            throw CallProblems([CallProblem("\(name) opens a WebSocket; use its function in generated code")])
        }
        emission = schema.emission
        self.function = function
        let reader = ArgumentReader(emission: emission)
        let keys = ParameterKeys(function.method.parameters)
        var arguments: [Int: Argument] = [:]
        var clientValues: [ClientArgument] = []
        var file: SentFile?
        for given in choice.arguments {
            do throws(CallProblem) {
                let parameter = function.parameters.first { keys.name(of: $0.parameter) == given.name }
                if given.name == function.method.fileName {
                    file = try Self.files(given).first
                } else if let parameter {
                    arguments[parameter.index] = try Self.read(
                        given, for: parameter.parameter, by: reader, secret: secret)
                } else if let own = schema.api.arguments.first(where: { $0.name == given.name }) {
                    if case .value(let value) = try Self.read(given, for: own, by: reader, secret: secret) {
                        clientValues.append(ClientArgument(name: own.name, value: value, isSecret: own.isSecret))
                    }
                }
            } catch {
                choice.problems.append(error)
            }
        }
        if !choice.problems.isEmpty {
            throw CallProblems(choice.problems)
        }
        self.arguments = arguments
        self.clientValues = clientValues
        self.file = file
    }

    /// Reads all values that were given for a parameter.
    private static func read(
        _ given: FunctionChoice.Given,
        for parameter: Parameter,
        by reader: ArgumentReader,
        secret: (SecretSource) throws(CallProblem) -> String
    ) throws(CallProblem) -> Argument {
        if parameter.isFile {
            return .files(try files(given))
        }
        if parameter.isSecret, case .text(let text) = given.values[0] {
            guard let source = SecretSource(text) else {
                throw CallProblem(
                    "\(given.name) is a secret, and other users of this machine can see arguments; write "
                        + "\(given.name)=env:VARIABLE or \(given.name)=file:PATH")
            }
            let argument = WrittenArgument(name: given.name, value: .text(try secret(source)))
            return .value(try reader.value(of: argument, for: parameter))
        }
        var values: [ArgumentValue] = []
        for value in given.values {
            let argument = WrittenArgument(name: given.name, value: value)
            if given.values.count > 1, let element = reader.emission.element(of: parameter) {
                values.append(try reader.value(of: argument, for: element))
            } else {
                values.append(try reader.value(of: argument, for: parameter))
            }
        }
        guard values.count > 1 else {
            return .value(values[0])
        }
        guard reader.emission.element(of: parameter) != nil else {
            throw CallProblem("\(given.name) is given \(values.count) times, but it is not a list")
        }
        return .value(.list(values))
    }

    private static func files(_ given: FunctionChoice.Given) throws(CallProblem) -> [SentFile] {
        var files: [SentFile] = []
        for value in given.values {
            switch value {
            case .file(let path): files.append(try SentFile(path: path))
            case .text(let text) where text.hasPrefix("@"): files.append(try SentFile(path: String(text.dropFirst())))
            case .json(let source) where given.name == ParameterKeys.body: files.append(.bytes(source.bytes))
            case .text, .json: throw CallProblem("\(given.name) is a file; write \(given.name)=@PATH")
            }
        }
        return files
    }
}

/// A file that a call sends.
enum SentFile {
    case path(String)
    /// Bytes without a name, from standard input.
    case bytes([UInt8])

    /// Throws a problem for a file that cannot be read.
    init(path: String) throws(CallProblem) {
        guard FileManager.default.isReadableFile(atPath: path) else {
            throw CallProblem("cannot read \(path)")
        }
        self = .path(path)
    }
}

/// A place that holds a secret. A secret itself is never an argument, because other users can see arguments.
package enum SecretSource: Hashable, Sendable {
    /// A variable of the environment: `env:NAME`.
    case environment(String)
    /// A file: `file:PATH`.
    case file(String)

    /// Reads `env:NAME` or `file:PATH`. Returns `nil` for other texts.
    package init?(_ text: String) {
        if text.hasPrefix("env:"), Self.isVariable(text.dropFirst(4)) {
            self = .environment(String(text.dropFirst(4)))
        } else if text.hasPrefix("file:"), text.utf8.count > 5 {
            self = .file(String(text.dropFirst(5)))
        } else {
            return nil
        }
    }

    /// Indicates whether a text can be the name of a shell's variable.
    package static func isVariable(_ name: some StringProtocol) -> Bool {
        let isWord = name.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"): true
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"): true
            default: false
            }
        }
        return isWord && !name.isEmpty
    }

    /// The expression by which a shell gets the secret.
    var expression: String {
        switch self {
        case .environment(let name): "$" + name
        case .file(let path): "$(cat '" + path.replacing("'", with: #"'\''"#) + "')"
        }
    }
}

/// An API whose methods can be called without generated code.
package struct CallableAPI {
    package let api: API
    package let emission: Emission

    package init(_ api: API) {
        self.api = api
        emission = Emission(api)
    }

    init(_ emission: Emission) {
        api = emission.api
        self.emission = emission
    }
}

extension Emission {
    /// Returns a parameter for one element of a list, or `nil` if the parameter is not a list.
    fileprivate func element(of parameter: Parameter) -> Parameter? {
        guard case .array(let element) = resolver.wireType(of: peeled(parameter.type)) else {
            return nil
        }
        var single = parameter
        single.type = element
        return single
    }
}
