extension APIEngine {
    /// The keys of a model's fields, in the order of the indices that `_field(_:_:)` takes.
    ///
    /// A table is created from a text with this syntax:
    ///
    /// - `,` separates the keys.
    /// - `/` separates the keys on the way to a nested value, as in `content/type`.
    /// - `*` alone is the field that takes the members that no other field names.
    /// - Marks precede a key. `!` marks a required key. `+` marks a required key that is not trusted: its absence is
    ///   reported as a mismatch. `?` marks a key whose value may be `null`. `^` marks a key that no request contains.
    /// - `=` and a JSON text follow a key whose value is constant.
    /// - `~0` to `~9` represent `~ / , ! = * | + ? ^` inside a key.
    ///
    /// A table is created once per type and never freed, so a reference to it costs no reference counting. It is safe
    /// to share because it never changes.
    public struct FieldTable: @unchecked Sendable {
        let storage: UnsafePointer<Storage>

        /// Creates a table from a text in the syntax above.
        ///
        /// - Parameters:
        ///   - keys: The text.
        ///   - hasNumericFlags: Indicates whether the numbers 0 and 1 are flags, as well as `true` and `false`.
        public init(_ keys: StaticString, hasNumericFlags: Bool = false) {
            self.init(TableText.bytes(of: keys), hasNumericFlags: hasNumericFlags)
        }

        init(_ keys: [UInt8], hasNumericFlags: Bool = false) {
            let made = UnsafeMutablePointer<Storage>.allocate(capacity: 1)
            made.initialize(to: TableBuilder(keys).finish(hasNumericFlags: hasNumericFlags))
            storage = UnsafePointer(made)
        }

        /// The number of required fields that a cursor tracks in one word. The others have more words.
        static var trackedBits: Int { UInt64.bitWidth }
        /// The number of zero bytes after the keys: more than the longest load that starts inside a key.
        static var padding: Int { 16 }

        /// Returns the bit of a required field in its word.
        @inline(__always)
        static func bit(for number: Int) -> UInt64 {
            1 &<< UInt64(truncatingIfNeeded: number)
        }

        /// The parts of a table.
        struct Storage {
            /// The entries of each node, one node after another.
            let entries: UnsafePointer<Entry>
            /// The objects that keys lead through. The model's own object is the first.
            let nodes: UnsafePointer<Node>
            let nodeCount: Int
            /// The keys as bytes, for writing and comparing, with padding after them.
            let text: UnsafePointer<UInt8>
            /// The hash table, which maps a key and its node to the entry.
            let slots: UnsafePointer<Slot>
            /// The size of the hash table, which is a power of two, minus one.
            let slotMask: Int
            /// The order in which all visits except reading visit the fields; see ``Step``.
            let steps: UnsafePointer<Int32>
            let stepCount: Int
            /// Indicates whether all fields are members of the model's own object, so that entries and fields have the
            /// same numbers.
            let isFlat: Bool
            let fieldCount: Int
            /// The number of required fields. Each has a bit that is set once the field is found; those after the first
            /// ``trackedBits`` have words of their own.
            let requiredCount: Int
            /// The bits of the first ``trackedBits`` required fields.
            let requiredBits: UInt64
            /// The keys by entry, for Codable.
            let keys: [FieldKey]
            /// The values of the constant fields.
            let constants: [Constant]
            /// The fields that requests leave out, or `nil` if there are none.
            let readOnlyFields: Set<Int>?
            /// Indicates whether the numbers 0 and 1 are flags.
            let hasNumericFlags: Bool
        }

        /// The only value that an entry allows, as JSON text. A zero byte follows the text.
        struct Constant {
            let entry: Int
            let text: UnsafePointer<UInt8>
            let count: Int
        }

