#if XML
    import Foundation
    import Methodical

    /// A check of XML text before it is parsed. It rejects text that would be too expensive to parse, or that
    /// would crash the parser.
    struct XMLGuard {
        private let limits: XMLResponses
        private var depth = 0
        private var elements = 0
        private var root: String?
        /// The length of the text between the current two tags, and the number of pieces in which the parser
        /// delivers it. For each piece, the parser copies all earlier pieces.
        private var length = 0
        private var pieces = 0
        /// The estimated number of bytes that the parser copies.
        private var copied = 0
        /// The limit of `copied` in bytes, which the parser reaches in about one second.
        private static let mostCopied = 8_000_000_000
        /// The limit of attributes per element. The parser compares each attribute with all earlier ones.
        private static let mostAttributes = 1000

        init(_ limits: XMLResponses) { self.limits = limits }

        /// Checks a whole response, and returns the root element's name without its namespace prefix.
        func rootName(of body: Data) throws(APIError) -> String {
            guard body.count <= limits.largest else {
                throw Self.refusal("it has \(body.count) bytes, more than \(limits.largest)")
            }
            // FoundationXML of Swift 6.3 crashes on names, comments or text that are not UTF-8.
            guard !body.contains(0), String(data: body, encoding: .utf8) != nil else {
                throw Self.refusal("it is not in UTF-8")
            }
            var copy = self
            let bytes = Array(body)
            try Self.checkForbiddenSequences(bytes)
            try copy.check(bytes[...])
            guard let root = copy.root else {
                throw Self.refusal("it has no element")
            }
            return root
        }

        /// Scans the text from tag to tag.
        private mutating func check(_ bytes: ArraySlice<UInt8>) throws(APIError) {
            var rest = bytes
            if rest.starts(with: [0xEF, 0xBB, 0xBF]) {
                rest = rest.dropFirst(3)
            }
            if rest.starts(with: "<?xml".utf8) {
                try checkEncoding(rest.prefix { $0 != UInt8(ascii: ">") })
            }
            while let open = rest.firstIndex(of: UInt8(ascii: "<")) {
                countText(rest[..<open])
                rest = rest[open...]
                if rest.starts(with: "<!--".utf8) {
                    rest = try Self.after("-->", in: rest.dropFirst(4))
                } else if rest.starts(with: "<![CDATA[".utf8) {
                    let end = try Self.after("]]>", in: rest)
                    countText(rest[..<end.startIndex])
                    rest = end
                } else if rest.starts(with: "<?".utf8) {
                    let end = try Self.after("?>", in: rest)
                    // The parser may consider a declaration complete at an earlier place than this code does.
                    // Markup after that place would not be checked.
                    if rest[..<end.startIndex].dropFirst().contains(UInt8(ascii: "<")) {
                        throw Self.refusal("it is not well formed")
                    }
                    rest = end
                } else if rest.starts(with: "<!".utf8) {
                    throw Self.refusal("it declares a document type, which could declare entities of any size")
                } else {
                    rest = try tag(in: rest.dropFirst())
                }
            }
        }

        /// Rejects bytes and sequences that are dangerous in any context. In malformed text, the parser may see
        /// another context than `check` does.
        private static func checkForbiddenSequences(_ bytes: [UInt8]) throws(APIError) {
            let hasControls = bytes.contains { byte in
                byte < 0x20 && byte != 0x09 && byte != 0x0A && byte != 0x0D
            }
            if hasControls {
                throw refusal("it contains control characters")
            }
            // The end of the word that contains `at`. It is computed once per word, because a word can be as
            // long as the text.
            var wordEnd = bytes.startIndex
            for at in bytes.indices.dropLast() where bytes[at] == UInt8(ascii: "<") {
                if bytes[at + 1] == UInt8(ascii: "!"),
                    bytes[at...].starts(with: "<!DOCTYPE".utf8)
                {
                    throw refusal("it declares a document type, which could declare entities of any size")
                }
                guard bytes[at + 1] == UInt8(ascii: "?") else { continue }
                if wordEnd <= at {
                    wordEnd = bytes[at...].firstIndex { $0 <= 0x20 || $0 == UInt8(ascii: ">") } ?? bytes.endIndex
                }
                // FoundationXML of Swift 6.3 dereferences a null pointer for an instruction without content,
                // such as `<?a?>`.
                if wordEnd < bytes.endIndex, bytes[wordEnd] == UInt8(ascii: ">"),
                    bytes[wordEnd - 1] == UInt8(ascii: "?")
                {
                    throw refusal("it contains an empty processing instruction")
                }
            }
        }

        /// Adds text between two tags to the estimate of the parser's cost.
        private mutating func countText(_ text: ArraySlice<UInt8>) {
            length += text.count
            pieces += 1 + text.count / 256
            for byte in text where byte == UInt8(ascii: "&") || byte == 0x0D {
                pieces += 2
            }
        }

        /// Checks a tag, and returns the text after it.
        ///
        /// - Parameter text: The text after the tag's `<`.
        private mutating func tag(in text: ArraySlice<UInt8>) throws(APIError) -> ArraySlice<UInt8> {
            copied += length * pieces / 2
            length = 0
            pieces = 0
            if copied > Self.mostCopied {
                throw Self.refusal("its text is in too many pieces")
            }
            var quote: UInt8?
            var attributes = 0
            var at = text.startIndex
            while at < text.endIndex {
                let byte = text[at]
                if byte == UInt8(ascii: "<") {
                    throw Self.refusal("it is not well formed")
                }
                if let open = quote {
                    if byte == open {
                        quote = nil
                    }
                } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
                    quote = byte
                    attributes += 1
                } else if byte == UInt8(ascii: ">") {
                    break
                }
                at += 1
            }
            guard at < text.endIndex else {
                throw Self.refusal("it ends within a tag")
            }
            if text.first == UInt8(ascii: "/") {
                depth -= 1
            } else {
                elements += 1 + attributes
                if attributes > Self.mostAttributes {
                    throw Self.refusal("an element has more than \(Self.mostAttributes) attributes")
                }
                if root == nil {
                    root = Self.name(of: text[..<at])
                }
                if text[..<at].last != UInt8(ascii: "/") {
                    depth += 1
                }
                if depth > limits.deepest {
                    throw Self.refusal("its elements nest deeper than \(limits.deepest)")
                }
                if elements > limits.most {
                    throw Self.refusal("it has more than \(limits.most) elements and attributes")
                }
            }
            return text[(at + 1)...]
        }

        private static func name(of tag: ArraySlice<UInt8>) -> String {
            let whole = tag.prefix { $0 > 0x20 && $0 != UInt8(ascii: "/") }
            return String(decoding: whole.split(separator: UInt8(ascii: ":")).last ?? whole, as: UTF8.self)
        }

        private static func after(_ end: String, in text: ArraySlice<UInt8>) throws(APIError) -> ArraySlice<UInt8> {
            let end = Array(end.utf8)
            var at = text.startIndex
            while at + end.count <= text.endIndex {
                if text[at] == end[0], text[at..<at + end.count].elementsEqual(end) {
                    return text[(at + end.count)...]
                }
                at += 1
            }
            throw refusal("it ends where \(String(decoding: end, as: UTF8.self)) is missing")
        }

        private func checkEncoding(_ declaration: ArraySlice<UInt8>) throws(APIError) {
            let text = String(decoding: declaration, as: UTF8.self).lowercased()
            guard let start = text.range(of: "encoding")?.upperBound else { return }
            let value = text[start...].drop { " =\"'\t\r\n".contains($0) }
            let name = value.prefix { !"\"' ?".contains($0) }
            guard ["utf-8", "us-ascii"].contains(name) else {
                throw Self.refusal("its encoding is \(name.prefix(20))")
            }
        }

        static func refusal(_ reason: String) -> APIError {
            APIError(.undecodable, "the response's XML was rejected: \(reason)")
        }
    }
#endif
