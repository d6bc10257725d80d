import Lifelike
import Methodical

import struct Foundation.Data

/// A type whose samples are not made by decoding it.
protocol SampleMade: Decodable {
    /// Returns a value for a place in a sample.
    static func sample(from source: SampleSource) throws -> Self
}

extension Int: SampleMade {
    static func sample(from source: SampleSource) throws -> Int {
        try source.scalar(of: Int.self)
    }
}
extension Double: SampleMade {
    static func sample(from source: SampleSource) throws -> Double {
        try source.scalar(of: Double.self)
    }
}
extension Bool: SampleMade {
    static func sample(from source: SampleSource) throws -> Bool {
        try source.scalar(of: Bool.self)
    }
}
extension String: SampleMade {
    static func sample(from source: SampleSource) throws -> String {
        try source.scalar(of: String.self)
    }
}

extension NoContent: SampleMade {
    static func sample(from source: SampleSource) -> NoContent { NoContent() }
}
extension Data: SampleMade {
    static func sample(from source: SampleSource) throws -> Data {
        Data(try source.scalar(of: String.self).utf8)
    }
}

extension Array: SampleMade where Element: Decodable {
    static func sample(from source: SampleSource) throws -> [Element] {
        do {
            return try (0..<source.count).map { index in
                let inner = source.inner(at: "\(index)", isElement: true)
                return try inner.value(of: Element.self)
            }
        } catch {
            return []
        }
    }
}

extension Dictionary: SampleMade where Key == String, Value: Decodable {
    static func sample(from source: SampleSource) throws -> [String: Value] {
        var made: [String: Value] = [:]
        for place in 0..<source.count {
            var inner = source.inner(at: "\(place)", isElement: true)
            var dice = inner.dice.split(for: "key")
            inner.name = dice.word()
            do {
                made[inner.name] = try inner.value(of: Value.self)
            } catch {
                return [:]
            }
        }
        return made
    }
}

extension Optional: SampleMade where Wrapped: Decodable {
    static func sample(from source: SampleSource) throws -> Wrapped? {
        guard source.has("") else { return nil }
        do {
            return try source.value(of: Wrapped.self)
        } catch {
            return nil
        }
    }
}

extension JSON: SampleMade {
    static func sample(from source: SampleSource) throws -> JSON {
        var dice = source.dice
        let kindCount = source.depth < 5 ? 6 : 4
        switch dice.below(kindCount) {
        case 0: return .bool(try source.scalar(of: Bool.self))
        case 1: return .integer(dice.integer(for: Naming(source.name)))
        case 4: return .array(try [JSON].sample(from: source))
        case 5: return .object(try [String: JSON].sample(from: source))
        default: return .string(try source.scalar(of: String.self))
        }
    }
}

// MARK: Scalars with a meaning

extension APIEngine.RawScalar {
    /// Returns a value with a random raw value.
    fileprivate static func made(
        from source: SampleSource,
        _ raw: (inout Dice) -> RawValue
    ) -> Self {
        var dice = source.dice
        return Self(rawValue: raw(&dice))
    }
}

extension URLString: SampleMade {
    static func sample(from source: SampleSource) throws -> Self {
        made(from: source) { $0.address(for: Naming(source.name)) }
    }
}

extension DateTime: SampleMade {
    static func sample(from source: SampleSource) throws -> Self {
        made(from: source) { $0.moment() }
    }
}

extension CalendarDay: SampleMade {
    static func sample(from source: SampleSource) throws -> Self {
        made(from: source) { $0.day() }
    }
}

extension DurationString: SampleMade {
    static func sample(from source: SampleSource) throws -> Self {
        made(from: source) { "PT\(1 + $0.below(9))M\($0.below(60))S" }
    }
}

extension Base64String: SampleMade {
    static func sample(from source: SampleSource) throws -> Self {
        made(from: source) { $0.pick(["Zg==", "Zm8=", "Zm9v", "PDw_Pz8-"]) }
    }
}

extension Quoted: SampleMade {
    static func sample(from source: SampleSource) throws -> Self {
        Self(try source.value(of: Value.self))
    }
}

extension UnixSeconds: SampleMade {
    static func sample(from source: SampleSource) throws -> Self {
        made(from: source) { $0.seconds() }
    }
}

extension UnixSeconds.Fractional: SampleMade {
    static func sample(from source: SampleSource) throws -> Self {
        made(from: source) { Double($0.seconds()) + 0.5 }
    }
}

extension UnixMilliseconds: SampleMade {
    static func sample(from source: SampleSource) throws -> Self {
        made(from: source) { $0.seconds() * 1000 }
    }
}

extension UnixMilliseconds.Fractional: SampleMade {
    static func sample(from source: SampleSource) throws -> Self {
        made(from: source) { Double($0.seconds()) * 1000 + 0.5 }
    }
}

extension DurationSeconds: SampleMade {
    static func sample(from source: SampleSource) throws -> Self {
        made(from: source) {
            RawValue(_nearest: Double(1 + $0.below(6000)) / 10)
        }
    }
}

extension DurationMilliseconds: SampleMade {
    static func sample(from source: SampleSource) throws -> Self {
        made(from: source) {
            RawValue(_nearest: Double(100 + $0.below(600_000)))
        }
    }
}

extension Share: SampleMade {
    static func sample(from source: SampleSource) throws -> Self {
        made(from: source) { RawValue(_nearest: Double($0.below(1001)) / 1000) }
    }
}

extension Percent: SampleMade {
    static func sample(from source: SampleSource) throws -> Self {
        made(from: source) { RawValue(_nearest: Double($0.below(1001)) / 10) }
    }
}

extension SampleSource {
    /// Returns the raw value of one of these types, or `nil` for other types. Models store a string or an integer that
    /// has such a type as its raw value, and decode it as one.
    func raw<T>(of type: any RawRepresentable.Type) throws -> T? {
        func raw<Meant: RawRepresentable>(of type: Meant.Type) throws -> T? {
            guard T.self == Meant.RawValue.self,
                let type = type as? any Decodable.Type
            else {
                return nil
            }
            return (try value(of: type) as? Meant)?.rawValue as? T
        }
        return try raw(of: type)
    }
}

// MARK: Tags

extension SampleSource {
    /// Returns the tag that selects a union's case, as a value of the type that holds it. Returns `nil` if the type
    /// cannot hold it.
    static func tagged<T>(_ type: T.Type, with tag: String) throws -> T? {
        if let type = type as? any APIEngine.OpenEnum.Type {
            return try type.tagged(with: tag) as? T
        }
        return tag as? T ?? Int(tag) as? T ?? JSON.string(tag) as? T
    }
}

extension APIEngine.OpenEnum {
    fileprivate static func tagged(with tag: String) throws -> Self? {
        known.first {
            $0.description == tag
                || $0.description == JSON.string(tag).description
        }
            ?? RawValue(tag).map { Self(rawValue: $0) }
    }
}
