/// What can stand in an answer or be an argument: scalars, arrays, dictionaries, models, enumerations, unions.
///
/// A value is made blank and then filled where it lies, in its slot of an array or its place in a model, so that large models are never copied.
public protocol APIValue: Codable, Hashable, Sendable {
    init(_: Blank)
    /// Replaces this value by the next one of the text.
    mutating func _read(_ reader: inout JSONReader)
    func _write(_ writer: inout JSONWriter)
    var _argument: Argument { get }
    /// `==` and `hash` where the values lie: generic code would copy a model to hand it over.
    static func _areEqual(_ left: UnsafePointer<Self>, _ right: UnsafePointer<Self>) -> Bool
    static func _hash(_ value: UnsafePointer<Self>, _ hasher: inout Hasher)
}

extension APIValue {
    public static func _areEqual(_ left: UnsafePointer<Self>, _ right: UnsafePointer<Self>) -> Bool { left.pointee == right.pointee }

    public static func _hash(_ value: UnsafePointer<Self>, _ hasher: inout Hasher) { value.pointee.hash(into: &hasher) }
}

/// Marks the initializers that make a value for the runtime to fill. A blank model is incomplete: nobody else is meant to make one.
public struct Blank: Sendable {
    init() {}
}

/// The version of the runtime that generated code was made for: code made for a later one does not compile against this one.
public enum RuntimeVersion: Sendable {
    case v1
}

extension APIValue {
    /// Reads a JSON text.
    public init(json: [UInt8], reading policy: ReadingPolicy = .tolerant) throws(ReadingProblem) {
        self = try JSONReader.decode(Self.self, from: json, policy: policy)
    }

    /// Reads a JSON text, and hands out where it departs from the schema.
    public init(
        json: [UInt8], reading policy: ReadingPolicy = .tolerant, departures: inout [Departure]
    ) throws(ReadingProblem) {
        let document = JSONDocument(json)
        var drift = Drift()
        self = try document.decode(Self.self, policy: policy, &drift)
        departures = document.departures(drift)
    }

    /// This value as JSON text. Throws if it holds a number that is infinite or not a number.
    public func json() throws -> [UInt8] {
        try JSONWriter.write(self)
    }

    /// How models, dictionaries and whatever else has no spelling of its own become arguments. A value without JSON becomes a number
    /// that is not finite, which is refused where arguments are spelled.
    var jsonArgument: Argument {
        do {
            return .json(try JSONWriter.write(self))
        } catch {
            return .number(.nan)
        }
    }
}
