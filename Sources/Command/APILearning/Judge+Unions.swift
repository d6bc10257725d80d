import APISurface
import MethodicalGenerator

import struct Methodical.UnionSelector

extension Judge {
    /// Compares a value with the case of a union as which the reader reads it.
    mutating func judge(
        _ value: JSONNode,
        as union: Union,
        named id: TypeID,
        at site: Int
    ) {
        let question = UnionSearch.Question(value: value, union: id)
        // A union may be an alternative of its own alternatives.
        let isNew = search.open.insert(question).inserted
        guard isNew else {
            addMismatch(of: value, as: .named(id), at: site)
            return
        }
        defer { search.open.remove(question) }
        let table = sites.unionTables.table(of: union, id: id)
        let candidates = search.selector.candidates(at: value.offset, table: table)
        switch candidates.count {
        case 0:
            addMismatch(of: value, withoutCaseIn: union, named: id, at: site)
        case 1:
            let index = candidates[0]
            judge(
                value,
                as: union.cases[index].type,
                at: sites.cases(in: union, of: site)[index])
        default:
            let choice =
                search.choices[question]
                ?? choose(among: candidates, for: value, of: union, id: id, at: site)
            search.choices[question] = choice
            judge(
                value,
                as: union,
                named: id,
                at: site,
                choice: choice,
                candidates: candidates)
        }
    }

    /// Compares a value with the case that was chosen among several.
    private mutating func judge(
        _ value: JSONNode,
        as union: Union,
        named id: TypeID,
        at site: Int,
        choice: UnionSelector.Choice,
        candidates: [Int]
    ) {
        let index: Int
        if let chosen = choice.index {
            index = chosen
        } else if let discriminator = union.discriminator,
            value[discriminator] == nil
        {
            addMismatch(of: value, withoutCaseIn: union, named: id, at: site)
            return
        } else {
            index = nearest(of: candidates, to: value, in: union, at: site)
        }
        let before = effect
        judge(
            value,
            as: union.cases[index].type,
            at: sites.cases(in: union, of: site)[index])
        // The reader has the effect of its choice, which is known already.
        effect = before
        effect.add(choice.effect)
    }

    /// Returns the case as which the reader reads a value that several cases can be.
    private func choose(
        among candidates: [Int],
        for value: JSONNode,
        of union: Union,
        id: TypeID,
        at site: Int
    ) -> UnionSelector.Choice {
        let cases = sites.cases(in: union, of: site)
        let table = sites.unionTables.table(of: union, id: id)
        return search.selector.choose(
            among: candidates,
            at: value.offset,
            table: table
        ) { index in
            let attempt = attempt(
                value,
                as: union.cases[index].type,
                at: cases[index])
            return attempt.effect
        }
    }

    /// Compares a value with one case of a union only.
    private func attempt(
        _ value: JSONNode,
        as type: TypeUse,
        at site: Int
    ) -> Judge {
        var attempt = Judge(attemptOf: self)
        attempt.judge(value, as: type, at: site)
        return attempt
    }

    /// Returns the case with the least mismatches for a value that the reader reads as none of them. Corrections of
    /// this case make the value readable.
    private func nearest(
        of candidates: [Int],
        to value: JSONNode,
        in union: Union,
        at site: Int
    ) -> Int {
        let cases = sites.cases(in: union, of: site)
        var nearest = candidates[0]
        var shortest = Int.max
        for index in candidates {
            let attempt = attempt(
                value,
                as: union.cases[index].type,
                at: cases[index])
            if attempt.distance < shortest {
                nearest = index
                shortest = attempt.distance
            }
        }
        return nearest
    }

    // MARK: Mismatches

    /// Adds a mismatch for a value that no case of a union can be, by its discriminator or its kind.
    private mutating func addMismatch(
        of value: JSONNode,
        withoutCaseIn union: Union,
        named id: TypeID,
        at site: Int
    ) {
        guard let discriminator = union.discriminator,
            value.isObject
        else {
            addMismatch(of: value, as: .named(id), at: site)
            return
        }
        let known = union.cases.flatMap(\.discriminatorValues)
        let shown = known.prefix(Tally.shownLimit).joined(separator: ", ")
        let member = value[discriminator]
        let found = Tally.Found(
            text: member?.scalarText?.shown ?? "no such key",
            value: member?.string.map { .string($0) })
        add(
            .discriminator,
            at: site,
            expected: "an object with \"\(discriminator)\" set to one of " + shown,
            found: found,
            isTolerated: true)
    }
}
