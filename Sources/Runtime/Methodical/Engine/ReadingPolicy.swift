/// The degree to which a response can deviate from its schema before it is refused.
///
/// All policies refuse a value of the wrong shape (a string in the place of an object, a word in the place of a number)
/// and an object without a required key that is trusted, because no policy invents a value. A mismatch that is not
/// refused is reported as a ``Mismatch``.
public enum ReadingPolicy: Hashable, Sendable {
    /// Refuses every mismatch.
    case strict
    /// Accepts every mismatch that can be read without a guess:
    ///
    /// - A numeric string in the place of a number, and a number in the place of a string.
    /// - 0 or 1 in the place of a Boolean value, `"0"`, `"1"`, `"true"` and `"false"` too, and a Boolean value in the
    ///   place of a number.
    /// - `[]` in the place of an empty object.
    /// - `null` or no value for an optional property, although the schema promises a value.
    ///
    /// Texts that contradict their format, unknown values of enumerations and unknown alternatives of unions are kept
    /// as they are.
    case tolerant
    /// Accepts the same mismatches as ``ReadingPolicy/tolerant``, and leaves out values that cannot be read: an
    /// optional property becomes `nil`, and an object is removed from its list. A scalar is not removed from a list,
    /// because the others would move. A list with such a scalar cannot be read.
    case salvage
}
