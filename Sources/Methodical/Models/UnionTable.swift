/// How a union finds its case: by the value of one key, or by what kind of JSON stands there.
///
/// `UnionTable("type", "post=0,photo=1")`: the key, then tag by tag the index of the case. `UnionTable("string=0,object=1|2")`: by kind (string,
/// integer, number, boolean, object, array), several cases being tried in order. Escapes are those of ``FieldTable``.
public struct UnionTable: Sendable {
    let discriminator: [UInt8]?
    private let cases: [Case]

    private struct Case: Sendable {
        let tag: [UInt8]
        let indices: [Int]
    }

    public init(_ discriminator: StaticString, _ tags: StaticString) {
        self.discriminator = TableText.unescape(Self.bytes(discriminator)[...])
        cases = Self.cases(tags)
    }

    public init(_ kinds: StaticString) {
        discriminator = nil
        cases = Self.cases(kinds)
    }

    private static func bytes(_ text: StaticString) -> [UInt8] {
        Array(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    private static func cases(_ text: StaticString) -> [Case] {
        TableText.split(bytes(text), UInt8(ascii: ",")).compactMap { entry in
            let parts = TableText.split(entry, UInt8(ascii: "="))
            guard parts.count == 2 else { return nil }
            let indices = TableText.split(parts[1], UInt8(ascii: "|")).compactMap { Int(TableText.string($0)) }
            return Case(tag: TableText.unescape(parts[0]), indices: indices)
        }
    }

    /// The indices of the cases that a tag or kind stands for; none for an unknown one.
    func indices(_ tag: Characters) -> [Int] {
        for candidate in cases where tag.equals(candidate.tag) { return candidate.indices }
        return []
    }

    func indices(_ kind: JSONKind) -> [Int] {
        let name = kind.name
        let found = indices(Characters(start: name.utf8Start, count: name.utf8CodeUnitCount))
        return found.isEmpty && kind == .integer ? indices(.number) : found
    }

    /// For messages.
    var expected: String {
        let names = cases.map { String(decoding: $0.tag, as: UTF8.self) }.joined(separator: ", ")
        guard let discriminator else { return "one of these kinds: \(names)" }
        return "an object whose \"\(String(decoding: discriminator, as: UTF8.self))\" is one of \(names)"
    }
}
