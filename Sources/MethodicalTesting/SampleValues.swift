import Lifelike
import Methodical

import struct Foundation.Data

/// A type whose samples are not made by decoding it.
protocol SampleMade: Decodable {
    /// Returns a value for a place in a sample.
    static func sample(_ source: SampleSource) throws -> Self
}

extension Int: SampleMade { static func sample(_ source: SampleSource) throws -> Int { try source.scalar(Int.self) } }
extension Double: SampleMade {
    static func sample(_ source: SampleSource) throws -> Double { try source.scalar(Double.self) }
}
extension Bool: SampleMade {
    static func sample(_ source: SampleSource) throws -> Bool { try source.scalar(Bool.self) }
}
extension String: SampleMade {
    static func sample(_ source: SampleSource) throws -> String { try source.scalar(String.self) }
}

extension NoContent: SampleMade { static func sample(_ source: SampleSource) -> NoContent { NoContent() } }
extension Data: SampleMade {
    static func sample(_ source: SampleSource) throws -> Data { Data(try source.scalar(String.self).utf8) }
}

extension Array: SampleMade where Element: Decodable {
    static func sample(_ source: SampleSource) throws -> [Element] {
        do {
            return try (0..<source.count).map { try source.inner("\($0)", isElement: true).value(Element.self) }
        } catch { return [] }
    }
}

extension Dictionary: SampleMade where Key == String, Value: Decodable {
    static func sample(_ source: SampleSource) throws -> [String: Value] {
        var made: [String: Value] = [:]
        for place in 0..<source.count {
            var inner = source.inner("\(place)", isElement: true)
            var dice = inner.dice.split(for: "key")
            inner.name = dice.word()
            do { made[inner.name] = try inner.value(Value.self) } catch { return [:] }
        }
        return made
    }
}

extension Optional: SampleMade where Wrapped: Decodable {
    static func sample(_ source: SampleSource) throws -> Wrapped? {
        guard source.has("") else { return nil }
        do { return try source.value(Wrapped.self) } catch { return nil }
    }
}

extension JSON: SampleMade {
    static func sample(_ source: SampleSource) throws -> JSON {
        var dice = source.dice
        switch dice.below(source.depth < 5 ? 6 : 4) {
        case 0: return .bool(try source.scalar(Bool.self))
        case 1: return .integer(dice.integer(Naming(source.name)))
        case 4: return .array(try [JSON].sample(source))
        case 5: return .object(try [String: JSON].sample(source))
        default: return .string(try source.scalar(String.self))
        }
    }
}

// MARK: Scalars with a meaning

extension APIEngine.RawScalar {
    /// Returns a value with a random raw value.
    fileprivate static func made(_ source: SampleSource, _ raw: (inout Dice) -> RawValue) -> Self {
        var dice = source.dice
        return Self(rawValue: raw(&dice))
    }
}

extension URLString: SampleMade {
    static func sample(_ source: SampleSource) throws -> Self { made(source) { $0.address(Naming(source.name)) } }
}

extension DateTime: SampleMade {
    static func sample(_ source: SampleSource) throws -> Self { made(source) { $0.moment() } }
}

extension CalendarDay: SampleMade {
    static func sample(_ source: SampleSource) throws -> Self { made(source) { $0.day() } }
}

extension DurationString: SampleMade {
    static func sample(_ source: SampleSource) throws -> Self {
        made(source) { "PT\(1 + $0.below(9))M\($0.below(60))S" }
    }
}

extension Base64String: SampleMade {
    static func sample(_ source: SampleSource) throws -> Self {
        made(source) { $0.pick(["Zg==", "Zm8=", "Zm9v", "PDw_Pz8-"]) }
    }
}

extension Quoted: SampleMade {
    static func sample(_ source: SampleSource) throws -> Self { Self(try source.value(Value.self)) }
}

extension UnixSeconds: SampleMade {
    static func sample(_ source: SampleSource) throws -> Self { made(source) { $0.seconds() } }
}

extension UnixSeconds.Fractional: SampleMade {
    static func sample(_ source: SampleSource) throws -> Self { made(source) { Double($0.seconds()) + 0.5 } }
}

extension UnixMilliseconds: SampleMade {
    static func sample(_ source: SampleSource) throws -> Self { made(source) { $0.seconds() * 1000 } }
}

extension UnixMilliseconds.Fractional: SampleMade {
    static func sample(_ source: SampleSource) throws -> Self { made(source) { Double($0.seconds()) * 1000 + 0.5 } }
}

extension DurationSeconds: SampleMade {
    static func sample(_ source: SampleSource) throws -> Self {
        made(source) { RawValue(_nearest: Double(1 + $0.below(6000)) / 10) }
    }
}

extension DurationMilliseconds: SampleMade {
    static func sample(_ source: SampleSource) throws -> Self {
        made(source) { RawValue(_nearest: Double(100 + $0.below(600_000))) }
    }
}

extension Share: SampleMade {
    static func sample(_ source: SampleSource) throws -> Self {
        made(source) { RawValue(_nearest: Double($0.below(1001)) / 1000) }
    }
}

extension Percent: SampleMade {
    static func sample(_ source: SampleSource) throws -> Self {
        made(source) { RawValue(_nearest: Double($0.below(1001)) / 10) }
    }
}

extension SampleSource {
    /// Returns the raw value of one of these types, or `nil` for other types. Models store a string or an integer that
    /// has such a type as its raw value, and decode it as one.
    func raw<T>(_ type: any RawRepresentable.Type) throws -> T? {
        func raw<Meant: RawRepresentable>(_ type: Meant.Type) throws -> T? {
            guard T.self == Meant.RawValue.self, let type = type as? any Decodable.Type else { return nil }
            return (try value(type) as? Meant)?.rawValue as? T
        }
        return try raw(type)
    }
}

// MARK: Tags

extension SampleSource {
    /// Returns the tag that selects a union's case, as a value of the type that holds it. Returns `nil` if the type
    /// cannot hold it.
    static func tagged<T>(_ type: T.Type, _ tag: String) throws -> T? {
        if let type = type as? any OpenEnum.Type {
            return try type.tagged(tag) as? T
        }
        return tag as? T ?? Int(tag) as? T ?? JSON.string(tag) as? T
    }
}

extension OpenEnum {
    fileprivate static func tagged(_ tag: String) throws -> Self? {
        known.first { $0.description == tag || $0.description == JSON.string(tag).description }
            ?? RawValue(tag).map { Self(rawValue: $0) }
    }
}
