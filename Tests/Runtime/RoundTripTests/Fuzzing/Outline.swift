/// The positions of values, keys and members in a text, which may be damaged.
struct Outline {
    private(set) var values: [Range<Int>] = []
    private(set) var keys: [Range<Int>] = []
    /// The members, from a key's first byte to its value's last.
    private(set) var members: [Range<Int>] = []
    /// The contents of strings.
    private(set) var texts: [Range<Int>] = []
    private(set) var depth = 0

    private var open: [(start: Int, key: Int, isObject: Bool)] = []
    private var key = -1
    private var expectsKey = false

    init(_ bytes: [UInt8]) {
        var at = 0
        while at < bytes.count {
            let start = at
            switch bytes[at] {
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                open.append((start, key, bytes[at] == UInt8(ascii: "{")))
                expectsKey = bytes[at] == UInt8(ascii: "{")
                depth = max(depth, open.count)
                key = -1
                at += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                at += 1
                guard let last = open.popLast() else { continue }
                key = last.key
                end(last.start..<at)
            case UInt8(ascii: ","):
                expectsKey = open.last?.isObject ?? false
                at += 1
            case UInt8(ascii: "\""):
                at += 1
                while at < bytes.count, bytes[at] != UInt8(ascii: "\"") {
                    at += bytes[at] == UInt8(ascii: "\\") ? 2 : 1
                }
                at = min(at + 1, bytes.count)
                texts.append(start + 1..<max(start + 1, at - 1))
                if expectsKey {
                    keys.append(start..<at)
                    key = start
                    expectsKey = false
                } else {
                    end(start..<at)
                }
            case UInt8(ascii: ":"), 0...0x20: at += 1
            default:
                while at < bytes.count, bytes[at] > 0x20, !Array(",:{}[]\"".utf8).contains(bytes[at]) { at += 1 }
                end(start..<at)
            }
        }
    }

    private mutating func end(_ value: Range<Int>) {
        values.append(value)
        if key >= 0 { members.append(key..<value.upperBound) }
        key = -1
    }
}
