/// What can stand in an answer or be an argument: scalars, arrays, dictionaries, models, enumerations, unions.
///
/// A value is made blank and then filled where it lies, in its slot of an array or its place in a model, so that large models are never copied.
public protocol APIValue: Codable, Hashable, Sendable {
    init(_: Blank)
    /// Replaces this value by the next one of the text.
    mutating func _read(_ reader: inout JSONReader)
    /// Does what else there is to do with a value, where it lies: generic code would copy a model to hand it over. False if the task is to
    /// compare, and the values differ.
    @discardableResult
    static func _perform(_ task: ValueTask, _ value: UnsafePointer<Self>) -> Bool
}

/// Writing, arguments, `==` and `hash`: one requirement for all, since each one makes a function of every type, in every build.
public struct ValueTask {
    enum Kind {
        case write(UnsafeMutablePointer<JSONWriter>)
        case argument(UnsafeMutablePointer<Argument>)
        case compare(UnsafeRawPointer)
        case hash(UnsafeMutablePointer<Hasher>)
    }

    let kind: Kind

    /// For values that have a `==` and a `hash(into:)` of their own.
    @inline(__always)
    func perform<T: APIValue>(
        on value: UnsafePointer<T>, write: (T, inout JSONWriter) -> Void, argument: (T) -> Argument
    ) -> Bool {
        switch kind {
        case .write(let writer): write(value.pointee, &writer.pointee)
        case .argument(let made): made.pointee = argument(value.pointee)
        case .compare(let other): return value.pointee == other.assumingMemoryBound(to: T.self).pointee
        case .hash(let hasher): value.pointee.hash(into: &hasher.pointee)
        }
        return true
    }
}

extension APIValue {
    /// Asks an optional whether there is a value, where it lies: a comparison with nil would copy it.
    @inline(__always)
    mutating func _isHere() {}

    func _write(_ writer: inout JSONWriter) {
        withUnsafeMutablePointer(to: &writer) { writer in
            withUnsafePointer(to: self) { _ = Self._perform(ValueTask(kind: .write(writer)), $0) }
        }
    }

    var _argument: Argument {
        var made = Argument.flag(false)
        withUnsafeMutablePointer(to: &made) { made in
            withUnsafePointer(to: self) { _ = Self._perform(ValueTask(kind: .argument(made)), $0) }
        }
        return made
    }

    static func _areEqual(_ left: UnsafePointer<Self>, _ right: UnsafePointer<Self>) -> Bool {
        _perform(ValueTask(kind: .compare(right)), left)
    }

    static func _hash(_ value: UnsafePointer<Self>, _ hasher: inout Hasher) {
        withUnsafeMutablePointer(to: &hasher) { _ = _perform(ValueTask(kind: .hash($0)), value) }
    }
}

/// Marks the initializers that make a value for the runtime to fill. A blank model is incomplete: nobody else is meant to make one.
public struct Blank: Sendable {
    package init() {}
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
