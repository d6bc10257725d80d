/// A number that is sent as a string, for example an id that JavaScript's numbers could not hold.
///
/// Two quoted values are equal if their texts are. A quoted integer and an integer are equal if their values are.
@dynamicMemberLookup
public struct Quoted<Value: APIEngine.Spelling>: APIEngine.FormattedString, APIEngine.Spelling {
    /// The text without its quotation marks.
    public var rawValue: String

    /// Creates a value from text, without a check of its form.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Creates the text of a value.
    public init(_ value: Value) {
        rawValue = value._argument.text(flags: .digits) ?? ""
    }

    /// Creates the text that is sent for an argument. Returns `nil` if the argument cannot be written in this form.
    public init?(argument: Value.Natural) {
        guard let text = Value(argument: argument)?._argument.text(flags: .digits) else { return nil }
        rawValue = text
    }

    /// The format in words.
    public static var format: StaticString { "a number in quotes" }

    /// The value, or `nil` if the text is not such a number.
    public var value: Value? {
        try? Value(json: Array(rawValue.utf8), reading: .strict)
    }

    /// Indicates whether the text is a number.
    public var isWellFormed: Bool {
        // Nearly all texts are a few plain digits, which are checked without a reader of their own.
        let bytes = rawValue.utf8
        if 1...9 ~= bytes.count,
            bytes.first != .zero,
            bytes.allSatisfy(\.isDigit)
        {
            return true
        }
        return value != nil
    }

    /// A property of the value, or `nil` if the text is not such a number.
    public subscript<Part>(dynamicMember path: KeyPath<Value, Part>) -> Part? {
        value?[keyPath: path]
    }

    /// A property of the value, or `nil` if the text is not such a number.
    public subscript<Part>(dynamicMember path: KeyPath<Value, Part?>) -> Part? {
        value?[keyPath: path]
    }
}

extension Quoted: ExpressibleByIntegerLiteral where Value == Int {
    public init(integerLiteral value: Int) {
        self.init(value)
    }

    /// Indicates whether the value equals an integer.
    public static func == (left: Self, right: Int) -> Bool {
        left.value == right
    }

    /// Indicates whether the value equals an integer.
    public static func == (left: Int, right: Self) -> Bool {
        left == right.value
    }

    /// Indicates whether the value differs from an integer.
    public static func != (left: Self, right: Int) -> Bool {
        left.value != right
    }

    /// Indicates whether the value differs from an integer.
    public static func != (left: Int, right: Self) -> Bool {
        left != right.value
    }
}
