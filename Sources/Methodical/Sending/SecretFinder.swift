/// A search for secrets in text, in any spelling that a server may use. Its time is linear in the length of the text.
///
/// A text has up to four views: as it is, and with one, two and three levels of escapes removed (percent-encoding, and
/// the escapes of JSON and HTML). One automaton looks for all secrets in each view, as they are and in base64, and
/// ignores the case of ASCII letters.
struct SecretFinder: Sendable {
    private struct Node {
        let byte: UInt8
        let depth: Int
        var child = 0
        var sibling = 0
        /// The node of the longest proper suffix (Aho and Corasick, 1975).
        var suffix = 0
        /// The next node on the path of suffixes at which a pattern ends.
        var ending = 0
        /// The pattern that ends here.
        var pattern: Int?
    }

    private struct Pattern {
        let bytes: [UInt8]
        /// Indicates whether the pattern is replaced only if it is a word of its own.
        var isWord = false
        /// The numbers of base64 characters before and after the pattern that also contain bits of the secret.
        var margins = (before: 0, after: 0)
    }

    private var nodes = [Node(byte: 0, depth: 0)]
    private var roots = [Int](repeating: 0, count: 256)
    private var patterns: [Pattern] = []
    /// The largest number of bytes that a secret may take up in a text.
    let reach: Int

    /// The length of the beginning by which longer secrets are found, in bytes. It bounds the size of the automaton.
    private static let prefix = 64
    /// The length below which secrets are replaced only as words of their own, because every sentence contains their
    /// letters.
    private static let wordLength = 4
    /// The shortest beginning of a secret that is replaced before an ellipsis, which shows that the secret was cut.
    private static let cutLength = 6
    private static let levels = 3
    static let longestReach = 1 << 16

    init(_ secrets: [String]) {
        let secrets = Set(secrets).map { Array($0.utf8) }.filter { !$0.isEmpty }
        // The longest escape of one level has six to nine bytes. Two levels multiply.
        reach = min((secrets.map(\.count).max() ?? 0) * 18 + 16, Self.longestReach)
        for secret in secrets {
            add(Pattern(bytes: secret.map(Self.folded), isWord: secret.count < Self.wordLength))
            var view = View(secret[...])
            // A secret may itself contain text that looks like an escape.
            for _ in 0..<Self.levels {
                guard let next = view.unescaped(), next.bytes.count >= Self.wordLength else { break }
                add(Pattern(bytes: next.bytes.map(Self.folded)))
                view = next
            }
            guard secret.count >= Self.wordLength else { continue }
            var escaped: [UInt8] = []
            for byte in secret { PercentEncoding.append(byte, to: &escaped) }
            for form in escaped == secret ? [secret] : [secret, escaped] {
                for shift in 0..<3 { add(Self.base64(form, shift)) }
            }
        }
        link()
    }

    // MARK: The automaton

    private mutating func add(_ pattern: Pattern) {
        var node = 0
        for byte in pattern.bytes.prefix(Self.prefix) {
            if let next = child(of: node, byte) {
                node = next
                continue
            }
            nodes.append(Node(byte: byte, depth: nodes[node].depth + 1, sibling: nodes[node].child))
            if node == 0 { roots[Int(byte)] = nodes.count - 1 }
            nodes[node].child = nodes.count - 1
            node = nodes.count - 1
        }
        if nodes[node].pattern == nil { nodes[node].pattern = patterns.count }
        patterns.append(pattern)
    }

    private func child(of node: Int, _ byte: UInt8) -> Int? {
        if node == 0 { return roots[Int(byte)] == 0 ? nil : roots[Int(byte)] }
        var child = nodes[node].child
        while child != 0, nodes[child].byte != byte { child = nodes[child].sibling }
        return child == 0 ? nil : child
    }

    private func next(_ node: Int, _ byte: UInt8) -> Int {
        var node = node
        while true {
            if let child = child(of: node, byte) { return child }
            if node == 0 { return 0 }
            node = nodes[node].suffix
        }
    }

