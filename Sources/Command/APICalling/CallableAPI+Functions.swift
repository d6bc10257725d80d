import APILearning
import Methodical
import MethodicalGenerator

// The functions of generated code among which arguments choose, for callers that write the arguments themselves.
extension CallableAPI {
    /// An argument that a call must have.
    package struct Need {
        /// The name of the argument, as `WrittenArgument` has it.
        package let name: String
        package let parameter: Parameter
    }

    /// Returns the functions of a method, one for each of its variants.
    package func functions(of method: String) -> [Function] {
        emission.functions.filter { $0.method.name == method && !$0.takesRecord }
    }

    /// Returns the arguments that a call of a function must have.
    package func needs(of function: Function) -> [Need] {
        let keys = ParameterKeys(function.method.parameters)
        var needs: [Need] = []
        for item in function.parameters where !item.parameter.isKey {
            let isNeeded = item.isRequired || item.parameter.place == .path
            if isNeeded {
                needs.append(Need(name: keys.name(of: item.parameter), parameter: item.parameter))
            }
        }
        for argument in api.arguments where function.needs(argument) {
            needs.append(Need(name: argument.name, parameter: argument))
        }
        return needs
    }

    /// Returns the names of all arguments that a function takes, with their order.
    package func names(of function: Function) -> [String: Int] {
        let keys = ParameterKeys(function.method.parameters)
        let own = function.parameters.map { keys.name(of: $0.parameter) }
        let names = own + api.arguments.map(\.name)
        return Dictionary(names.enumerated().map { ($1, $0) }) { first, _ in first }
    }

    /// Returns the constants that tell a function from the others of its method.
    package func selectingConstants(of function: Function) -> [Variant.Constant] {
        let others = functions(of: function.method.name)
        guard others.count > 1 else { return [] }
        return function.variant.constants.filter { constant in
            if case .client = constant.value {
                return false
            }
            return true
        }
    }

    /// Returns the namespace of a method's name: `wall` for `wall.get`.
    package func namespace(of method: String) -> String {
        guard let dot = method.lastIndex(of: ".") else {
            return ""
        }
        return String(method[..<dot])
    }

    // MARK: Values

    /// Returns an argument with the text of a scalar, which is the only element of a list.
    package func argument(named name: String, text: String, as type: TypeUse) -> WrittenArgument {
        // A comma would separate elements.
        guard case .array = emission.resolver.wireType(of: emission.peeled(type)), text.contains(",") else {
            return WrittenArgument(name: name, value: .text(text))
        }
        let list = JSON.array([.string(text)]).description
        return WrittenArgument(name: name, value: .json(.init(name: name, bytes: Array(list.utf8))))
    }

    /// Returns an argument with a value in JSON. A scalar is written as its text.
    package func argument(named name: String, json: [UInt8], as type: TypeUse) -> WrittenArgument {
        let value = try? JSON(json: json)
        let isWhole = name == ParameterKeys.body
        if !isWhole, let value, value.arrayValue == nil, value.objectValue == nil {
            return WrittenArgument(name: name, value: .text(value.stringValue ?? value.description))
        }
        return WrittenArgument(name: name, value: .json(.init(name: name, bytes: json)))
    }

    /// Indicates whether a scalar's text is a value of a type, or of the elements of a list.
    package func accepts(_ text: String, as type: TypeUse) -> Bool {
        switch emission.resolver.wireType(of: emission.peeled(type)) {
        case .integer, .formatted(_, as: .integer): return Int(text) != nil
        case .number, .formatted(_, as: .number): return Double(text) != nil
        case .string: return true
        case .formatted(let format, as: .string): return format.conforms(text)
        case .scalars(let kinds): return kinds.contains { accepts(text, as: $0) }
        case .array(let element): return accepts(text, as: element)
        case .named(let id):
            let enumeration = emission.resolver.wireShape(of: id)?.enumeration
            return enumeration?.members.contains { $0.value == text } ?? false
        default: return false
        }
    }

    /// Indicates whether null, and so a response without a body, is a value of a type.
    package func acceptsNothing(as type: TypeUse) -> Bool {
        switch emission.resolver.wireType(of: type) {
        case .any, .null, .optional: true
        default: false
        }
    }

    /// Returns a value of a type whose values the schema lists, or `nil` for any other type.
    package func listedValue(of type: TypeUse) -> String? {
        switch emission.resolver.wireType(of: emission.peeled(type)) {
        case .boolean: return "false"
        case .array(let element): return listedValue(of: element)
        case .named(let id):
            return emission.resolver.wireShape(of: id)?.enumeration?.members.first?.value
        default: return nil
        }
    }

    /// Returns the type of a function's result, if it is a record.
    package func resultRecord(of function: Function) -> TypeID? {
        guard case .named(let id) = emission.resolver.wireType(of: emission.peeled(function.variant.result)),
            emission.resolver.wireShape(of: id)?.record != nil
        else { return nil }
        return id
    }
}

extension Function {
    /// Indicates whether an argument of the client must be given before the function can be called.
    fileprivate func needs(_ argument: Parameter) -> Bool {
        variant.constants.contains { $0.name == argument.name && $0.value == .client(isRequired: true) }
    }
}
