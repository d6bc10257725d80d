/// The members of the objects that a union's cases describe. They are the evidence for choosing a case before any case
/// is read.
///
/// Each record has a text such as `"0,!id=i,type=s|gif|mpeg4"`, with these parts separated by commas:
///
/// - The index of the case, followed by `!` if the record allows no other members.
/// - Each key, preceded by its marks as in ``FieldTable``. After `=` follow the letters of the kinds that its value can
///   have (`s`, `i`, `n`, `b`, `a`, `o`; none for any kind), and after each `|` a value of a constant or an
///   enumeration.
/// - `*=` and the kinds of the members that no key names, if the record has a place for them.
///
/// A case that is itself a union has several texts.
///
/// `@unchecked Sendable`: nothing changes after the initializer.
final class UnionShapes: @unchecked Sendable {
    /// The shape of one record.
    struct Shape {
        /// The index of the case.
        var index: Int
        /// Indicates whether the record allows no members except those that it names.
        var isClosed: Bool
        /// The number of required keys.
        var trusted = 0
        /// The number of keys that the schema requires but is not trusted with.
        var untrusted = 0
        /// The kinds of the members that no key names, or `nil` if the record has no place for them.
        var additional: UInt8?
    }

    /// The expectation of one shape for the value of a key.
    struct Fact {
        /// The number of the shape.
        var shape: Int
        /// The kinds that the value can have, one bit each, or 0 for any kind.
        var kinds: UInt8
        var isTrusted: Bool
        var isUntrusted: Bool
        var isNullable: Bool
        /// The values that the shape lists, as JSON texts; strings are without quotes.
        var values: [[UInt8]]
    }

    let shapes: [Shape]
    /// The distinct keys of all shapes.
    let keys: FieldTable
    /// The facts about each key, in the order of the shapes.
    let facts: [[Fact]]

    /// Creates the shapes from their texts.
    init(_ texts: [[UInt8]]) {
        var shapes: [Shape] = []
        var order: [[UInt8]] = []
        var facts: [[Fact]] = []
        for text in texts {
            let parts = TableText.split(text, UInt8(ascii: ","))
            let isClosed = parts[0].last == UInt8(ascii: "!")
            var shape = Shape(
                index: Int(TableText.string(parts[0].dropLast(isClosed ? 1 : 0))) ?? 0, isClosed: isClosed)
            for part in parts.dropFirst() {
                let sides = TableText.split(part, UInt8(ascii: "="))
                let values = TableText.split(sides.last ?? [], UInt8(ascii: "|"))
                let kinds = Self.kinds(values[0])
                if sides[0].elementsEqual([UInt8(ascii: "*")]) {
                    shape.additional = kinds
                    continue
                }
                let key = sides[0].drop { TableText.marks.contains($0) }
                let marks = sides[0][..<key.startIndex]
                let fact = Fact(
                    shape: shapes.count, kinds: kinds, isTrusted: marks.contains(UInt8(ascii: "!")),
                    isUntrusted: marks.contains(UInt8(ascii: "+")),
                    isNullable: marks.contains(UInt8(ascii: "?")), values: values.dropFirst().map(TableText.unescape))
                if fact.isTrusted { shape.trusted += 1 }
                if fact.isUntrusted { shape.untrusted += 1 }
                if let place = order.firstIndex(where: { $0.elementsEqual(key) }) {
                    facts[place].append(fact)
                } else {
                    order.append(Array(key))
                    facts.append([fact])
                }
            }
            shapes.append(shape)
        }
        self.shapes = shapes
        self.facts = facts
        keys = FieldTable(Array(order.joined(separator: [UInt8(ascii: ",")])))
    }

    /// Returns a bit for each letter's kind, in the order of ``JSONKind``. The letter for numbers includes integers.
    private static func kinds(_ letters: ArraySlice<UInt8>) -> UInt8 {
        let all = Array("?binsao".utf8)
        return letters.reduce(0) { bits, letter in
            let bit = UInt8(1) << UInt8(all.firstIndex(of: letter) ?? 0)
            return bits | (letter == UInt8(ascii: "n") ? bit | bit >> 1 : bit)
        }
    }
}
