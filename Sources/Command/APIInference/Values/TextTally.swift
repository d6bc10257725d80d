import APIImport
import APILearning
import MethodicalGenerator

/// The strings that were seen at a place.
struct TextTally {
    /// The number of strings.
    private(set) var count = 0
    /// The numbers of the different strings, as long as they could be an enumeration.
    private(set) var values: [String: Int] = [:]
    /// Indicates whether a string cannot be a value of an enumeration, or there are too many different ones.
    private(set) var isOpen = false
    /// The formats that all strings have.
    private var formats: Set<Format> = candidates
    /// Indicates whether all strings are addresses.
    private var areAddresses = true

    /// The greatest number of values of an enumeration.
    static let valueLimit = 16
    /// The least number of strings that show an enumeration, on average for each of its values.
    private static let repetition = 4
    /// The least number of strings that show an enumeration.
    private static let leastCount = 12
    private static let candidates: Set<Format> = [.dateTime, .day]

    mutating func add(_ text: String) {
        count += 1
        formats = formats.filter { $0.conforms(text) }
        let isAddress = text.hasPrefix("https://") || text.hasPrefix("http://")
        areAddresses = areAddresses && isAddress
        guard !isOpen else { return }
        guard Self.isValue(text) else {
            return open()
        }
        values[text, default: 0] += 1
        if values.count > Self.valueLimit {
            open()
        }
    }

    mutating func add(_ other: TextTally) {
        if other.count == 0 {
            return
        }
        count += other.count
        formats.formIntersection(other.formats)
        areAddresses = areAddresses && other.areAddresses
        values.merge(other.values) { $0 + $1 }
        if isOpen || other.isOpen || values.count > Self.valueLimit {
            open()
        }
    }

    /// Adds the strings of an earlier document, whose number is known, with their format or their values.
    mutating func addEarlier(count: Int, format: String?, values: [String]) {
        self.count += count
        formats = formats.filter { $0.rawValue == format }
        areAddresses = format == Format.uri.rawValue
        guard !values.isEmpty else {
            return open()
        }
        // The earlier document had each of them often enough.
        for value in values {
            self.values[value, default: 0] += max(count / values.count, Self.repetition)
        }
    }

    private mutating func open() {
        isOpen = true
        values = [:]
    }

    /// Indicates whether a string may be a value of an enumeration: a short word of a program, or several.
    ///
    /// The check reads bytes, because a regular expression would be compiled for each of the many strings.
    private static func isValue(_ text: String) -> Bool {
        guard text.utf8.count <= 40, text.utf8.first?.isASCIILetter ?? false else { return false }
        let words = text.utf8.split(omittingEmptySubsequences: false) { separators.contains($0) }
        let areWords = words.allSatisfy { word in
            !word.isEmpty && word.allSatisfy(\.isASCIIAlphanumeric)
        }
        return areWords && !SegmentForm(of: text.replacing("/", with: "-").replacing(" ", with: "-")).isData
    }

    /// The signs between the words of a value.
    private static let separators = Set("_.:/ -".utf8)

    /// The format of all strings, or `nil` if they have none in common.
    var format: Format? {
        guard count > 0 else { return nil }
        if let format = formats.sorted(by: { $0.rawValue < $1.rawValue }).first {
            return format
        }
        return areAddresses ? .uri : nil
    }

    /// The values of the enumeration that the strings show, or `nil` if they show none: few values, and each of them
    /// more than once.
    ///
    /// - Parameters:
    ///   - name: The name of the place. Names, titles and the like are data, however few were recorded.
    ///   - secrets: The secrets of the recordings.
    ///   - identities: The names of objects in the recordings, which are data.
    func enumeration(named name: String, secrets: Secrets, identities: Identities) -> [String]? {
        guard !isOpen,
            values.count >= 2,
            count >= max(Self.leastCount, values.count * Self.repetition),
            values.values.allSatisfy({ $0 >= 2 }),
            !Self.isDataName(name)
        else { return nil }
        let isRevealing = values.keys.contains { secrets.mayReveal(value: $0) || identities.contains($0) }
        return isRevealing ? nil : values.keys.sorted()
    }

    /// Indicates whether the values under a name come from people or programs of users.
    private static func isDataName(_ name: String) -> Bool {
        if Secrets.isSecretName(name) || Identities.isIdentity(name) {
            return true
        }
        let letters = name.lowercased()
        return dataParts.contains(where: letters.contains)
    }

    private static let dataParts = [
        "name", "title", "text", "body", "content", "message", "note", "comment", "description", "summary", "subject",
        "user", "author", "owner", "email", "phone", "address", "city", "street", "country", "company", "location",
        "bio", "url", "uri", "path", "file", "host", "domain", "query", "search", "term", "value", "label", "reason",
        "cursor", "branch", "tag",
    ]
}
