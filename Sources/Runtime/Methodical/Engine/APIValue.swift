/// A value that a response can contain or that can be an argument: a scalar, array, dictionary, model, enumeration or
/// union.
///
/// A value is created blank and then filled in place, in its slot of an array or in its property of a model, so that
/// large models are never copied.
public protocol APIValue: Codable, Hashable, Sendable {
    /// Creates a value for the runtime to fill.
    init(_: APIEngine.Blank)
    /// Replaces this value with the next value of the text.
    mutating func _read(_ reader: inout APIEngine.JSONReader)
    /// Performs a task other than reading, in place: generic code would copy a model in order to pass it.
    ///
    /// Returns `false` if the task is a comparison and the values differ; otherwise `true`.
    @discardableResult
    static func _perform(_ task: APIEngine.ValueTask, _ value: UnsafePointer<Self>) -> Bool
}

extension APIEngine {
    /// A task to perform on a value: writing it, making an argument of it, `==`, or hashing.
    ///
    /// One requirement serves all four tasks, because each requirement adds a function for every type to every build.
    public struct ValueTask {
        enum Kind {
            case write(UnsafeMutablePointer<JSONWriter>)
            case argument(UnsafeMutablePointer<ArgumentValue>)
            case compare(UnsafeRawPointer)
            case hash(UnsafeMutablePointer<Hasher>)
        }

        let kind: Kind

        /// Performs the task on a value of a type that has its own `==` and `hash(into:)`.
        @inline(__always)
        func perform<T: APIValue>(
            on value: UnsafePointer<T>,
            write: (T, inout JSONWriter) -> Void,
            argument: (T) -> ArgumentValue
        ) -> Bool {
            switch kind {
            case .write(let writer):
                write(value.pointee, &writer.pointee)
            case .argument(let made):
                made.pointee = argument(value.pointee)
            case .compare(let other):
                return value.pointee == other.assumingMemoryBound(to: T.self).pointee
            case .hash(let hasher):
                value.pointee.hash(into: &hasher.pointee)
            }
            return true
        }
    }
}

extension APIValue {
    /// Does nothing.
    ///
    /// `value?._isHere() != nil` asks an optional in place whether it has a value. A comparison with `nil` would copy
    /// it.
    @inline(__always)
    mutating func _isHere() {}

    func _write(to writer: inout JSONWriter) {
        withUnsafeMutablePointer(to: &writer) { writer in
            withUnsafePointer(to: self) {
                _ = Self._perform(ValueTask(kind: .write(writer)), $0)
            }
        }
    }

    /// The value as an argument of a call. Generated code passes it for the facts of a page.
    public var _argument: APIEngine.ArgumentValue {
        var made = ArgumentValue.flag(false)
        withUnsafeMutablePointer(to: &made) { made in
            withUnsafePointer(to: self) {
                _ = Self._perform(ValueTask(kind: .argument(made)), $0)
            }
        }
        return made
    }

    static func _areEqual(_ left: UnsafePointer<Self>, _ right: UnsafePointer<Self>) -> Bool {
        _perform(ValueTask(kind: .compare(right)), left)
    }

    static func _hash(_ value: UnsafePointer<Self>, into hasher: inout Hasher) {
        withUnsafeMutablePointer(to: &hasher) {
            _ = _perform(ValueTask(kind: .hash($0)), value)
        }
    }
}

extension APIValue {
    /// Reads a value from JSON text.
    public init(json: [UInt8], reading policy: ReadingPolicy = .tolerant) throws(ReadingProblem) {
        self = try JSONDocument(json).decode(Self.self, policy: policy)
    }

    /// Reads a value from JSON text, and stores the places that do not match the schema in `mismatches`.
    public init(
        json: [UInt8],
        reading policy: ReadingPolicy = .tolerant,
        mismatches: inout [Mismatch]
    ) throws(ReadingProblem) {
        let document = JSONDocument(json)
        var log = MismatchLog()
        self = try document.decode(Self.self, policy: policy, log: &log)
        mismatches = document.mismatches(in: log)
    }

