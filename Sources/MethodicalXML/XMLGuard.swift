#if XML
    import Foundation
    import Methodical

    /// Goes over a text before it is parsed, and refuses what would cost more than it is worth.
    struct XMLGuard {
        private let limits: XMLAnswers
        private var depth = 0
        private var elements = 0
        private var root: String?
        /// Of the text between two tags: how long it is, and in how many pieces the parser hands it over, each of which it copies all before it for.
        private var length = 0
        private var pieces = 0
        private var copied = 0
        /// In bytes: about a second.
        private static let mostCopied = 8_000_000_000
        /// Of one element: the parser compares each with all before it.
        private static let mostAttributes = 1000

        init(_ limits: XMLAnswers) { self.limits = limits }

        /// Without its prefix.
        func rootName(of body: Data) throws(APIError) -> String {
            guard body.count <= limits.largest else { throw Self.refusal("it has \(body.count) bytes, more than \(limits.largest)") }
            // FoundationXML of Swift 6.3 ends the process where names, comments or texts are not in UTF-8.
            guard !body.contains(0), String(data: body, encoding: .utf8) != nil else { throw Self.refusal("it is not in UTF-8") }
            var copy = self
            let bytes = Array(body)
            try Self.checkSpots(bytes)
            try copy.check(bytes[...])
            guard let root = copy.root else { throw Self.refusal("there is no element in it") }
            return root
        }

        private mutating func check(_ bytes: ArraySlice<UInt8>) throws(APIError) {
            var rest = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes
            if rest.starts(with: "<?xml".utf8) { try checkEncoding(rest.prefix { $0 != UInt8(ascii: ">") }) }
            while let open = rest.firstIndex(of: UInt8(ascii: "<")) {
                note(rest[..<open])
                rest = rest[open...]
                if rest.starts(with: "<!--".utf8) {
                    rest = try Self.after("-->", in: rest.dropFirst(4))
                } else if rest.starts(with: "<![CDATA[".utf8) {
                    let end = try Self.after("]]>", in: rest)
                    note(rest[..<end.startIndex])
                    rest = end
                } else if rest.starts(with: "<?".utf8) {
                    let end = try Self.after("?>", in: rest)
                    // The parser may take a declaration for finished where this does not: nothing may hide behind that.
                    if rest[..<end.startIndex].dropFirst().contains(UInt8(ascii: "<")) { throw Self.refusal("it is not well formed") }
                    rest = end
                } else if rest.starts(with: "<!".utf8) {
                    throw Self.refusal("it declares a document type, which could make entities of any size")
                } else {
                    rest = try tag(rest.dropFirst())
                }
            }
        }

        /// What must stand nowhere, whatever the parser takes for its surroundings in a text that is not well formed.
        private static func checkSpots(_ bytes: [UInt8]) throws(APIError) {
            if bytes.contains(where: { $0 < 0x20 && $0 != 0x09 && $0 != 0x0A && $0 != 0x0D }) { throw refusal("there are control characters in it") }
            // Where the word ends that the place is in: looked for once a word, which may be the whole text.
            var end = bytes.startIndex
            for at in bytes.indices.dropLast() where bytes[at] == UInt8(ascii: "<") {
                if bytes[at + 1] == UInt8(ascii: "!"), bytes[at...].starts(with: "<!DOCTYPE".utf8) {
                    throw refusal("it declares a document type, which could make entities of any size")
                }
                guard bytes[at + 1] == UInt8(ascii: "?") else { continue }
                if end <= at { end = bytes[at...].firstIndex { $0 <= 0x20 || $0 == UInt8(ascii: ">") } ?? bytes.endIndex }
                // FoundationXML of Swift 6.3 dereferences the data that `<?a?>` does not have.
                if end < bytes.endIndex, bytes[end] == UInt8(ascii: ">"), bytes[end - 1] == UInt8(ascii: "?") {
                    throw refusal("there is an instruction without content in it")
                }
            }
        }

        private mutating func note(_ text: ArraySlice<UInt8>) {
            length += text.count
            pieces += 1 + text.count / 256
            for byte in text where byte == UInt8(ascii: "&") || byte == 0x0D { pieces += 2 }
        }

        /// Behind the `<`.
        private mutating func tag(_ text: ArraySlice<UInt8>) throws(APIError) -> ArraySlice<UInt8> {
            copied += length * pieces / 2
            (length, pieces) = (0, 0)
            if copied > Self.mostCopied { throw Self.refusal("its text is in too many pieces") }
            var quote: UInt8?
            var attributes = 0
            var at = text.startIndex
            while at < text.endIndex {
                let byte = text[at]
                if byte == UInt8(ascii: "<") { throw Self.refusal("it is not well formed") }
                if let open = quote {
                    if byte == open { quote = nil }
                } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
                    quote = byte
                    attributes += 1
                } else if byte == UInt8(ascii: ">") {
                    break
                }
                at += 1
            }
            guard at < text.endIndex else { throw Self.refusal("it ends within a tag") }
            if text.first == UInt8(ascii: "/") {
                depth -= 1
            } else {
                elements += 1 + attributes
                if attributes > Self.mostAttributes { throw Self.refusal("an element has more than \(Self.mostAttributes) attributes") }
                if root == nil { root = Self.name(text[..<at]) }
                if text[..<at].last != UInt8(ascii: "/") { depth += 1 }
                if depth > limits.deepest { throw Self.refusal("its elements nest deeper than \(limits.deepest)") }
                if elements > limits.most { throw Self.refusal("it has more than \(limits.most) elements and attributes") }
            }
            return text[(at + 1)...]
        }

        private static func name(_ tag: ArraySlice<UInt8>) -> String {
            let whole = tag.prefix { $0 > 0x20 && $0 != UInt8(ascii: "/") }
            return String(decoding: whole.split(separator: UInt8(ascii: ":")).last ?? whole, as: UTF8.self)
        }

        private static func after(_ end: String, in text: ArraySlice<UInt8>) throws(APIError) -> ArraySlice<UInt8> {
            let end = Array(end.utf8)
            var at = text.startIndex
            while at + end.count <= text.endIndex {
                if text[at] == end[0], text[at..<at + end.count].elementsEqual(end) { return text[(at + end.count)...] }
                at += 1
            }
            throw refusal("it ends where \(String(decoding: end, as: UTF8.self)) is missing")
        }

        private func checkEncoding(_ declaration: ArraySlice<UInt8>) throws(APIError) {
            let text = String(decoding: declaration, as: UTF8.self).lowercased()
            guard let start = text.range(of: "encoding")?.upperBound else { return }
            let name = text[start...].drop { " =\"'\t\r\n".contains($0) }.prefix { !"\"' ?".contains($0) }
            guard ["utf-8", "us-ascii"].contains(name) else { throw Self.refusal("its encoding is \(name.prefix(20))") }
        }

        static func refusal(_ reason: String) -> APIError { APIError(.undecodable, "the answer's XML is refused: \(reason)") }
    }
#endif
