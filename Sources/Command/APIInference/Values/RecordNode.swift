import MethodicalGenerator

/// The place of an object in the recordings, from which its type gets a name.
struct RecordPlace {
    /// The name of one object at the place: the key in the singular, or the collection of the path.
    var name: String
    /// Indicates whether the name comes from a path, which tells more than a key.
    var isFromPath: Bool
}

/// The shape of the objects at one or more places.
///
/// Nodes are merged when their objects turn out to be of one type. A merged node refers to the one that has its
/// members.
final class RecordNode {
    /// The number of objects.
    private(set) var count = 0
    /// The keys in the order in which they were seen.
    private(set) var keys: [String] = []
    private(set) var members: [String: ValueTally] = [:]
    /// The values of members whose keys are data.
    private(set) var others: [ValueTally] = []
    /// The different keys that are data, up to a limit.
    private var dataKeys: Set<String> = []
    /// The number of such keys in an earlier document, which does not tell them.
    private var earlierDataKeyCount = 0
    /// The names of the places, with the weight of each.
    private(set) var names: [String: Int] = [:]
    /// The name of the type in an earlier document.
    private(set) var earlierName: String?
    private var successor: RecordNode?

    /// The greatest number of different keys. With more, the keys are data.
    private static let keyLimit = 300
    /// The greatest number of keys that are kept to count them.
    private static let dataKeyLimit = 3 * keyLimit

    /// The node that has the members.
    var root: RecordNode {
        var node = self
        while let next = node.successor {
            node = next
        }
        return node
    }

    init() {}

    /// Creates the node of a type in an earlier document.
    init(earlierName: String?, count: Int) {
        self.earlierName = earlierName
        self.count = count
    }

    func add(_ object: JSONNode, place: RecordPlace, depth: Int) {
        count += 1
        names[place.name, default: 0] += place.isFromPath ? 3 : 1
        for child in object.children {
            if members[child.key] == nil {
                let isData = SegmentForm(ofKey: child.key).isData
                if isData || keys.count >= Self.keyLimit {
                    addOther(child, place: place, depth: depth)
                    continue
                }
                keys.append(child.key)
            }
            // The value may contain an object of this very node only after merges, which come later.
            let childPlace = RecordPlace(name: child.key, isFromPath: false)
            members[child.key, default: ValueTally()].add(child, place: childPlace, depth: depth + 1)
        }
    }

    private func addOther(_ child: JSONNode, place: RecordPlace, depth: Int) {
        if dataKeys.count < Self.dataKeyLimit {
            dataKeys.insert(child.key)
        }
        if others.isEmpty {
            others = [ValueTally()]
        }
        others[0].add(child, place: place, depth: depth + 1)
    }

    /// Sets a member of a type in an earlier document.
    func setEarlier(_ key: String, tally: ValueTally) {
        if members[key] == nil {
            keys.append(key)
        }
        members[key] = tally
    }

    /// Sets the values of a dictionary in an earlier document.
    func setEarlierValues(_ tally: ValueTally) {
        earlierDataKeyCount = max(tally.count, 1)
        others = [tally]
    }

    // MARK: Dictionaries

    /// Indicates whether the keys are data, so that the objects are dictionaries.
    var isDictionary: Bool {
        let dataKeyCount = dataKeys.count + earlierDataKeyCount
        guard dataKeyCount > 0 else {
            return keys.count >= Self.keyLimit
        }
        return dataKeyCount > 2 * keys.count
            || keys.count >= Self.keyLimit
            || hasAlikeValues
    }

    /// Indicates whether the values of all keys are alike, as the files of a commit are, whose names are words or data.
    /// The members of a record rarely are.
    private var hasAlikeValues: Bool {
        guard let other = others.first else { return false }
        return keys.allSatisfy { members[$0]?.isAlike(other) ?? false }
    }

    /// Indicates whether two records have three quarters of their keys in common.
    func hasKeys(like other: RecordNode) -> Bool {
        let (own, others) = (Set(keys), Set(other.keys))
        let common = own.intersection(others).count
        return !own.isEmpty && 4 * common >= 3 * own.union(others).count
    }

    /// The values of a dictionary.
    func dictionaryValues(merges: inout [(RecordNode, RecordNode)]) -> ValueTally {
        var values = others.first ?? ValueTally()
        for key in keys {
            if let member = members[key] {
                values.add(member, merges: &merges)
            }
        }
        return values
    }

    // MARK: Merging

    /// Merges the records of each pair, and those in their members.
    static func merge(_ pairs: [(RecordNode, RecordNode)]) {
        var pending = pairs
        while let (first, second) = pending.popLast() {
            let (kept, gone) = (first.root, second.root)
            if kept !== gone {
                kept.take(gone, merges: &pending)
            }
        }
    }

    private func take(_ other: RecordNode, merges: inout [(RecordNode, RecordNode)]) {
        other.successor = self
        count += other.count
        names.merge(other.names) { $0 + $1 }
        earlierName = earlierName ?? other.earlierName
        dataKeys.formUnion(other.dataKeys)
        earlierDataKeyCount += other.earlierDataKeyCount
        for key in other.keys {
            guard let tally = other.members[key] else { continue }
            if members[key] == nil {
                keys.append(key)
            }
            members[key, default: ValueTally()].add(tally, merges: &merges)
        }
        for tally in other.others {
            if others.isEmpty {
                others = [tally]
            } else {
                others[0].add(tally, merges: &merges)
            }
        }
        other.keys = []
        other.members = [:]
        other.others = []
    }
}

extension SegmentForm {
    /// Determines the form of an object's key. Signs and spaces are usual in keys.
    init(ofKey key: String) {
        let isPlain = key.wholeMatch(of: #/[+-]?[0-9]{1,2}/#) != nil
        if isPlain {
            self = .word
            return
        }
        self.init(of: key.replacing(" ", with: "-").replacing("@", with: "-").replacing("$", with: "-"))
    }
}
