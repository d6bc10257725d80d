/// Returns an argument of a generated call, or `nil` if the value is `nil` because it equals the parameter's default.
func argument(_ label: String, _ value: String?) -> String? { value.map { label + ": " + $0 } }

/// Returns an argument whose value is a string literal.
func argument(_ label: String, text: String?) -> String? { argument(label, text.map(literal)) }

/// Returns an argument whose value is an array literal, or `nil` if the array is empty.
func argument(_ label: String, list: [String]) -> String? {
    argument(label, list.isEmpty ? nil : "[" + list.joined(separator: ", ") + "]")
}

extension CallStyle {
    /// Returns the arguments for those places and spellings of parameters that differ from the usual ones.
    func arguments(besides usual: CallStyle) -> [String?] {
        [
            parameters == usual.parameters ? nil : "parameters: ." + parameters.rawValue,
            arrays == usual.arrays ? nil : "arrays: ." + arrays.rawValue,
            flags == usual.flags ? nil : "flags: ." + flags.word,
        ]
    }
}

extension CallStyle.Verb {
    /// The name of the runtime's case.
    var word: String { rawValue.lowercased() }
}

extension CallStyle.FlagStyle {
    /// The name of the runtime's case.
    var word: String {
        switch self {
        case .digits: "digits"
        case .words: "words"
        default: rawValue
        }
    }
}
