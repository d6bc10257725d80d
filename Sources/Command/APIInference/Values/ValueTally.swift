import APILearning
import MethodicalGenerator

/// The values that were seen at a place: how many of each kind, and what strings have in common.
struct ValueTally {
    /// The kinds of JSON values other than null.
    enum Kind: String, CaseIterable {
        case boolean, integer, number, string, array, object
    }

    /// The number of values, null included.
    var count = 0
    var nulls = 0
    var kinds: Set<Kind> = []
    /// Indicates whether an integer does not fit into 64 bits.
    var hasHugeInteger = false
    var texts = TextTally()
    /// The shape of the objects, or `nil` if there is none.
    var record: RecordNode?
    /// The elements of the lists. It is an array of at most one, because a struct cannot contain itself.
    private(set) var elements: [ValueTally] = []

    /// The greatest depth of values. Deeper ones may be anything.
    private static let depthLimit = 40

    /// The shape of the elements of the lists, or `nil` if no list had any.
    var element: ValueTally? { elements.first }

    /// Adds a value.
    mutating func add(_ value: JSONNode, place: RecordPlace, depth: Int = 0) {
        count += 1
        guard depth < Self.depthLimit else {
            // A place with values of each kind is one for any value.
            kinds = Set(Kind.allCases)
            return
        }
        switch value.kind {
        case .null:
            nulls += 1
        case .bool:
            kinds.insert(.boolean)
        case .number:
            addNumber(value)
        case .string:
            kinds.insert(.string)
            texts.add(value.string ?? "")
        case .array:
            kinds.insert(.array)
            for child in value.children {
                addElement(child, place: place, depth: depth + 1)
            }
        case .object:
            kinds.insert(.object)
            let node = record?.root ?? RecordNode()
            record = node
            node.add(value, place: place, depth: depth)
        }
    }

    private mutating func addNumber(_ value: JSONNode) {
        let text = value.numberText ?? ""
        if value.schemaWord == "number" {
            kinds.insert(.number)
        } else {
            kinds.insert(.integer)
            hasHugeInteger = hasHugeInteger || Int(text) == nil
        }
    }

    private mutating func addElement(_ value: JSONNode, place: RecordPlace, depth: Int) {
        if elements.isEmpty {
            elements = [ValueTally()]
        }
        elements[0].add(value, place: place, depth: depth)
    }

    /// Adds a tally of an earlier document's list.
    mutating func setElement(_ tally: ValueTally) {
        elements = [tally]
    }

    /// Adds another tally. The records of both are to be merged by `merges`.
    mutating func add(_ other: ValueTally, merges: inout [(RecordNode, RecordNode)]) {
        count += other.count
        nulls += other.nulls
        kinds.formUnion(other.kinds)
        hasHugeInteger = hasHugeInteger || other.hasHugeInteger
        texts.add(other.texts)
        if let record = other.record {
            if let own = self.record {
                merges.append((own, record))
            } else {
                self.record = record
            }
        }
        guard let element = other.element else { return }
        if elements.isEmpty {
            elements = [element]
        } else {
            elements[0].add(element, merges: &merges)
        }
    }

    /// Indicates whether the values are of the same one kind: strings of a format, or objects with the same members.
    func isAlike(_ other: ValueTally) -> Bool {
        guard kinds.count == 1, kinds == other.kinds else { return false }
        if let record = record?.root, let others = other.record?.root {
            return record.hasKeys(like: others)
        }
        return texts.format != nil && texts.format == other.texts.format
    }

    /// The records of this value and of the elements of its lists.
    var records: [RecordNode] {
        [record].compactMap(\.self) + elements.flatMap(\.records)
    }
}
