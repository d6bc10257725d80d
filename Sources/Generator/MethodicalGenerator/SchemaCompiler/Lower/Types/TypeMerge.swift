/// The merging of inline types that were equal in an earlier version of a schema, and that have one type.
///
/// One of them may have optional properties or listed values that the others do not have. The merged type has those of
/// all. Callers of the others see more than their method has, but nothing that they wrote changes its meaning.
struct TypeMerge {
    private let declarations: [TypeID: TypeDeclaration]
    /// Returns the identity of a type after sharing.
    private let current: (TypeID) -> TypeID
    private var merged: [TypeID: TypeDeclaration.Shape] = [:]

    /// Returns the shapes of a type, and of the types inside it, that also have what another type has. Returns `nil` if
    /// the two contradict each other.
    ///
    /// - Parameter current: A function that returns the identity of a type after sharing.
    static func shapes(
        of type: TypeID,
        with other: TypeID,
        in declarations: [TypeID: TypeDeclaration],
        current: (TypeID) -> TypeID
    ) -> [TypeID: TypeDeclaration.Shape]? {
        withoutActuallyEscaping(current) { current in
            var merge = TypeMerge(declarations: declarations, current: current)
            guard merge.merge(type, with: other) else { return nil }
            return merge.merged
        }
    }

    private init(declarations: [TypeID: TypeDeclaration], current: @escaping (TypeID) -> TypeID) {
        self.declarations = declarations
        self.current = current
    }

    private mutating func merge(_ type: TypeID, with other: TypeID) -> Bool {
        guard let shape = declarations[type]?.shape,
            let otherShape = declarations[other]?.shape
        else {
            return false
        }
        switch (shape, otherShape) {
        case (.record(let record), .record(let otherRecord)):
            guard let result = merge(record, with: otherRecord) else {
                return false
            }
            merged[type] = .record(result)
            return true
        case (.enumeration(let enumeration), .enumeration(let otherEnumeration)):
            guard let result = merge(enumeration, with: otherEnumeration) else {
                return false
            }
            merged[type] = .enumeration(result)
            return true
        case (.union(let union), .union(let otherUnion)):
            return agree(union, and: otherUnion)
        case (.alias(let use), .alias(let otherUse)):
            return agree(use, and: otherUse)
        default:
            return false
        }
    }

    private mutating func merge(_ record: Record, with other: Record) -> Record? {
        var result = record
        let indices = Dictionary(
            record.properties.indices.map { (record.properties[$0].path, $0) },
            uniquingKeysWith: { first, _ in first })
        let otherPaths = Set(other.properties.map(\.path))
        for property in other.properties {
            guard let index = indices[property.path] else {
                if property.isRequired {
                    return nil
                }
                result.properties.append(property)
                continue
            }
            guard agree(record.properties[index], and: property) else {
                return nil
            }
        }
        for property in record.properties where !otherPaths.contains(property.path) && property.isRequired {
            return nil
        }
        switch (record.additional, other.additional) {
        case (let use?, let otherUse?):
            guard agree(use, and: otherUse) else { return nil }
        case (nil, let otherUse?):
            result.additional = otherUse
        case (_, nil):
            break
        }
        result.isClosed = record.isClosed && other.isClosed
        return result
    }

    /// Returns an enumeration with the values of both. Both keep their kind of value.
    private func merge(_ enumeration: Enumeration, with other: Enumeration) -> Enumeration? {
        guard enumeration.raw == other.raw else { return nil }
        var result = enumeration
        for member in other.members {
            let isKnown = enumeration.members.contains {
                $0.value == member.value && $0.isText == member.isText
            }
            if !isKnown {
                result.members.append(member)
            }
        }
        result.isOpen = enumeration.isOpen || other.isOpen
        return result
    }

    /// Indicates whether two unions have the same cases. Another case would break a `switch` over the union.
    private mutating func agree(_ union: Union, and other: Union) -> Bool {
        guard union.isKeyed == other.isKeyed,
            union.discriminator == other.discriminator
        else {
            return false
        }
        guard union.cases.count == other.cases.count else {
            return false
        }
        for (first, second) in zip(union.cases, other.cases) {
            guard first.discriminatorValues == second.discriminatorValues,
                first.name == second.name,
                first.content == second.content
            else {
                return false
            }
            guard agree(first.type, and: second.type) else {
                return false
            }
        }
        return true
    }

    /// Indicates whether two properties differ at most in types that can be merged.
    private mutating func agree(_ property: Property, and other: Property) -> Bool {
        guard property.isRequired == other.isRequired,
            property.isTrusted == other.isTrusted
        else {
            return false
        }
        guard property.isNullable == other.isNullable,
            property.swift == other.swift
        else {
            return false
        }
        guard property.constant == other.constant,
            property.constantText == other.constantText
        else {
            return false
        }
        return agree(property.type, and: other.type)
    }

    /// Indicates whether two uses are equal, apart from inline types that can be merged.
    private mutating func agree(_ use: TypeUse, and other: TypeUse) -> Bool {
        switch (use, other) {
        case (.array(let element), .array(let otherElement)):
            return agree(element, and: otherElement)
        case (.dictionary(let value), .dictionary(let otherValue)):
            return agree(value, and: otherValue)
        case (.optional(let value), .optional(let otherValue)):
            return agree(value, and: otherValue)
        case (.named(let id), .named(let otherID)):
            let (type, otherType) = (current(id), current(otherID))
            if type == otherType {
                return true
            }
            // A definition has a name of its own, so another definition is another type.
            guard declarations[type]?.outerType != nil,
                declarations[otherType]?.outerType != nil
            else {
                return false
            }
            return merge(type, with: otherType)
        default:
            return use == other
        }
    }
}
