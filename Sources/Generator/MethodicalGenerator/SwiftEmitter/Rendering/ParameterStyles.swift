/// A difference between the way in which a parameter is sent and the usual way of its method.
package enum StyleOption: Hashable {
    case place(CallStyle.Place)
    case arrays(CallStyle.ArrayStyle)
    case flags(CallStyle.FlagStyle)
    /// The value is the whole body.
    case whole
    /// The value is sent as JSON text.
    case json
    /// Each element of the list is sent as JSON text.
    case jsonElements
    /// Reserved characters stay as they are.
    case reserved
    /// Logs must not show the value.
    case secret
    /// The value is the idempotency key.
    case key

    /// The name of the member of the runtime's `ParameterStyle`.
    var runtimeName: String {
        switch self {
        case .place(let place): place.rawValue
        case .arrays(let arrays): arrays.rawValue
        case .flags(let flags): flags.runtimeName
        case .whole: "whole"
        case .json: "json"
        case .jsonElements: "jsonElements"
        case .reserved: "reserved"
        case .secret: "secret"
        case .key: "key"
        }
    }
}

extension [StyleOption] {
    /// The value of the runtime's `ParameterStyle`, or an empty string if there is no option.
    var literalText: String {
        let names = map { "." + $0.runtimeName }
        switch names.count {
        case 0: return ""
        case 1: return names[0]
        default: return arrayLiteral(names)
        }
    }
}

extension Emission {
    /// Returns the style and the wire type of a parameter as further arguments of `add`, or an empty string if it has
    /// neither.
    func styleArguments(for parameter: Parameter, in method: Method) -> String {
        let options = styleOptions(of: parameter, in: method)
        let style = options.literalText.unlessEmpty(after: ", ")
        if let spelling = spelling(of: parameter.type) {
            return "\(style), as: \(spelling.sent).self"
        }
        return style
    }

    /// Returns the style of the parameter that a constant replaces, as a further argument of `add`. The value is sent
    /// exactly as the schema writes it, so it has no wire type.
    func styleArguments(for constant: Variant.Constant, in method: Method) -> String {
        styleOptions(for: constant, in: method).literalText.unlessEmpty(after: ", ")
    }

    /// Returns the differences between the style of the parameter that a constant replaces and its method's.
    package func styleOptions(for constant: Variant.Constant, in method: Method) -> [StyleOption] {
        let namesakes = method.parameters.filter { $0.name == constant.name }
        let replaced = namesakes.first { $0.place == constant.place } ?? namesakes.first
        if let replaced {
            return styleOptions(of: replaced, in: method)
        }
        if isUnusual(constant.place, in: method) {
            return [.place(constant.place)]
        }
        return []
    }

    /// Returns the style of the parameter with a name, or an empty list if the method has no such parameter.
    package func styleOptions(ofParameter name: String?, in method: Method) -> [StyleOption] {
        let parameter = method.parameters.first { $0.name == name }
        guard let parameter else {
            return []
        }
        return styleOptions(of: parameter, in: method)
    }

    /// Returns the differences between a parameter's style and its method's.
    package func styleOptions(of parameter: Parameter, in method: Method) -> [StyleOption] {
        if parameter.isWhole {
            return styleOptions(ofWhole: parameter)
        }
        var options: [StyleOption] = []
        if isUnusual(parameter.place, in: method) {
            options.append(.place(parameter.place))
        }
        if let arrays = parameter.arrays, arrays != method.style.arrays {
            options.append(.arrays(arrays))
        }
        if let flags = parameter.flags, flags != method.style.flags {
            options.append(.flags(flags))
        }
        if sendsElementsAsJSON(parameter) {
            options.append(.jsonElements)
        } else if isSentAsJSON(parameter, in: method) {
            options.append(.json)
        }
        if parameter.keepsReserved {
            options.append(.reserved)
        }
        if parameter.isSecret {
            options.append(.secret)
        }
        if parameter.isKey {
            options.append(.key)
        }
        return options
    }

    private func styleOptions(ofWhole parameter: Parameter) -> [StyleOption] {
        var options = [StyleOption.whole]
        let kind = parameter.content?.kind ?? .json
        if kind == .json {
            options.append(.json)
        }
        if parameter.isSecret {
            options.append(.secret)
        }
        return options
    }

    /// Indicates whether a place is another one than that of most of the method's parameters. The path always is.
    private func isUnusual(_ place: CallStyle.Place, in method: Method) -> Bool {
        place == .path || place != method.style.parameters
    }

    // MARK: JSON

    /// Indicates whether a parameter, or each of its elements, is sent as JSON text.
    private func isSentAsJSON(_ parameter: Parameter, in method: Method) -> Bool {
        if parameter.isJSON || parameter.hasJSONContent {
            return true
        }
        let arrays = parameter.arrays ?? method.style.arrays
        if arrays == .brackets, parameter.content == nil, parameter.isInList {
            return false
        }
        return isOnlyJSON(parameter)
    }

    /// Indicates whether each element of a list is JSON text of its own, because the list itself states that its name
    /// is repeated.
    package func sendsElementsAsJSON(_ parameter: Parameter) -> Bool {
        guard parameter.arrays == .repeated, parameter.isInList, !parameter.isJSON else {
            return false
        }
        guard case .array(let element) = resolver.wireType(of: parameter.type) else {
            return false
        }
        return parameter.hasJSONContent || isObject(element, inList: true)
    }

    /// Indicates whether only JSON text can hold the argument outside of a body. An object in the path is the list of
    /// its members (RFC 6570).
    private func isOnlyJSON(_ parameter: Parameter) -> Bool {
        switch parameter.place {
        case .body: return false
        case .path:
            guard case .array = resolver.wireType(of: parameter.type) else { return false }
            return isObject(parameter.type)
        case .query, .form, .header, .cookie, .multipart: return isObject(parameter.type)
        }
    }

    /// Indicates whether a value of the type can only be written as JSON.
    ///
    /// - Parameter depth: The number of unions around the type. Unions may contain themselves.
    private func isObject(_ use: TypeUse, inList: Bool = false, depth: Int = 0) -> Bool {
        switch resolver.wireType(of: use) {
        case .any, .dictionary: return true
        case .array(let element): return inList || isObject(element, inList: true, depth: depth)
        case .optional(let inner): return isObject(inner, inList: inList, depth: depth)
        case .named(let id):
            switch resolver.wireShape(of: id) {
            case .enumeration: return false
            case .union(let union) where depth < 4:
                return union.cases.contains { isObject($0.type, inList: inList, depth: depth + 1) }
            default: return true
            }
        default: return false
        }
    }
}

extension Parameter {
    /// Indicates whether the parameter's place is a list of names and values, in which a name can occur several times.
    fileprivate var isInList: Bool {
        switch place {
        case .query, .form, .multipart: true
        case .path, .body, .header, .cookie: false
        }
    }
}
