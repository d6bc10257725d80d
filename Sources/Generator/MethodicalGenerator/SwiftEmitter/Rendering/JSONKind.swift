/// The kinds of JSON values that the runtime tells apart.
enum JSONKind: String, CaseIterable {
    case string, integer, number, boolean, object, array

    /// The letter that stands for the kind in a shape.
    var letter: String { String(rawValue.prefix(1)) }
}
