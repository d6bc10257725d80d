extension APIEngine {
    /// A set of named values that the server may extend. An unknown value is kept, and is written as it was read.
    public protocol OpenEnum: APIEngine.RawScalar, CustomStringConvertible where RawValue: LosslessStringConvertible {
        /// The values that the schema lists, joined by commas and escaped like the keys of a ``FieldTable``. They are
        /// JSON texts if they are of several kinds.
        static var _known: StaticString { get }
        /// Indicates whether the schema allows values that it does not list, so that they are no mismatch.
        static var _isOpen: Bool { get }
    }
}

extension APIEngine.OpenEnum {
    public static var _isOpen: Bool { false }

    /// The values that the schema lists.
    public static var known: [Self] {
        TableText.list(from: _known).compactMap(RawValue.init).map { Self(rawValue: $0) }
    }

    /// Indicates whether the schema lists this value.
    public var isKnown: Bool {
        let value = TableText.escaped(rawValue.description)
        return TableText.lists(Self._known, value: value, count: value.count)
    }

    public static func == (left: Self, right: Self) -> Bool {
        left.rawValue == right.rawValue
    }

    public func hash(into hasher: inout Hasher) {
        rawValue.hash(into: &hasher)
    }

    /// Reports a mismatch unless the value that has just been read from `start` is listed.
    ///
    /// The value nearly always has the spelling of the list, so its text is compared first. `quotes` is the number of
    /// quotation marks on each side of it.
    @inline(__always)
    func check(in reader: inout JSONReader, from start: Int, quotes: Int = 0) {
        let from = start &+ quotes
        let value = reader.base + from
        let count = reader.position &- quotes &- from
        if TableText.lists(Self._known, value: value, count: count),
            !TableText.isAmbiguous(value, count: count)
        {
            return
        }
        checkValue(in: &reader, from: start)
    }

    /// Compares the value itself, because its spelling may differ from that in the list.
    @inline(never)
    private func checkValue(in reader: inout JSONReader, from start: Int) {
        if reader.failure != nil || Self._isOpen {
            return
        }
        if !isKnown {
            reader.report(.oneOf(Self._known), at: start, listed: start)
        }
    }
}

extension APIEngine.OpenEnum where RawValue == Int {
    public mutating func _read(_ reader: inout APIEngine.JSONReader) {
        let start = reader.position
        self = Self(rawValue: reader.integer())
        check(in: &reader, from: start)
    }
}

extension APIEngine.OpenEnum where RawValue == String {
    public mutating func _read(_ reader: inout APIEngine.JSONReader) {
        let start = reader.position
        if let listed = reader.charactersListed(in: Self._known) {
            self = Self(rawValue: listed.string())
            return
        }
        self = Self(rawValue: reader.string())
        let quotes = reader.base[start] == .quote ? 1 : 0
        check(in: &reader, from: start, quotes: quotes)
    }
}

/// An enumeration with values of several kinds.
extension APIEngine.OpenEnum where RawValue == JSON {
    public mutating func _read(_ reader: inout APIEngine.JSONReader) {
        let start = reader.position
        self = Self(rawValue: reader.read())
        check(in: &reader, from: start)
    }
}

extension JSONReader {
    /// Reads a string that a comma-separated list contains in the same spelling. Does not move if there is none.
    ///
    /// Nearly all strings of an enumeration are listed, ASCII, and without escapes. Such a string is neither searched
    /// for its end by sixteen bytes nor compared after it has been created.
    fileprivate mutating func charactersListed(in list: StaticString) -> Characters? {
        // An empty list has no values. In other lists, an empty value is listed like any other.
        guard base[position] == .quote,
            list.utf8CodeUnitCount > 0
        else { return nil }
        let start = position &+ 1
        let end = Word.firstSpecial(in: base, from: start)
        guard base[end] == .quote else { return nil }
        let value = Characters(start: base + start, count: end &- start, isASCII: true)
        let text = list.utf8Start
        let textEnd = list.utf8CodeUnitCount
        var at = 0
        while at &+ value.count <= textEnd {
            let next = at &+ value.count
            if next == textEnd || text[next] == .comma {
                if TableText.isSpelled(text + at, like: value) {
                    position = end &+ 1
                    return value
                }
                // The values that begin before this comma are too short.
                at = next
            }
            while at < textEnd, text[at] != .comma {
                at &+= 1
            }
            at &+= 1
        }
        return nil
    }
}

extension TableText {
    /// Indicates whether a comma-separated list contains a text.
    fileprivate static func lists(
        _ list: StaticString,
        value: UnsafePointer<UInt8>,
        count: Int
    ) -> Bool {
        let text = list.utf8Start
        let end = list.utf8CodeUnitCount
        if end == 0 {
            return false
        }
        var at = 0
        while at &+ count <= end {
            var same = 0
            while same < count, text[at &+ same] == value[same] {
                same &+= 1
            }
            at &+= same
            if same == count, at == end || text[at] == .comma {
                return true
            }
            while at < end, text[at] != .comma {
                at &+= 1
            }
            at &+= 1
        }
        return false
    }

    /// Indicates whether a text of a list has the spelling and the meaning of a value. Commas and escapes have another
    /// meaning in a list.
    @inline(__always)
    fileprivate static func isSpelled(_ text: UnsafePointer<UInt8>, like value: Characters) -> Bool {
        var index = 0
        while index < value.count {
            let byte = text[index]
            if byte != value.start[index] || byte == .comma || byte == escape {
                return false
            }
            index &+= 1
        }
        return true
    }

    /// Indicates whether a list may contain the text of a value although it does not list the value. With a comma, the
    /// text may be that of two listed values, and with the escape that of another value.
    fileprivate static func isAmbiguous(_ value: UnsafePointer<UInt8>, count: Int) -> Bool {
        (0..<count).contains { value[$0] == .comma || value[$0] == escape }
    }
}
