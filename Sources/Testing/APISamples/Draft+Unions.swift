import Lifelike
import MethodicalGenerator

extension Draft {
    /// Returns a value of a union that a key selects, as an object with that key. Text and bytes are strings in it.
    private mutating func keyed(
        _ union: Union,
        rolling dice: Dice,
        depth: Int
    ) -> SampleValue {
        var dice = dice
        guard let first = union.cases.first else {
            return .null
        }
        let item = dice.pick(union.cases, or: first)
        let value: SampleValue =
            switch item.content {
            case .json, .text:
                self.value(
                    of: item.type,
                    rolling: dice.split(),
                    depth: depth)
            case .nothing: .null
            case .bytes: .string("Zm9v")
            }
        let member = SampleValue.Member(key: item.discriminatorValues.first ?? "", value: value)
        return .object([member])
    }

    /// Returns a value of one of a union's cases.
    mutating func union(
        _ union: Union,
        id: TypeID,
        rolling dice: Dice,
        depth: Int,
        tag: Tag?
    ) -> SampleValue {
        if union.isKeyed {
            return keyed(union, rolling: dice, depth: depth)
        }
        var dice = dice
        let possible = union.cases.indices.filter {
            schema.isPossible($0, in: union)
        }
        let heights = possible.map { schema.height(of: union.cases[$0].type) }
        let least = heights.min() ?? 0
        let cases = possible.filter { place in
            let type = union.cases[place].type
            return schema.height(of: type) == least || !isTooDeep(type, at: depth)
        }
        // Another case that has properties for all members may be chosen for the value on reading. Up to eight attempts
        // look for a value that belongs to its case alone.
        var value = SampleValue.null
        let before = placeCount
        for _ in 0..<8 {
            placeCount = before
            let place = dice.pick(cases, or: 0)
            let item = union.cases[place]
            var own = tag
            if let key = union.discriminator {
                var named = schema.discriminatorValues(of: place, in: union)
                if let tag, tag.key == key {
                    named.removeAll { $0 != tag.value }
                }
                let value = dice.pick(named, or: tag?.value ?? "")
                own = Tag(key: key, value: value)
            }
            value = self.value(
                of: item.type,
                rolling: dice.split(),
                depth: depth,
                tag: own)
            let others = others(besides: place, of: union, tag: own)
            let isAmbiguous = others.contains {
                schema.covers(value, type: $0.type, asked: [id])
            }
            if !isAmbiguous {
                break
            }
        }
        return value
    }

    /// Returns the cases besides one that have the tag, or all of them if there is no tag.
    private func others(
        besides place: Int,
        of union: Union,
        tag: Tag?
    ) -> [Union.Case] {
        var others = union.cases
        others.remove(at: place)
        if let tag {
            others.removeAll { !$0.discriminatorValues.contains(tag.value) }
        }
        return others
    }
}
