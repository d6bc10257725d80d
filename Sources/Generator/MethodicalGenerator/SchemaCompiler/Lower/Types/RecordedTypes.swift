/// The inline types that stay where callers know them, although the schema now has more of them.
///
/// Equal inline types share one type, whose place and name depend on all of its uses. Without a record, a new use could
/// therefore rename the type, and two groups of types could even exchange their names. The record states that a place
/// has the type that it had first. Other equal places join that type.
///
/// The record of an imported schema is in its `api.json`, and that of any other schema in its lock file.
package struct RecordedTypes: Equatable, Sendable {
    /// The key of the record in `source` of `api.json`.
    package static let key = "types"

    /// The places that have each type. A place is the identity of an inline type before equal types share one. A type
    /// that stays at its own place is the first of its own places.
    package private(set) var places: [TypeID: [TypeID]] = [:]

    /// The full Swift names of types, such as `VK.Messages.Markup`. Only a lock file has them.
    private(set) var paths: [TypeID: String] = [:]

    package init() {}

    package var isEmpty: Bool { places.isEmpty }

    /// The recorded types in the order in which they are kept: a type before those that are declared inside it.
    var types: [(id: TypeID, places: [TypeID])] {
        let types = places.map { (id: $0.key, places: $0.value) }
        return types.sorted { $0.id < $1.id }
    }

    /// Records that a place has a type. Returns a Boolean value that indicates whether this is new.
    @discardableResult
    mutating func add(_ place: TypeID, to type: TypeID) -> Bool {
        if places[type]?.contains(place) == true {
            return false
        }
        if place == type {
            places[type, default: []].insert(place, at: 0)
        } else {
            places[type, default: []].append(place)
        }
        return true
    }

    /// Records that a place has a type with the given full name in Swift.
    mutating func add(_ place: TypeID, to type: TypeID, path: String) {
        add(place, to: type)
        paths[type] = path
    }

    /// Removes the places that a schema no longer has.
    mutating func keepOnly(_ isPresent: (TypeID) -> Bool) {
        let present = places.mapValues { $0.filter(isPresent) }
        places = present.filter { !$0.value.isEmpty }
    }
}

/// The inline types of a schema before equal types share one.
struct InlineTypes {
    /// All types, those of definitions among them.
    var declarations: [TypeID: TypeDeclaration]
    /// The types that can be shared, with the names of their parameters and properties.
    var shareable: [TypeID: String]
    /// The types of the results of each method, by its name.
    var results: [String: [TypeID]] = [:]

    /// Collects the types of a schema. Those inside a definition that another type stands for cannot be shared.
    ///
    /// - Parameters:
    ///   - declarations: All types.
    ///   - shareable: The inline types that were made for parameters and properties, with the names of these.
    ///   - methods: The methods, whose results say something about the enumerations in their arguments.
    init(
        _ declarations: [TypeID: TypeDeclaration],
        shareable: [TypeID: String],
        methods: [Method],
        _ catalogue: Catalogue
    ) {
        self.declarations = declarations
        self.shareable = shareable.filter { place, _ in
            catalogue.replacedType(around: place, in: declarations) == nil
        }
        let results = methods.map { ($0.name, $0.variants.compactMap(\.result.declared)) }
        self.results = Dictionary(results, uniquingKeysWith: +)
    }

    /// Indicates whether the schema has an inline type at a place that can be shared.
    func isShareable(_ place: TypeID) -> Bool {
        shareable[place] != nil && declarations[place] != nil
    }
}

extension LoweredSchemas {
    /// Returns the type of a place after equal types share one.
    package func currentType(at place: TypeID) -> TypeID {
        sharing.current(place)
    }

    /// The places of all inline types that can be shared, for the lock file.
    ///
    /// Those that had a type before come first, because the order of its properties is that of the first place.
    package var acceptedTypes: RecordedTypes {
        var record = RecordedTypes()
        var settled: Set<TypeID> = []
        for (type, places) in catalogue.settings.recordedTypes.types {
            for place in places where inline.isShareable(place) && sharing.current(place) == type {
                if settled.insert(place).inserted {
                    record.add(place, to: type)
                }
            }
        }
        for place in inline.shareable.keys.sorted() where inline.isShareable(place) {
            if settled.insert(place).inserted {
                record.add(place, to: sharing.current(place))
            }
        }
        return record
    }

    /// Returns the record by which each inline type of an earlier version of the schema stays where it was.
    ///
    /// Only places whose type would change are recorded, so that the record is empty for most documents.
    package func recordedTypes(since old: LoweredSchemas) -> RecordedTypes {
        var record = old.catalogue.settings.recordedTypes
        record.keepOnly { inline.declarations[$0] != nil }
        let places = inline.shareable.keys
            .filter { old.inline.shareable[$0] != nil }
            .sorted()
        // A recorded type can take the name of another, which is recorded in the next round. Each round adds a place.
        while true {
            let sharing = TypeSharing(inline, recorded: record, catalogue: catalogue)
            var isComplete = true
            var moved: TypeID?
            for place in places where sharing.current(place) != old.sharing.current(place) {
                // The types inside of a type move with it.
                if let moved, place.text.hasPrefix(moved.text + "/") {
                    continue
                }
                if record.add(place, to: old.sharing.current(place)) {
                    isComplete = false
                    moved = place
                }
            }
            if isComplete {
                return record
            }
        }
    }
}
