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
        var additional: JSONKind.Set?
    }

    /// The expectation of one shape for the value of a key.
    struct Fact {
        /// The number of the shape.
        var shape: Int
        /// The kinds that the value can have, or the empty set for any kind.
        var kinds: JSONKind.Set
        var isTrusted: Bool
        var isUntrusted: Bool
        var isNullable: Bool
        /// The values that the shape lists, as JSON texts; strings are without quotes.
        var values: [[UInt8]]
    }

    private(set) var shapes: [Shape] = []
    /// The distinct keys of all shapes.
    let keys: FieldTable
    /// The facts about each key, in the order of the shapes.
    private(set) var facts: [[Fact]] = []

    /// Creates the shapes from their texts.
    init(_ texts: [[UInt8]]) {
        var keys: [ArraySlice<UInt8>] = []
        for text in texts {
            let parts = TableText.split(text[...], separator: ",")
            let isClosed = parts[0].last == UInt8(ascii: "!")
            var number = parts[0]
            if isClosed {
                number.removeLast()
            }
            let index = Int(TableText.string(from: number)) ?? 0
            var shape = Shape(index: index, isClosed: isClosed)
            for key in parts.dropFirst().map(TableKey.init) {
                let values = TableText.split(key.value ?? [], separator: "|")
                let kinds = JSONKind.Set(letters: values[0])
                if key.isAdditional {
                    shape.additional = kinds
                    continue
                }
                if key.isTrusted {
                    shape.trusted += 1
                }
                if key.isUntrusted {
                    shape.untrusted += 1
                }
                let index = keys.firstIndex { $0.elementsEqual(key.path) } ?? keys.count
                if index == keys.count {
                    keys.append(key.path)
                    facts.append([])
                }
                facts[index].append(
                    Fact(
                        shape: shapes.count,
                        kinds: kinds,
                        isTrusted: key.isTrusted,
                        isUntrusted: key.isUntrusted,
                        isNullable: key.isNullable,
                        values: values.dropFirst().map(TableText.unescape)))
            }
            shapes.append(shape)
        }
        self.keys = FieldTable(Array(keys.joined(separator: ",".utf8)))
    }
}

extension JSONKind {
    /// A set of kinds, one bit each.
    struct Set: OptionSet {
        let rawValue: UInt8

        static var scalars: Set {
            [Set(.boolean), Set(.integer), Set(.number), Set(.string)]
        }

        init(rawValue: UInt8) { self.rawValue = rawValue }

        init(_ kind: JSONKind) {
            rawValue = 1 << kind.rawValue
        }

        /// Creates the set of the kinds that letters stand for. The letter for numbers includes integers.
        init(letters: ArraySlice<UInt8>) {
            self = []
            for letter in letters {
                switch Unicode.Scalar(letter) {
                case "b":
                    insert(Set(.boolean))
                case "i":
                    insert(Set(.integer))
                case "n":
                    formUnion([Set(.integer), Set(.number)])
                case "s":
                    insert(Set(.string))
                case "a":
                    insert(Set(.array))
                case "o":
                    insert(Set(.object))
                default:
                    break
                }
            }
        }
    }
}
