import Lifelike
import MethodicalGenerator

/// A sample that is being made.
struct Draft {
    let schema: SampleSchema
    let manner: Sampler.Manner
    let fullness: Fullness
    let world: Sampler.World?
    /// The name of the next scalar.
    var naming = Naming("")
    /// The name of the next list.
    var name = ""
    /// The number of the place to alter, in the order in which places are made.
    private let target: Int?
    var placeCount = 0

    /// The share of optional members that are present.
    enum Fullness { case full, rich, mixed, least }

    init(
        _ schema: SampleSchema,
        manner: Sampler.Manner,
        fullness: Fullness,
        altering target: Int?,
        in world: Sampler.World? = nil
    ) {
        self.schema = schema
        self.manner = manner
        self.fullness = fullness
        self.world = world
        self.target = target
    }

    /// The depth below which only the shallowest values are made, so that types that contain themselves come to an end.
    static let deepest = 5

    /// The value that a union's discriminator must have.
    struct Tag {
        var key: String
        var value: String
    }

    /// Counts a place, and returns a Boolean value that indicates whether it is the one to alter.
    mutating func isAltered() -> Bool {
        placeCount += 1
        return placeCount - 1 == target
    }

    /// Indicates whether a value of the type would exceed the greatest depth.
    func isTooDeep(_ use: TypeUse, at depth: Int) -> Bool {
        let height = schema.height(of: use)
        return height == .endless || depth + height > Self.deepest
    }

    /// Returns a value of a type.
    mutating func value(
        of use: TypeUse,
        rolling dice: Dice,
        depth: Int,
        tag: Tag? = nil
    ) -> SampleValue {
        var dice = dice
        switch use {
        case .named(let id):
            return value(of: id, rolling: dice, depth: depth, tag: tag)
        case .array(let element):
            return array(of: element, rolling: dice, depth: depth)
        case .dictionary(let element):
            let members = dictionary(
                of: element,
                rolling: dice,
                depth: depth,
                besides: [])
            return .object(members)
        case .any: return any(rolling: dice, depth: depth)
        case .null: return .null
        case .scalars(let kinds):
            let kind = dice.pick(kinds, or: .integer)
            return value(of: kind, rolling: dice, depth: depth)
        case .optional(let inner):
            var isNull = dice.isOne(in: 3) || isTooDeep(inner, at: depth)
            if !isTooDeep(inner, at: depth), isAltered() {
                isNull.toggle()
            }
            if isNull {
                return .null
            }
            return value(of: inner, rolling: dice.split(), depth: depth)
        case .integer, .number, .boolean, .string, .formatted:
            let manner = manner
            let naming = naming
            return scalar(rolling: &dice) {
                $0.scalar(of: use, manner: manner, for: naming)
            }
        }
    }

    private mutating func value(
        of id: TypeID,
        rolling dice: Dice,
        depth: Int,
        tag: Tag?
    ) -> SampleValue {
        var dice = dice
        switch schema.shape(of: id) {
        case .alias(let use):
            return value(of: use, rolling: dice, depth: depth, tag: tag)
        case .record(let record):
            let members = self.record(
                record,
                rolling: dice,
                depth: depth,
                tag: tag)
            return .object(members)
        case .union(let union):
            return self.union(
                union,
                id: id,
                rolling: dice,
                depth: depth,
                tag: tag)
        case .enumeration(let enumeration):
            let values = Self.values(of: enumeration)
            let blank =
                switch enumeration.raw {
                case .string: SampleValue.string("")
                case .integer, .mixed: SampleValue.integer(0)
                }
            let canAlter = values.contains { !$0.isSame(as: values[0]) }
            return scalar(rolling: &dice, canAlter: canAlter) {
                $0.pick(values, or: blank)
            }
        case nil: return any(rolling: dice, depth: depth)
        }
    }

