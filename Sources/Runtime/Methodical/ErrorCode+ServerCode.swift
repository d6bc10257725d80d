extension APIEngine.ErrorCode {
    /// Indicates whether a server's code is the given code of the API. A number equals the same number written as text.
    public static func == (code: ServerCode?, named: Self) -> Bool {
        named.rawValue == code.flatMap { RawValue($0.description) }
    }
    /// Indicates whether a server's code is the given code of the API.
    public static func == (named: Self, code: ServerCode?) -> Bool { code == named }
    /// Indicates whether a server's code differs from the given code of the API.
    public static func != (code: ServerCode?, named: Self) -> Bool { !(code == named) }
    /// Indicates whether a server's code differs from the given code of the API.
    public static func != (named: Self, code: ServerCode?) -> Bool { !(code == named) }
    /// Matches a server's code in a `switch`: `switch error.server?.code { case VK.ErrorCode.accessDenied: ... }`.
    public static func ~= (named: Self, code: ServerCode?) -> Bool { code == named }

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
