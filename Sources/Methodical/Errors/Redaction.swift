/// Takes secrets out of text that is about to be shown.
///
/// A secret is found however the text spells it: as it is, percent-encoded (with `+` for a space, and twice over), escaped as JSON, or a mixture of these, since
/// servers echo requests in all these forms.
package struct Redaction: Sendable {
    static let mark = "<secret>"

    private let secrets: [[UInt8]]

    package init(_ secrets: [String]) {
        var all = Set(secrets)
        for secret in secrets {
            var encoded: [UInt8] = []
            PercentEncoding.append(secret, to: &encoded)
            all.insert(String(decoding: encoded, as: UTF8.self))
        }
        // The longest first: where one secret begins with another, none of it must be left.
        self.secrets = all.filter { !$0.isEmpty }.map { Array($0.utf8) }.sorted { $0.count > $1.count }
    }

    package func callAsFunction(_ text: String) -> String {
        let bytes = Array(text.utf8)
        return clean(bytes, bytes.indices)
    }

    func callAsFunction(_ text: String?) -> String? { text.map { self($0) } }

    /// A part of a text. A secret that reaches into the part from outside is taken out too.
    func clean(_ bytes: [UInt8], _ part: Range<Int>) -> String { String(decoding: cleanBytes(bytes, part), as: UTF8.self) }

    package func cleanBytes(_ bytes: [UInt8], _ part: Range<Int>) -> [UInt8] {
        let reach = (secrets.first?.count ?? 0) * Spelled.longest
        var result: [UInt8] = []
        var at = max(0, part.lowerBound - reach)
        while at < part.upperBound {
            if let end = end(ofSecretAt: at, in: bytes) {
                if end > part.lowerBound { result.append(contentsOf: Self.mark.utf8) }
                at = end
            } else {
                if at >= part.lowerBound { result.append(bytes[at]) }
                at += 1
            }
        }
        return result
    }

    private func end(ofSecretAt start: Int, in bytes: [UInt8]) -> Int? {
        for secret in secrets {
            var at = start
            var matched = 0
            while matched < secret.count, at < bytes.count, let step = Spelled.step(bytes, at, matching: secret, matched) {
                at += step.read
                matched += step.matched
            }
            if matched == secret.count, secret.count >= Self.wordLength || isWord(bytes, start..<at) { return at }
        }
        return nil
    }

    /// Shorter secrets are taken out only where they stand alone: the letters of one stand in every sentence.
    private static let wordLength = 4

    private func isWord(_ bytes: [UInt8], _ part: Range<Int>) -> Bool {
        func isLetter(_ at: Int) -> Bool {
            guard bytes.indices.contains(at) else { return false }
            let byte = bytes[at]
            return byte >= 0x80 || (byte | 0x20) >= UInt8(ascii: "a") && (byte | 0x20) <= UInt8(ascii: "z")
                || byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
        }
        return !isLetter(part.lowerBound - 1) && !isLetter(part.upperBound)
    }
}

/// One character of a secret as some text may spell it.
private enum Spelled {
    /// Bytes that stand for one byte of a secret, at most: `\u0041`.
    static let longest = 6

    /// How many bytes of the text stand for how many of the secret; nil if they do not.
    static func step(_ text: [UInt8], _ at: Int, matching secret: [UInt8], _ index: Int) -> (read: Int, matched: Int)? {
        let byte = text[at]
        let wanted = secret[index]
        if byte == UInt8(ascii: "%"), hex(text, at + 1, 2) == UInt32(wanted) { return (3, 1) }
        if byte == UInt8(ascii: "\\"), at + 1 < text.count {
            if text[at + 1] == UInt8(ascii: "u") {
                if let step = unicode(text, at, matching: secret, index) { return step }
            } else if unescaped(text[at + 1]) == wanted {
                return (2, 1)
            }
        }
        if byte == UInt8(ascii: "+"), wanted == UInt8(ascii: " ") { return (1, 1) }
        return byte == wanted ? (1, 1) : nil
    }

    private static func unescaped(_ byte: UInt8) -> UInt8 {
        switch byte {
        case UInt8(ascii: "n"): 0x0A
        case UInt8(ascii: "r"): 0x0D
        case UInt8(ascii: "t"): 0x09
        case UInt8(ascii: "b"): 0x08
        case UInt8(ascii: "f"): 0x0C
        default: byte
        }
    }

