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
            task.perform(on: value, write: { $1.null() }, argument: { $0.jsonArgument })
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