        /// A key in an object.
        struct Entry {
            /// The offset of `"key":` in the text.
            var text: Int32
            /// The length of `"key":` in bytes.
            var length: Int32
            /// The offset of the key without quotes and escapes in the text.
            var key: Int32
            /// The length of the key without quotes and escapes in bytes.
            var keyLength: Int32
            /// The first eight bytes of `"key":`.
            var head: UInt64
            /// The bytes of `head` that belong to the key.
            var mask: UInt64
            /// The last eight bytes of `"key":`, if it has that many.
            var tail: UInt64
            /// The bit of this field if it is among the first 64 required ones, otherwise 0.
            var bit: UInt64 = 0
            /// The index of the field that has this key, or -1.
            var field: Int32 = -1
            /// The node of the object that this key leads to, or -1.
            var node: Int32 = -1
            /// The number of this field among the required ones, or -1.
            var required: Int32 = -1
            /// Indicates whether the key is required, and reading refuses an object without it.
            var isTrusted = false
            /// Indicates whether the value may be `null`.
            var isNullable = false
            /// Indicates whether the entry needs no special handling: it is a field, not constant, and not a required
            /// one after the first 64.
            var isPlain = false
            var isConstant = false
        }

        /// A slot of a hash table, with enough of the key to distinguish it from nearly all others.
        struct Slot {
            var key = KeyWords()
            var length: Int32 = 0
            var node: Int32 = 0
            var entry: Int32 = -1
        }

        /// An object: the model's own, or one nested in it.
        struct Node {
            /// The first of the node's entries.
            var first: Int32 = 0
            /// The end of the node's entries.
            var end: Int32 = 0

            /// The numbers of the node's entries.
            var entries: Range<Int> {
                Int(first)..<Int(end)
            }

            /// The field that takes the members without an entry, or -1.
            var additional: Int32 = -1
            /// The entry that leads to this node.
            var parentEntry: Int32 = -1
            var parent: Int32 = -1
        }

        /// The steps of a visit. A step is the number of an entry, or one of these codes.
        enum Step {
            /// Enter the object of the entry that follows this code.
            static var open: Int32 { -1 }
            /// Leave the object.
            static var close: Int32 { -2 }
            /// Visit the additional members. The index of their field follows this code.
            static var additional: Int32 { -3 }
        }
    }
}

extension APIEngine.FieldTable {
    /// Returns the entry of a key in a node, or -1. At least eight bytes after the end of the key must be readable.
    @inline(__always)
    func find(_ key: UnsafePointer<UInt8>, count: Int, in node: Int) -> Int {
        let mask = storage.pointee.slotMask
        let words = KeyWords(key, count: count)
        var slotIndex = words.hash(count: count, in: node) & mask
        while true {
            let slot = storage.pointee.slots + slotIndex
            // An empty slot looks like the slot of the empty key, and has its result: -1.
            if slot.pointee.key.first == words.first, slot.pointee.key.last == words.last,
                Int(slot.pointee.length) == count, Int(slot.pointee.node) == node
            {
                let entry = Int(slot.pointee.entry)
                if count <= KeyWords.size
                    || KeyBytes.equal(
                        storage.pointee.text + Int(storage.pointee.entries[entry].key),
                        key,
                        count: count)
                {
                    return entry
                }
            }
            if slot.pointee.entry < 0 {
                return -1
            }
            slotIndex = (slotIndex &+ 1) & mask
        }
    }

    func constant(of entry: Int) -> Constant? {
        storage.pointee.constants.first { $0.entry == entry }
    }

    func key(of entry: Int) -> FieldKey {
        storage.pointee.keys[entry]
    }

    /// Indicates whether a key of the model's own object belongs to a field, or leads to one, other than the additional
    /// members.
    package func names(_ key: String) -> Bool {
        storage.pointee.keys[..<Int(storage.pointee.nodes[0].end)].contains {
            $0.stringValue == key
        }
    }

    /// Returns the path of a field, for messages.
    func name(of entry: Int, in node: Int) -> String {
        let outer = storage.pointee.nodes[node]
        let name = key(of: entry).stringValue
        if outer.parentEntry < 0 {
            return name
        }
        return self.name(of: Int(outer.parentEntry), in: Int(outer.parent)) + "." + name
    }
}