    /// `\u0041`, or two of them for a character outside the basic plane.
    private static func unicode(_ text: [UInt8], _ at: Int, matching secret: [UInt8], _ index: Int) -> (read: Int, matched: Int)? {
        guard let first = hex(text, at + 2, 4) else { return nil }
        var units = [UInt16(truncatingIfNeeded: first)]
        if UTF16.isLeadSurrogate(units[0]), at + 12 <= text.count, text[at + 6] == UInt8(ascii: "\\"), let second = hex(text, at + 8, 4) {
            units.append(UInt16(truncatingIfNeeded: second))
        }
        let utf8 = Array(String(decoding: units, as: UTF16.self).utf8)
        guard secret[index...].starts(with: utf8) else { return nil }
        return (units.count * 6, utf8.count)
    }

    private static func hex(_ text: [UInt8], _ start: Int, _ count: Int) -> UInt32? {
        guard start + count <= text.count else { return nil }
        var value: UInt32 = 0
        for byte in text[start..<start + count] {
            switch byte {
            case 0x30...0x39: value = value &<< 4 | UInt32(byte - 0x30)
            case 0x41...0x46, 0x61...0x66: value = value &<< 4 | UInt32((byte | 0x20) - 0x61 + 10)
            default: return nil
            }
        }
        return value
    }
}

extension APIError {
    /// The same error with the names of the call and without its secrets.
    func redacted(by redaction: Redaction, _ call: Call?) -> APIError {
        var contents = contents
        contents.method = call?.method.name ?? contents.method
        contents.signature = call?.signature ?? contents.signature
        contents.message = redaction(contents.message)
        contents.headers = HTTPHeaders(contents.headers.fields.map { HTTPHeaders.Field(name: $0.name, value: redaction($0.value)) })
        contents.server = contents.server?.redacted(by: redaction)
        contents.problem = contents.problem?.redacted(by: redaction)
        if let cause = contents.cause {
            contents.cause = Cause(domain: redaction(cause.domain), code: cause.code, message: redaction(cause.message))
        }
        return APIError(contents)
    }
}

extension ServerError {
    fileprivate func redacted(by redaction: Redaction) -> ServerError {
        var code = code
        if case .text(let text) = code { code = .text(redaction(text)) }
        return ServerError(code: code, message: redaction(message), details: details.map { redaction($0) })
    }
}

extension ReadingProblem {
    /// The excerpt is cleaned where it is cut: a secret that the cut goes through is not recognised any more.
    fileprivate func redacted(by redaction: Redaction) -> ReadingProblem {
        var problem = self
        problem.path = redaction(path)
        problem.expected = redaction(expected)
        problem.found = redaction(found)
        problem.excerpt = redaction(excerpt)
        return problem
    }
}

extension Departure {
    func redacted(by redaction: Redaction) -> Departure {
        var departure = self
        departure.path = redaction(path)
        departure.example = redaction(example)
        departure.expected = redaction(expected)
        departure.found = redaction(found)
        return departure
    }
}

extension Redaction {
    /// All that a call must not show: its token and its secret arguments, each text in them too.
    init(_ call: Call, _ tokens: [Token]) {
        var secrets = call.client.configuration.signer?.secrets ?? []
        for token in tokens {
            secrets.append(token.secret)
            if let refresh = token.refresh { secrets.append(refresh) }
        }
        for parameter in call.parameters where parameter.style.contains(.secret) { Self.collect(parameter.value, into: &secrets) }
        // An address may hold a key, and was not written by the API.
        if call.raw != nil, let path = call.method.path, let mark = path.firstIndex(of: "?") { secrets.append(String(path[mark...].dropFirst())) }
        self.init(secrets)
    }

    private static func collect(_ value: ArgumentValue, into secrets: inout [String]) {
        switch value {
        case .flag: break
        case .list(let elements):
            for element in elements { collect(element, into: &secrets) }
        case .string, .integer, .number: secrets.append(contentsOf: [value.text(flags: .digits)].compactMap(\.self))
        case .json(let text):
            secrets.append(String(decoding: text, as: UTF8.self))
            do { collect(try JSON(json: text), into: &secrets) } catch { return }
        }
    }

    private static func collect(_ value: JSON, into secrets: inout [String]) {
        switch value {
        case .string(let text): secrets.append(text)
        case .array(let elements):
            for element in elements { collect(element, into: &secrets) }
        case .object(let members):
            for member in members.values { collect(member, into: &secrets) }
        default: break
        }
    }

    func callAsFunction(_ value: JSON) -> JSON {
        switch value {
        case .null, .bool: value
        case .integer, .number, .decimal: self(value.description) == value.description ? value : .string(self(value.description))
        case .string(let text): .string(self(text))
        case .array(let elements): .array(elements.map { self($0) })
        case .object(let members): .object(Dictionary(members.map { (self($0.key), self($0.value)) }) { first, _ in first })
        }
    }
}
