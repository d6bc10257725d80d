import MethodicalGenerator

/// The values of a parameter in queries or forms, which are all texts.
struct ParameterTally {
    /// The number of exchanges with the parameter.
    var exchanges = 0
    /// The number of refused exchanges without the parameter.
    var refusalsWithout = 0
    /// Indicates whether a call sent several values.
    var isList = false
    /// Indicates whether the values are files.
    var isFile = false
    private(set) var kinds: Set<ValueTally.Kind> = []
    private(set) var texts = TextTally()

    mutating func add(_ text: String) {
        texts.add(text)
        // An empty text is a value of each kind.
        if !text.isEmpty {
            kinds.insert(Self.kind(of: text))
        }
    }

    /// Adds what an earlier document says.
    mutating func addEarlier(kind: ValueTally.Kind, count: Int, format: String?, values: [String]) {
        kinds.insert(kind)
        exchanges += count
        if kind == .string {
            texts.addEarlier(count: count, format: format, values: values)
        }
    }

    /// The kind of all values.
    var kind: ValueTally.Kind {
        switch kinds {
        case [.integer]: .integer
        case [.number], [.integer, .number]: .number
        case [.boolean]: .boolean
        default: .string
        }
    }

    private static func kind(of text: String) -> ValueTally.Kind {
        if ["true", "false"].contains(text) {
            return .boolean
        }
        if let number = Int(text), String(number) == text {
            return .integer
        }
        if text.wholeMatch(of: #/-?(?:0|[1-9][0-9]{0,15})\.[0-9]{1,16}/#) != nil {
            return .number
        }
        return .string
    }
}
