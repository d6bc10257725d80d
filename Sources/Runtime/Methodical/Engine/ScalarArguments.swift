// The values that an argument of several scalar kinds takes. An array of existentials takes `[Int]` and `[String]` as
// they are, and literals of both kinds; a generic parameter could not be left out.

extension IntegerOrString {
    /// A value that an argument takes if it is an integer or a string: an `Int`, a `String` or an `IntegerOrString`.
    ///
    /// An enumeration of the API becomes one with `extension VK.Example: IntegerOrString.Argument {}`.
    public protocol Argument: APIValue {}
}

extension IntegerOrBoolean {
    /// A value that an argument takes if it is an integer or a flag: an `Int`, a `Bool` or an `IntegerOrBoolean`.
    public protocol Argument: APIValue {}
}

extension StringOrBoolean {
    /// A value that an argument takes if it is a string or a flag: a `String`, a `Bool` or a `StringOrBoolean`.
    public protocol Argument: APIValue {}
}

extension NumberOrString {
    /// A value that an argument takes if it is a number or a string: a `Double`, an `Int`, a `String` or a
    /// `NumberOrString`.
    public protocol Argument: APIValue {}
}

extension Int: IntegerOrString.Argument, IntegerOrBoolean.Argument, NumberOrString.Argument {}
extension Double: NumberOrString.Argument {}
extension String: IntegerOrString.Argument, StringOrBoolean.Argument, NumberOrString.Argument {}
extension Bool: IntegerOrBoolean.Argument, StringOrBoolean.Argument {}
extension IntegerOrString: IntegerOrString.Argument {}
extension IntegerOrBoolean: IntegerOrBoolean.Argument {}
extension StringOrBoolean: StringOrBoolean.Argument {}
extension NumberOrString: NumberOrString.Argument {}

// MARK: Cases

// The cases of the unions for contextual types such as `any IntegerOrString.Argument`. They are disfavored because the
// union itself has cases of the same names.

extension IntegerOrString.Argument where Self == IntegerOrString {
    /// Returns an integer.
    @_disfavoredOverload
    public static func integer(_ value: Int) -> Self {
        IntegerOrString.integer(value)
    }

    /// Returns a string.
    @_disfavoredOverload
    public static func string(_ value: String) -> Self {
        IntegerOrString.string(value)
    }
}

extension IntegerOrBoolean.Argument where Self == IntegerOrBoolean {
    /// Returns an integer.
    @_disfavoredOverload
    public static func integer(_ value: Int) -> Self {
        IntegerOrBoolean.integer(value)
    }

    /// Returns a flag.
    @_disfavoredOverload
    public static func flag(_ value: Bool) -> Self {
        IntegerOrBoolean.flag(value)
    }
}

extension StringOrBoolean.Argument where Self == StringOrBoolean {
    /// Returns a flag.
    @_disfavoredOverload
    public static func flag(_ value: Bool) -> Self {
        StringOrBoolean.flag(value)
    }

    /// Returns a string.
    @_disfavoredOverload
    public static func string(_ value: String) -> Self {
        StringOrBoolean.string(value)
    }
}

extension NumberOrString.Argument where Self == NumberOrString {
    /// Returns a number.
    @_disfavoredOverload
    public static func number(_ value: Double) -> Self {
        NumberOrString.number(value)
    }

    /// Returns a string.
    @_disfavoredOverload
    public static func string(_ value: String) -> Self {
        NumberOrString.string(value)
    }
}

// MARK: Calls

extension Call {
    /// Adds an argument of one of several scalar kinds. A value of `nil` is not sent, except for an idempotency key,
    /// whose value is made later.
    public mutating func add(
        _ name: String,
        scalar value: (any APIValue)?,
        _ style: APIEngine.ParameterStyle = []
    ) {
        if let value {
            append(name, value: value._argument, style: style)
        } else if style.contains(.key) {
            append(name, value: .integer(0), style: style)
        }
    }

    /// Adds a list of scalars of several kinds. A value of `nil` is not sent.
    public mutating func add(
        _ name: String,
        scalars values: [any APIValue]?,
        _ style: APIEngine.ParameterStyle = []
    ) {
        if let values {
            append(name, value: .list(values.map { $0._argument }), style: style)
        }
    }
}
