extension FieldCursor {
    public mutating func int(_ value: inout Int) {
        guard case .reading(let reader) = visit else { return otherScalar(&value) }
        value = reader.pointee.integer()
    }

    public mutating func intIfPresent(_ value: inout Int?) {
        guard case .reading(let reader) = visit else { return otherScalarIfPresent(&value) }
        value = reader.pointee.null() ? nil : reader.pointee.integer()
    }

    public mutating func double(_ value: inout Double) {
        guard case .reading(let reader) = visit else { return otherScalar(&value) }
        value = reader.pointee.number()
    }

    public mutating func doubleIfPresent(_ value: inout Double?) {
        guard case .reading(let reader) = visit else { return otherScalarIfPresent(&value) }
        value = reader.pointee.null() ? nil : reader.pointee.number()
    }

    public mutating func bool(_ value: inout Bool) {
        guard case .reading(let reader) = visit else { return otherScalar(&value) }
        value = reader.pointee.boolean()
    }

    public mutating func boolIfPresent(_ value: inout Bool?) {
        guard case .reading(let reader) = visit else { return otherScalarIfPresent(&value) }
        value = reader.pointee.null() ? nil : reader.pointee.boolean()
    }

    public mutating func string(_ value: inout String) {
        guard case .reading(let reader) = visit else { return otherScalar(&value) }
        value = reader.pointee.string()
    }

    public mutating func stringIfPresent(_ value: inout String?) {
        guard case .reading(let reader) = visit else { return otherScalarIfPresent(&value) }
        value = reader.pointee.null() ? nil : reader.pointee.string()
    }

    public mutating func ints(_ value: inout [Int]) {
        guard case .reading(let reader) = visit else { return otherArray(&value) }
        value = reader.pointee.integers()
    }

    public mutating func intsIfPresent(_ value: inout [Int]?) {
        guard case .reading(let reader) = visit else { return otherArrayIfPresent(&value) }
        value = reader.pointee.null() ? nil : reader.pointee.integers()
    }

    public mutating func strings(_ value: inout [String]) {
        guard case .reading(let reader) = visit else { return otherArray(&value) }
        value = reader.pointee.strings()
    }

    public mutating func stringsIfPresent(_ value: inout [String]?) {
        guard case .reading(let reader) = visit else { return otherArrayIfPresent(&value) }
        value = reader.pointee.null() ? nil : reader.pointee.strings()
    }
}
