/// A value on its way into a request, before the place it goes to decides how it is spelled.
public enum ArgumentValue: Hashable, Sendable {
    case string(String)
    case integer(Int)
    case number(Double)
    case flag(Bool)
    case list([ArgumentValue])
    /// JSON text: objects, and what has no spelling of its own.
    case json([UInt8])
}

/// Arguments as the text of a query, a form, a path or a header field, and as JSON.
extension ArgumentValue {
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
    var elements: [ArgumentValue] {
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

/// How a parameter departs from its method: where it travels, and how it is spelled there.
public struct ParameterStyle: OptionSet, Hashable, Sendable {
    public let rawValue: UInt16
    public init(rawValue: UInt16) { self.rawValue = rawValue }

    public static var path: ParameterStyle { ParameterStyle(rawValue: 1) }
    public static var query: ParameterStyle { ParameterStyle(rawValue: 1 &<< 1) }
    public static var form: ParameterStyle { ParameterStyle(rawValue: 1 &<< 2) }
    public static var body: ParameterStyle { ParameterStyle(rawValue: 1 &<< 3) }
    public static var header: ParameterStyle { ParameterStyle(rawValue: 1 &<< 4) }

    public static var comma: ParameterStyle { ParameterStyle(rawValue: 1 &<< 5) }
    public static var repeated: ParameterStyle { ParameterStyle(rawValue: 1 &<< 6) }
    public static var brackets: ParameterStyle { ParameterStyle(rawValue: 1 &<< 7) }

    public static var digits: ParameterStyle { ParameterStyle(rawValue: 1 &<< 8) }
    public static var words: ParameterStyle { ParameterStyle(rawValue: 1 &<< 9) }

    /// As JSON text, whatever its type; in a JSON body as a string that holds it.
    public static var json: ParameterStyle { ParameterStyle(rawValue: 1 &<< 10) }
    /// Never shown by any description, error or log.
    public static var secret: ParameterStyle { ParameterStyle(rawValue: 1 &<< 11) }
    /// By it the server knows a call that it has had already: an integer or a string, made anew each time the call is sent, unless the caller gives one.
    public static var key: ParameterStyle { ParameterStyle(rawValue: 1 &<< 12) }
}

extension ParameterStyle {
    func place(in call: Call, verb: Verb) -> ParameterPlace {
        if contains(.path) { return .path }
        if contains(.query) { return .query }
        if contains(.form) { return .form }
        if contains(.body) { return .body }
        if contains(.header) { return .header }
        return call.place(verb: verb)
    }

    func arrays(in call: Call) -> ArrayStyle {
        if contains(.comma) { return .comma }
        if contains(.repeated) { return .repeated }
        if contains(.brackets) { return .brackets }
        return call.method.arrays ?? call.client.api.arrays
    }

    func flags(in call: Call) -> FlagStyle {
        if contains(.digits) { return .digits }
        if contains(.words) { return .words }
        return call.method.flags ?? call.client.api.flags
    }
}

extension Call {
    /// Where the method's parameters travel, and the API's own with them: version and token.
    func place(verb: Verb) -> ParameterPlace { method.parameters ?? (verb.allowsBody ? client.api.parameters : .query) }
}
