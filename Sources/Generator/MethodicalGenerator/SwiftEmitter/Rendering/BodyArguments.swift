// Whole bodies, and the parts of forms with files.
extension Emission {
    /// Returns the type of a parameter as a function takes it.
    package func text(for parameter: Parameter) -> String {
        if parameter.isFile {
            if isList(parameter) {
                return "[\(Self.upload)]"
            }
            return Self.upload
        }
        let type = text(of: peeled(parameter.type), asParameter: true)
        if !parameter.isNullable {
            return type
        }
        if parameter.isRequired {
            return type + "?"
        }
        return nullable(type)
    }

    /// Returns the statement that adds an argument to a call, or `nil` for a file that is the whole body.
    func adding(_ value: String, for parameter: Parameter, of method: Method, to call: String) -> String? {
        if parameter.isFile {
            if parameter.isWhole {
                return nil
            }
            let name = literal(partName(of: parameter, in: method))
            return "parts.add(\(name), \(value), to: &\(call))"
        }
        if let root = parameter.root {
            return "\(call).add(xml: \(value), root: \(literal(root))\(parameter.secretArgument))"
        }
        var argument = value
        if parameter.isNullable, parameter.isRequired {
            argument = "Methodical.Nullable(\(value))"
        }
        let style = styleArguments(for: parameter, in: method)
        let function = adder(for: parameter, style: style).rawValue
        return "\(call).\(function)(\(literal(parameter.title)), \(argument)\(style))"
    }

    /// Returns the function that adds an argument to a call.
    private func adder(for parameter: Parameter, style: String) -> ArgumentAdder {
        let hasOwnLabel = ScalarArgument(parameter, emission: self) != nil
        if hasOwnLabel || spelling(of: parameter.type) != nil {
            return .any
        }
        if parameter.isNullable || !style.isEmpty {
            return .value
        }
        switch accessor(of: peeled(parameter.type)) {
        case .int: return .int
        case .bool: return .bool
        case .string: return .string
        default: return .value
        }
    }

    /// The type of a file that a call sends.
    package static let upload = "MethodicalTransfers.Upload"

    private func isList(_ parameter: Parameter) -> Bool {
        if case .array = resolver.resolved(parameter.type) {
            return true
        }
        return false
    }

    /// Returns the name of the parts of a parameter. Brackets follow that of a list of files, as that of other lists.
    package func partName(of parameter: Parameter, in method: Method) -> String {
        let isSpread = (parameter.arrays ?? method.style.arrays) == .brackets
        if parameter.isFile, isSpread, isList(parameter) {
            return parameter.name + "[]"
        }
        return parameter.name
    }

    /// Returns the media type of a part of a form, or `nil` if it has none or that of its file.
    package func partType(of parameter: Parameter, in method: Method) -> String? {
        guard parameter.place == .multipart else { return nil }
        if let content = parameter.content {
            if content.isRange {
                return nil
            }
            return content.text
        }
        let options = styleOptions(of: parameter, in: method)
        let isJSON = options.contains(.json) || options.contains(.jsonElements)
        if isJSON, !parameter.isFile {
            return "application/json"
        }
        return nil
    }
}

extension Parameter {
    /// The further argument for a value that logs must not show, or an empty string for other values.
    var secretArgument: String {
        if isSecret {
            return ", isSecret: true"
        }
        return ""
    }
}

/// An argument that takes a value of each of several scalar kinds.
struct ScalarArgument {
    /// The runtime's union of the kinds.
    private let union: String
    private let isList: Bool

    /// Creates the argument for a parameter. Returns `nil` if callers pass a value of the parameter's own type.
    ///
    /// A parameter that may be null takes a union, because literals make a `Nullable` of that.
    init?(_ parameter: Parameter, emission: Emission) {
        if parameter.isNullable || parameter.root != nil {
            return nil
        }
        var use = emission.resolver.resolved(emission.peeled(parameter.type))
        if case .array(let element) = use {
            isList = true
            use = emission.resolver.resolved(element)
        } else {
            isList = false
        }
        guard case .scalars = use else { return nil }
        union = emission.text(of: use)
    }

    /// The type in the function's signature.
    var type: String {
        if isList {
            return "[\(taken)]"
        }
        return taken
    }

    /// The type of an argument that may be left out.
    var optionalType: String {
        if isList {
            return type + "?"
        }
        return "(\(taken))?"
    }

    /// The label of the value where it is added to a call.
    var label: String { isList ? "scalars: " : "scalar: " }

    private var taken: String { "any \(union).Argument" }
}

/// A function of the runtime's `Call` that adds an argument. The raw values are the functions' names.
///
/// The names differ because the compiler checks a call of an overloaded name more slowly.
enum ArgumentAdder: String {
    case int = "addInt"
    case string = "addString"
    case bool = "addBool"
    case value = "addValue"
    /// The function with a further label.
    case any = "add"
}

extension Variant.Constant.Value {
    /// The function that adds the constant to a call, if it has the method's usual style.
    var adder: ArgumentAdder {
        switch self {
        case .flag: .bool
        case .text: .string
        case .integer: .int
        case .client: .any
        }
    }
}
