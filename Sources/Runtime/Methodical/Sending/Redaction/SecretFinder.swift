import struct Foundation.Data

/// A search for secrets in text, in any spelling that a server may use.
///
/// A text has up to four views: as it is, and with one, two and three levels of escapes removed. The finder looks for
/// all secrets in each view, as they are and in base64, and ignores the case of ASCII letters. It compares a bounded
/// number of bytes at each place, so that its time is linear in the length of the text.
struct SecretFinder: Sendable {
    private struct Pattern {
        let bytes: [UInt8]
        /// The places in which the pattern is replaced.
        var scope = SecretScope.anywhere
        /// The numbers of base64 characters before and after the pattern that also contain bits of the secret.
        var margins = (before: 0, after: 0)
        /// For each byte of a long pattern, the number of bytes from there on that repeat its beginning.
        var repeats: [Int] = []
        /// The number of the pattern among the long ones.
        var number = 0
    }

    /// The tree of the patterns' beginnings: the next node, by the number of a node and a byte. Node 0 is the root.
    private var tree: [Int: Int] = [:]
    /// The patterns whose beginning ends at a node, by the node's number.
    private var patterns: [[Pattern]] = [[]]
    /// Indicates for each byte whether a pattern begins with it, because most places in a text begin none.
    private var beginsPattern = [Bool](repeating: false, count: 256)
    /// The number of patterns that are longer than the tree.
    private var longCount = 0
    /// The largest number of bytes that a secret may take up in a text.
    let reach: Int

    /// The length of the beginning by which longer secrets are found, in bytes.
    private static let prefix = 64
    /// The shortest beginning of a secret that is replaced before an ellipsis, which shows that the secret was cut.
    private static let cutLength = 6
    private static let levels = 3
    static let longestReach = 1 << 16

    init(_ secrets: [String]) {
        let texts = Set(secrets).map { Array($0.utf8) }
        let secrets = texts.filter { !$0.isEmpty }
        // The longest escape of one level has six to nine bytes. Two levels multiply.
        let longest = secrets.map(\.count).max() ?? 0
        reach = min(longest * 18 + 16, Self.longestReach)
        for secret in secrets {
            add(Pattern(bytes: secret.map(Self.folded), scope: SecretScope(of: secret)))
            var view = UnescapedText(secret[...])
            // A secret may itself contain text that looks like an escape.
            for _ in 0..<Self.levels {
                guard let next = view.unescaped(),
                    SecretScope(of: next.bytes) == .anywhere
                else { break }
                add(Pattern(bytes: next.bytes.map(Self.folded)))
                view = next
            }
            guard SecretScope(of: secret) == .anywhere else { continue }
            var escaped: [UInt8] = []
            for byte in secret {
                PercentEncoding.append(byte, to: &escaped)
            }
            var forms = [secret]
            if escaped != secret {
                forms.append(escaped)
            }
            for form in forms {
                for shift in 0..<3 {
                    add(Self.base64(of: form, shift: shift))
                }
            }
        }
    }

    private mutating func add(_ pattern: Pattern) {
        beginsPattern[Int(pattern.bytes[0])] = true
        var node = 0
        for byte in pattern.bytes.prefix(Self.prefix) {
            let edge = node << 8 | Int(byte)
            node = tree[edge] ?? patterns.count
            if node == patterns.count {
                tree[edge] = node
                patterns.append([])
            }
        }
        var pattern = pattern
        if pattern.bytes.count > Self.prefix {
            pattern.repeats = Self.repeats(in: pattern.bytes)
            pattern.number = longCount
            longCount += 1
        }
        patterns[node].append(pattern)
    }

    /// Returns for each byte the number of bytes from there on that equal the beginning (Gusfield's Z-array, in linear
    /// time).
    private static func repeats(in bytes: [UInt8]) -> [Int] {
        var repeats = [Int](repeating: 0, count: bytes.count)
        var box = 0..<0
        for start in 1..<bytes.count {
            var length = 0
            if box.upperBound > start {
                length = min(box.upperBound - start, repeats[start - box.lowerBound])
            }
            while start + length < bytes.count, bytes[length] == bytes[start + length] {
                length += 1
            }
            repeats[start] = length
            if start + length > box.upperBound {
                box = start..<(start + length)
            }
        }
        return repeats
    }

