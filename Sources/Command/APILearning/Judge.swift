import APISurface
import MethodicalGenerator

import enum Methodical.ReadingPolicy
import struct Methodical.UnionSelector

/// A comparison of a response with its schema. It follows the rules of strict reading, but continues after a mismatch.
struct Judge {
    let sites: Sites
    private(set) var tallies = Tallies()
    /// The number of values that were compared at each place.
    private(set) var met: [Int: Int] = [:]
    /// The number of values at each place that are present and not null.
    private(set) var held: [Int: Int] = [:]
    private let search: UnionSearch
    private var path: [Step] = []
    /// The number of members whose value is not the constant in the schema.
    private(set) var contradictions = 0
    /// The effect of reading the values so far under the API's policy.
    private var effect = UnionSelector.Effect()

    /// Creates a comparison for one response.
    ///
    /// - Parameter text: The JSON text of the response, from which its nodes were parsed.
    init(sites: Sites, text: [UInt8]) {
        self.sites = sites
        let answers = sites.api.answers
        let selector = UnionSelector(
            text,
            hasNumericFlags: answers.flags == .digits,
            policy: ReadingPolicy(answers.reading))
        search = UnionSearch(stepsLeft: 200_000 + 64 * text.count, selector: selector)
    }

    /// Indicates whether the comparison was given up, because there are too many ways to read the response.
    var isExhausted: Bool { search.stepsLeft <= 0 }

    /// Compares a value with a place of the schema.
    ///
    /// - Parameter keys: The path of the value in the response.
    mutating func judge(_ value: JSONNode, as result: Int, under keys: [String]) {
        path = keys.map { .key($0) }
        meet(result)
        hold(value, at: result)
        judge(value, as: sites.all[result].type, at: result)
    }

    private mutating func meet(_ site: Int) { met[site, default: 0] += 1 }

    private mutating func hold(_ value: JSONNode, at site: Int) {
        if value.kind != .null {
            held[site, default: 0] += 1
        }
    }

    private mutating func judge(_ value: JSONNode, as use: TypeUse, at site: Int) {
        search.stepsLeft -= 1
        guard search.stepsLeft > 0 else { return }
        switch (use, value.kind) {
        case (.any, _), (.optional, .null): return
        case (.optional(let inner), _): judge(value, as: inner, at: site)
        case (.named(let id), _): judge(value, named: id, at: site)
        case (_, .null): depart(.null, of: value, as: use, at: site, isTolerated: false)
        case (.array(let inner), .array), (.dictionary(let inner), .object):
            elements(of: value, as: inner, at: sites.element(as: inner, of: site))
        default:
            guard value.fits(use, flags: sites.api.answers.flags) else {
                return mismatch(of: value, as: use, at: site)
            }
            guard case .formatted(let format, as: .string) = use,
                let text = value.string,
                !format.conforms(text)
            else {
                return
            }
            add(
                at: site,
                mismatch: .format,
                expected: format.expected,
                found: Tally.Found(text: "a string in another format"),
                isTolerated: true)
        }
    }

    private mutating func elements(of value: JSONNode, as type: TypeUse, at site: Int) {
        var index = 0
        for child in value.children {
            if value.isArray {
                path.append(.index(index))
            } else {
                path.append(.key(child.key))
            }
            meet(site)
            hold(child, at: site)
            judge(child, as: type, at: site)
            path.removeLast()
            index += 1
        }
    }

    // MARK: Named types

    private mutating func judge(_ value: JSONNode, named id: TypeID, at site: Int) {
        switch (sites.shape(of: id), value.kind) {
        case (.alias(let use), _): judge(value, as: use, at: site)
        case (nil, _): return
        case (_, .null): depart(.null, of: value, as: .named(id), at: site, isTolerated: false)
        case (.record(let record), .object): members(of: value, as: sites.record(record, named: id, at: site))
        case (.record, _): mismatch(of: value, as: .named(id), at: site)
        case (.enumeration(let enumeration), _): judge(value, as: enumeration, named: id, at: site)
        case (.union(let union), _): judge(value, as: union, named: id, at: site)
        }
    }