/// The first and the last eight bytes of a key. For a shorter key, both are the whole key.
struct KeyWords {
    var first: UInt64 = 0
    var last: UInt64 = 0

    /// The number of bytes of both words.
    static var size: Int { 2 * KeyBytes.wordSize }

    init() {}

    /// Creates the words of a key. At least eight bytes after the end of the key must be readable.
    ///
    /// It does not branch on the key's length, because no processor could predict such a branch.
    @inline(__always)
    init(_ key: UnsafePointer<UInt8>, count: Int) {
        let isLong = count >= KeyBytes.wordSize
        let mask = isLong ? .max : KeyBytes.mask(count: count)
        first = Word.load(from: key, at: 0) & mask
        let startOfLast = isLong ? count &- KeyBytes.wordSize : 0
        last = Word.load(from: key, at: startOfLast) & mask
    }

    /// Returns a multiplicative hash of both words, the key's length and its node. The upper bits of the product are
    /// the best mixed ones.
    @inline(__always)
    func hash(count: Int, in node: Int) -> Int {
        let mixed = (first &+ last) &* Self.goldenRatio
        return Int(truncatingIfNeeded: mixed &>> 40) &+ count &+ node
    }

    /// 2⁶⁴ / φ, as in Fibonacci hashing.
    private static var goldenRatio: UInt64 { 0x9E37_79B9_7F4A_7C15 }
}

/// Comparison of keys.
enum KeyBytes {
    /// The number of bytes that are compared at once.
    static var wordSize: Int { 8 }

    /// Returns a mask for the lowest `count` bytes of a word, for fewer than eight.
    @_transparent
    static func mask(count: Int) -> UInt64 {
        (1 &<< UInt64(truncatingIfNeeded: count &<< 3)) &- 1
    }

    /// Indicates whether two texts have the same bytes.
    ///
    /// Compares a word at a time. Both texts must be readable for eight bytes after the last byte that is equal.
    @inline(__always)
    static func equal(
        _ left: UnsafePointer<UInt8>,
        _ right: UnsafePointer<UInt8>,
        count: Int
    ) -> Bool {
        var at = 0
        while at &+ wordSize <= count {
            if Word.load(from: left, at: at) != Word.load(from: right, at: at) {
                return false
            }
            at &+= wordSize
        }
        return (Word.load(from: left, at: at) ^ Word.load(from: right, at: at)) & mask(count: count &- at) == 0
    }
}

/// Access by name, for tests that make or change models.
extension APIEngine.FieldTable {
    /// The last key of each field and the field's index.
    package var fieldNames: [(name: String, index: Int)] {
        storage.pointee.keys.indices.compactMap { entry in
            let index = Int(storage.pointee.entries[entry].field)
            guard index >= 0 else { return nil }
            return (storage.pointee.keys[entry].stringValue, index)
        }
    }

    /// Returns the index of the field under a path of keys.
    ///
    /// `isRequired` tells whether the schema requires the field, even if reading tolerates its absence.
    package func field(at path: [String]) -> (index: Int, isRequired: Bool)? {
        guard let entry = entry(at: path) else { return nil }
        let found = storage.pointee.entries[entry]
        return (Int(found.field), found.required >= 0)
    }

    /// Returns the JSON text of the only value that the field under a path of keys can have, or `nil` if it can have
    /// others.
    package func constant(at path: [String]) -> [UInt8]? {
        guard let entry = entry(at: path),
            let constant = constant(of: entry)
        else { return nil }
        return Array(UnsafeBufferPointer(start: constant.text, count: constant.count))
    }

    /// Returns the index of the entry of the field under a path of keys.
    private func entry(at path: [String]) -> Int? {
        var node = 0
        for (depth, key) in path.enumerated() where node >= 0 {
            let entries = storage.pointee.nodes[node].entries
            guard let index = entries.first(where: { storage.pointee.keys[$0].stringValue == key }) else { return nil }
            let entry = storage.pointee.entries[index]
            if depth == path.count - 1 {
                guard entry.field >= 0 else { return nil }
                return index
            }
            node = Int(entry.node)
        }
        return nil
    }
}
