extension APIEngine {
    /// The errors that an API names. An error without a name keeps its number or its word.
    public protocol ErrorCode: RawRepresentable, Hashable, Sendable, CustomStringConvertible
    where RawValue: LosslessStringConvertible & Hashable & Sendable {
        /// Creates a code, with a name or without one.
        init(rawValue: RawValue)
        /// The names as `name=code`, joined by commas and escaped like the keys of a ``FieldTable``.
        static var _names: String { get }
    }
}

extension APIEngine.ErrorCode {
    /// The schema's name for this error, or `nil` if it has none.
    public var name: String? {
        let code = rawValue.description
        return TableText.split(Array(Self._names.utf8)[...], separator: ",").lazy
            .map { TableText.split($0, separator: "=").map(TableText.string) }
            .first { $0.last == code }?.first
    }

    /// The name and the code, as in `accessDenied (15)`, or the code alone.
    public var description: String {
        name.map { "\($0) (\(rawValue))" } ?? rawValue.description
    }

    public static func == (left: Self, right: Self) -> Bool { left.rawValue == right.rawValue }

    /// Returns whether a code is the named one.
    public static func == (code: RawValue?, named: Self) -> Bool { code == named.rawValue }

    /// Returns whether a code is the named one, so that names can be patterns for codes.
    public static func ~= (named: Self, code: RawValue) -> Bool { code == named.rawValue }
}