    private mutating func judge(_ value: JSONNode, as enumeration: Enumeration, named id: TypeID, at site: Int) {
        guard let text = value.scalarText, enumeration.takes(value) else {
            return mismatch(of: value, as: .named(id), at: site)
        }
        let own = sites.enumeration(named: id, at: site)
        meet(own)
        if enumeration.isOpen || enumeration.has(text, isText: value.kind == .string) {
            return
        }
        add(
            at: own,
            mismatch: .value,
            expected: sites.inWords(.named(id)),
            found: Tally.Found(text: text.shown, value: JSONValue(value)),
            isTolerated: true)
    }

    private mutating func judge(_ value: JSONNode, as union: Union, named id: TypeID, at site: Int) {
        let question = UnionSearch.Question(value: value, union: id)
        guard search.open.insert(question).inserted else {
            return mismatch(of: value, as: .named(id), at: site)
        }
        defer { search.open.remove(question) }
        let table = sites.unionTables.table(of: union, id: id)
        let candidates = search.selector.candidates(at: value.offset, table: table)
        if candidates.isEmpty {
            return missCase(for: value, of: union, named: id, at: site)
        }
        let cases = sites.cases(in: union, of: site)
        if candidates.count == 1 {
            let index = candidates[0]
            return judge(value, as: union.cases[index].type, at: cases[index])
        }
        let choice = search.choices[question] ?? choose(among: candidates, for: value, of: union, id: id, at: site)
        search.choices[question] = choice
        let lacksTag = union.discriminator.map { value[$0] == nil } ?? false
        if choice.index == nil, lacksTag {
            return missCase(for: value, of: union, named: id, at: site)
        }
        let before = effect
        let index = choice.index ?? nearest(of: candidates, to: value, in: union, at: site)
        judge(value, as: union.cases[index].type, at: cases[index])
        effect = before
        effect.add(choice.effect)
    }

    /// Returns the case as which the reader reads a value that several cases can be.
    private func choose(
        among candidates: [Int], for value: JSONNode, of union: Union, id: TypeID, at site: Int
    ) -> UnionSelector.Choice {
        let cases = sites.cases(in: union, of: site)
        let table = sites.unionTables.table(of: union, id: id)
        return search.selector.choose(among: candidates, at: value.offset, table: table) { index in
            attempt(value, as: union.cases[index].type, at: cases[index]).effect
        }
    }

    /// Compares a value with one case of a union only.
    private func attempt(_ value: JSONNode, as type: TypeUse, at site: Int) -> Judge {
        var attempt = self
        attempt.tallies = Tallies()
        attempt.met = [:]
        attempt.held = [:]
        attempt.contradictions = 0
        attempt.effect = UnionSelector.Effect()
        attempt.judge(value, as: type, at: site)
        return attempt
    }

    /// Returns the case with the least mismatches for a value that the reader reads as none of them. Corrections of
    /// this case make the value readable.
    private func nearest(of candidates: [Int], to value: JSONNode, in union: Union, at site: Int) -> Int {
        let cases = sites.cases(in: union, of: site)
        let distances = candidates.map { index in
            attempt(value, as: union.cases[index].type, at: cases[index]).distance
        }
        let shortest = distances.min()
        return zip(candidates, distances).first { $0.1 == shortest }?.0 ?? candidates[0]
    }

    /// Adds a mismatch for a value that no case of a union can be, by its discriminator or its kind.
    private mutating func missCase(for value: JSONNode, of union: Union, named id: TypeID, at site: Int) {
        if let key = union.discriminator, value.isObject {
            missTag(key, tag: value[key], of: union, at: site)
        } else {
            mismatch(of: value, as: .named(id), at: site)
        }
    }

    /// Adds a mismatch for an object whose discriminator selects no case.
    private mutating func missTag(_ key: String, tag: JSONNode?, of union: Union, at site: Int) {
        let tags = union.cases.flatMap(\.discriminatorValues).prefix(12).joined(separator: ", ")
        let expected = "an object with \"\(key)\" set to one of " + tags
        let text = tag?.scalarText?.shown ?? "no such key"
        let found = Tally.Found(text: text, value: tag?.string.map { .string($0) })
        add(at: site, mismatch: .tag, expected: expected, found: found, isTolerated: true)
    }

    // MARK: Objects

