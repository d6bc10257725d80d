import MethodicalGenerator

/// The grammar of the formats that reading checks. The runtime checks the same rules on bytes, and `TextFormatTests`
/// compares both.
extension Format {
    /// A description of the text, in the runtime's words.
    package var expected: String {
        switch self {
        case .dateTime: "a date and time as in 2024-02-29T12:30:00Z"
        case .day: "a date as in 2024-02-29"
        case .duration: "a duration as in PT1H30M"
        case .base64: "base64"
        case .uri: "a string"
        default: "a number in quotes"
        }
    }

    /// Indicates whether a string matches the format. Any text matches `uri`.
    package func conforms(_ text: String) -> Bool {
        switch self {
        case .uri: true
        case .dateTime: Self.isMoment(text)
        case .day: Self.isDay(text[...])
        case .duration: Self.isDuration(text)
        case .base64: Self.isBase64(text)
        case .int64: Self.number(from: text).flatMap(wholeNumber) != nil
        default:
            Self.number(from: text).flatMap { Double($0) }?.isFinite ?? false
        }
    }

    private static func isDay(_ text: Substring) -> Bool {
        guard let parts = text.wholeMatch(of: #/([0-9]{4})-([0-9]{2})-([0-9]{2})/#)?.output,
            let year = Int(parts.1),
            let month = Int(parts.2),
            let day = Int(parts.3),
            1...12 ~= month
        else { return false }
        return 1...dayCount(ofMonth: month, year: year) ~= day
    }

    private static func dayCount(ofMonth month: Int, year: Int) -> Int {
        switch month {
        case 2 where year % 400 == 0: 29
        case 2 where year % 100 == 0: 28
        case 2 where year % 4 == 0: 29
        case 2: 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    /// Indicates whether a text is a date and time of RFC 3339. A leap second ends a day in UTC.
    private static func isMoment(_ text: String) -> Bool {
        let form =
            #/
            (.{10})[Tt]([01][0-9]|2[0-3]):([0-5][0-9]):([0-5][0-9]|60)(?:\.[0-9]+)?
            (?:[Zz]|([+-])([01][0-9]|2[0-3]):([0-5][0-9]))
            /#
        guard let parts = text.wholeMatch(of: form)?.output,
            isDay(parts.1)
        else { return false }
        func number(from digits: Substring?) -> Int {
            digits.flatMap { Int($0) } ?? 0
        }
        if parts.4 != "60" {
            return true
        }
        let minute = number(from: parts.2) * 60 + number(from: parts.3)
        var zone = number(from: parts.6) * 60 + number(from: parts.7)
        if parts.5 == "-" {
            zone = -zone
        }
        // Two days make the sum positive, because each of the parts is less than a day.
        let minutesOfDay = 24 * 60
        let minuteInUTC = (minute - zone + 2 * minutesOfDay) % minutesOfDay
        return minuteInUTC == minutesOfDay - 1
    }

    /// Indicates whether a text is a duration of ISO 8601: at least one number, in the order of the units, with a
    /// fraction only in the last one.
    private static func isDuration(_ text: String) -> Bool {
        let form =
            #/-?P(?=.)(?:[0-9]+Y)?(?:[0-9]+M)?(?:[0-9]+W)?(?:[0-9]+D)?(?:T(?=.)(?:[0-9]+H)?(?:[0-9]+M)?(?:[0-9]+S)?)?/#
        guard let fraction = text.firstMatch(of: #/([0-9])[.,][0-9]+([YMWDHS])$/#) else {
            return text.wholeMatch(of: form) != nil
        }
        let whole = text.replacingCharacters(fraction.range, with: "\(fraction.1)\(fraction.2)")
        return whole.wholeMatch(of: form) != nil
    }

    private static func isBase64(_ text: String) -> Bool {
        let bytes = text.utf8.filter { $0 > 0x20 }
        let digits = bytes.prefix { $0 != UInt8(ascii: "=") }
        let alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/-_".utf8
        guard digits.allSatisfy(alphabet.contains),
            bytes.dropFirst(digits.count).allSatisfy({ $0 == UInt8(ascii: "=") })
        else { return false }
        let paddingCount = bytes.count - digits.count
        return switch digits.count % 4 {
        case 0: paddingCount == 0
        case 1: false
        case let rest: paddingCount <= 4 - rest
        }
    }

    /// Returns the number that a text holds in JSON's spelling, with optional white space around it.
    private static func number(from text: String) -> String? {
        let form = #/[ \t\r\n]*(-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?)[ \t\r\n]*/#
        return text.wholeMatch(of: form).map { String($0.output.1) }
    }
}

extension String {
    fileprivate func replacingCharacters(_ range: Range<Index>, with text: String) -> String {
        String(self[..<range.lowerBound]) + text + String(self[range.upperBound...])
    }
}
