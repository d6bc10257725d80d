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

    public func _write(_ writer: inout JSONWriter) {
        if let self { self._write(&writer) } else { writer.null() }
    }

    public var _argument: Argument {
        if let self { self._argument } else { .json(Array("null".utf8)) }
    }
}

extension Array: APIValue where Element: APIValue {
    public init(_: Blank) { self = [] }

    public mutating func _read(_ reader: inout JSONReader) { self = reader.elements(Element.self) }

    public func _write(_ writer: inout JSONWriter) {
        writer.byte(UInt8(ascii: "["))
        withUnsafeBufferPointer { elements in
            for index in elements.indices {
                if index > 0 { writer.byte(UInt8(ascii: ",")) }
                elements[index]._write(&writer)
            }
        }
        writer.byte(UInt8(ascii: "]"))
    }

    public var _argument: Argument { .list(map { $0._argument }) }
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

    public func _write(_ writer: inout JSONWriter) {
        writer.byte(UInt8(ascii: "{"))
        for key in keys.sorted() {
            guard let value = self[key] else { continue }
            writer.key(key)
            value._write(&writer)
        }
        writer.byte(UInt8(ascii: "}"))
    }

    public var _argument: Argument { jsonArgument }
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
