/// The choice of a union's case in a JSON text by the rules of reading, for tools that have compiled a schema and have
/// no Swift types of it.
package struct UnionSelector {
    /// The effect of reading a value.
    package struct Effect: Hashable, Sendable {
        /// Indicates whether the value cannot be read under the policy.
        package var isRefused = false
        /// The number of members that reading skips.
        package var skippedMembers = 0
        /// The number of mismatches that reading reports.
        package var mismatches = 0

        /// Creates the effect of a value without mismatches.
        package init() {}

        /// Adds the effect of reading another part of the same value.
        package mutating func add(_ other: Effect) {
            isRefused = isRefused || other.isRefused
            skippedMembers += other.skippedMembers
            mismatches += other.mismatches
        }
    }

    /// A chosen case.
    package struct Choice: Sendable {
        /// The index of the case, or `nil` if no case can hold the value.
        package var index: Int?
        /// The effect of reading the value as this case, or of keeping it raw.
        package var effect: Effect
    }

    private let document: JSONDocument
    private let policy: ReadingPolicy

    /// Prepares choices in a JSON text.
    ///
    /// - Parameters:
    ///   - text: The whole text.
    ///   - hasNumericFlags: Indicates whether the numbers 0 and 1 are flags, as well as `true` and `false`.
    ///   - policy: The policy for values that do not match the schema.
    package init(_ text: [UInt8], hasNumericFlags: Bool, policy: ReadingPolicy) {
        document = JSONDocument(text, hasNumericFlags: hasNumericFlags)
        self.policy = policy
    }

    /// Returns the indices of the cases that a value can be by its discriminator or its kind. Other cases are never
    /// read.
    ///
    /// - Parameters:
    ///   - offset: The offset of the value's first byte in the text.
    ///   - table: The table of the union.
    package func candidates(at offset: Int, table: APIEngine.UnionTable) -> [Int] {
        var reader = JSONReader(document, from: offset, policy: policy)
        return reader.unionCases(for: table)
    }

    /// Returns the case as which reading reads a value, and the effect of this.
    ///
    /// - Parameters:
    ///   - candidates: The indices of at least two cases, from ``candidates(at:table:)``.
    ///   - offset: The offset of the value's first byte in the text.
    ///   - table: The table of the union.
    ///   - effect: Returns the effect of reading the value as one case. It is called for the cases that reading tries,
    ///     in the same order.
    package func choose(
        among candidates: [Int],
        at offset: Int,
        table: APIEngine.UnionTable,
        effect: @escaping (_ index: Int) -> Effect
    ) -> Choice {
        var reader = JSONReader(document, from: offset, policy: policy)
        let index = UnionChoice.read(
            CompiledCases(effect: effect),
            among: candidates,
            table: table,
            from: &reader)
        var whole = Effect()
        whole.isRefused = reader.failure != nil
        whole.skippedMembers = reader.passedOver
        whole.mismatches = reader.log.count
        return Choice(index: index, effect: whole)
    }
}

/// The cases of a union in a compiled schema. Reading a value gives the index of its case.
private struct CompiledCases: UnionCases {
    let effect: (_ index: Int) -> UnionSelector.Effect

    func read(as index: Int, from reader: inout APIEngine.JSONReader) -> Int? {
        let effect = effect(index)
        if effect.isRefused {
            reader.fail("a value of the case")
            return index
        }
        for _ in 0..<effect.mismatches {
            reader.report(.text("a value of the case"))
        }
        reader.passedOver += effect.skippedMembers
        reader.skip()
        return index
    }

    func unknown(_: JSON) -> Int? { nil }
}
