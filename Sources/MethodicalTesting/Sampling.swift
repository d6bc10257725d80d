import Lifelike
import Methodical

extension APIValue {
    /// A value such as a server could send: `VK.User.sample(seed: 7)`. Always valid to strict reading, and the same for a seed on every machine.
    ///
    /// An `id` of the value's own is one more than the seed, so that samples can be told apart. Texts and numbers are what their names say. Only a type that
    /// no JSON text is valid for comes blank.
    ///
    /// - Parameter seed: 0 has every member that the schema allows, down to the objects in its objects; 1 has only
    ///   those that it requires, any other most.
    public static func sample(seed: UInt64 = 0) -> Self {
        for attempt in 0..<8 as Range<UInt64> {
            // What is read back is what a server's answer would become.
            do {
                return try Self.init(json: SampleSource(seed, attempt).value(Self.self).json(), reading: .strict)
            } catch { continue }
        }
        return Self(Blank())
    }
}

/// Where values are made up: a place in a sample, with dice of its own.
struct SampleSource {
    enum Fullness { case full, rich, least }

    let dice: Dice
    let seed: UInt64
    let fullness: Fullness
    var depth = 0
    /// The number of models that the place lies in.
    var level = 0
    var name = ""
    /// What the member of a key must be here: the tag of a union's case.
    var tag: (key: String, text: String)?
    /// The model that is being made.
    var model: SampleModel?

    init(_ seed: UInt64, _ attempt: UInt64) {
        self.seed = seed
        dice = Dice(seed &+ attempt &* 0x1_0000_0001)
        fullness = seed == 0 ? .full : seed == 1 ? .least : .rich
    }

    private init(_ source: SampleSource, _ dice: Dice) {
        (self.dice, seed, fullness, name) = (dice, source.seed, source.fullness, source.name)
        (depth, level) = (source.depth + 1, source.level)
    }

    /// The place of a member, or of an element.
    func inner(_ key: String, isElement: Bool = false) -> SampleSource {
        var inner = SampleSource(self, dice.split(for: key))
        if !isElement { inner.name = key }
        return inner
    }

    /// Only what must be there is made below the first of these depths. Nothing at all is below the second: no end of it is in sight.
    static let deepest = (optional: 7, required: 40)
    /// The chances, in percent, of a member that may be left out: of the sample's own, of objects in it, of objects in
    /// those, and of all below.
    private static let chances = (full: [100, 100, 30, 5], rich: [85, 60, 20, 5])

    struct Endless: Error {}

    /// Whether a member is there that need not be.
    func has(_ key: String) -> Bool {
        if depth >= Self.deepest.optional { return false }
        var dice = dice.split(for: key + "?")
        if fullness == .least { return false }
        let chances = fullness == .full ? Self.chances.full : Self.chances.rich
        return dice.below(100) < chances[min(max(0, level - 1), 3)]
    }

    /// How many elements a list has.
    var count: Int {
        if fullness == .least || depth >= Self.deepest.optional { return 0 }
        var dice = dice
        return depth < 4 ? 1 + dice.below(depth < 2 ? 3 : 2) : dice.below(2)
    }

    /// A value of any type of an API.
    func value<T: Decodable>(_ type: T.Type) throws -> T {
        if depth > Self.deepest.required { throw Endless() }
        let made: Any =
            switch type {
            case let type as any SampleMade.Type: try type.sample(self)
            case let type as any APIUnion.Type: try type.sample(self)
            case let type as any OpenEnum.Type: try type.sample(self)
            case let type as any APIModel.Type: try type.sample(self)
            default: try T(from: SampleDecoder(source: self))
            }
        guard let value = made as? T else { throw Endless() }
        return value
    }

    func scalar<T>(_ type: T.Type) throws -> T {
        var dice = dice
        let naming = Naming(name)
        let made: Any? =
            switch type {
            case is Int.Type: depth == 1 && name == "id" ? Int(clamping: seed) &+ 1 : dice.integer(naming)
            case is Double.Type: dice.number(naming)
            case is Bool.Type: dice.isOne(in: 2)
            case is String.Type: dice.text(naming)
            default: nil
            }
        guard let value = made as? T else { throw Endless() }
        return value
    }
}

/// What a model tells of its members besides what it decodes.
struct SampleModel {
    private let table: FieldTable
    private let types: [Any.Type]

    /// - Parameter mirror: Of a blank model: its properties are in the order of the table's fields.
    init(_ table: FieldTable, _ mirror: Mirror) {
        self.table = table
        types = mirror.children.map { Swift.type(of: $0.value) }
    }

    func requires(_ path: [String]) -> Bool { table.field(path)?.isRequired ?? false }

    /// The type of a member that is decoded as its raw value.
    func type(_ path: [String]) -> (any RawRepresentable.Type)? {
        guard let index = table.field(path)?.index, types.indices.contains(index) else { return nil }
        let type = (types[index] as? any SampleOptional.Type)?.wrapped ?? types[index]
        return type as? any RawRepresentable.Type
    }
}

private protocol SampleOptional {
    static var wrapped: Any.Type { get }
}

extension Optional: SampleOptional {
    static var wrapped: Any.Type { Wrapped.self }
}

extension APIModel {
    fileprivate static func sample(_ source: SampleSource) throws -> Self {
        var source = source
        source.model = SampleModel(_fields, Mirror(reflecting: Self(Blank())))
        source.level += 1
        return try Self(from: SampleDecoder(source: source))
    }
}

extension OpenEnum {
    /// One of the known values.
    fileprivate static func sample(_ source: SampleSource) throws -> Self {
        var dice = source.dice
        let known = Self.known
        return known.isEmpty ? Self(rawValue: try source.value(RawValue.self)) : known[dice.below(known.count)]
    }
}

extension APIUnion {
    /// A value of one of the cases, with its tag. What an earlier case would take as well becomes that one.
    fileprivate static func sample(_ source: SampleSource) throws -> Self {
        let blanks = _blanks
        var dice = source.dice
        let first = dice.below(max(blanks.count, 1))
        for place in blanks.indices {
            let (tag, blank) = blanks[(first + place) % blanks.count]
            let key = _cases.key
            var source = source
            source.tag = key.map { ($0, tag) }
            do {
                var json = try JSON(json: source.payload(of: blank._payload))
                if let key, json[key] == nil { json[key] = .string(tag) }
                return try Self(json: json.json(), reading: .strict)
            } catch { continue }
        }
        throw SampleSource.Endless()
    }
}

extension SampleSource {
    fileprivate func payload<Payload: APIValue>(of blank: Payload) throws -> [UInt8] { try value(Payload.self).json() }
}
