/// A value on its way into a request, before the place it goes to decides how it is spelled.
public enum Argument: Hashable, Sendable {
    case string(String)
    case integer(Int)
    case number(Double)
    case flag(Bool)
    case list([Argument])
    /// JSON text: objects, and what has no spelling of its own.
    case json([UInt8])
}

/// Arguments as the text of a query, a form, a path or a header field, and as JSON.
extension Argument {
    /// Numbers are spelled as in JSON: exact integers, the shortest digits that read back the same. Nil if a number is not finite.
    func text(flags: FlagStyle) -> String? {
        switch self {
        case .string(let text): text
        case .integer(let number): String(number)
        case .flag(let isOn):
            switch flags {
            case .digits: isOn ? "1" : "0"
            case .words: isOn ? "true" : "false"
            }
        case .number, .list, .json: jsonText()
        }
    }

    /// The elements of a list, or the one value.
    var elements: [Argument] {
        if case .list(let elements) = self { elements } else { [self] }
    }

    /// Nil if a number is not finite.
    func jsonText() -> String? {
        var writer = JSONWriter()
        write(to: &writer)
        return writer.text
    }

    func write(to writer: inout JSONWriter) {
        switch self {
        case .string(let text): writer.string(text)
        case .integer(let number): writer.integer(number)
        case .number(let number): writer.number(number)
        case .flag(let isOn): writer.boolean(isOn)
        case .json(let text): writer.raw(String(decoding: text, as: UTF8.self))
        case .list(let elements):
            writer.byte(UInt8(ascii: "["))
            for element in elements {
                writer.separate()
                element.write(to: &writer)
            }
            writer.byte(UInt8(ascii: "]"))
        }
    }
}

extension JSONWriter {
    /// Nil if a number that is not finite was written.
    var text: String? {
        isBroken ? nil : String(decoding: UnsafeBufferPointer(start: base, count: count), as: UTF8.self)
    }
}
