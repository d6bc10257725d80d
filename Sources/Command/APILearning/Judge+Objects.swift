import APISurface
import MethodicalGenerator

extension Judge {
    /// Compares the members of an object with those of a record.
    mutating func judgeMembers(
        of object: JSONNode,
        as record: RecordSites
    ) {
        countComparison(at: record.own)
        var isPresent = [Bool](repeating: false, count: record.fields.count)
        for member in object.children {
            path.append(.key(member.key))
            if let index = record.known[member.key] {
                isPresent[index] = true
                judge(member, as: record.fields[index])
            } else {
                judgeUndeclared(member, in: record)
            }
            path.removeLast()
        }
        for index in record.lifted {
            isPresent[index] = judgeLifted(record.fields[index], in: object)
        }
        for (field, isPresent) in zip(record.fields, isPresent) {
            countComparison(at: field.site)
            if !isPresent, field.property.isRequired {
                addMissing(field)
            }
        }
        // An object without any member of a record, but with others, is something else.
        let hasOnlyOthers = object.first != nil && !isPresent.contains(true)
        if hasOnlyOthers, record.demandsKnownMember {
            add(
                .shape,
                at: record.own,
                expected: "its members",
                found: Tally.Found(text: "only unknown members"),
                isTolerated: false)
        }
    }

    /// Compares a member that the record does not declare with the type of additional members, or adds a mismatch if
    /// there is none.
    private mutating func judgeUndeclared(
        _ member: JSONNode,
        in record: RecordSites
    ) {
        if let (type, site) = record.additional {
            count(member, at: site)
            judge(member, as: type, at: site)
            return
        }
        if record.heads.contains(member.key) {
            return
        }
        let mismatch = Mismatch.unknown(member.key)
        add(
            mismatch,
            at: record.own,
            expected: "",
            found: Tally.Found(text: member.kindInWords),
            isTolerated: true)
        let key = MismatchKey(site: record.own, mismatch: mismatch)
        tallies.sketch(member, as: key)
    }

    /// Compares the value of a member with its property.
    private mutating func judge(
        _ value: JSONNode,
        as field: RecordSites.Field
    ) {
        let property = field.property
        countPresence(of: value, at: field.site)
        if value.kind == .null {
            let type = sites.resolved(property.type)
            let allowsNull = property.isNullable || type == .any
            if !allowsNull {
                let isPromised = property.isRequired && field.isTrusted
                addNull(value, as: property.type, at: field.site, isTolerated: !isPromised)
            }
            return
        }
        if let contradiction = contradiction(of: value, to: property) {
            contradictions += 1
            add(
                .value,
                at: field.site,
                expected: contradiction.expected.shown,
                found: Tally.Found(text: contradiction.found.shown, value: JSONValue(value)),
                isTolerated: true)
            return
        }
        judge(value, as: property.type, at: field.site)
    }

    /// Returns the texts of a property's constant and of a value that is of the same type, but another one. Returns
    /// `nil` for other values and properties.
    private func contradiction(
        of value: JSONNode,
        to property: Property
    ) -> (expected: String, found: String)? {
        guard let constant = property.constant?.text,
            let text = value.scalarText,
            text != constant
        else {
            return nil
        }
        let isOfType = value.fits(property.type, flags: sites.api.decoding.flags)
        return isOfType ? (constant, text) : nil
    }

    /// Compares a value below several keys. Returns a Boolean value that indicates whether it is present.
    private mutating func judgeLifted(
        _ field: RecordSites.Field,
        in object: JSONNode
    ) -> Bool {
        let length = path.count
        defer { path.removeLast(path.count - length) }
        var value = object
        for key in field.property.path {
            let canHoldKeys = value.isObject || value.kind == .null
            if !canHoldKeys {
                addMismatch(
                    .shape,
                    of: value,
                    as: .dictionary(.any),
                    at: field.site,
                    isTolerated: false)
            }
            guard let next = value[key] else {
                // A value of another kind has a mismatch, and is not missing as well.
                return !canHoldKeys
            }
            path.append(.key(key))
            value = next
        }
        judge(value, as: field)
        return true
    }

    /// Adds a mismatch for a missing member.
    private mutating func addMissing(_ field: RecordSites.Field) {
        let keys = field.property.path
        for key in keys {
            path.append(.key(key))
        }
        add(
            .missing,
            at: field.site,
            expected: "a value",
            found: Tally.Found(text: "no such key"),
            isTolerated: !field.isTrusted)
        path.removeLast(keys.count)
    }
}
