import MethodicalGenerator

import struct Methodical.UnionSelector

/// State that all attempts to read a response share. Without it, alternatives inside alternatives would be tried
/// again in each of them.
final class UnionSearch {
    /// The choices of a union's case for a value.
    var choices: [Question: UnionSelector.Choice] = [:]
    /// The choices that are being made. A union may be an alternative of its own alternatives.
    var open: Set<Question> = []
    /// The number of comparisons that may still be made.
    var stepsLeft: Int
    let selector: UnionSelector

    /// The question which case of a union a value is.
    struct Question: Hashable {
        var value: JSONNode
        var union: TypeID
    }

    init(stepsLeft: Int, selector: UnionSelector) {
        self.stepsLeft = stepsLeft
        self.selector = selector
    }
}
