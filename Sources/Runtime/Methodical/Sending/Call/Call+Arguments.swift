// The statements of generated code call these functions. Each name stands for one type, and no argument has a default
// value, because the compiler checks calls of such functions faster than those of `add`.
extension Call {
    /// Adds an integer in the method's usual style. A value of `nil` is not sent.
    public mutating func addInt(_ name: String, _ value: Int?) {
        if let value {
            append(name, value: .integer(value))
        }
    }

    /// Adds a string in the method's usual style. A value of `nil` is not sent.
    public mutating func addString(_ name: String, _ value: String?) {
        if let value {
            append(name, value: .string(value))
        }
    }

    /// Adds a Boolean value in the method's usual style. A value of `nil` is not sent.
    public mutating func addBool(_ name: String, _ value: Bool?) {
        if let value {
            append(name, value: .flag(value))
        }
    }

    /// Adds a value of any type in the method's usual style. A value of `nil` is not sent.
    public mutating func addValue<T: APIValue>(_ name: String, _ value: T?) {
        if let value {
            append(name, value: value._argument)
        }
    }

    /// Adds a value of any type in a style of its own.
    ///
    /// A value of `nil` is not sent, except for an idempotency key, whose value is made later.
    public mutating func addValue<T: APIValue>(
        _ name: String,
        _ value: T?,
        _ style: APIEngine.ParameterStyle
    ) {
        add(name, value, style)
    }
}

// MARK: Values that are sent as another type

extension Call {
    /// Adds an argument that is sent as another type than the caller's.
    ///
    /// A value that this type cannot express becomes a number that is not finite. The request is then refused with
    /// `.invalidRequest` when it is built.
    public mutating func add<T: APIEngine.Spelling>(
        _ name: String,
        _ value: T.Natural?,
        _ style: APIEngine.ParameterStyle = [],
        as: T.Type
    ) {
        if let value {
            append(
                name,
                value: T(argument: value)?._argument ?? .number(.nan),
                style: style)
        }
    }

    /// Adds a list of arguments that are sent as another type than the caller's.
    public mutating func add<T: APIEngine.Spelling>(
        _ name: String,
        _ values: [T.Natural]?,
        _ style: APIEngine.ParameterStyle = [],
        as: T.Type
    ) {
        if let values {
            append(
                name,
                value: .list(values.map { T(argument: $0)?._argument ?? .number(.nan) }),
                style: style)
        }
    }

    /// Adds an argument that may be null and is sent as another type than the caller's.
    public mutating func add<T: APIEngine.Spelling>(
        _ name: String,
        _ value: Nullable<T.Natural>?,
        _ style: APIEngine.ParameterStyle = [],
        as type: T.Type
    ) {
        if case .null? = value {
            return add(name, Nullable<T>.null, style)
        }
        add(name, value?.wrapped, style, as: type)
    }

    /// Adds a list of arguments that may be null and is sent as another type than the caller's.
    public mutating func add<T: APIEngine.Spelling>(
        _ name: String,
        _ values: Nullable<[T.Natural]>?,
        _ style: APIEngine.ParameterStyle = [],
        as type: T.Type
    ) {
        if case .null? = values {
            return add(name, Nullable<T>.null, style)
        }
        add(name, values?.wrapped, style, as: type)
    }
}
