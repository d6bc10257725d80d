import Lifelike
import Methodical

extension APIValue {
    /// Returns a value as a server could send it: `VK.User.sample(seed: 7)`.
    ///
    /// The value is valid according to the schema, and is the same for a seed on every machine. The value's own `id` is
    /// one more than the seed, so that samples can be told apart. Texts and numbers fit the names of their members.
    /// Only a type for which no JSON is valid comes blank.
    ///
    /// - Parameter seed: With 0 the value has every member that the schema allows, and so have the objects in it. With
    ///   1 it has only the required members, with any other seed most of them.
    public static func sample(seed: UInt64 = 0) -> Self {
        for attempt in 0..<8 as Range<UInt64> {
            // Reading the sample back makes it what a server's response would become.
            do {
                let sample = try SampleSource(seed: seed, attempt: attempt).value(of: Self.self)
                return try Self.init(json: sample.json(), reading: .strict)
            } catch {
                continue
            }
        }
        return Self(APIEngine.Blank())
    }
}

/// A place in a sample, with random numbers of its own.
struct SampleSource {
    enum Fullness { case full, rich, least }

    let dice: Dice
    let seed: UInt64
    /// The share of optional members that are present.
    let fullness: Fullness
    /// The number of objects and lists that the place lies in.
    var depth = 0
    /// The number of models that the place lies in.
    var level = 0
    /// The name of the member.
    var name = ""
    /// The member that must have a certain value: the discriminator of a union.
    var tag: (key: String, text: String)?
    /// The model that is being made.
    var model: SampleModel?

    init(seed: UInt64, attempt: UInt64) {
        self.seed = seed
        dice = Dice(seed: seed &+ attempt &* 0x1_0000_0001)
        fullness =
            switch seed {
            case 0: .full
            case 1: .least
            default: .rich
            }
    }

    private init(_ source: SampleSource, dice: Dice) {
        self.dice = dice
        seed = source.seed
        fullness = source.fullness
        name = source.name
        depth = source.depth + 1
        level = source.level
    }

    /// Returns the place of a member or of an element.
    func inner(at key: String, isElement: Bool = false) -> SampleSource {
        var inner = SampleSource(self, dice: dice.split(for: key))
        if !isElement {
            inner.name = key
        }
        return inner
    }

    /// Below the first of these depths, only required members are made. Below the second, sampling fails because it
    /// would not end.
    static let deepest = (optional: 7, required: 40)
    /// The chances in percent that an optional member is present: in the sample itself, in objects in it, in objects in
    /// those, and in all others.
    private static let chances = (
        full: [
            100,
            100,
            30,
            5,
        ], rich: [85, 60, 20, 5]
    )

    /// An error that ends sampling: the value would contain itself without end, or a type has no value.
    struct Endless: Error {}

    /// Indicates whether an optional member is present.
    func has(_ key: String) -> Bool {
        if depth >= Self.deepest.optional {
            return false
        }
        var dice = dice.split(for: key + "?")
        if fullness == .least {
            return false
        }
        let chances = fullness == .full ? Self.chances.full : Self.chances.rich
        return dice.below(100) < chances[min(max(0, level - 1), 3)]
    }

    /// The number of elements of a list.
    var count: Int {
        if fullness == .least || depth >= Self.deepest.optional {
            return 0
        }
        var dice = dice
        switch depth {
        case ..<2: return 1 + dice.below(3)
        case ..<4: return 1 + dice.below(2)
        default: return dice.below(2)
        }
    }

    /// Returns a value of any type of an API.
    func value<T: Decodable>(of type: T.Type) throws -> T {
        if depth > Self.deepest.required {
            throw Endless()
        }
        let made: Any =
            switch type {
            case let type as any SampleMade.Type: try type.sample(from: self)
            case let type as any APIEngine.Union.Type: try type.sample(from: self)
            case let type as any APIEngine.KeyedUnion.Type: try type.sample(from: self)
            case let type as any APIEngine.OpenEnum.Type: try type.sample(from: self)
            case let type as any APIEngine.Model.Type: try type.sample(from: self)
            default: try T(from: SampleDecoder(source: self))
            }
        guard let value = made as? T else {
            throw Endless()
        }
        return value
    }

    /// Returns a number, a Boolean or a text that fits the member's name.
    func scalar<T>(of type: T.Type) throws -> T {
        var dice = dice
        let naming = Naming(name)
        let made: Any? =
            switch type {
            case is Int.Type where depth == 1 && name == "id":
                Int(clamping: seed) &+ 1
            case is Int.Type: dice.integer(for: naming)
            case is Double.Type: dice.number(for: naming)
            case is Bool.Type: dice.isOne(in: 2)
            case is String.Type: dice.text(for: naming)
            default: nil
            }
        guard let value = made as? T else {
            throw Endless()
        }
        return value
    }
}

