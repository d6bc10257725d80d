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

    public static func == (left: Self, right: Self) -> Bool {
        left.rawValue == right.rawValue
    }

    /// Indicates whether a code is the named one.
    public static func == (code: RawValue?, named: Self) -> Bool {
        code == named.rawValue
    }

    /// Indicates whether a code is the named one, so that names can be patterns for codes.
    public static func ~= (named: Self, code: RawValue) -> Bool { code == named.rawValue }
}

extension APIEngine.ErrorCode {
    /// Indicates whether a server's code is the given code of the API. A number equals the same number written as text.
    public static func == (code: ServerError.Code?, named: Self) -> Bool {
        named.rawValue == code.flatMap { RawValue($0.description) }
    }

    /// Indicates whether a server's code is the given code of the API.
    public static func == (named: Self, code: ServerError.Code?) -> Bool {
        code == named
    }

    /// Indicates whether a server's code differs from the given code of the API.
    public static func != (code: ServerError.Code?, named: Self) -> Bool {
        !(code == named)
    }

    /// Indicates whether a server's code differs from the given code of the API.
    public static func != (named: Self, code: ServerError.Code?) -> Bool {
        !(code == named)
    }

    /// Matches a server's code in a `switch`: `switch error.server?.code { case VK.ErrorCode.accessDenied: ... }`.
    public static func ~= (named: Self, code: ServerError.Code?) -> Bool { code == named }

    /// Matches an error of the server in a `catch`: `catch VK.ErrorCode.accessDenied { ... }`.
    public static func ~= (named: Self, error: APIError) -> Bool {
        error.server?.code == named
    }

    /// Matches an error of the server where Swift infers `any Error`, as in closures. It gives way to the patterns of
    /// other errors.
    @_disfavoredOverload
    public static func ~= (named: Self, error: any Error) -> Bool {
        (error as? APIError)?.server?.code == named
    }
}
