/// A pattern of method names, in which `*` stands for any number of characters.
package struct Pattern {
    let text: String
    let node: JSONNode
    private let bytes: [UInt8]

    init(_ text: String, at node: JSONNode) {
        self.text = text
        self.node = node
        bytes = Array(text.utf8)
    }

    /// Indicates whether the pattern matches a name.
    func matches(_ name: [UInt8]) -> Bool {
        Self.matches(bytes, name: name)
    }

    /// Indicates whether a pattern matches a name.
    package static func matches(_ pattern: String, name: String) -> Bool {
        matches(Array(pattern.utf8), name: Array(name.utf8))
    }

    /// Indicates whether a pattern matches a name. After a difference, the search returns only to the last star, so
    /// that patterns with many stars stay cheap.
    private static func matches(_ bytes: [UInt8], name: [UInt8]) -> Bool {
        var p = 0
        var n = 0
        /// The position after the last star, and the end of the characters that the star stands for.
        var star: (after: Int, end: Int)?
        while n < name.count {
            if p < bytes.count, bytes[p] == UInt8(ascii: "*") {
                p += 1
                star = (p, n)
            } else if p < bytes.count, bytes[p] == name[n] {
                p += 1
                n += 1
            } else if let last = star {
                star = (last.after, last.end + 1)
                p = last.after
                n = last.end + 1
            } else {
                return false
            }
        }
        return bytes[p...].allSatisfy { $0 == UInt8(ascii: "*") }
    }
}
