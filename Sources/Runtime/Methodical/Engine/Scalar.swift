// The scalars of JSON. Each type has one reader and one writer, which the engine's code calls directly if it knows the
// type.

extension Int: APIValue {
    public init(_: APIEngine.Blank) { self = 0 }

    public mutating func _read(_ reader: inout APIEngine.JSONReader) {
        self = reader.integer()
    }

    public static func _perform(_ task: APIEngine.ValueTask, _ value: UnsafePointer<Int>) -> Bool {
        task.perform(on: value, write: { $1.integer($0) }, argument: { .integer($0) })
    }
}

extension UInt64: APIValue {
    public init(_: APIEngine.Blank) { self = 0 }

    public mutating func _read(_ reader: inout APIEngine.JSONReader) {
        self = reader.unsignedInteger()
    }

    public static func _perform(_ task: APIEngine.ValueTask, _ value: UnsafePointer<UInt64>) -> Bool {
        task.perform(
            on: value,
            write: { value, writer in
                if let small = Int(exactly: value) {
                    writer.integer(small)
                } else {
                    writer.decimal(String(value))
                }
            },
            argument: { value in
                if let small = Int(exactly: value) {
                    return .integer(small)
                }
                return .json(Array(String(value).utf8))
            })
    }
}

extension Double: APIValue {
    public init(_: APIEngine.Blank) { self = 0 }

    public mutating func _read(_ reader: inout APIEngine.JSONReader) {
        self = reader.number()
    }

    public static func _perform(_ task: APIEngine.ValueTask, _ value: UnsafePointer<Double>) -> Bool {
        task.perform(on: value, write: { $1.number($0) }, argument: { .number($0) })
    }
}

extension Bool: APIValue {
    public init(_: APIEngine.Blank) { self = false }

    public mutating func _read(_ reader: inout APIEngine.JSONReader) {
        self = reader.boolean()
    }

    public static func _perform(_ task: APIEngine.ValueTask, _ value: UnsafePointer<Bool>) -> Bool {
        task.perform(on: value, write: { $1.boolean($0) }, argument: { .flag($0) })
    }
}

extension String: APIValue {
    public init(_: APIEngine.Blank) { self = "" }

    public mutating func _read(_ reader: inout APIEngine.JSONReader) {
        self = reader.string()
    }

    public static func _perform(_ task: APIEngine.ValueTask, _ value: UnsafePointer<String>) -> Bool {
        task.perform(on: value, write: { $1.string($0) }, argument: { .string($0) })
    }
}

extension APIEngine {
    /// The type of a value that a schema allows to be `null` only. Such a value is always an optional, and is `nil`,
    /// unless tolerant reading has skipped another value of the server and reported it.
    public struct Null: APIValue {
        public init(_: APIEngine.Blank) {}

        public mutating func _read(_ reader: inout APIEngine.JSONReader) {
            reader.report(.text("null"))
            reader.skip()
        }

        public static func _perform(_ task: APIEngine.ValueTask, _ value: UnsafePointer<Self>) -> Bool {
            task.perform(
                on: value,
                write: { $1.null() },
                argument: { $0.jsonArgument })
        }

        public init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            guard container.decodeNil() else {
                throw DecodingError.dataCorruptedError(in: container, debugDescription: "expected null")
            }
        }

        public func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            try container.encodeNil()
        }
    }
}
