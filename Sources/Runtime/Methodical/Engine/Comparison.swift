/// A visit that compares two models and copies neither.
///
/// Only the left model is visited. Both models have the same type, so the field of the right model is at the same
/// distance from its start.
struct Comparison {
    let left: UnsafeRawPointer
    let right: UnsafeRawPointer
    let size: Int
    var isEqual = true

    /// Compares a field of the left model with the same field of the right one.
    ///
    /// A field outside of the model's memory is not a stored property, which `_field` must never pass. Such a field is
    /// never equal.
    ///
    /// Inlined so that no metadata is instantiated for `Field`.
    @inline(__always)
    mutating func compare<Field>(
        _ field: UnsafePointer<Field>, by areSame: (UnsafePointer<Field>, UnsafePointer<Field>) -> Bool
    ) {
        let offset = UnsafeRawPointer(field) - left
        isEqual = offset >= 0 && offset < size && areSame(field, (right + offset).assumingMemoryBound(to: Field.self))
    }
}
