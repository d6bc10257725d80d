import APISurface
import MethodicalGenerator

import enum Methodical.ReadingPolicy
import struct Methodical.UnionSelector

/// A comparison of a response with its schema. It follows the rules of strict reading, but continues after a mismatch.
struct Judge {
    let sites: Sites
    var tallies = Tallies()
    /// The number of values that were compared at each place.
    private(set) var met: [Int: Int] = [:]
    /// The number of values at each place that are present and not null.
    private(set) var held: [Int: Int] = [:]
    let search: UnionSearch
    /// The way from the root of the response to the current value.
    var path: [Step] = []
    /// The number of members whose value is not the constant in the schema.
    var contradictions = 0
    /// The effect of reading the values so far under the API's policy.
    var effect = UnionSelector.Effect()

    /// Creates a comparison for one response.
    ///
    /// - Parameter text: The JSON text of the response, from which its nodes were parsed.
    init(sites: Sites, text: [UInt8]) {
        self.sites = sites
        let rules = sites.api.decoding
        let selector = UnionSelector(
            text,
            hasNumericFlags: rules.flags == .digits,
            policy: ReadingPolicy(rules.reading))
        search = UnionSearch(
            stepsLeft: Self.steps(for: text),
            selector: selector)
    }

    /// Creates a comparison of a value with one case of a union only. It shares the search with another comparison.
    init(attemptOf judge: Judge) {
        sites = judge.sites
        search = judge.search
        path = judge.path
    }

    /// Returns the number of comparisons after which a response is given up. A response without alternatives inside
    /// alternatives needs a few for each value.
    private static func steps(for text: [UInt8]) -> Int {
        200_000 + 64 * text.count
    }

    /// Indicates whether the comparison was given up, because there are too many ways to read the response.
    var isExhausted: Bool {
        search.stepsLeft <= 0
    }

    /// Compares a value with a place of the schema.
    ///
    /// - Parameter keys: The path of the value in the response.
    mutating func judge(
        _ value: JSONNode,
        as result: Int,
        under keys: [String]
    ) {
        path = keys.map { .key($0) }
        count(value, at: result)
        judge(
            value,
            as: sites.all[result].type,
            at: result)
    }

    // MARK: Counting

    /// Counts a value that is compared at a place.
    mutating func count(_ value: JSONNode, at site: Int) {
        countComparison(at: site)
        countPresence(of: value, at: site)
    }

    /// Counts a comparison at a place, also of a value that is missing.
    mutating func countComparison(at site: Int) {
        met[site, default: 0] += 1
    }

    /// Counts a value that is not null.
    mutating func countPresence(of value: JSONNode, at site: Int) {
        if value.kind != .null {
            held[site, default: 0] += 1
        }
    }

    // MARK: Types

    /// Compares a value with a type.
    mutating func judge(
        _ value: JSONNode,
        as type: TypeUse,
        at site: Int
    ) {
        search.stepsLeft -= 1
        guard search.stepsLeft > 0 else { return }
        switch (type, value.kind) {
        case (.any, _), (.optional, .null):
            return
        case (.optional(let inner), _):
            judge(value, as: inner, at: site)
        case (.named(let id), _):
            judge(value, named: id, at: site)
        case (_, .null):
            addNull(value, as: type, at: site)
        case (.array(let inner), .array),
            (.dictionary(let inner), .object):
            judgeLimits(of: value, at: site)
            judgeElements(
                of: value,
                as: inner,
                at: sites.element(as: inner, of: site))
        default:
            judgeScalar(value, as: type, at: site)
        }
    }

    private mutating func judgeScalar(
        _ value: JSONNode,
        as type: TypeUse,
        at site: Int
    ) {
        let flags = sites.api.decoding.flags
        guard value.fits(type, flags: flags) else {
            addMismatch(of: value, as: type, at: site)
            return
        }
        judgeLimits(of: value, at: site)
        guard case .formatted(let format, as: .string) = type,
            let text = value.string
        else {
            return
        }
        if !format.conforms(text) {
            add(
                .format,
                at: site,
                expected: format.expected,
                found: Tally.Found(text: "a string in another format"),
                isTolerated: true)
        }
    }

    private mutating func judgeElements(
        of value: JSONNode,
        as type: TypeUse,
        at site: Int
    ) {
        for (index, child) in value.children.enumerated() {
            let step: Step =
                if value.isArray {
                    .index(index)
                } else {
                    .key(child.key)
                }
            path.append(step)
            count(child, at: site)
            judge(child, as: type, at: site)
            path.removeLast()
        }
    }

    private mutating func judge(
        _ value: JSONNode,
        named id: TypeID,
        at site: Int
    ) {
        switch (sites.shape(of: id), value.kind) {
        case (.alias(let type), _):
            judge(value, as: type, at: site)
        case (nil, _):
            return
        case (_, .null):
            addNull(value, as: .named(id), at: site)
        case (.record(let record), .object):
            judgeMembers(
                of: value,
                as: sites.record(record, named: id, at: site))
        case (.record, _):
            addMismatch(of: value, as: .named(id), at: site)
        case (.enumeration(let enumeration), _):
            judge(value, as: enumeration, named: id, at: site)
        case (.union(let union), _):
            judge(value, as: union, named: id, at: site)
        }
    }

    private mutating func judge(
        _ value: JSONNode,
        as enumeration: Enumeration,
        named id: TypeID,
        at site: Int
    ) {
        guard let text = value.scalarText,
            enumeration.takes(value)
        else {
            addMismatch(of: value, as: .named(id), at: site)
            return
        }
        let own = sites.enumeration(named: id, at: site)
        countComparison(at: own)
        if enumeration.isOpen, !sites.isStrict {
            return
        }
        let isText = value.kind == .string
        if enumeration.has(text, isText: isText) {
            return
        }
        add(
            enumeration.isOpen ? .newValue : .value,
            at: own,
            expected: sites.inWords(.named(id)),
            found: Tally.Found(text: text.shown, value: JSONValue(value)),
            isTolerated: true)
    }
}
