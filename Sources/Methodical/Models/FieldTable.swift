/// The keys of a model's fields, in the order of their indices: what `_field(_:_:)` is driven by.
///
/// Keys are joined by `,`; `/` separates the keys of a value that lies deeper (`content/type`); `*` alone is the field that takes the members no
/// other field names. Marks stand in front of a key: `!` it is required, `+` the schema requires it and is not trusted with that, `?` null may be
/// its value. `=` and a JSON text stand behind a key whose value is constant. Inside a key, `~0` to `~8` stand for `~ / , ! = * | + ?`.
///
/// A table is made once per type and never freed: holding it costs no reference counting.
public struct FieldTable: @unchecked Sendable {
    let storage: UnsafePointer<Storage>

    public init(_ keys: StaticString) {
        self.init([UInt8](UnsafeBufferPointer(start: keys.utf8Start, count: keys.utf8CodeUnitCount)))
    }

    init(_ keys: [UInt8]) {
        let made = UnsafeMutablePointer<Storage>.allocate(capacity: 1)
        made.initialize(to: TableBuilder(keys).finish())
        storage = UnsafePointer(made)
    }

    struct Storage {
        /// Member by member, node after node.
        let entries: UnsafePointer<Entry>
        /// The objects that the keys lead through; the model's own is the first.
        let nodes: UnsafePointer<Node>
        let nodeCount: Int
        let text: UnsafePointer<UInt8>
        /// Hash tables of all nodes: entries by the hash of their keys.
        let slots: UnsafePointer<Slot>
        /// The order in which everything but reading visits the fields; see ``Step``.
        let steps: UnsafePointer<Int32>
        let stepCount: Int
        /// All fields are members of the model's own object: entries and fields have the same numbers.
        let isFlat: Bool
        let fieldCount: Int
        /// Bits that are set when all required fields have been seen; those beyond 64 have words of their own.
        let requiredCount: Int
        /// The keys by entry, as Codable wants them.
        let keys: [FieldKey]
        let constants: [Constant]
    }

    /// The only value of an entry, as JSON text.
    struct Constant {
        let entry: Int
        let text: UnsafePointer<UInt8>
        let count: Int
    }

    /// One key in one object.
    struct Entry {
        /// Where `"key":` begins in the text, and its length.
        var text: Int32
        var length: Int32
        /// Where the key without quotes and escapes begins, and its length.
        var key: Int32
        var keyLength: Int32
        /// The first eight bytes of `"key":` and which of them count.
        var head: UInt64
        var mask: UInt64
        /// The last eight bytes of them, where there are as many.
        var tail: UInt64
        /// The bit of this field among the first 64 required ones, or 0.
        var bit: UInt64 = 0
        /// The index of the field whose value this is, or -1.
        var field: Int32 = -1
        /// The node whose object this is, or -1.
        var node: Int32 = -1
        /// The number of this field among the required ones, or -1.
        var required: Int32 = -1
        /// Required, and an object without it is refused.
        var isTrusted = false
        /// Null may stand in its place.
        var isNullable = false
        /// A value, and not among the required ones beyond the first 64, nor constant.
        var isPlain = false
        var isConstant = false
    }

    /// A place in a hash table, with enough of the key to tell it from nearly all others.
    struct Slot {
        var key = KeyWords()
        var length: Int32 = 0
        var entry: Int32 = -1
    }

    struct Node {
        var first: Int32 = 0
        var end: Int32 = 0
        /// Where the node's hash table begins, and its size less one: a power of two.
        var slots: Int32 = 0
        var mask: Int32 = 0
        /// The field that takes the members without an entry, or -1.
        var additional: Int32 = -1
        /// The entry by which this node is reached.
        var parentEntry: Int32 = -1
        var parent: Int32 = -1
    }

    /// Steps are entries to visit; these are the others.
    enum Step {
        /// The next entry is an object to go into.
        static var open: Int32 { -1 }
        /// Back out of it.
        static var close: Int32 { -2 }
        /// The additional members, whose field is behind this.
        static var additional: Int32 { -3 }
    }

    /// The entry of a key in a node, or -1. At least eight bytes can be loaded behind the key.
    @inline(__always)
    func find(_ key: UnsafePointer<UInt8>, _ count: Int, in node: Int) -> Int {
        let node = storage.pointee.nodes + node
        let slots = storage.pointee.slots + Int(node.pointee.slots)
        let mask = Int(node.pointee.mask)
        let words = KeyWords(key, count)
        var place = (words.hash &+ count) & mask
        while true {
            let slot = slots + place
            // An empty slot is like the empty key, which it answers for.
            if slot.pointee.key.first == words.first, slot.pointee.key.last == words.last,
                Int(slot.pointee.length) == count
            {
                let entry = Int(slot.pointee.entry)
                if count <= 16
                    || KeyBytes.equal(storage.pointee.text + Int(storage.pointee.entries[entry].key), key, count)
                {
                    return entry
                }
            }
            if slot.pointee.entry < 0 { return -1 }
            place = (place &+ 1) & mask
        }
    }

    func constant(_ entry: Int) -> Constant? { storage.pointee.constants.first { $0.entry == entry } }

    func key(_ entry: Int) -> FieldKey { storage.pointee.keys[entry] }

    /// Whether a key of the model's own object has a field, or holds one, besides the additional members.
    package func names(_ key: String) -> Bool {
        storage.pointee.keys[..<Int(storage.pointee.nodes[0].end)].contains { $0.stringValue == key }
    }

    /// The path of a field, for messages.
    func name(of entry: Int, in node: Int) -> String {
        let nodes = storage.pointee.nodes
        var name = storage.pointee.keys[entry].stringValue
        var node = node
        while nodes[node].parentEntry >= 0 {
            name = storage.pointee.keys[Int(nodes[node].parentEntry)].stringValue + "." + name
            node = Int(nodes[node].parent)
        }
        return name
    }
}

/// The first and the last eight bytes of a key; of a shorter one all, twice.
struct KeyWords {
    var first: UInt64 = 0
    var last: UInt64 = 0

    init() {}

    /// At least eight bytes can be loaded behind the key. Without branches on its length, which no processor could predict.
    @inline(__always)
    init(_ key: UnsafePointer<UInt8>, _ count: Int) {
        let isLong = count >= 8
        let mask = isLong ? .max : KeyBytes.mask(count)
        first = Word.load(key, 0) & mask
        last = Word.load(key, isLong ? count &- 8 : 0) & mask
    }

    @inline(__always)
    var hash: Int { Int(truncatingIfNeeded: (first &* 0x9E37_79B9_7F4A_7C15 ^ last &* 0xC2B2_AE3D_27D4_EB4F) &>> 40) }
}

enum KeyBytes {
    /// The lowest `count` bytes of a word, for less than eight.
    @_transparent
    static func mask(_ count: Int) -> UInt64 { (1 &<< UInt64(truncatingIfNeeded: count &<< 3)) &- 1 }

    /// Words at a time: both may be loaded from eight bytes behind the last one that is equal.
    @inline(__always)
    static func equal(_ left: UnsafePointer<UInt8>, _ right: UnsafePointer<UInt8>, _ count: Int) -> Bool {
        var at = 0
        var rest = count
        while rest >= 8 {
            if Word.load(left, at) != Word.load(right, at) { return false }
            at &+= 8
            rest &-= 8
        }
        return rest == 0 || (Word.load(left, at) ^ Word.load(right, at)) & mask(rest) == 0
    }
}
