extension Optional: APIValue where Wrapped: APIValue {
    public init(_: Blank) { self = nil }

    public mutating func _read(_ reader: inout JSONReader) {
        if reader.null() {
            self = nil
        } else {
            self = Wrapped(Blank())
            self?._read(&reader)
        }
    }

    public static func _perform(_ task: ValueTask, _ value: UnsafePointer<Self>) -> Bool {
        task.perform(
            on: value,
            write: { if let value = $0 { value._write(&$1) } else { $1.null() } },
            argument: { $0?._argument ?? .json(Array("null".utf8)) })
    }
}

extension Array: APIValue where Element: APIValue {
    public init(_: Blank) { self = [] }

    public mutating func _read(_ reader: inout JSONReader) { self = reader.elements(Element.self) }

    public static func _perform(_ task: ValueTask, _ value: UnsafePointer<Self>) -> Bool {
        task.perform(on: value, write: { $0.write(to: &$1) }, argument: { .list($0.map { $0._argument }) })
    }

    private func write(to writer: inout JSONWriter) {
        writer.byte(UInt8(ascii: "["))
        withUnsafeBufferPointer { elements in
            for index in elements.indices {
                if index > 0 { writer.byte(UInt8(ascii: ",")) }
                elements[index]._write(&writer)
            }
        }
        writer.byte(UInt8(ascii: "]"))
    }
}

/// A key that occurs twice: the last one wins. Written in the order of the keys' UTF-8, so that equal dictionaries give equal text.
extension Dictionary: APIValue where Key == String, Value: APIValue {
    public init(_: Blank) { self = [:] }

    public mutating func _read(_ reader: inout JSONReader) {
        self = [:]
        guard reader.openObject(JSONReader.typedDepthLimit) else { return }
        repeat {
            let key = reader.key()
            self[key] = reader.read() as Value
        } while reader.nextMember()
    }

    public static func _perform(_ task: ValueTask, _ value: UnsafePointer<Self>) -> Bool {
        task.perform(on: value, write: { $0.write(to: &$1) }, argument: { $0.jsonArgument })
    }

    private func write(to writer: inout JSONWriter) {
        writer.byte(UInt8(ascii: "{"))
        for key in keys.sorted() {
            guard let value = self[key] else { continue }
            writer.key(key)
            value._write(&writer)
        }
        writer.byte(UInt8(ascii: "}"))
    }
}

extension JSONReader {
    /// A member's key and the colon behind it.
    mutating func key() -> String {
        guard base[position] == UInt8(ascii: "\"") else {
            fail("a key")
            return ""
        }
        let key = string()
        colon()
        return key
    }
}
