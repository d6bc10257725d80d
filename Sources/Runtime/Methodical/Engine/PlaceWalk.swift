/// A second pass over a text that has been read, to find the keys and indices that lead to a position.
struct PlaceWalk {
    /// An array or object around the position.
    struct Level {
        /// The range of the latest key including quotes, or `nil` before the first one.
        var key: Range<Int>?
        /// The current index in an array, or `nil` in an object.
        var index: Int?
        /// The hash of the path of the current key or element, or `nil` if it has not been determined.
        var pathHash: Int?
    }

    let document: JSONDocument
    /// The current position.
    private(set) var at = 0
    /// The arrays and objects around the position, the outermost first.
    private var levels: [Level] = []
    /// Indicates whether the next string is a key.
    private var expectsKey = false

    init(_ document: JSONDocument) { self.document = document }

    /// Moves to an offset that is not before the current position, or to the start of the string that contains it.
    mutating func advance(to offset: Int) {
        let base = document.base
        while at < offset {
            switch base[at] {
            case .openBrace:
                levels.append(Level(index: nil))
                expectsKey = true
            case .openBracket:
                levels.append(Level(index: 0))
                expectsKey = false
            case .closeBrace, .closeBracket:
                _ = levels.popLast()
                expectsKey = false
            case .comma:
                guard let last = levels.indices.last else { break }
                if let index = levels[last].index {
                    levels[last].index = index + 1
                }
                expectsKey = levels[last].index == nil
            case .quote:
                let stop = document.stringEnd(from: at)
                if stop > offset {
                    // The offset is inside this string, whose commas and brackets separate nothing.
                    return
                }
                if expectsKey, let last = levels.indices.last {
                    levels[last] = Level(key: at..<stop, index: nil)
                    expectsKey = false
                }
                at = stop - 1
            default: break
            }
            at += 1
        }
    }

    /// Returns the path of the position, as in `response.items[3].city.title`, or of a key in the object there.
    func path(of key: String? = nil, indices: Bool = true) -> String {
        var path = ""
        func append(_ key: String) {
            if !path.isEmpty {
                path += "."
            }
            path += key
        }
        for level in levels {
            if let index = level.index {
                path += indices ? "[\(index)]" : "[]"
            } else if let key = level.key {
                append(document.key(in: key))
            }
        }
        if let key {
            append(key)
        }
        return path
    }

    /// Returns a hash of all keys in the path of the position, or of a key in the object there. All elements of an
    /// array share a hash.
    ///
    /// Each level caches its hash, so that a long key is not read again for each mismatch inside that level.
    mutating func pathHash(of key: String? = nil) -> Int {
        var hash = 0
        var firstUnknown = 0
        if let lastKnown = levels.lastIndex(where: { $0.pathHash != nil }) {
            hash = levels[lastKnown].pathHash ?? 0
            firstUnknown = lastKnown + 1
        }
        for index in firstUnknown..<levels.count {
            var key: String?
            if levels[index].index == nil {
                key = levels[index].key.map { document.key(in: $0) }
            }
            hash = Self.pathHash(of: key, inside: hash)
            levels[index].pathHash = hash
        }
        guard let key else {
            return hash
        }
        return Self.pathHash(of: key, inside: hash)
    }

    /// Returns the hash for a key, or for all elements of an array if it is `nil`.
    ///
    /// - Parameter outer: The hash of the path of the object or array.
    private static func pathHash(of key: String?, inside outer: Int) -> Int {
        var hasher = Hasher()
        hasher.combine(outer)
        hasher.combine(key)
        return hasher.finalize()
    }
}

extension JSONDocument {
    /// Returns the key in a range, without quotes and escapes and short enough for a message.
    func key(in range: Range<Int>) -> String {
        var reader = JSONReader(self, from: range.lowerBound, policy: .strict)
        return Excerpt.text(of: reader.string())
    }

    /// Returns the position after the closing quote of the string at `start`.
    fileprivate func stringEnd(from start: Int) -> Int {
        var at = start + 1
        while at < count, base[at] != .quote {
            let length = base[at] == .backslash ? 2 : 1
            at += length
        }
        return at + 1
    }
}