/// The facts about a model's members that decoding does not show.
struct SampleModel {
    private let table: APIEngine.FieldTable
    /// The types of the properties in the order of the table's fields, without the boxed ones.
    private let types: [Any.Type]
    /// The boxed properties, which the model declares after all others. Their values are never decoded as raw values.
    private let boxed: Set<String>

    /// - Parameter mirror: The mirror of a blank model.
    init(_ table: APIEngine.FieldTable, mirror: Mirror) {
        self.table = table
        let isBoxed = { (child: Mirror.Child) in child.value is any SampleBoxed }
        let plain = mirror.children.filter { !isBoxed($0) }
        types = plain.map { Swift.type(of: $0.value) }
        let labels = mirror.children.filter(isBoxed).map { $0.label ?? "" }
        boxed = Set(labels.map(Self.letters))
    }

    /// Indicates whether the member at a path is required.
    func requires(_ path: [String]) -> Bool {
        table.field(at: path)?.isRequired ?? false
    }

    /// Returns the only value that the member at a path can have, or `nil` if it can have others.
    func constant<T>(at path: [String], as type: T.Type) throws -> T? {
        guard let json = table.constant(at: path),
            let type = type as? any APIValue.Type
        else {
            return nil
        }
        return try type.init(json: json) as? T
    }

    /// Returns the type of a member that is decoded as its raw value.
    func type(at path: [String]) -> (any RawRepresentable.Type)? {
        guard let field = table.field(at: path)?.index else {
            return nil
        }
        let index = field - boxedFields.count { $0 < field }
        guard types.indices.contains(index) else { return nil }
        let type =
            (types[index] as? any SampleOptional.Type)?.wrapped
            ?? types[index]
        return type as? any RawRepresentable.Type
    }

    private var boxedFields: [Int] {
        guard !boxed.isEmpty else { return [] }
        let names = table.fieldNames.filter {
            boxed.contains(Self.letters(of: $0.name))
        }
        return names.map(\.index)
    }

    /// The letters and digits of a name, in which a key and its Swift property agree: `orders_count`, `ordersCount`.
    private static func letters(of name: String) -> String {
        name.lowercased().filter { $0.isLetter || $0.isNumber }
    }
}

private protocol SampleBoxed {}

extension APIEngine.Boxed: SampleBoxed {}

private protocol SampleOptional {
    static var wrapped: Any.Type { get }
}

extension Optional: SampleOptional {
    static var wrapped: Any.Type { Wrapped.self }
}

extension APIEngine.Model {
    /// Returns a value that the model decodes from random members.
    fileprivate static func sample(from source: SampleSource) throws -> Self {
        var source = source
        source.model = SampleModel(_fields, mirror: Mirror(reflecting: Self(APIEngine.Blank())))
        source.level += 1
        return try Self(from: SampleDecoder(source: source))
    }
}

extension APIEngine.OpenEnum {
    /// Returns one of the known values.
    fileprivate static func sample(from source: SampleSource) throws -> Self {
        var dice = source.dice
        let known = Self.known
        if known.isEmpty {
            return Self(rawValue: try source.value(of: RawValue.self))
        }
        return known[dice.below(known.count)]
    }
}

extension APIEngine.Union {
    /// Returns a value of one of the cases with its tag. A value that an earlier case accepts as well becomes that
    /// case.
    fileprivate static func sample(from source: SampleSource) throws -> Self {
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
                if let key, json[key] == nil {
                    json[key] = .string(tag)
                }
                return try Self(json: json.json(), reading: .strict)
            } catch {
                continue
            }
        }
        throw SampleSource.Endless()
    }
}

extension SampleSource {
    fileprivate func payload<Payload: APIValue>(of blank: Payload) throws -> [UInt8] {
        try value(of: Payload.self).json()
    }
}

extension APIEngine.KeyedUnion {
    /// Returns a value of one of the cases.
    fileprivate static func sample(from source: SampleSource) throws -> Self {
        var dice = source.dice
        let blanks = Self._blanks
        guard !blanks.isEmpty else {
            throw SampleSource.Endless()
        }
        let (key, blank) = blanks[dice.below(blanks.count)]._payload
        let sample = try blank.sampled(from: source.inner(at: key))
        let value = String(decoding: sample, as: UTF8.self)
        let text = "{\(JSON.string(key).description):\(value)}"
        return try Self(json: Array(text.utf8), reading: .strict)
    }
}

extension APIValue {
    /// Returns a sample of the value's type as JSON.
    fileprivate func sampled(from source: SampleSource) throws -> [UInt8] {
        try source.value(of: Self.self).json()
    }
}
