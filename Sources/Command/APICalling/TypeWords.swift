import APILearning
import MethodicalGenerator

// Types of the schema in words, for messages.

extension Enumeration {
    /// Returns the message for a value that the enumeration does not have.
    func refusal(of text: String) -> String {
        let values = members.map(\.value)
        var message = "expected \(words), found \"\(text)\""
        if let near = nearest(to: text, among: values) {
            message += "; did you mean \(near)?"
        }
        return message
    }

    /// The values in words: `one of name, city`.
    var words: String {
        let shown = members.prefix(12).map(\.value)
        let rest = members.count - shown.count
        let list = shown.joined(separator: ", ")
        if rest > 0 {
            return "one of \(list) and \(rest) more"
        }
        return shown.count == 1 ? list : "one of \(list)"
    }
}

extension CallableAPI {
    /// Returns a type in words, for messages after "expected".
    package func words(for type: TypeUse) -> String {
        emission.words(for: type)
    }
}

extension Emission {
    /// Indicates whether a whole body is neither JSON nor a form, so that its text is sent as it is.
    func isText(_ parameter: Parameter) -> Bool {
        switch parameter.content?.kind {
        case .text, .xml, .bytes: true
        case .json, .form, nil: false
        }
    }

    /// Returns a type in words, for messages after "expected".
    func words(for type: TypeUse) -> String {
        switch resolver.wireType(of: peeled(type)) {
        case .integer: "an integer"
        case .number: "a number"
        case .boolean: "true or false"
        case .string: "a string"
        case .any: "any JSON"
        case .null: "null"
        case .dictionary: "an object"
        case .array(let element): words(forListOf: element)
        case .formatted(let format, let wire): format.words(wire)
        case .scalars(let kinds): kinds.map { words(for: $0) }.joined(separator: " or ")
        case .optional(let inner): words(for: inner)
        case .named(let id): words(forShapeOf: id)
        }
    }

    private func words(forListOf element: TypeUse) -> String {
        switch resolver.wireType(of: peeled(element)) {
        case .integer: "a list of integers"
        case .number: "a list of numbers"
        case .string: "a list of strings"
        default: "a list whose elements are each \(words(for: element))"
        }
    }

    private func words(forShapeOf id: TypeID) -> String {
        switch resolver.wireShape(of: id) {
        case .enumeration(let enumeration): enumeration.words
        case .union: "a value of \(id.text)"
        case .record, .alias, nil: "an object"
        }
    }
}

extension Format {
    fileprivate func words(_ wire: Wire) -> String {
        switch (self, wire) {
        case (.unixSeconds, _): "a date and time as in 2024-02-29T12:30:00Z, or seconds since 1970"
        case (.unixMilliseconds, _): "a date and time as in 2024-02-29T12:30:00Z, or milliseconds since 1970"
        case (_, .integer): "an integer"
        case (_, .number): "a number"
        case (.int64, .string), (.uint64, .string): "an integer"
        case (_, .string): expected
        }
    }
}
