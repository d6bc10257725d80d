/// How much an answer may depart from its schema before it is refused.
///
/// A wrong shape (a string where an object belongs, text where a number belongs) and a required key that is missing are refused in every
/// policy: tolerance never makes a value up.
public enum ReadingPolicy: Hashable, Sendable {
    /// Every departure is an error.
    case strict
    /// Accepts what servers really send: a number as a numeric string, a flag as 0 or 1, `[]` where an empty object is meant; keeps unknown
    /// values of enumerations and unknown members of unions raw.
    case tolerant
}
