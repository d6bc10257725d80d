import APISurface
import MethodicalGenerator

extension Comparer {
    /// Adds a mismatch that the runtime reported to the evidence.
    mutating func add(_ record: DriftRecord) {
        guard let method = method(named: record.method) else {
            return evidence.skip(record.source, reason: "the API has no method \(record.method.shown)")
        }
        let keys = [sites.api.wire.envelope.result, method.resultKey].compactMap(\.self)
        for variant in method.variants {
            var walk = DriftWalk(path: record.path, sites: sites)
            guard walk.skip(keys),
                let place = walk.place(from: sites.result(of: method, variant: variant))
            else { continue }
            var judge = Judge(sites: sites, text: [])
            judge.path = [.key(record.path)]
            judge.add(record, at: place)
            return evidence.add(judge, for: record)
        }
        evidence.skip(record.source, reason: "the schema has no place \(record.path.shown) in \(record.method.shown)")
    }
}

/// A way through the schema, along the path of a mismatch.
private struct DriftWalk {
    private enum Step: Equatable {
        case key(String)
        case element
    }

    /// A place of the schema, with the type of its values.
    struct Target {
        var site: Int
        var type: TypeUse
        /// The property, if the place is one.
        var property: Property?
    }

    private let sites: Sites
    private var steps: ArraySlice<Step>

    init(path: String, sites: Sites) {
        self.sites = sites
        var steps: [Step] = []
        for part in path.split(separator: ".") {
            let key = part.prefix { $0 != "[" }
            if !key.isEmpty {
                steps.append(.key(String(key)))
            }
            let brackets = part.dropFirst(key.count)
            steps += Array(repeating: .element, count: brackets.count { $0 == "[" })
        }
        self.steps = steps[...]
    }

    /// Removes the keys of the envelope from the beginning of the path. Returns `false` if they are not there.
    mutating func skip(_ keys: [String]) -> Bool {
        guard steps.starts(with: keys.map { .key($0) }) else { return false }
        steps = steps.dropFirst(keys.count)
        return true
    }

    /// Returns the place at the end of the path, or `nil` if the schema has none.
    func place(from result: Int) -> Target? {
        place(along: steps, from: Target(site: result, type: sites.all[result].type), depth: 0)
    }

    private func place(along steps: ArraySlice<Step>, from target: Target, depth: Int) -> Target? {
        // Unions can be alternatives of themselves.
        guard depth < 200 else { return nil }
        guard let step = steps.first else {
            return target
        }
        switch (sites.resolved(target.type), step) {
        case (.optional(let inner), _):
            return place(along: steps, from: Target(site: target.site, type: inner), depth: depth + 1)
        case (.array(let element), .element), (.dictionary(let element), .key):
            let site = sites.element(as: element, of: target.site)
            return place(along: steps.dropFirst(), from: Target(site: site, type: element), depth: depth + 1)
        case (.named(let id), _):
            return place(along: steps, in: id, from: target, depth: depth)
        default: return nil
        }
    }

    private func place(
        along steps: ArraySlice<Step>,
        in id: TypeID,
        from target: Target,
        depth: Int
    ) -> Target? {
        switch sites.shape(of: id) {
        case .record(let record):
            return place(along: steps, in: sites.record(record, named: id, at: target.site), depth: depth)
        case .union(let union):
            let places = sites.cases(in: union, of: target.site)
            for (index, item) in union.cases.enumerated() {
                let inner = Target(site: places[index], type: item.type)
                if let found = place(along: steps, from: inner, depth: depth + 1) {
                    return found
                }
            }
            return nil
        default: return nil
        }
    }

    private func place(along steps: ArraySlice<Step>, in record: RecordSites, depth: Int) -> Target? {
        for field in record.fields where steps.starts(with: field.property.path.map { .key($0) }) {
            let inner = Target(site: field.site, type: field.property.type, property: field.property)
            let rest = steps.dropFirst(field.property.path.count)
            if let found = place(along: rest, from: inner, depth: depth + 1) {
                return found
            }
        }
        guard let (type, site) = record.additional, case .key? = steps.first else { return nil }
        return place(along: steps.dropFirst(), from: Target(site: site, type: type), depth: depth + 1)
    }
}

extension Judge {
    /// Adds the mismatches of a record at a place of the schema.
    fileprivate mutating func add(_ record: DriftRecord, at target: DriftWalk.Target) {
        for (index, found) in record.found.enumerated() {
            // The record has one number for all descriptions.
            let others = record.found.count - 1
            let count = index == 0 ? max(record.count - others, 1) : 1
            for _ in 0..<min(count, Self.countLimit) {
                add(found, expected: record.expected, at: target)
            }
        }
    }

    /// The greatest number of values that a record stands for. More of them have no other effect.
    private static let countLimit = 1000

    /// The values that stand for the kinds in the runtime's words.
    private static let samples = [
        "a string": #""a""#, "a number": "0.5", "a flag": "true", "an object": "{}", "an array": "[0]",
        "an empty array": "[]",
    ]

    /// Adds a mismatch, unless a correction of the schema has made the value valid.
    private mutating func add(_ found: String, expected: String, at target: DriftWalk.Target) {
        let type = sites.resolved(target.type)
        let isNullable = target.property?.isNullable ?? sites.canBeNull(type)
        let words = sites.inWords(type)
        switch (found, type) {
        case ("no such key", _):
            guard target.property?.isRequired ?? false else { return }
            add(.missing, at: target.site, expected: "a value", found: Tally.Found(text: found), isTolerated: false)
        case ("null", _):
            guard !isNullable else { return }
            add(.null, at: target.site, expected: words, found: Tally.Found(text: found), isTolerated: true)
        case ("a string", .formatted(let format, as: .string)):
            guard expected == format.expected else { return }
            let value = Tally.Found(text: "a string in another format")
            add(.format, at: target.site, expected: expected, found: value, isTolerated: true)
        default:
            guard let sample = Self.samples[found].flatMap(Self.node) else {
                return add(listed: found, at: target)
            }
            if !sites.canBe(sample, of: type) {
                addMismatch(of: sample, as: type, at: target.site)
            }
        }
    }

    private static func node(_ json: String) -> JSONNode? {
        var problems: [Diagnostic] = []
        return parse(SourceFile(path: "", bytes: Array(json.utf8)), problems: &problems)
    }

    /// Adds a value that an enumeration does not list. Other texts say nothing that could be corrected.
    private mutating func add(listed found: String, at target: DriftWalk.Target) {
        var type = sites.resolved(target.type)
        while case .optional(let inner) = type {
            type = sites.resolved(inner)
        }
        guard case .named(let id) = type,
            case .enumeration(let enumeration)? = sites.shape(of: id),
            let node = Self.node(found),
            let text = node.scalarText
        else { return }
        let isKnown = enumeration.isOpen || enumeration.has(text, isText: node.kind == .string)
        guard !isKnown, enumeration.takes(node) else { return }
        add(
            .value,
            at: sites.enumeration(named: id, at: target.site),
            expected: sites.inWords(.named(id)),
            found: Tally.Found(text: text.shown, value: JSONValue(node)),
            isTolerated: true)
    }
}

extension Sites {
    /// Indicates whether null is a value of a type.
    fileprivate func canBeNull(_ type: TypeUse) -> Bool {
        switch type {
        case .any, .null, .optional: true
        default: false
        }
    }
}