    /// Decodes a union by way of JSON text, because the tables that choose a case work on text only.
    init(asTextFrom decoder: any Decoder) throws {
        let json = try JSON(from: decoder)
        do {
            self = try JSONDocument(try JSONWriter.write(json)).decode(Self.self)
        } catch {
            throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: "\(error)"))
        }
    }

    /// Returns this value as JSON text. Throws an error if the value contains a number that is infinite or not a
    /// number.
    public func json() throws -> [UInt8] {
        try JSONWriter.write(self)
    }

    /// The argument of a model, a dictionary, or any other value without a spelling of its own.
    ///
    /// A value that has no JSON becomes a number that is not finite, which the code that spells arguments refuses.
    var jsonArgument: ArgumentValue {
        do {
            return .json(try JSONWriter.write(self, isRequest: true))
        } catch {
            return .number(.nan)
        }
    }
}

extension Optional: APIValue where Wrapped: APIValue {
    public init(_: APIEngine.Blank) { self = nil }

    public mutating func _read(_ reader: inout APIEngine.JSONReader) {
        if reader.null() {
            self = nil
        } else {
            self = Wrapped(Blank())
            self?._read(&reader)
        }
    }

    public static func _perform(_ task: APIEngine.ValueTask, _ value: UnsafePointer<Self>) -> Bool {
        task.perform(
            on: value,
            write: { value, writer in
                if let value {
                    value._write(to: &writer)
                } else {
                    writer.null()
                }
            },
            argument: { $0?._argument ?? .json(Array("null".utf8)) })
    }
}

extension Array: APIValue where Element: APIValue {
    public init(_: APIEngine.Blank) { self = [] }

    public mutating func _read(_ reader: inout APIEngine.JSONReader) {
        self = reader.elements(of: Element.self)
    }

    public static func _perform(_ task: APIEngine.ValueTask, _ value: UnsafePointer<Self>) -> Bool {
        task.perform(
            on: value,
            write: { $0.write(to: &$1) },
            argument: { .list($0.map { $0._argument }) })
    }

    private func write(to writer: inout JSONWriter) {
        writer.byte(.openBracket)
        withUnsafeBufferPointer { elements in
            for index in elements.indices {
                if index > 0 {
                    writer.byte(.comma)
                }
                elements[index]._write(to: &writer)
            }
        }
        writer.byte(.closeBracket)
    }
}

/// A dictionary reads the members of an object. If a key occurs twice, the last occurrence wins. Members are written in
/// the order of their keys' UTF-8, so that equal dictionaries have equal texts.
extension Dictionary: APIValue where Key == String, Value: APIValue {
    public init(_: APIEngine.Blank) { self = [:] }

    public mutating func _read(_ reader: inout APIEngine.JSONReader) {
        read(from: &reader, limit: JSONReader.typedDepthLimit)
    }

    /// Reads an object with at most `limit` levels of nesting.
    ///
    /// A method of `Dictionary`, because one of the reader would look up the metadata of `[String: Value]`.
    mutating func read(from reader: inout JSONReader, limit: Int) {
        self = [:]
        guard reader.openObject(limit: limit) else { return }
        repeat {
            guard reader.base[reader.position] == .quote else {
                return reader.fail("a key")
            }
            let key = reader.string()
            reader.colon()
            self[key] = reader.read() as Value
        } while reader.nextMember()
    }

    public static func _perform(_ task: APIEngine.ValueTask, _ value: UnsafePointer<Self>) -> Bool {
        task.perform(
            on: value,
            write: { $0.write(to: &$1) },
            argument: { $0.jsonArgument })
    }

    private func write(to writer: inout JSONWriter) {
        writer.byte(.openBrace)
        for key in keys.sorted() {
            guard let value = self[key] else { continue }
            writer.key(key)
            value._write(to: &writer)
        }
        writer.byte(.closeBrace)
    }
}
