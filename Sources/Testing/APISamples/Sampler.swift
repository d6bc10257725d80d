import Lifelike
import MethodicalGenerator

/// A generator of random JSON that is valid for the types of an API. A server that follows its schema could send it.
///
/// The same API, type and seed give the same sample on every machine.
package struct Sampler: Sendable {
    let schema: SampleSchema
    let manner: Manner

    /// The variety of samples.
    package enum Manner: Sendable {
        /// Short words, small numbers and plain spelling.
        case lifelike
        /// Everything that JSON and the schema allow: numbers at their limits, strings of any characters, unknown
        /// members, and unusual spelling and order.
        case extreme
    }

    /// Creates a generator for the types of an API.
    package init(_ api: API, manner: Manner = .lifelike) {
        schema = SampleSchema(api)
        self.manner = manner
    }

    /// Returns a sample of a type, or `nil` if the schema allows no value.
    ///
    /// A type has no value if each would contain another one without end, or have a tag that it forbids.
    ///
    /// - Parameter seed: With 0 the sample has every member near its top that the schema allows. With 1 it has only the
    ///   required members.
    package func sample(of type: TypeUse, seed: UInt64) -> Sample? {
        sample(of: type, seed: seed, altering: nil)
    }

    /// Returns the sample of the same seed with one difference that a client can notice: another scalar, or one member
    /// or element more or less.
    ///
    /// - Parameter place: The place to alter, below the sample's `placeCount`.
    package func altered(
        _ type: TypeUse,
        seed: UInt64,
        at place: Int
    ) -> Sample? {
        sample(of: type, seed: seed, altering: place)
    }

    /// The facts that several samples share. A record with a certain id is the same in all samples of a world.
    package struct World: Sendable {
        let seed: UInt64
        let number: Int?
        let asked: Set<String>
        let counts: [String: Int]

        /// Creates a world.
        ///
        /// - Parameters:
        ///   - seed: The seed of the world.
        ///   - number: The id of the record that the sample is.
        ///   - asked: The names of properties that are present if the schema has them.
        ///   - counts: The lengths of lists, by their names.
        package init(
            seed: UInt64,
            number: Int? = nil,
            asked: Set<String> = [],
            counts: [String: Int] = [:]
        ) {
            self.seed = seed
            self.number = number
            self.asked = asked
            self.counts = counts
        }
    }

    /// Returns a sample that belongs to a world. It has most of the members near its top that the schema allows.
    package func sample(
        of type: TypeUse,
        seed: UInt64,
        in world: World
    ) -> Sample? {
        sample(
            of: type,
            seed: seed,
            fullness: .rich,
            altering: nil,
            in: world)
    }

    private func sample(
        of type: TypeUse,
        seed: UInt64,
        altering place: Int?
    ) -> Sample? {
        let fullness: Draft.Fullness =
            switch seed {
            case 0: .full
            case 1: .least
            default: .mixed
            }
        return sample(
            of: type,
            seed: seed,
            fullness: fullness,
            altering: place,
            in: nil)
    }

    private func sample(
        of type: TypeUse,
        seed: UInt64,
        fullness: Draft.Fullness,
        altering place: Int?,
        in world: World?
    ) -> Sample? {
        guard schema.height(of: type) < .endless else { return nil }
        let dice = Dice(seed: seed &+ 0x5EED)
        var draft = Draft(
            schema,
            manner: manner,
            fullness: fullness,
            altering: place,
            in: world)
        let value = draft.value(of: type, rolling: dice, depth: 0)
        let variation = manner == .extreme ? dice : nil
        let json = SampleText(value, variedBy: variation)
        let written = SampleText(value, variedBy: nil, isWritten: true)
        return Sample(
            json: json.bytes,
            written: written.bytes,
            placeCount: draft.placeCount)
    }
}

/// A valid value of a type.
package struct Sample: Sendable {
    /// The JSON that a server may send.
    package let json: [UInt8]
    /// The JSON that a client writes after it has read the value: without unknown members, and without null where it
    /// has no meaning.
    package let written: [UInt8]
    /// The number of places that can be altered.
    package let placeCount: Int
}
