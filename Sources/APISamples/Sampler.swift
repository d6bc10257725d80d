import Lifelike
import MethodicalGenerator

/// Makes random JSON that is valid for the types of an API: what a server that keeps to its schema could send.
///
/// The same API, type and seed give the same sample on every machine.
package struct Sampler: Sendable {
    let schema: SampleSchema
    let manner: Manner

    package enum Manner: Sendable {
        /// Short words, small numbers, plain spelling.
        case lifelike
        /// All that JSON and the schema allow: numbers at their limits, strings of any characters, unknown members, unusual spelling and order.
        case extreme
    }

    package init(_ api: API, _ manner: Manner = .lifelike) {
        schema = SampleSchema(api)
        self.manner = manner
    }

    /// A sample of a type. Seed 0 has every member near its top that the schema allows, seed 1 only those that it requires.
    ///
    /// - Returns: Nil where the schema allows no value at all: each would have to contain another one without end, or have a tag that it forbids.
    package func sample(of type: TypeUse, seed: UInt64) -> Sample? { sample(of: type, seed: seed, altering: nil) }

    /// The sample of the same seed with one place of it changed, so that a client can tell the two apart: another scalar, a member or an element
    /// more or less.
    ///
    /// - Parameter place: Below the sample's `placeCount`.
    package func altered(_ type: TypeUse, seed: UInt64, at place: Int) -> Sample? {
        sample(of: type, seed: seed, altering: place)
    }

    /// What samples have in common that are to belong together: a thing of one id is called the same in all of them.
    package struct World: Sendable {
        let seed: UInt64
        let number: Int?
        let asked: Set<String>
        let counts: [String: Int]

        /// - Parameters:
        ///   - number: The id of the record that the sample is.
        ///   - asked: Properties that are to be there wherever the schema has them.
        ///   - counts: How long lists of these names are.
        package init(seed: UInt64, number: Int? = nil, asked: Set<String> = [], counts: [String: Int] = [:]) {
            (self.seed, self.number, self.asked, self.counts) = (seed, number, asked, counts)
        }
    }

    /// A sample as part of a world: most of what the schema allows near its top is there.
    package func sample(of type: TypeUse, seed: UInt64, in world: World) -> Sample? {
        sample(of: type, seed: seed, fullness: .rich, altering: nil, world)
    }

    private func sample(of type: TypeUse, seed: UInt64, altering place: Int?) -> Sample? {
        sample(of: type, seed: seed, fullness: seed == 0 ? .full : seed == 1 ? .least : .mixed, altering: place, nil)
    }

    private func sample(of type: TypeUse, seed: UInt64, fullness: Draft.Fullness, altering place: Int?, _ world: World?)
        -> Sample?
    {
        guard schema.height(type) < .endless else { return nil }
        let dice = Dice(seed &+ 0x5EED)
        var draft = Draft(schema, manner, fullness: fullness, altering: place, in: world)
        let value = draft.value(type, dice, depth: 0)
        return Sample(
            json: SampleText(value, variedBy: manner == .extreme ? dice : nil).bytes,
            written: SampleText(value, variedBy: nil, isWritten: true).bytes, placeCount: draft.placeCount)
    }
}

/// One valid value of a type.
package struct Sample: Sendable {
    /// As a server may send it.
    package let json: [UInt8]
    /// The same value as a client has it once it has read it: without unknown members, and without null where it means nothing.
    package let written: [UInt8]
    /// How many places of it can be altered.
    package let placeCount: Int
}
