import Lifelike
import MethodicalGenerator

extension Draft {
    mutating func union(_ union: Union, _ id: TypeID, _ dice: Dice, depth: Int, tag: Tag?) -> SampleValue {
        var dice = dice
        let possible = union.cases.indices.filter { schema.isPossible($0, union) }
        let least = possible.map { schema.height(union.cases[$0].type) }.min() ?? 0
        let cases = possible.filter { place in
            let type = union.cases[place].type
            return schema.height(type) == least || !isTooDeep(type, depth)
        }
        // What fits an earlier case would be read as that one: a value that fits none of them is looked for, and mostly found.
        var value = SampleValue.null
        let before = placeCount
        for _ in 0..<8 {
            placeCount = before
            let place = dice.pick(cases, or: 0)
            let item = union.cases[place]
            var own = tag
            if let key = union.discriminator {
                let named = schema.tags(of: place, union).filter { tag == nil || tag?.key != key || $0 == tag?.value }
                own = Tag(key: key, value: dice.pick(named, or: tag?.value ?? ""))
            }
            value = self.value(item.type, dice.split(), depth: depth, tag: own)
            if union.discriminator != nil || !union.cases[..<place].contains(where: { schema.fits(value, $0.type, asked: [id]) }) { break }
        }
        return value
    }
}
