extension JSON: APIValue {
    public init(_: APIEngine.Blank) { self = .null }

    public mutating func _read(_ reader: inout APIEngine.JSONReader) {
        switch reader.base[reader.position] {
        case .quote:
            self = .string(reader.string())
        case .openBrace:
            var members: [String: JSON] = [:]
            members.read(from: &reader, limit: JSONReader.depthLimit)
            self = .object(members)
        case .openBracket:
            self = .array(reader.jsonElements())
        case UInt8(ascii: "t"), UInt8(ascii: "f"):
            self = .bool(reader.boolean())
        case UInt8(ascii: "n"):
            _ = reader.literal("null")
            self = .null
        default:
            self = reader.jsonNumber()
        }
    }

    public static func _perform(_ task: APIEngine.ValueTask, _ value: UnsafePointer<JSON>) -> Bool {
        task.perform(
            on: value,
            write: { $0.write(to: &$1) },
            argument: { $0.argument })
    }

    private func write(to writer: inout JSONWriter) {
        if let payload {
            return payload._write(to: &writer)
        }
        if case .decimal(let text) = self {
            writer.decimal(text)
        } else {
            writer.null()
        }
    }

    private var argument: ArgumentValue {
        switch self {
        case .bool(let value): .flag(value)
        case .integer(let value): .integer(value)
        case .number(let value): .number(value)
        case .string(let value): .string(value)
        case .null, .decimal, .array, .object: jsonArgument
        }
    }
}

extension JSONReader {
    /// Reads an array of JSON values. Salvaging has nothing to leave out, because every value fits.
    fileprivate mutating func jsonElements() -> [JSON] {
        guard openArray() else { return [] }
        var elements: [JSON] = []
        repeat { elements.append(read()) } while nextElement()
        return elements
    }

    /// Reads a number as the first of these that holds its exact value: an integer, a double, the number's text.
    fileprivate mutating func jsonNumber() -> JSON {
        let start = position
        guard let text = numberText(expected: "a value") else {
            return .null
        }
        position = text.end
        // An `Int` has no negative zero, but a `Double` has.
        let isNegativeZero = text.digits == 0 && text.isNegative
        if let value = text.integer, !isNegativeZero {
            return .integer(value)
        }
        // A `Double` keeps every number of up to fifteen digits. A longer number is compared with the double's own
        // text.
        let hasFewDigits = text.digits < Self.leastOfSixteenDigits && !text.isCut
        if hasFewDigits, let value = text.double {
            return .number(value)
        }
        let spelled = Characters(start: base + start, count: position - start).string()
        guard let value = Double(spelled),
            value.isFinite,
            ExactNumber(value.description) == ExactNumber(spelled)
        else {
            return .decimal(spelled)
        }
        return .number(value)
    }

    private static var leastOfSixteenDigits: UInt64 { 1_000_000_000_000_000 }
}

extension JSONWriter {
    /// Writes the text of a number. The result of a text that is not a number, which a caller may have created by hand,
    /// is that of a number that is not finite: there is no JSON.
    mutating func decimal(_ text: String) {
        switch JSON(text) {
        case .integer, .number, .decimal: raw(text)
        default: number(.nan)
        }
    }
}
