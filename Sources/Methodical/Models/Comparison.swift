/// A visit of two models at once: neither is copied.
struct Comparison {
    let type: any APIModel.Type
    /// The right one. It is visited, never changed.
    let other: UnsafeMutableRawPointer
    /// The field of the left one, while the right one is visited for the same.
    var field: UnsafeRawPointer?
    var isEqual = true

    @inline(__always)
    mutating func match(_ isSame: (UnsafeRawPointer) -> Bool) {
        if let field { isEqual = isSame(field) }
    }
}

extension FieldCursor {
    /// Inlined, so that no metadata is made for `Field`.
    @inline(__always)
    mutating func compare<Field>(_ field: UnsafePointer<Field>, _ comparison: UnsafeMutablePointer<Comparison>) {
        comparison.pointee.field = UnsafeRawPointer(field)
        matchOther(comparison)
    }

    private mutating func matchOther(_ comparison: UnsafeMutablePointer<Comparison>) {
        visit = .matching(comparison)
        comparison.pointee.type._visit(comparison.pointee.other, index, &self)
        visit = .comparing(comparison)
    }
}
