extension Dice {
    /// Returns a word, in one of three cases with a number after it.
    package mutating func word() -> String {
        let word = pick(Self.words)
        if isOne(in: 3) {
            return word + String(below(1000))
        }
        return word
    }

    /// Returns a person's given name.
    package mutating func givenName() -> String {
        pick(["Ada", "Maret", "Grace", "Ivo", "Lena", "Nikolai", "Olive", "Pekka", "Sofia", "Tomas", "Vera", "Yusuf"])
    }

    /// Returns a person's surname.
    package mutating func surname() -> String {
        pick([
            "Ilves", "Lovelace", "Hopper", "Lind", "Moreau", "Novak", "Okafor", "Petrov", "Rossi", "Sato", "Turing",
            "Weber",
        ])
    }

    /// Returns a user name such as `quiet_moss12`.
    package mutating func handle() -> String {
        let first = pick(Self.words)
        let second = pick(Self.words)
        return first + "_" + second + String(below(100))
    }

    /// Returns a title of two or three words.
    package mutating func title() -> String {
        let first = Self.capitalized(pick(Self.words))
        let second = pick(Self.words)
        let title = first + " " + second
        if isOne(in: 2) {
            return title + " " + pick(Self.words)
        }
        return title
    }

    /// Returns a sentence of four to nine words.
    package mutating func sentence() -> String {
        let count = 4 + below(6)
        let words = (0..<count).map { _ in pick(Self.words) }
        let text = Self.capitalized(words.joined(separator: " "))
        return text + pick([".", ".", "!", "?"])
    }

    private static func capitalized(_ text: String) -> String {
        text.prefix(1).uppercased() + text.dropFirst()
    }

    /// Returns the name of a host below `example.com`.
    package mutating func host() -> String {
        pick(Self.words) + ".example.com"
    }

    /// Returns a web address on `example.com`, with the given file extension.
    package mutating func address(of kind: String? = nil) -> String {
        let address = "https://example.com/\(pick(Self.words))/\(below(1_000_000))"
        if let kind {
            return address + "." + kind
        }
        return address
    }

    /// Returns the given number of hexadecimal digits.
    package mutating func hexadecimal(count: Int) -> String {
        var text = ""
        for _ in 0..<count {
            text += String(below(16), radix: 16)
        }
        return text
    }

    /// Returns a time from 2020 to 2025, in seconds since 1970.
    package mutating func seconds() -> Int {
        1_600_000_000 + below(160_000_000)
    }

    /// Returns a date such as `2024-05-17`.
    package mutating func day(in years: Range<Int> = 2020..<2026) -> String {
        let year = years.lowerBound + below(years.count)
        let month = Self.two(1 + below(12))
        let day = Self.two(1 + below(28))
        return "\(year)-\(month)-\(day)"
    }

    /// Returns a date and time in the format of RFC 3339, with various fractions and time zones.
    package mutating func moment(in years: Range<Int> = 2020..<2026) -> String {
        let hour = Self.two(below(24))
        let minute = Self.two(below(60))
        let second = Self.two(below(60))
        var time = "\(hour):\(minute):\(second)"
        if isOne(in: 3) {
            time += ".\(1 + below(999_999))"
        }
        return day(in: years) + "T" + time + pick(["Z", "+03:00", "-11:30"])
    }

    private static func two(_ number: Int) -> String {
        if number < 10 {
            return "0\(number)"
        }
        return String(number)
    }

    /// Returns a random word of the list, or an empty string if the list is empty.
    package mutating func pick(_ words: [String]) -> String {
        pick(words, or: "")
    }

    private static let words = [
        "swift", "lamp", "river", "quiet", "moss", "seven", "kind", "paper", "north", "harbour", "amber", "stone",
        "early", "birch", "echo", "tide",
        "copper", "meadow", "winter", "light",
    ]
}
