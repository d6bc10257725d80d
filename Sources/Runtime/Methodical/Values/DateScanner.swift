/// A reader of a date's text, from left to right. After a failure, its position has no meaning.
struct DateScanner {
    private var rest: Substring.UTF8View

    init(_ text: String) {
        rest = text[...].utf8
    }

    /// Indicates whether all of the text has been read.
    var isAtEnd: Bool { rest.isEmpty }

    /// Reads one of several characters. Returns whether it was there.
    mutating func take(_ characters: String) -> Bool {
        guard let first = rest.first, characters.utf8.contains(first) else { return false }
        rest = rest.dropFirst()
        return true
    }

    /// Reads exactly the given number of digits.
    mutating func number(digits: Int) -> Int? {
        var value = 0
        for _ in 0..<digits {
            guard let digit = rest.popFirst(), digit.isDigit else { return nil }
            value = value * 10 + Int(digit - .zero)
        }
        return value
    }

    /// Reads a day as in `2024-02-29`.
    mutating func day() -> CivilDay? {
        guard let year = number(digits: 4), take("-"), let month = number(digits: 2), take("-"),
            let day = number(digits: 2)
        else { return nil }
        return CivilDay(year: year, month: month, day: day)
    }

    /// Reads the fraction after the point, which has at least one digit.
    mutating func fraction() -> Double? {
        let digits = rest.prefix(while: \.isDigit)
        rest = rest[digits.endIndex...]
        guard !digits.isEmpty else { return nil }
        return Double("0.\(Substring(digits))")
    }

    /// Reads `Z` or an offset, and returns it in minutes east. An offset without a colon, such as `+0300`, is common
    /// and clear.
    mutating func zone(needsColon: Bool) -> Int? {
        if take("Zz") {
            return 0
        }
        let isWest = take("-")
        guard isWest || take("+"), let hours = number(digits: 2), hours < 24, take(":") || !needsColon,
            let minutes = number(digits: 2), minutes < 60
        else { return nil }
        let offset = hours * 60 + minutes
        return isWest ? -offset : offset
    }
}
