extension APIEngine {
    /// A string with a format, such as a date. A text that contradicts the format is a mismatch, and is kept unchanged.
    public protocol FormattedString: APIEngine.RawScalar, CustomStringConvertible where RawValue == String {
        /// The format in words, as in "a date as in 2024-02-29".
        static var format: StaticString { get }
        /// Indicates whether the text has the format.
        var isWellFormed: Bool { get }
    }
}

extension APIEngine.FormattedString {
    public mutating func _read(_ reader: inout APIEngine.JSONReader) {
        let start = reader.position
        self = Self(rawValue: reader.string())
        // A number in the place of the string has been reported already.
        if reader.base[start] == .quote, reader.failure == nil, !isWellFormed {
            reader.report(.text(Self.format), at: start, found: "a string in another format")
        }
    }
}
