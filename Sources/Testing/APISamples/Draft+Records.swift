import Lifelike
import MethodicalGenerator

extension Draft {
    /// Returns the members of a record.
    mutating func record(
        _ record: Record,
        rolling dice: Dice,
        depth: Int,
        tag: Tag?
    ) -> [SampleValue.Member] {
        var dice = dice
        var members: [SampleValue.Member] = []
        var isTagged = tag == nil
        let identity = identity(of: record, rolling: &dice, depth: depth)
        let outer = naming
        defer { naming = outer }
        for property in record.properties {
            let own =
                if world == nil {
                    dice.split()
                } else {
                    dice.split(for: property.name)
                }
            naming = Naming(property.name)
            name = property.name
            if let identity, property.path == identity.key {
                members.append(.init(key: property.path[0], value: identity.value))
            } else if let tag, property.path == [tag.key] {
                let value = schema.tag(tag.value, for: property) ?? .string(tag.value)
                members.append(.init(key: tag.key, value: value))
                isTagged = true
            } else if let (value, isKept) = member(property, of: record, rolling: own, depth: depth) {
                insert(
                    value,
                    isKept: isKept,
                    at: property.path[...],
                    in: &members)
            }
        }
        if let tag, !isTagged {
            members.append(.init(key: tag.key, value: .string(tag.value)))
        }
        var known = Set(record.properties.compactMap(\.path.first))
        known.formUnion(members.map(\.key))
        if let additional = record.additional {
            members += dictionary(
                of: additional,
                rolling: dice.split(),
                depth: depth,
                besides: known)
        } else if manner == .extreme, !record.isClosed, dice.isOne(in: 8) {
            let key = dice.text(manner: .extreme, for: Naming(""))
            if !known.contains(key) {
                let value = unknown(rolling: dice.split())
                members.append(.init(key: key, value: value, isKept: false))
            }
        }
        return members
    }

    /// Returns the identity of a record in a world. The rest of the record depends only on it, wherever the record
    /// occurs, because the random numbers start anew from it.
    private func identity(
        of record: Record,
        rolling dice: inout Dice,
        depth: Int
    ) -> (
        key: [String], value: SampleValue
    )? {
        guard let world else { return nil }
        guard let property = record.properties.first(where: \.isIdentity) else {
            return nil
        }
        let number: Int
        if depth == 0, let own = world.number {
            number = own
        } else {
            number = 1 + dice.below(1000)
        }
        let spellings: [SampleValue] = [.integer(number), .string(String(number))]
        let value = spellings.first { schema.fits($0, type: property.type) }
        guard let value else { return nil }
        dice = Dice(seed: world.seed).split(for: String(number))
        return (property.path, value)
    }

    /// Returns the value of a property, or `nil` if it is absent.
    private mutating func member(
        _ property: Property,
        of record: Record,
        rolling dice: Dice,
        depth: Int
    ) -> (SampleValue, isKept: Bool)? {
        var dice = dice
        let canNull = property.isNullable
        let canBeThere = !isTooDeep(property.type, at: depth + 1)
        let isLikely = dice.below(100) < likelihood(at: depth)
        let isAsked = world?.asked.contains(property.name) ?? false
        var isThere = isLikely || isAsked
        let isNull = dice.isOne(in: 2)
        if property.isRequired {
            guard canNull else {
                let value = value(
                    of: property,
                    rolling: dice.split(),
                    depth: depth + 1)
                return (value, true)
            }
            isThere = canBeThere && isThere
            if canBeThere, isAltered() {
                isThere.toggle()
            }
            if isThere {
                let value = value(
                    of: property,
                    rolling: dice.split(),
                    depth: depth + 1)
                return (value, true)
            }
            return (.null, true)
        }
        if canBeThere, isAltered() {
            isThere.toggle()
        }
        if isThere,
            canBeThere,
            let value = something(
                for: property,
                rolling: &dice,
                depth: depth + 1)
        {
            return (value, true)
        }
        if canNull, isNull {
            return (.null, schema.keepsNull(property, in: record))
        }
        return nil
    }

    private mutating func value(
        of property: Property,
        rolling dice: Dice,
        depth: Int
    ) -> SampleValue {
        if let constant = schema.constant(of: property) {
            return constant
        }
        return value(of: property.type, rolling: dice, depth: depth)
    }

    /// Returns a value that is not null. For an optional member, null means the same as absence.
    private mutating func something(
        for property: Property,
        rolling dice: inout Dice,
        depth: Int
    ) -> SampleValue? {
        let before = placeCount
        for _ in 0..<16 {
            placeCount = before
            let made = value(of: property, rolling: dice.split(), depth: depth)
            if case .null = made {
                continue
            }
            return made
        }
        return nil
    }

    /// Returns the chance, in percent, that an optional member is present.
    private func likelihood(at depth: Int) -> Int {
        switch (fullness, depth) {
        case (.least, _): 0
        case (.full, 0): 100
        case (.full, 1): 50
        case (.rich, 0): 85
        case (.rich, 1): 40
        case (.mixed, 0): 60
        case (.mixed, 1): 30
        default: 5
        }
    }

    /// Puts a value at a path of keys. An object on the way is kept if a value in it is.
    private func insert(
        _ value: SampleValue,
        isKept: Bool,
        at path: ArraySlice<String>,
        in members: inout [SampleValue.Member]
    ) {
        guard let key = path.first else { return }
        let place = members.firstIndex { $0.key == key }
        if path.count == 1 {
            members.append(.init(key: key, value: value, isKept: isKept))
            return
        }
        var inner: [SampleValue.Member] = []
        if let place {
            guard case .object(let there) = members[place].value else {
                return
            }
            inner = there
        }
        insert(value, isKept: isKept, at: path.dropFirst(), in: &inner)
        if let place {
            members[place].value = .object(inner)
            if isKept {
                members[place].isKept = true
            }
        } else {
            members.append(
                .init(
                    key: key,
                    value: .object(inner),
                    isKept: isKept))
        }
    }

    /// Returns a value for a member that the schema does not have. It has no place to alter, because a client would not
    /// notice the difference.
    private func unknown(rolling dice: Dice) -> SampleValue {
        var draft = Draft(
            schema,
            manner: manner,
            fullness: .mixed,
            altering: nil)
        return draft.value(
            of: .any,
            rolling: dice,
            depth: Self.deepest - 2)
    }
}

extension Property {
    /// Indicates whether the property identifies a record: its name is `id`, in JSON or in Swift.
    package var isIdentity: Bool {
        guard path.count == 1 else { return false }
        return path[0] == "id" || swift == "id"
    }
}
