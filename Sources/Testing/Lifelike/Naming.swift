/// The meaning of a scalar, as far as its name reveals it.
package struct Naming: Sendable {
    private let words: [String]
    /// The last word that is not a number.
    private let last: String

    /// Splits a name into words.
    ///
    /// - Parameter name: A name in any style, such as `first_name`, `photo50`, `ownerID` or `is_hidden`.
    package init(_ name: String) {
        words = Self.words(of: name)
        let lastWord = words.last { word in
            guard let first = word.utf8.first else { return false }
            return first > UInt8(ascii: "9")
        }
        last = lastWord ?? ""
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
    }

    /// Returns the words of a name in lowercase. A word begins after a character that is neither a letter nor a digit,
    /// at a capital after a lowercase letter, and between letters and digits.
    private static func words(of name: String) -> [String] {
        var words: [[UInt8]] = []
        var last: UInt8 = 0
        for byte in name.utf8 {
            let isCapital = byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z")
            let isSmall = byte >= UInt8(ascii: "a") && byte <= UInt8(ascii: "z")
            let isDigit = Self.isDigit(byte)
            let isLetter = isCapital || isSmall || !Unicode.ASCII.isASCII(byte)
            guard isDigit || isLetter else {
                last = 0
                continue
            }
            let wasDigit = Self.isDigit(last)
            let beginsWithCapital = isCapital && last >= UInt8(ascii: "a")
            if last == 0 || isDigit != wasDigit || beginsWithCapital {
                words.append([])
            }
            let lowercase = isCapital ? byte | 0x20 : byte
            words[words.count - 1].append(lowercase)
            last = byte
        }
        return words.map { String(decoding: $0, as: UTF8.self) }
    }

    fileprivate func has(_ names: String...) -> Bool {
        words.contains { names.contains($0) }
    }

    fileprivate func ends(_ names: String...) -> Bool {
        names.contains(last)
    }

    fileprivate var isFlag: Bool {
        ["is", "has", "can", "was", "are"].contains(words.first)
    }

    fileprivate var isMoment: Bool {
        ends("date", "time", "created", "updated", "edited", "at", "until", "since", "seen", "timestamp", "expires")
    }

    fileprivate var isText: Bool {
        ends(
            "text", "message", "description", "about", "comment", "content", "body", "bio", "note", "summary", "status")
    }

    fileprivate var isPicture: Bool {
        has("photo", "image", "img", "avatar", "icon", "cover", "picture", "thumb", "preview")
    }
}

extension Dice {
    /// Returns a text that suits the name. There are several texts for each name.
    package mutating func text(for name: Naming) -> String {
        let isAddress = name.ends("url", "uri", "link", "href", "src")
        if isAddress || name.isPicture {
            return address(for: name)
        }
        if name.has("name"), name.has("first", "given") {
            return givenName()
        }
        let isFamilyName = name.has("name") && name.has("last", "family")
        if isFamilyName || name.has("surname") {
            return surname()
        }
        let endsInHandle = name.ends("nickname", "login", "username", "domain", "slug", "alias", "nick")
        if endsInHandle || name.has("screen") {
            return handle()
        }
        if name.ends("site", "host", "hostname") {
            return host()
        }
        if name.ends("name"), name.has("full", "user", "author", "owner", "display") {
            return givenName() + " " + surname()
        }
        if name.ends("title", "name", "label", "subject", "caption", "header", "headline") {
            return title()
        }
        if name.isText {
            return sentence()
        }
        return place(for: name) ?? mark(for: name) ?? word()
    }

    /// Returns a web address that suits the name. For pictures, it ends in `.jpg`.
    package mutating func address(for name: Naming) -> String {
        if name.isPicture {
            return address(of: "jpg")
        }
        return address()
    }

    /// Returns a text for names of places and contacts, such as a city or an email address.
    private mutating func place(for name: Naming) -> String? {
        if name.ends("city", "town") {
            return pick(["Tallinn", "Porto", "Kyoto", "Bergen", "Riga", "Valencia"])
        }
        if name.ends("country") {
            return pick(["Estonia", "Portugal", "Japan", "Norway", "Latvia", "Spain"])
        }
        if name.ends("address", "street") {
            let number = 1 + below(99)
            let street = pick(["North", "Mill", "Station", "Garden"])
            return "\(number) \(street) Street"
        }
        if name.ends("email", "mail") {
            return handle() + "@example.com"
        }
        if name.ends("phone", "mobile") {
            return "+3725" + String(1_000_000 + below(8_999_999))
        }
        if name.ends("ip") {
            return "192.0.2.\(1 + below(254))"
        }
        if name.ends("timezone", "zone") {
            return pick(["Europe/Tallinn", "Europe/Lisbon", "Asia/Tokyo", "Europe/Oslo"])
        }
        return nil
    }

    /// Returns a text for names of codes, times and formats, such as a token or a language.
    private mutating func mark(for name: Naming) -> String? {
        if name.isMoment {
            return moment()
        }
        if name.ends("hash", "key", "token", "secret", "guid", "uuid", "sid") {
            return hexadecimal(count: 16)
        }
        if name.ends("lang", "locale", "language") {
            return pick(["en", "et", "pt", "ja", "fi"])
        }
        if name.ends("currency") {
            return pick(["EUR", "USD", "JPY", "NOK"])
        }
        if name.ends("color", "colour") {
            return "#" + hexadecimal(count: 6)
        }
        if name.ends("ext", "extension") {
            return pick(["jpg", "png", "pdf", "txt"])
        }
        if name.ends("duration") {
            let minutes = 1 + below(9)
            let seconds = below(60)
            return "PT\(minutes)M\(seconds)S"
        }
        return nil
    }

    /// Returns an integer that suits the name, such as a year or a width.
    package mutating func integer(for name: Naming) -> Int {
        if name.isFlag {
            return below(2)
        }
        if name.isMoment {
            return seconds()
        }
        if name.ends("id", "uid", "pid", "gid") {
            return 1 + below(1_000_000)
        }
        if name.ends("width", "height") {
            return 50 + below(2000)
        }
        if name.ends("size", "bytes") {
            return 1000 + below(5_000_000)
        }
        if name.ends("duration", "length", "seconds") {
            return 5 + below(600)
        }
        if name.ends("age") {
            return 18 + below(70)
        }
        if name.ends("year") {
            return 1950 + below(76)
        }
        if name.ends("position", "offset", "index", "order", "level", "rating") {
            return below(20)
        }
        return below(5000)
    }

    /// Returns a number that suits the name, such as a latitude or a percentage.
    package mutating func number(for name: Naming) -> Double {
        if name.ends("lat", "latitude") {
            return 35 + Double(below(3000)) / 100
        }
        if name.ends("lon", "lng", "longitude") {
            return Double(below(7000)) / 100 - 10
        }
        if name.has("rate", "percent", "percentage", "share") {
            return Double(below(10_000)) / 100
        }
        return Double(below(100_000)) / 100
    }
}
