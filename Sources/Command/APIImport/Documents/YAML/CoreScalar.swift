import MethodicalGenerator

/// A plain scalar, resolved by the core schema of YAML 1.2, with its text in JSON.
///
/// `yes`, `no`, dates and numbers with `_` are therefore strings.
struct CoreScalar {
    var kind: JSONNode.Kind
    var text: String

    /// Resolves a plain scalar. Throws if it is a number that JSON cannot express.
    init(_ plain: String) throws(Unsupported) {
        switch plain {
        case "", "~", "null", "Null", "NULL":
            (kind, text) = (.null, "null")
        case "true", "True", "TRUE":
            (kind, text) = (.bool, "true")
        case "false", "False", "FALSE":
            (kind, text) = (.bool, "false")
        default:
            if let number = try Self.number(from: plain) {
                kind = .number
                text = number
            } else {
                kind = .string
                text = plain
            }
        }
    }

    /// A number that JSON cannot express.
    struct Unsupported: Error {
        var message: String
    }

    /// Returns a number as JSON writes it, or `nil` if the text is not a number.
    private static func number(from text: String) throws(Unsupported) -> String? {
        let bytes = text.utf8
        guard let first = bytes.first,
            first < 0x3A,
            let last = bytes.last,
            last < 0x80
        else { return nil }
        if text.hasPrefix("0o") {
            return try integer(
                from: text.dropFirst(2),
                radix: 8,
                in: text)
        }
        if text.hasPrefix("0x") {
            return try integer(
                from: text.dropFirst(2),
                radix: 16,
                in: text)
        }
        let hasSign =
            first == UInt8(ascii: "-")
            || first == UInt8(ascii: "+")
        let magnitude = hasSign ? text.dropFirst() : text[...]
        switch magnitude {
        case ".inf", ".Inf", ".INF":
            throw Unsupported(message: "JSON has no infinite number such as \(text); quote the value if it is a string")
        case ".nan" where magnitude == text, ".NaN" where magnitude == text, ".NAN" where magnitude == text:
            throw Unsupported(message: "JSON has no number \(text); quote the value if it is a string")
        default:
            return decimal(from: magnitude.utf8, isNegative: first == UInt8(ascii: "-"))
        }
    }

    private static func integer(
        from digits: Substring,
        radix: Int,
        in text: String
    ) throws(Unsupported) -> String? {
        guard !digits.isEmpty,
            digits.utf8.allSatisfy({ Character(Unicode.Scalar($0)).hexDigitValue.map { $0 < radix } ?? false })
        else { return nil }
        guard let value = UInt64(digits, radix: radix) else {
            throw Unsupported(message: "\(text.prefix(40)) has more than 64 bits; write it as a decimal number")
        }
        return String(value)
    }

    /// Returns a decimal number without needless zeros before it, and with digits on both sides of its point.
    private static func decimal(from text: Substring.UTF8View, isNegative: Bool) -> String? {
        var rest = text
        func digits() -> Substring.UTF8View {
            let digits = rest.prefix(while: \.isASCIIDigit)
            rest = rest[digits.endIndex...]
            return digits
        }
        let whole = digits()
        var result = isNegative ? "-" : ""
        result += Substring(whole.drop { $0 == UInt8(ascii: "0") })
        if result.isEmpty || result == "-" {
            result += "0"
        }
        if rest.first == UInt8(ascii: ".") {
            rest.removeFirst()
            let fraction = digits()
            if whole.isEmpty && fraction.isEmpty {
                return nil
            }
            if fraction.isEmpty {
                result += ".0"
            } else {
                result += "." + Substring(fraction)
            }
        } else if whole.isEmpty {
            return nil
        }
        if let letter = rest.first,
            letter | 0x20 == UInt8(ascii: "e")
        {
            rest.removeFirst()
            result += "e"
            if let sign = rest.first,
                sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-")
            {
                rest.removeFirst()
                if sign == UInt8(ascii: "-") {
                    result += "-"
                }
            }
            let exponent = digits()
            if exponent.isEmpty {
                return nil
            }
            result += Substring(exponent)
        }
        guard rest.isEmpty else { return nil }
        return result
    }
}
