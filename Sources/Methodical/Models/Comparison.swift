/// A visit of two models at once that copies neither: the left one is visited, and the field at the same distance from the start of the right
/// one is the same field, since both are of one type.
struct Comparison {
    let left: UnsafeRawPointer
    let right: UnsafeRawPointer
    let size: Int
    var isEqual = true

    /// What lies outside of the model is no stored property of it, which `_field` must not hand out: it is never equal.
    ///
    /// Inlined, so that no metadata is made for `Field`.
    @inline(__always)
    mutating func compare<Field>(_ field: UnsafePointer<Field>, _ areSame: (UnsafePointer<Field>, UnsafePointer<Field>) -> Bool) {
        let offset = UnsafeRawPointer(field) - left
        isEqual = offset >= 0 && offset < size && areSame(field, (right + offset).assumingMemoryBound(to: Field.self))
    }
}
