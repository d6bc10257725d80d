/// A check for alternatives of a union whose values cannot be distinguished from those of another alternative.
struct LikeAlternatives {
    let declarations: [TypeID: TypeDeclaration]

    /// The depth to which nested records are compared. Records that are alike so far count as different, so that
    /// recursive types end, and a warning is missing rather than wrong.
    private static let depthLimit = 4

    /// Warns about alternatives of a union that another alternative covers.
    func report(in union: Union, alternatives: [SchemaSyntax], problems: Problems) {
        let records = union.cases.map { record(behind: $0.type) }
        for (index, alternative) in alternatives.enumerated() {
            guard let own = records[index] else { continue }
            let other = records.indices.first { other in
                guard other != index,
                    let record = records[other]
                else {
                    return false
                }
                guard canMeet(in: union, one: index, other: other),
                    isCovered(own, by: record)
                else {
                    return false
                }
                // If both alternatives are equal, only the second is reported.
                return other < index || !isCovered(record, by: own)
            }
            guard let other else { continue }
            let hint = "give each a property with a \"const\" of its own"
            let otherPosition = shown(alternatives[other].position)
            problems.weakness(
                at: alternative,
                "every value of this alternative also matches the one at \(otherPosition); \(hint)")
        }
    }

    /// Indicates whether a value can belong to either case as far as the discriminator tells.
    private func canMeet(in union: Union, one: Int, other: Int) -> Bool {
        guard union.discriminator != nil else { return true }
        let values = union.cases[one].discriminatorValues
        return values.contains(where: union.cases[other].discriminatorValues.contains)
    }

    /// Returns the record that a use stands for, or `nil` if it stands for another type.
    private func record(behind use: TypeUse, steps: Int = 0) -> Record? {
        guard steps < SchemaContext.depthLimit,
            case .named(let id) = use
        else {
            return nil
        }
        switch declarations[id]?.shape {
        case .record(let record):
            return record
        case .alias(let target):
            return record(behind: target, steps: steps + 1)
        default:
            return nil
        }
    }

    /// Indicates whether every value of a record also fits another record: it has all members that the other requires,
    /// and the other has a matching property for each of its members.
    private func isCovered(_ record: Record, by other: Record, depth: Int = 0) -> Bool {
        guard record.additional == other.additional else {
            return false
        }
        let isWhole = record.properties.allSatisfy { property in
            guard let match = other.properties.first(where: { $0.path == property.path }) else {
                return false
            }
            guard property.constantText == match.constantText else {
                return false
            }
            if property.isNullable, !match.isNullable {
                return false
            }
            return isAlike(property.type, to: match.type, depth: depth)
        }
        guard isWhole else { return false }
        let required = other.properties.filter(\.isRequired)
        return required.allSatisfy { required in
            record.properties.contains {
                $0.path == required.path && $0.isRequired
            }
        }
    }

    /// Indicates whether two types are equal, or every record in the first also fits the second.
    private func isAlike(_ one: TypeUse, to other: TypeUse, depth: Int) -> Bool {
        if one == other {
            return true
        }
        switch (one, other) {
        case (.array(let one), .array(let other)),
            (.dictionary(let one), .dictionary(let other)),
            (.optional(let one), .optional(let other)):
            return isAlike(one, to: other, depth: depth)
        default:
            guard depth < Self.depthLimit,
                let one = record(behind: one),
                let other = record(behind: other)
            else {
                return false
            }
            return isCovered(one, by: other, depth: depth + 1)
        }
    }
}
