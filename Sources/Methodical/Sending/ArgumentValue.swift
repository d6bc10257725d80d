/// The value of an argument, before its place in the request decides the spelling.
public enum ArgumentValue: Hashable, Sendable {
    /// A string, which is sent as it is.
    case string(String)
    /// An integer.
    case integer(Int)
    /// A floating-point number. Building a request with a number that is not finite throws `.invalidRequest`.
    case number(Double)
    /// A Boolean value, whose spelling a ``FlagStyle`` decides.
    case flag(Bool)
    /// A list, whose spelling an ``ArrayStyle`` decides outside a JSON body.
    case list([ArgumentValue])
    /// A JSON text, for objects and other values without a spelling of their own.
    case json([UInt8])
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
        case .flag(let isOn):
            switch flags {
            case .digits: isOn ? "1" : "0"
            case .words: isOn ? "true" : "false"
            }
        case .number, .list, .json: jsonText()
        }
    }

    /// The elements of a list, or the value itself as the only element.
    var elements: [ArgumentValue] {
        if case .list(let elements) = self { elements } else { [self] }
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
        case .string(let text): writer.string(text)
        case .integer(let number): writer.integer(number)
        case .number(let number): writer.number(number)
        case .flag(let isOn): writer.boolean(isOn)
        case .json(let text): writer.raw(String(decoding: text, as: UTF8.self))
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

/// The place and the spelling of a parameter, as far as they differ from its method's.
public struct ParameterStyle: OptionSet, Hashable, Sendable {
    /// The options as bits.
    public let rawValue: UInt16
    /// Creates a style from the bits of its options.
    public init(rawValue: UInt16) { self.rawValue = rawValue }

    /// The parameter travels in the path.
    public static var path: ParameterStyle { ParameterStyle(rawValue: 1) }
    /// The parameter travels in the query.
    public static var query: ParameterStyle { ParameterStyle(rawValue: 1 &<< 1) }
    /// The parameter travels in a form, `application/x-www-form-urlencoded`.
    public static var form: ParameterStyle { ParameterStyle(rawValue: 1 &<< 2) }
    /// The parameter is a member of the JSON object in the body.
    public static var body: ParameterStyle { ParameterStyle(rawValue: 1 &<< 3) }
    /// The parameter is a header field.
    public static var header: ParameterStyle { ParameterStyle(rawValue: 1 &<< 4) }

    /// Arrays are spelled `ids=1,2`.
    public static var comma: ParameterStyle { ParameterStyle(rawValue: 1 &<< 5) }
    /// Arrays are spelled `ids=1&ids=2`.
    public static var repeated: ParameterStyle { ParameterStyle(rawValue: 1 &<< 6) }
    /// Arrays are spelled `ids[]=1&ids[]=2`.
    public static var brackets: ParameterStyle { ParameterStyle(rawValue: 1 &<< 7) }

    /// Boolean values are spelled `1` and `0`.
    public static var digits: ParameterStyle { ParameterStyle(rawValue: 1 &<< 8) }
    /// Boolean values are spelled `true` and `false`.
    public static var words: ParameterStyle { ParameterStyle(rawValue: 1 &<< 9) }

    /// The value is spelled as JSON text, whatever its type. In a JSON body it becomes a string that holds the text.
    public static var json: ParameterStyle { ParameterStyle(rawValue: 1 &<< 10) }
    /// The value is a secret, which no description, error or log shows.
    public static var secret: ParameterStyle { ParameterStyle(rawValue: 1 &<< 11) }
    /// The value is an idempotency key, by which the server recognizes a call that it has received before.
    ///
    /// It is an integer or a string. Unless the caller gives one, each sending of a call makes a new one.
    public static var key: ParameterStyle { ParameterStyle(rawValue: 1 &<< 12) }
}

extension ParameterStyle {
    /// Returns the place in which the parameter travels.
    func place(in call: Call, verb: Verb) -> ParameterPlace {
        if contains(.path) { return .path }
        if contains(.query) { return .query }
        if contains(.form) { return .form }
        if contains(.body) { return .body }
        if contains(.header) { return .header }
        return call.place(verb: verb)
    }

    /// Returns the spelling of arrays.
    func arrays(in call: Call) -> ArrayStyle {
        if contains(.comma) { return .comma }
        if contains(.repeated) { return .repeated }
        if contains(.brackets) { return .brackets }
        return call.method.arrays ?? call.client.api.arrays
    }

    /// Returns the spelling of Boolean values.
    func flags(in call: Call) -> FlagStyle {
        if contains(.digits) { return .digits }
        if contains(.words) { return .words }
        return call.method.flags ?? call.client.api.flags
    }
}

extension Call {
    /// Returns the place for the method's parameters and for those that all calls of the API carry, its version and the
    /// token.
    func place(verb: Verb) -> ParameterPlace { method.parameters ?? (verb.allowsBody ? client.api.parameters : .query) }
}
