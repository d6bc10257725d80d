/// A walk over a text that has been read once. At each step it knows the keys and indices that lead to its position.
struct PlaceWalk {
    /// An array or object around the position.
    struct Level {
        /// The range of the current key including quotes, or `nil` directly after a brace or a comma.
        var key: Range<Int>?
        /// The current index in an array, or -1 in an object.
        var index: Int
        /// The number of the place in ``Places``, -1 if it has not been determined, or -2 if there are too many places.
        var place = -1
    }

    let document: JSONDocument
    /// The current position.
    private(set) var at = 0
    /// The arrays and objects around the position, the outermost first.
    var levels: [Level] = []
    /// Indicates whether the next string is a key.
    private var expectsKey = false

    init(_ document: JSONDocument) { self.document = document }

    /// Moves to an offset that is not before the current position.
    mutating func advance(to offset: Int) {
        let base = document.base
        while at < offset {
            switch base[at] {
            case UInt8(ascii: "{"):
                levels.append(Level(index: -1))
                expectsKey = true
            case UInt8(ascii: "["):
                levels.append(Level(index: 0))
                expectsKey = false
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                _ = levels.popLast()
                expectsKey = false
            case UInt8(ascii: ","):
                guard let last = levels.indices.last else { break }
                expectsKey = levels[last].index < 0
                if !expectsKey { levels[last].index += 1 }
            case UInt8(ascii: "\""):
                let stop = document.stringEnd(from: at)
                if stop > offset { break }
                if expectsKey, let last = levels.indices.last {
                    levels[last] = Level(key: at..<stop, index: -1)
                    expectsKey = false
                }
                at = stop - 1
            default: break
            }
            at += 1
        }
    }

    /// The path of the position, as in `response.items[3].city.title`.
    var path: String {
        var path = ""
        for level in levels {
            if level.index >= 0 {
                path += "[\(level.index)]"
            } else if let key = level.key {
                Self.append(document.key(key), to: &path)
            }
        }
        return path
    }

    /// Appends a key to a path.
    static func append(_ key: String, to path: inout String) { path += path.isEmpty ? key : "." + key }
}

extension JSONDocument {
    /// Returns the key in a range, without quotes and escapes and short enough for a message.
    func key(_ range: Range<Int>) -> String {
        var reader = JSONReader(self, from: range.lowerBound, policy: .strict)
        return Shown.text(reader.string())
    }

    /// Returns the position after the closing quote of the string at `start`.
    fileprivate func stringEnd(from start: Int) -> Int {
        var at = start + 1
        while at < count, base[at] != UInt8(ascii: "\"") { at += base[at] == UInt8(ascii: "\\") ? 2 : 1 }
        return at + 1
    }
}
