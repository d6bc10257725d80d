/// A filter that replaces secrets in text that is about to be shown.
///
/// It finds a secret in many spellings: as it is, percent-encoded (with `+` for a space), escaped as JSON or HTML, a
/// mixture of these up to three levels deep, in base64 or base64url (as in Basic credentials, also after a user name),
/// and in another case of ASCII letters. <doc:Errors> lists the spellings that it does not find.
package struct Redaction: Sendable {
    static let mark = "<secret>"
    /// The number of bytes of text that an error keeps. A server may send any amount.
    static let limit = 1 << 16

    private let finder: SecretFinder

    package init(_ secrets: [String]) { finder = SecretFinder(secrets) }

    /// Returns a text with its secrets replaced by ``mark``.
    package func callAsFunction(_ text: String) -> String {
        let bytes = Array(text.utf8)
        return clean(bytes, bytes.indices)
    }

    /// Returns a part of a text without secrets. A secret that only partly lies in the part is replaced too.
    func clean(_ bytes: [UInt8], _ part: Range<Int>) -> String {
        String(decoding: cleanBytes(bytes, part), as: UTF8.self)
    }

    /// Returns the bytes of a part of a text without secrets. A secret that only partly lies in the part is replaced
    /// too.
    package func cleanBytes(_ bytes: [UInt8], _ part: Range<Int>) -> [UInt8] {
        var result: [UInt8] = []
        var at = part.lowerBound
        // Works piece by piece, so that a long text does not take several times its memory.
        while at < part.upperBound {
            let end = min(at + Self.limit, part.upperBound)
            let window = max(0, at - finder.reach)..<min(bytes.count, end + finder.reach)
            for place in finder.places(in: bytes[window]) where place.upperBound > at && place.lowerBound < end {
                result += bytes[at..<max(at, place.lowerBound)]
                result += Self.mark.utf8
                at = min(place.upperBound, part.upperBound)
            }
            if at < end {
                result += bytes[at..<end]
                at = end
            }
        }
        return result
    }

    /// Returns as much of a text as there is room for, and subtracts its length from the room.
    func callAsFunction(_ text: String, _ room: inout Int) -> String {
        if text.utf8.count <= room {
            room -= text.utf8.count
            return self(text)
        }
        let bytes = Array(text.utf8.prefix(room + finder.reach))
        var end = min(room, bytes.count)
        while end > 0, end < bytes.count, bytes[end] & 0xC0 == 0x80 { end -= 1 }
        room = 0
        return clean(bytes, 0..<end) + "…"
    }

    func callAsFunction(_ text: String?, _ room: inout Int) -> String? { text.map { self($0, &room) } }
}

extension APIError {
    /// Returns the error with the names of the call and without its secrets. Of its text, ``Redaction/limit`` bytes are
    /// kept.
    ///
    /// - Parameters:
    ///   - redaction: The filter for the call's secrets.
    ///   - call: The call that failed.
    ///   - isLast: Indicates whether no further redaction is needed afterwards.
    func redacted(by redaction: Redaction, _ call: Call?, isLast: Bool = false) -> APIError {
        var room = Redaction.limit
        return with { contents in
            contents.message = redaction(contents.message, &room)
            contents.server?.message = redaction(contents.server?.message, &room)
            if case .text(let text) = contents.server?.code { contents.server?.code = .text(redaction(text, &room)) }
            contents.problem = contents.problem?.redacted(by: redaction)
            if let cause = contents.cause {
                contents.cause = Cause(
                    domain: redaction(cause.domain), code: cause.code, message: redaction(cause.message, &room))
            }
            contents.headers = HTTPHeaders(
                contents.headers.fields.map { HTTPHeaders.Field(name: $0.name, value: redaction($0.value, &room)) })
            contents.server?.details = contents.server?.details.flatMap { redaction($0, &room) }
            contents.isRedacted = isLast
        }.called(call)
    }

    /// Returns the error with the names of the call.
    func called(_ call: Call?) -> APIError {
        guard let call else { return self }
        return with { ($0.method, $0.signature) = (call.method.name, call.signature) }
    }
}

extension ReadingProblem {
    /// Returns the problem without secrets. The excerpt was already redacted when it was cut, because a secret that is
    /// cut in two is not recognized any more.
    fileprivate func redacted(by redaction: Redaction) -> ReadingProblem {
        var problem = self
        problem.path = redaction(path)
        problem.expected = redaction(expected)
        problem.found = redaction(found)
        problem.excerpt = redaction(excerpt)
        return problem
    }
}

extension Mismatch {
    func redacted(by redaction: Redaction) -> Mismatch {
        var mismatch = self
        mismatch.path = redaction(path)
        mismatch.example = redaction(example)
        mismatch.expected = redaction(expected)
        mismatch.found = redaction(found)
        return mismatch
    }
}

extension Redaction {
    /// Creates a filter for all secrets of calls: their tokens, their secret arguments, and each text inside these.
    init(_ calls: Call..., tokens: [Token]) { self.init(calls, tokens) }

    init(_ calls: [Call], _ tokens: [Token]) {
        var secrets = tokens.flatMap { [$0.secret, $0.refresh].compactMap(\.self) }
        for call in calls {
            secrets += call.client.configuration.signer?.secrets ?? []
            secrets += call.parameters.filter { $0.style.contains(.secret) }.flatMap { Self.texts($0.value) }
            // A URL that the API did not write may contain a key in its query.
            if call.raw != nil, let path = call.method.path, let mark = path.firstIndex(of: "?") {
                secrets.append(String(path[mark...].dropFirst()))
            }
        }
        self.init(secrets)
    }

    private static func texts(_ value: ArgumentValue) -> [String] {
        switch value {
        case .flag: []
        case .list(let elements): elements.flatMap(texts)
        case .json(let text): [String(decoding: text, as: UTF8.self)] + texts((try? JSON(json: text)) ?? .null)
        case .string, .integer, .number: [value.text(flags: .digits)].compactMap(\.self)
        }
    }

    private static func texts(_ value: JSON) -> [String] {
        switch value {
        case .string(let text): [text]
        case .array(let elements): elements.flatMap(texts)
        case .object(let members): members.values.flatMap(texts)
        case .null, .bool, .integer, .number, .decimal: []
        }
    }

    /// Returns as much of a value as there is room for, or `nil` if there is none.
    fileprivate func callAsFunction(_ value: JSON, _ room: inout Int) -> JSON? {
        guard room > 0 else { return nil }
        room -= 1
        switch value {
        case .null, .bool: return value
        case .integer, .number, .decimal:
            let text = self(value.description, &room)
            return text == value.description ? value : .string(text)
        case .string(let text): return .string(self(text, &room))
        case .array(let elements): return .array(elements.compactMap { self($0, &room) })
        case .object(let members):
            var result: [String: JSON] = [:]
            for (key, value) in members where room > 0 {
                let key = self(key, &room)
                if result[key] == nil { result[key] = self(value, &room) }
            }
            return .object(result)
        }
    }
}