    /// Returns the values of an enumeration's members.
    private static func values(of enumeration: Enumeration) -> [SampleValue] {
        enumeration.members.compactMap { member in
            switch enumeration.raw {
            case .string: return .string(member.value)
            case .mixed where member.isText: return .string(member.value)
            case .integer, .mixed: break
            }
            if let integer = Int(member.value) {
                return .integer(integer)
            }
            if let flag = Bool(member.value) {
                return .boolean(flag)
            }
            return Double(member.value).map { .number($0) }
        }
    }

    /// Returns a scalar. If it is the place to alter, returns a different one than otherwise.
    private mutating func scalar(
        rolling dice: inout Dice,
        canAlter: Bool = true,
        _ draw: (inout Dice) -> SampleValue
    ) -> SampleValue {
        let value = draw(&dice)
        guard canAlter, isAltered() else {
            return value
        }
        while true {
            let other = draw(&dice)
            if !other.isSame(as: value) {
                return other
            }
        }
    }

    private mutating func any(rolling dice: Dice, depth: Int) -> SampleValue {
        var dice = dice
        let kindCount = depth < Self.deepest ? 8 : 6
        let kind = dice.below(kindCount)
        if kind == 7 {
            return array(of: .any, rolling: dice, depth: depth)
        }
        if kind == 6 {
            let members = dictionary(
                of: .any,
                rolling: dice,
                depth: depth,
                besides: [])
            return .object(members)
        }
        let manner = manner
        let naming = naming
        return scalar(rolling: &dice) { dice in
            switch dice.below(6) {
            case 0: .null
            case 1: dice.scalar(of: .boolean, manner: manner, for: naming)
            case 2: dice.scalar(of: .number, manner: manner, for: naming)
            case 3: dice.scalar(of: .integer, manner: manner, for: naming)
            default: dice.scalar(of: .string, manner: manner, for: naming)
            }
        }
    }

    /// Returns the number of elements of a list.
    private func count(rolling dice: inout Dice, depth: Int) -> Int {
        if fullness == .least || depth >= Self.deepest {
            return 0
        }
        if depth >= 2 {
            return dice.below(2)
        }
        let count = dice.below(4)
        switch fullness {
        case .full, .rich: return count + 1
        case .mixed, .least: return count
        }
    }

    /// Returns the number of elements of a list that is altered.
    private static func alteredCount(_ count: Int) -> Int {
        if count == 0 {
            return 1
        }
        return count - 1
    }

    private mutating func array(
        of element: TypeUse,
        rolling dice: Dice,
        depth: Int
    ) -> SampleValue {
        var dice = dice
        var length = count(rolling: &dice, depth: depth)
        if let wanted = world?.counts[name] {
            length = wanted
        }
        // In a list of lists, the count applies to the outer list only.
        name = ""
        if isTooDeep(element, at: depth) {
            return .array([])
        }
        if isAltered() {
            length = Self.alteredCount(length)
        }
        var elements: [SampleValue] = []
        for _ in 0..<length {
            elements.append(
                value(
                    of: element,
                    rolling: dice.split(),
                    depth: depth + 1))
        }
        return .array(elements)
    }

    /// Returns members with random keys that are not among those in `taken`.
    mutating func dictionary(
        of element: TypeUse,
        rolling dice: Dice,
        depth: Int,
        besides taken: Set<String>
    ) -> [SampleValue.Member] {
        var dice = dice
        var size = count(rolling: &dice, depth: depth)
        if isTooDeep(element, at: depth) {
            return []
        }
        if isAltered() {
            size = Self.alteredCount(size)
        }
        var taken = taken
        var members: [SampleValue.Member] = []
        for _ in 0..<size {
            var key = dice.text(manner: manner, for: Naming(""))
            while !taken.insert(key).inserted {
                key += "_"
            }
            let value = value(
                of: element,
                rolling: dice.split(),
                depth: depth + 1)
            members.append(.init(key: key, value: value))
        }
        return members
    }
}
