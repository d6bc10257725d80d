/// A keyword of the dialect, with the kinds of object that can contain it and the way in which the compiler treats it.
/// The check of keys, the JSON Schemas for editors and the tables of the reference are made from these values.
package struct Keyword: Sendable {
    /// The ways in which the compiler treats a keyword.
    package enum Support: Sendable {
        case supported
        /// The keyword has no effect on generated code, and ignoring it does no harm.
        case ignoredSilently
        /// The keyword restricts the data in a way that generated types cannot express.
        case ignoredWithWarning
        /// Ignoring the keyword would give a wrong API.
        case refused
        /// Only a vendor's files have the keyword. Another one replaces it before keys are checked.
        case replaced
    }

    /// The keyword as it is written in a file.
    package let name: String
    /// The kinds of object that can contain the keyword.
    package let objects: [DialectObject]
    /// The way in which the compiler treats the keyword.
    package let support: Support
    /// The kind of its value.
    package let value: ValueKind
    /// Indicates whether each of the objects must have the keyword.
    package let isRequired: Bool
    /// The meaning of the keyword, as a sentence of Markdown.
    package let summary: String
    /// More facts about the keyword, as sentences of Markdown, for the reference alone.
    package let details: String
    /// A value as JSON.
    package let example: String
    /// Indicates whether a value of another kind is reported together with unknown keys. Otherwise the reader of the
    /// value reports it.
    let checksKind: Bool
    /// The noun for the elements of a list that must not be empty, or `nil` if this is not checked with the keys.
    let neededElement: String?

    /// Declares a supported keyword.
    init(
        _ key: Key,
        in objects: [DialectObject],
        value: ValueKind,
        isRequired: Bool = false,
        summary: String,
        details: String = "",
        example: String,
        checksKind: Bool = false,
        neededElement: String? = nil
    ) {
        self.init(
            name: key.rawValue,
            in: objects,
            value: value,
            isRequired: isRequired,
            summary: summary,
            details: details,
            example: example,
            checksKind: checksKind,
            neededElement: neededElement)
    }

    /// Declares a keyword whose name is no ``Key``, because the compiler does not look it up by name.
    init(
        name: String,
        in objects: [DialectObject],
        support: Support = .supported,
        value: ValueKind,
        isRequired: Bool = false,
        summary: String,
        details: String = "",
        example: String = "",
        checksKind: Bool = false,
        neededElement: String? = nil
    ) {
        self.name = name
        self.objects = objects
        self.support = support
        self.value = value
        self.isRequired = isRequired
        self.summary = summary
        self.details = details
        self.example = example
        self.checksKind = checksKind
        self.neededElement = neededElement
    }

    /// The summary of a keyword that changes nothing and needs no further explanation.
    package static let silence = "Accepted; changes nothing in generated code."

    /// Declares keywords that change nothing in generated code.
    static func silent(
        _ names: [String],
        in objects: [DialectObject],
        value: ValueKind = .any,
        summary: String = silence
    ) -> [Keyword] {
        names.map { name in
            Keyword(
                name: name,
                in: objects,
                support: .ignoredSilently,
                value: value,
                summary: summary)
        }
    }
}