    private mutating func link() {
        var queue = [0]
        var at = 0
        while at < queue.count {
            let node = queue[at]
            var child = nodes[node].child
            while child != 0 {
                if node != 0 { nodes[child].suffix = next(nodes[node].suffix, nodes[child].byte) }
                let suffix = nodes[child].suffix
                nodes[child].ending = nodes[suffix].pattern != nil ? suffix : nodes[suffix].ending
                queue.append(child)
                child = nodes[child].sibling
            }
            at += 1
        }
    }

    // MARK: Searching

    /// Returns the places of secrets in a text, in order and without overlaps.
    func places(in text: ArraySlice<UInt8>) -> [Range<Int>] {
        if patterns.isEmpty { return [] }
        var found: [Range<Int>] = []
        var view: View? = View(text)
        for _ in 0...Self.levels {
            guard let current = view else { break }
            search(current, text, &found)
            view = current.unescaped()
        }
        return Self.merged(found)
    }

    private func search(_ view: View, _ text: ArraySlice<UInt8>, _ found: inout [Range<Int>]) {
        var node = 0
        // Compares a long secret up to its end only once, even if the secret repeats itself.
        var compared = 0
        for at in view.bytes.indices {
            let byte = view.bytes[at]
            if byte == 0xE2, nodes[node].depth >= Self.cutLength, view.bytes[at...].starts(with: "…".utf8) {
                found.append(view.place(at - nodes[node].depth..<at))
            }
            node = next(node, Self.folded(byte))
            var ending = nodes[node].pattern == nil ? nodes[node].ending : node
            while ending != 0, let pattern = nodes[ending].pattern.map({ patterns[$0] }) {
                var end = at + 1
                if pattern.bytes.count > Self.prefix, end > compared {
                    for byte in pattern.bytes.dropFirst(Self.prefix) {
                        guard end < view.bytes.count, Self.folded(view.bytes[end]) == byte else { break }
                        end += 1
                    }
                    compared = end
                }
                let place = view.place(widened(at + 1 - nodes[ending].depth..<end, by: pattern, in: view))
                if !pattern.isWord || Self.isWord(text, place) {
                    found.append(place)
                    break
                }
                ending = nodes[ending].ending
            }
        }
    }

    private func widened(_ range: Range<Int>, by pattern: Pattern, in view: View) -> Range<Int> {
        func isBase64(_ at: Int) -> Bool {
            guard view.bytes.indices.contains(at) else { return false }
            return Self.isLetter(view.bytes[at]) && view.bytes[at] < 0x80 || "+/-_".utf8.contains(view.bytes[at])
        }
        var (start, end) = (range.lowerBound, range.upperBound)
        for _ in 0..<pattern.margins.before where isBase64(start - 1) { start -= 1 }
        for _ in 0..<pattern.margins.after where isBase64(end) { end += 1 }
        return start..<end
    }

    private static func merged(_ places: [Range<Int>]) -> [Range<Int>] {
        var merged: [Range<Int>] = []
        for place in places.sorted(by: { $0.lowerBound < $1.lowerBound }) where !place.isEmpty {
            if let last = merged.last, place.lowerBound < last.upperBound {
                merged[merged.count - 1] = last.lowerBound..<max(last.upperBound, place.upperBound)
            } else {
                merged.append(place)
            }
        }
        return merged
    }

    private static func isWord(_ text: ArraySlice<UInt8>, _ place: Range<Int>) -> Bool {
        func isLetter(_ at: Int) -> Bool { text.indices.contains(at) && Self.isLetter(text[at]) }
        return !isLetter(place.lowerBound - 1) && !isLetter(place.upperBound)
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x80...: true
        default: false
        }
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
    private static func base64(_ secret: [UInt8], _ shift: Int) -> Pattern {
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
        let bytes = [UInt8](repeating: 0, count: shift) + secret
        let bits = bytes.count * 8
        // The first characters contain bits of the text before the secret.
        let characters = ((shift * 8 + 5) / 6..<bits / 6).map { index in
            let (byte, offset) = (index * 6 / 8, index * 6 % 8)
            let pair = UInt16(bytes[byte]) << 8 | (byte + 1 < bytes.count ? UInt16(bytes[byte + 1]) : 0)
            return folded(alphabet[Int(pair >> (10 - offset) & 63)])
        }
        return Pattern(bytes: characters, margins: (shift == 0 ? 0 : 1, bits % 6 == 0 ? 0 : 1))
    }
}