    /// Returns the ranges of secrets in a text, in order and without overlaps.
    func ranges(in text: ArraySlice<UInt8>) -> [Range<Int>] {
        if tree.isEmpty {
            return []
        }
        var found: [Range<Int>] = []
        var view: UnescapedText? = UnescapedText(text)
        for _ in 0...Self.levels {
            guard let current = view else { break }
            search(current, found: &found)
            view = current.unescaped()
        }
        return Self.merged(found)
    }

    private func search(_ view: UnescapedText, found: inout [Range<Int>]) {
        let bytes = view.bytes.map(Self.folded)
        // For each long pattern, the bytes that are known to equal its beginning. They are not compared again, so that
        // the time stays linear even if a secret repeats itself.
        var boxes = [Range<Int>](repeating: 0..<0, count: longCount)
        for start in bytes.indices where beginsPattern[Int(bytes[start])] {
            var node = 0
            var end = start
            while end < bytes.count, let next = tree[node << 8 | Int(bytes[end])] {
                node = next
                end += 1
                for pattern in patterns[node] {
                    var last = end
                    if pattern.bytes.count > Self.prefix {
                        let box = boxes[pattern.number]
                        var known = 0
                        if box.upperBound > start {
                            known = pattern.repeats[start - box.lowerBound]
                        }
                        last = max(last, min(start + known, box.upperBound))
                        // Only a match that reaches the end of the known bytes can be longer than it.
                        if last >= box.upperBound {
                            let rest = zip(bytes[last...], pattern.bytes[(last - start)...])
                            last += rest.prefix { $0 == $1 }.count
                            boxes[pattern.number] = start..<last
                        }
                    }
                    let range = widened(start..<last, by: pattern, in: view.bytes)
                    if pattern.scope.contains(range, of: view.bytes) {
                        found.append(view.originalRange(of: range))
                    }
                }
            }
            if end - start >= Self.cutLength,
                view.bytes[end...].starts(with: "…".utf8)
            {
                found.append(view.originalRange(of: start..<end))
            }
        }
    }

    private func widened(
        _ range: Range<Int>,
        by pattern: Pattern,
        in bytes: [UInt8]
    ) -> Range<Int> {
        func isBase64(at: Int) -> Bool {
            guard bytes.indices.contains(at) else { return false }
            switch bytes[at] {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: return true
            default: return "+/-_".utf8.contains(bytes[at])
            }
        }
        var start = range.lowerBound
        var end = range.upperBound
        for _ in 0..<pattern.margins.before where isBase64(at: start - 1) {
            start -= 1
        }
        for _ in 0..<pattern.margins.after where isBase64(at: end) {
            end += 1
        }
        return start..<end
    }

    private static func merged(_ ranges: [Range<Int>]) -> [Range<Int>] {
        var merged: [Range<Int>] = []
        for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) where !range.isEmpty {
            if let last = merged.last, range.lowerBound < last.upperBound {
                merged[merged.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
            } else {
                merged.append(range)
            }
        }
        return merged
    }

    /// Returns the byte that stands for all bytes that count as equal: small and capital letters, the signs of the two
    /// alphabets of base64, and the two spellings of a space in a form.
    private static func folded(_ byte: UInt8) -> UInt8 {
        switch byte {
        case 0x41...0x5A: byte | 0x20
        case UInt8(ascii: "+"), UInt8(ascii: "-"): 0x20
        case UInt8(ascii: "_"): UInt8(ascii: "/")
        default: byte
        }
    }

    /// Returns the base64 characters of a secret that do not depend on the text around it.
    ///
    /// - Parameters:
    ///   - secret: The bytes of the secret.
    ///   - shift: The number of bytes between the last multiple of three and the beginning of the secret.
    private static func base64(of secret: [UInt8], shift: Int) -> Pattern {
        let bytes = [UInt8](repeating: 0, count: shift) + secret
        let characters = Array(Data(bytes).base64EncodedString().utf8)
        let own = (shift * 8 + 5) / 6..<bytes.count * 8 / 6
        let before = shift == 0 ? 0 : 1
        let after = bytes.count.isMultiple(of: 3) ? 0 : 1
        return Pattern(bytes: characters[own].map(folded), margins: (before, after))
    }
}
