/// Methods that visit integers, floating-point numbers, Boolean values and strings.
///
/// Each type has a method of its own, because a generic method would pass the value through the metadata and the
/// conformance of its type, and the optimizer does not inline readers that are passed as closures.
extension APIEngine.FieldCursor {
    /// Visits an integer.
    public mutating func int(_ value: inout Int) {
        guard let reader else {
            return visitWithoutReader(&value)
        }
        value = reader.pointee.integer()
    }

    /// Visits an optional integer.
    public mutating func intIfPresent(_ value: inout Int?) {
        guard let reader else {
            return visitOptionalWithoutReader(&value)
        }
        value =
            if consumesNull(in: reader) {
                nil
            } else {
                reader.pointee.integer()
            }
    }

    /// Visits a floating-point number.
    public mutating func double(_ value: inout Double) {
        guard let reader else {
            return visitWithoutReader(&value)
        }
        value = reader.pointee.number()
    }

    /// Visits an optional floating-point number.
    public mutating func doubleIfPresent(_ value: inout Double?) {
        guard let reader else {
            return visitOptionalWithoutReader(&value)
        }
        value =
            if consumesNull(in: reader) {
                nil
            } else {
                reader.pointee.number()
            }
    }

    /// Visits a Boolean value.
    public mutating func bool(_ value: inout Bool) {
        guard let reader else {
            return visitWithoutReader(&value)
        }
        value = reader.pointee.boolean()
    }

    /// Visits an optional Boolean value.
    public mutating func boolIfPresent(_ value: inout Bool?) {
        guard let reader else {
            return visitOptionalWithoutReader(&value)
        }
        value =
            if consumesNull(in: reader) {
                nil
            } else {
                reader.pointee.boolean()
            }
    }

    /// Visits a string.
    public mutating func string(_ value: inout String) {
        guard let reader else {
            return visitWithoutReader(&value)
        }
        value = reader.pointee.string()
    }

    /// Visits an optional string.
    public mutating func stringIfPresent(_ value: inout String?) {
        guard let reader else {
            return visitOptionalWithoutReader(&value)
        }
        value =
            if consumesNull(in: reader) {
                nil
            } else {
                reader.pointee.string()
            }
    }
}
