import struct Foundation.Data

/// The response to a request that no API describes. It is returned unchanged, with any status.
extension HTTPResponse: APIValue {
    /// Creates an empty response with the status 0.
    public init(_: APIEngine.Blank) {
        self.init(status: 0)
    }

    public mutating func _read(_ reader: inout APIEngine.JSONReader) {
        reader.skip()
    }

    public static func _perform(_ task: APIEngine.ValueTask, _ value: UnsafePointer<HTTPResponse>) -> Bool {
        task.perform(
            on: value,
            write: { $1.null() },
            argument: { .json(Array($0.body)) })
    }
}

extension NoContent: APIValue {
    public init(_: APIEngine.Blank) {}

    public mutating func _read(_ reader: inout APIEngine.JSONReader) {
        reader.skip()
    }

    public static func _perform(_ task: APIEngine.ValueTask, _ value: UnsafePointer<NoContent>) -> Bool {
        task.perform(
            on: value,
            write: { $1.null() },
            argument: { _ in .json(Array("null".utf8)) })
    }
}

/// The bytes of a whole body. Inside JSON they are text in base64, as with Foundation's coders.
extension Data: APIValue {
    public init(_: APIEngine.Blank) { self.init() }

    public mutating func _read(_ reader: inout APIEngine.JSONReader) {
        let start = reader.position
        guard let data = Data(base64Encoded: reader.string()) else {
            return reader.fail("text in base64", at: start)
        }
        self = data
    }

    public static func _perform(_ task: APIEngine.ValueTask, _ value: UnsafePointer<Data>) -> Bool {
        task.perform(
            on: value,
            write: { $1.string($0.base64EncodedString()) },
            argument: { .string($0.base64EncodedString()) })
    }
}