    private mutating func members(of value: JSONNode, as record: RecordSites) {
        meet(record.own)
        var seen = [Bool](repeating: false, count: record.fields.count)
        for child in value.children {
            path.append(.key(child.key))
            if let index = record.known[child.key] {
                seen[index] = true
                member(child, as: record.fields[index])
            } else if let (type, site) = record.additional {
                meet(site)
                hold(child, at: site)
                judge(child, as: type, at: site)
            } else if !record.heads.contains(child.key) {
                add(
                    at: record.own,
                    mismatch: .unknown(child.key),
                    expected: "",
                    found: Tally.Found(text: child.kindInWords),
                    isTolerated: true)
                tallies.sketch(child, as: MismatchKey(site: record.own, mismatch: .unknown(child.key)))
            }
            path.removeLast()
        }
        for index in record.lifted {
            seen[index] = lifted(value, as: record.fields[index])
        }
        for (field, isSeen) in zip(record.fields, seen) {
            meet(field.site)
            if !isSeen, field.property.isRequired {
                miss(field)
            }
        }
        // An object without any member of a record, but with others, is something else.
        let hasOnlyOthers = value.first != nil && !seen.contains(true)
        if hasOnlyOthers, record.demandsKnownMember {
            add(
                at: record.own,
                mismatch: .shape,
                expected: "its members",
                found: Tally.Found(text: "only unknown members"),
                isTolerated: false)
        }
    }

    private mutating func member(_ value: JSONNode, as field: RecordSites.Field) {
        hold(value, at: field.site)
        guard value.kind == .null else {
            if let constant = field.property.constant, let text = value.scalarText,
                value.fits(field.property.type, flags: sites.api.answers.flags), text != constant.text
            {
                contradictions += 1
                return add(
                    at: field.site,
                    mismatch: .value,
                    expected: constant.text.shown,
                    found: Tally.Found(text: text.shown, value: JSONValue(value)),
                    isTolerated: true)
            }
            return judge(value, as: field.property.type, at: field.site)
        }
        if field.property.isNullable || sites.resolved(field.property.type) == .any {
            return
        }
        let isPromised = field.property.isRequired && field.isTrusted
        depart(.null, of: value, as: field.property.type, at: field.site, isTolerated: !isPromised)
    }

    /// Compares a value below several keys. Returns a Boolean value that indicates whether it is present.
    private mutating func lifted(_ value: JSONNode, as field: RecordSites.Field) -> Bool {
        let length = path.count
        defer { path.removeLast(path.count - length) }
        var node = value
        for key in field.property.path {
            if !node.isObject, node.kind != .null {
                depart(.shape, of: node, as: .dictionary(.any), at: field.site, isTolerated: false)
            }
            guard let next = node[key] else {
                return node.kind != .object && node.kind != .null
            }
            path.append(.key(key))
            node = next
        }
        member(node, as: field)
        return true
    }

    /// Adds a mismatch for a missing member.
    private mutating func miss(_ field: RecordSites.Field) {
        for key in field.property.path {
            path.append(.key(key))
        }
        add(
            at: field.site,
            mismatch: .missing,
            expected: "a value",
            found: Tally.Found(text: "no such key"),
            isTolerated: !field.isTrusted)
        path.removeLast(field.property.path.count)
    }

    // MARK: Mismatches

    private mutating func mismatch(of value: JSONNode, as use: TypeUse, at site: Int) {
        if value.isArray,
            value.first == nil,
            sites.isObject(use)
        {
            depart(.emptyList, of: value, as: use, at: site, isTolerated: true)
        } else if value.schemaWord != nil, value.kind != .number || value.isFinite, !sites.scalars(of: use).isEmpty {
            depart(.kind, of: value, as: use, at: site, isTolerated: sites.tolerates(value, as: use))
        } else {
            depart(.shape, of: value, as: use, at: site, isTolerated: false)
        }
    }

    private mutating func depart(
        _ mismatch: Mismatch, of value: JSONNode, as use: TypeUse, at site: Int, isTolerated: Bool
    ) {
        let found = Tally.Found(text: value.kindInWords, value: value.schemaWord.map { .string($0) })
        add(at: site, mismatch: mismatch, expected: sites.inWords(use), found: found, isTolerated: isTolerated)
    }

    private mutating func add(
        at site: Int, mismatch: Mismatch, expected: String, found: Tally.Found, isTolerated: Bool
    ) {
        let key = MismatchKey(site: site, mismatch: mismatch)
        effect.add(mismatch, isTolerated: isTolerated, reading: sites.api.answers.reading)
        if tallies[key] == nil {
            search.stepsLeft -= path.count
            tallies.begin(key, with: Tally(expected: expected, path: path.shown))
        }
        tallies.count(found, isTolerated: isTolerated, as: key)
    }
}
