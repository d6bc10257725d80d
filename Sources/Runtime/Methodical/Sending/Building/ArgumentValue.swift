extension APIEngine {
    /// The value of an argument, before its place in the request decides the spelling.
    public enum ArgumentValue: Hashable, Sendable {
        /// A string, which is sent as it is.
        case string(String)
        /// An integer.
        case integer(Int)
        /// A floating-point number. Building a request with a number that is not finite throws `.invalidRequest`.
        case number(Double)
        /// A Boolean value, whose spelling a ``APIEngine/FlagStyle`` decides.
        case flag(Bool)
        /// A list, whose spelling an ``APIEngine/ArrayStyle`` decides outside a JSON body.
        case list([ArgumentValue])
        /// A JSON text, for objects and other values without a spelling of their own.
        case json([UInt8])
    }
}

/// The spelling of arguments as text and as JSON.
extension ArgumentValue {
    /// Returns the text for a query, a form, a path or a header field, or `nil` if a number is not finite.
    ///
    /// Numbers are spelled as in JSON: integers exactly, other numbers with the fewest digits that read back as the
    /// same number.
    func text(flags: FlagStyle) -> String? {
        switch self {
        case .string(let text): text
        case .integer(let number): String(number)
        case .flag(let isOn): flags.text(of: isOn)
        case .number, .list, .json: jsonText()
        }
    }

    /// The elements of a list, or the value itself as the only element.
    var elements: [ArgumentValue] {
        if case .list(let elements) = self {
            elements
        } else {
            [self]
        }
    }

    /// Returns the value as JSON text, or `nil` if a number is not finite.
    func jsonText() -> String? {
        var writer = JSONWriter()
        write(to: &writer)
        return writer.text
    }

    /// Writes the value as JSON. The writer is broken afterwards if a number is not finite.
    func write(to writer: inout JSONWriter) {
        switch self {
        case .string(let text):
            writer.string(text)
        case .integer(let number):
            writer.integer(number)
        case .number(let number):
            writer.number(number)
        case .flag(let isOn):
            writer.boolean(isOn)
        case .json(let text):
            writer.raw(String(decoding: text, as: UTF8.self))
        case .list(let elements):
            writer.byte(.openBracket)
            for element in elements {
                writer.separate()
                element.write(to: &writer)
            }
            writer.byte(.closeBracket)
        }
    }
}

extension FlagStyle {
    /// Returns the spelling of a Boolean value outside JSON.
    fileprivate func text(of isOn: Bool) -> String {
        switch (self, isOn) {
        case (.digits, true): "1"
        case (.digits, false): "0"
        case (.words, true), (.present, true): "true"
        case (.words, false), (.present, false): "false"
        }
    }
}
