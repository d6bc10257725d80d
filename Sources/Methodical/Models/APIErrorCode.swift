/// The errors an API knows by name; others keep their number.
public protocol APIErrorCode: RawRepresentable, Hashable, Sendable, CustomStringConvertible where RawValue == Int {
    init(rawValue: Int)
    /// `name=number`, joined by commas and escaped like the keys of a ``FieldTable``.
    static var _names: String { get }
}

extension APIErrorCode {
    /// The schema's name for this error.
    public var name: String? {
        for entry in TableText.split(Array(Self._names.utf8), UInt8(ascii: ",")) {
            let parts = TableText.split(entry, UInt8(ascii: "="))
            if parts.count == 2, TableText.string(parts[1]) == String(rawValue) { return TableText.string(parts[0]) }
        }
        return nil
    }

    /// `accessDenied (15)`, or the number alone.
    public var description: String { name.map { "\($0) (\(rawValue))" } ?? String(rawValue) }

    public static func == (left: Self, right: Self) -> Bool { left.rawValue == right.rawValue }

    public static func == (code: Int?, named: Self) -> Bool { code == named.rawValue }

    public static func ~= (named: Self, code: Int) -> Bool { code == named.rawValue }
}
