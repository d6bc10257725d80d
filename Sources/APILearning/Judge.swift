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
    private var contradictions = 0
    /// The effect of reading the values so far under the API's policy.
    private var effect = UnionSelector.Effect()

    private enum Step { case key(String), index(Int) }

    /// Creates a comparison for one response.
    ///
    /// - Parameter text: The JSON text of the response, from which its nodes were parsed.
    init(_ sites: Sites, text: [UInt8]) {
        self.sites = sites
        let answers = sites.api.answers
        let selector = UnionSelector(
            text, hasNumericFlags: answers.flags == .digits, policy: ReadingPolicy(answers.reading))
        search = UnionSearch(stepsLeft: 200_000 + 64 * text.count, selector: selector)
    }

    /// Indicates whether the comparison was given up, because there are too many ways to read the response.
    var isExhausted: Bool { search.stepsLeft <= 0 }

    /// The weight of all mismatches. Of several types, the response has the one with the least weight. A different
    /// structure weighs more than everything that can be corrected.
    var weight: Int { weight(unknown: 1) }

    /// The weight for finding the nearest case of a union. A value that contradicts a constant weighs most, then a
    /// member that the case does not have.
    private var distance: Int { 1_000_000_000 * contradictions + weight(unknown: 50_000) }

    private func weight(unknown: Int) -> Int {
        tallies.keys.reduce(0) { sum, key in
            let count = tallies[key]?.count ?? 0
            switch key.mismatch {
            case .shape: return sum + 100_000 * count
            case .unknown: return sum + unknown * count
            default: return sum + (tallies[key]?.isTolerated == true ? 100 : 200) * count
            }
        }
    }

    /// Indicates whether strict reading accepts the response.
    var isExact: Bool { tallies.keys.allSatisfy(\.mismatch.isUnknown) }

    /// Compares a value with a place of the schema.
    ///
    /// - Parameter keys: The path of the value in the response.
    mutating func judge(_ value: JSONNode, as result: Int, under keys: [String]) {
        path = keys.map { .key($0) }
        meet(result)
        hold(value, at: result)
        judge(value, sites.all[result].type, result)
    }

    private mutating func meet(_ site: Int) { met[site, default: 0] += 1 }

    private mutating func hold(_ value: JSONNode, at site: Int) {
        if value.kind != .null {
            held[site, default: 0] += 1
        }
    }

    private mutating func judge(_ value: JSONNode, _ use: TypeUse, _ site: Int) {
        search.stepsLeft -= 1
        guard search.stepsLeft > 0 else { return }
        switch (use, value.kind) {
        case (.any, _), (.optional, .null): return
        case (.optional(let inner), _): judge(value, inner, site)
        case (.named(let id), _): judge(value, named: id, site)
        case (_, .null): depart(.null, value, use, site, isTolerated: false)
        case (.array(let inner), .array), (.dictionary(let inner), .object):
            elements(value, inner, sites.element(inner, of: site))
        default:
            guard value.fits(use, flags: sites.api.answers.flags) else {
                return mismatch(value, use, site)
            }
            guard case .formatted(let format, as: .string) = use, let text = value.string, !format.conforms(text) else {
                return
            }
            add(site, .format, format.expected, Tally.Found(text: "a string in another format"), isTolerated: true)
        }
    }

    private mutating func elements(_ value: JSONNode, _ type: TypeUse, _ site: Int) {
        var index = 0
        for child in value.children {
            path.append(value.isArray ? .index(index) : .key(child.key))
            meet(site)
            hold(child, at: site)
            judge(child, type, site)
            path.removeLast()
            index += 1
        }
    }

    // MARK: Named types

    private mutating func judge(_ value: JSONNode, named id: TypeID, _ site: Int) {
        switch (sites.shape(id), value.kind) {
        case (.alias(let use), _): judge(value, use, site)
        case (nil, _): return
        case (_, .null): depart(.null, value, .named(id), site, isTolerated: false)
        case (.record(let record), .object): members(value, sites.record(record, id, at: site))
        case (.record, _): mismatch(value, .named(id), site)
        case (.enumeration(let enumeration), _): judge(value, enumeration, id, site)
        case (.union(let union), _): judge(value, union, id, site)
        }
    }

    private mutating func judge(_ value: JSONNode, _ enumeration: Enumeration, _ id: TypeID, _ site: Int) {
        guard let text = value.scalarText, enumeration.takes(value) else {
            return mismatch(value, .named(id), site)
        }
        let isText = value.kind == .string
        let own = sites.enumeration(id, at: site)
        meet(own)
        if enumeration.isOpen {
            return
        }
        if enumeration.members.contains(where: {
            $0.value == text && (enumeration.raw != .mixed || $0.isText == isText)
        }) {
            return
        }
        add(
            own, .value, sites.inWords(.named(id)), Tally.Found(text: text.shown, value: JSONValue(value)),
            isTolerated: true)
    }

    private mutating func judge(_ value: JSONNode, _ union: Union, _ id: TypeID, _ site: Int) {
        let question = UnionSearch.Question(value: value, union: id)
        guard search.open.insert(question).inserted else {
            return mismatch(value, .named(id), site)
        }
        defer { search.open.remove(question) }
        let table = sites.unionTables.table(of: union, id: id)
        let candidates = search.selector.candidates(at: value.offset, table: table)
        if candidates.isEmpty {
            return missCase(value, union, id, site)
        }
        let cases = sites.cases(union, of: site)
        if candidates.count == 1 {
            let index = candidates[0]
            return judge(value, union.cases[index].type, cases[index])
        }
        let choice = search.choices[question] ?? choose(among: candidates, for: value, of: union, id: id, at: site)
        search.choices[question] = choice
        let lacksTag = union.discriminator.map { value[$0] == nil } ?? false
        if choice.index == nil, lacksTag {
            return missCase(value, union, id, site)
        }
        let before = effect
        let index = choice.index ?? nearest(of: candidates, to: value, in: union, at: site)
        judge(value, union.cases[index].type, cases[index])
        effect = before
        effect.add(choice.effect)
    }

    /// Returns the case as which the reader reads a value that several cases can be.
    private func choose(
        among candidates: [Int], for value: JSONNode, of union: Union, id: TypeID, at site: Int
    ) -> UnionSelector.Choice {
        let cases = sites.cases(union, of: site)
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
        attempt.judge(value, type, site)
        return attempt
    }

    /// Returns the case with the least mismatches for a value that the reader reads as none of them. Corrections of
    /// this case make the value readable.
    private func nearest(of candidates: [Int], to value: JSONNode, in union: Union, at site: Int) -> Int {
        let cases = sites.cases(union, of: site)
        let distances = candidates.map { index in
            attempt(value, as: union.cases[index].type, at: cases[index]).distance
        }
        let shortest = distances.min()
        return zip(candidates, distances).first { $0.1 == shortest }?.0 ?? candidates[0]
    }

    /// Adds a mismatch for a value that no case of a union can be, by its discriminator or its kind.
    private mutating func missCase(_ value: JSONNode, _ union: Union, _ id: TypeID, _ site: Int) {
        if let key = union.discriminator, value.isObject {
            missTag(key, value[key], union, site)
        } else {
            mismatch(value, .named(id), site)
        }
    }

    /// Adds a mismatch for an object whose discriminator selects no case.
    private mutating func missTag(_ key: String, _ tag: JSONNode?, _ union: Union, _ site: Int) {
        let expected =
            "an object with \"\(key)\" set to one of " + union.cases.flatMap(\.tags).prefix(12).joined(separator: ", ")
        let found = Tally.Found(text: tag?.scalarText?.shown ?? "no such key", value: tag?.string.map { .string($0) })
        add(site, .tag, expected, found, isTolerated: true)
    }

    // MARK: Objects

    private mutating func members(_ value: JSONNode, _ record: RecordSites) {
        meet(record.own)
        var seen = [Bool](repeating: false, count: record.fields.count)
        for child in value.children {
            path.append(.key(child.key))
            if let index = record.known[child.key] {
                seen[index] = true
                member(child, record.fields[index])
            } else if let (type, site) = record.additional {
                meet(site)
                hold(child, at: site)
                judge(child, type, site)
            } else if !record.heads.contains(child.key) {
                add(record.own, .unknown(child.key), "", Tally.Found(text: child.kindInWords), isTolerated: true)
                tallies.sketch(child, as: MismatchKey(site: record.own, mismatch: .unknown(child.key)))
            }
            path.removeLast()
        }
        for index in record.lifted {
            seen[index] = lifted(value, record.fields[index])
        }
        for (field, isSeen) in zip(record.fields, seen) {
            meet(field.site)
            if !isSeen, field.property.isRequired {
                miss(field)
            }
        }
        // An object without any member of a record, but with others, is something else.
        let isForeign =
            !seen.contains(true) && value.first != nil && record.additional == nil
            && record.fields.contains { $0.property.isRequired }
        if isForeign {
            add(record.own, .shape, "its members", Tally.Found(text: "only unknown members"), isTolerated: false)
        }
    }

    private mutating func member(_ value: JSONNode, _ field: RecordSites.Field) {
        hold(value, at: field.site)
        guard value.kind == .null else {
            if let constant = field.property.constant, let text = value.scalarText,
                value.fits(field.property.type, flags: sites.api.answers.flags), text != constant.text
            {
                contradictions += 1
                return add(
                    field.site, .value, constant.text.shown, Tally.Found(text: text.shown, value: JSONValue(value)),
                    isTolerated: true)
            }
            return judge(value, field.property.type, field.site)
        }
        if field.property.isNullable || sites.resolved(field.property.type) == .any {
            return
        }
        depart(
            .null, value, field.property.type, field.site, isTolerated: !(field.property.isRequired && field.isTrusted))
    }

    /// Compares a value below several keys. Returns a Boolean value that indicates whether it is present.
    private mutating func lifted(_ value: JSONNode, _ field: RecordSites.Field) -> Bool {
        let length = path.count
        defer { path.removeLast(path.count - length) }
        var node = value
        for key in field.property.path {
            if !node.isObject, node.kind != .null {
                depart(.shape, node, .dictionary(.any), field.site, isTolerated: false)
            }
            guard let next = node[key] else {
                return node.kind != .object && node.kind != .null
            }
            path.append(.key(key))
            node = next
        }
        member(node, field)
        return true
    }

    /// Adds a mismatch for a missing member.
    private mutating func miss(_ field: RecordSites.Field) {
        for key in field.property.path {
            path.append(.key(key))
        }
        add(field.site, .missing, "a value", Tally.Found(text: "no such key"), isTolerated: !field.isTrusted)
        path.removeLast(field.property.path.count)
    }

    // MARK: Mismatches

    private mutating func mismatch(_ value: JSONNode, _ use: TypeUse, _ site: Int) {
        if value.isArray, value.first == nil, sites.isObject(use) {
            depart(.emptyList, value, use, site, isTolerated: true)
        } else if value.schemaWord != nil, value.kind != .number || value.isFinite, !sites.scalars(of: use).isEmpty {
            depart(.kind, value, use, site, isTolerated: sites.tolerates(value, use))
        } else {
            depart(.shape, value, use, site, isTolerated: false)
        }
    }

    private mutating func depart(
        _ mismatch: Mismatch, _ value: JSONNode, _ use: TypeUse, _ site: Int, isTolerated: Bool
    ) {
        let found = Tally.Found(text: value.kindInWords, value: value.schemaWord.map { .string($0) })
        add(site, mismatch, sites.inWords(use), found, isTolerated: isTolerated)
    }

    private mutating func add(
        _ site: Int, _ mismatch: Mismatch, _ expected: String, _ found: Tally.Found, isTolerated: Bool
    ) {
        let key = MismatchKey(site: site, mismatch: mismatch)
        note(mismatch, isTolerated: isTolerated)
        if tallies[key] == nil {
            search.stepsLeft -= path.count
            tallies.begin(key, Tally(expected: expected, path: shownPath))
        }
        tallies.count(found, isTolerated: isTolerated, as: key)
    }

    /// Adds a mismatch to the effect of reading.
    private mutating func note(_ mismatch: Mismatch, isTolerated: Bool) {
        if mismatch.isUnknown {
            effect.skippedMembers += 1
        } else if isTolerated, sites.api.answers.reading != .strict {
            effect.mismatches += 1
        } else {
            effect.isRefused = true
        }
    }

    private var shownPath: String {
        if path.isEmpty {
            return "the root"
        }
        return path.reduce(into: "") { text, step in
            switch step {
            case .key(let key): text += text.isEmpty ? key.shown : ".\(key.shown)"
            case .index(let index): text += "[\(index)]"
            }
        }
    }
}
