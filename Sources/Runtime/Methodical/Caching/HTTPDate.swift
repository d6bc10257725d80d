import Foundation

extension Date {
    /// Reads a date in one of the three forms of RFC 9110, section 5.6.7: `Sun, 06 Nov 1994 08:49:37 GMT`,
    /// `Sunday, 06-Nov-94 08:49:37 GMT` and `Sun Nov  6 08:49:37 1994`.
    ///
    /// Each response has such a date. Foundation's formatters would take longer than reading everything else that a
    /// client needs from the response.
    package init?(httpDate text: String, at now: Date) {
        let text = text[...].trimmed.lowercased()
        let words = text.split(separator: " ")
        let parts: [Substring]
        var isShort = false
        switch (words.count, text.utf8.count) {
        case (6, 29) where words[0].last == "," && words[5] == "gmt":
            parts = Array(words[1...4])
        case (4, _) where words[0].last == "," && words[3] == "gmt":
            parts = words[1].split(separator: "-", omittingEmptySubsequences: false) + [words[2]]
            isShort = true
        case (5, 24) where words[0].last != ",":
            parts = [words[2], words[1], words[4], words[3]]
        default:
            return nil
        }
        func number(in text: Substring, digits: ClosedRange<Int>) -> Int32? {
            guard digits ~= text.utf8.count,
                text.utf8.allSatisfy(\.isDigit)
            else { return nil }
            return Int32(text)
        }
        let digitsOfYear = isShort ? 2...2 : 4...4
        let months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
        guard parts.count == 4, let day = number(in: parts[0], digits: 1...2), 1...31 ~= day,
            let month = months.firstIndex(of: String(parts[1])), let year = number(in: parts[2], digits: digitsOfYear)
        else { return nil }
        let clock = parts[3].split(separator: ":", omittingEmptySubsequences: false).compactMap {
            number(in: $0, digits: 2...2)
        }
        guard clock.count == 3, parts[3].utf8.count == 8, 0...23 ~= clock[0], 0...59 ~= clock[1], 0...60 ~= clock[2]
        else { return nil }
        func date(in year: Int32) -> Date {
            var time = tm()
            time.tm_year = year - 1900
            time.tm_mon = Int32(month)
            time.tm_mday = day
            time.tm_hour = clock[0]
            time.tm_min = clock[1]
            time.tm_sec = clock[2]
            return Date(timeIntervalSince1970: TimeInterval(timegm(&time)))
        }
        guard isShort else {
            self = date(in: year)
            return
        }
        self = date(in: year + 2000)
        // A year of two digits that would lie more than 50 years ahead belongs to the past century.
        if timeIntervalSince(now) > 50 * 365.25 * 86400 {
            self = date(in: year + 1900)
        }
    }
}
