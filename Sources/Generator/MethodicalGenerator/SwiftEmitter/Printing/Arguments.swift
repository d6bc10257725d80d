/// Returns an argument of a generated call, or `nil` if the value is `nil` because it equals the parameter's default.
func argument(_ label: String, _ value: String?) -> String? {
    value.map { "\(label): \($0)" }
}

/// Returns an argument whose value is a string literal.
func argument(_ label: String, text: String?) -> String? {
    argument(label, text.map(literal))
}

/// Returns an argument whose value is a string literal, or `nil` if the text is the usual one.
func argument(_ label: String, text: String?, besides usual: String) -> String? {
    if text == usual {
        return nil
    }
    return argument(label, text: text)
}

/// Returns an argument whose value is a static member of its type, or `nil` if the member is the usual one.
func argument(_ label: String, member: String, besides usual: String) -> String? {
    if member == usual {
        return nil
    }
    return "\(label): .\(member)"
}

/// Returns an argument whose value is `true`, or `nil` if the flag is not set.
func argument(_ label: String, flag: Bool) -> String? {
    guard flag else { return nil }
    return label + ": true"
}

/// Returns an argument whose value is an array literal, or `nil` if the array is empty.
func argument(_ label: String, list: [String]) -> String? {
    if list.isEmpty {
        return nil
    }
    return argument(label, arrayLiteral(list))
}

/// Returns an array literal with the given elements.
func arrayLiteral(_ elements: [String]) -> String {
    let list = elements.joined(separator: ", ")
    return "[\(list)]"
}

extension CallStyle {
    /// Returns the arguments for those places and spellings of parameters that differ from the usual ones.
    func arguments(besides usual: CallStyle) -> [String?] {
        [
            argument("parameters", member: parameters.rawValue, besides: usual.parameters.rawValue),
            argument("arrays", member: arrays.rawValue, besides: usual.arrays.rawValue),
            argument("flags", member: flags.runtimeName, besides: usual.flags.runtimeName),
        ]
    }
}

extension CallStyle.Verb {
    /// The name of the runtime's case.
    var runtimeName: String { rawValue.lowercased() }
}

extension CallStyle.FlagStyle {
    /// The name of the runtime's case.
    var runtimeName: String {
        switch self {
        case .digits: "digits"
        case .words: "words"
        case .present: "present"
        }
    }
}
