extension APIEngine {
    /// The keys of a ``KeyedUnion``, each with the index of its case: `"200=0,204=1-,404=2t"`.
    ///
    /// A sign after the index states the content of a body that is not JSON: `-` for nothing, `t` for text, and `b` for
    /// bytes. Escapes are those of ``FieldTable``.
    public struct KeyTable: Sendable, ExpressibleByStringLiteral {
        /// The content of a body.
        enum Content: Sendable { case json, nothing, text, bytes }

        /// The case that a key selects.
        struct Selected: Sendable {
            let index: Int
            let content: Content
        }

        /// The cases by their keys.
        private let cases: [String: Selected]

        /// Creates a table from its text.
        public init(stringLiteral text: StaticString) {
            var cases: [String: Selected] = [:]
            for key in TableText.split(TableText.bytes(of: text)[...], separator: ",").map(TableKey.init) {
                var value = TableText.string(from: key.value ?? [])
                let content: Content =
                    switch value.last {
                    case "-": .nothing
                    case "t": .text
                    case "b": .bytes
                    default: .json
                    }
                if content != .json {
                    value.removeLast()
                }
                cases[TableText.string(from: key.path)] = Selected(index: Int(value) ?? 0, content: content)
            }
            self.cases = cases
        }

        /// The indices of all cases.
        var indices: [Int] {
            Set(cases.values.map(\.index)).sorted()
        }

        subscript(key: String) -> Selected? { cases[key] }
    }
}
