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
    package func redacted(by redaction: Redaction, _ call: Call?, isLast: Bool = false) -> APIError {
        var contents = contents
        var room = Redaction.limit
        contents.message = redaction(contents.message, &room)
        var server = contents.server
        server?.message = redaction(contents.server?.message, &room)
        if case .text(let text) = server?.code { server?.code = .text(redaction(text, &room)) }
        contents.problem = contents.problem?.redacted(by: redaction)
        if let cause = contents.cause {
            contents.cause = Cause(
                domain: redaction(cause.domain), code: cause.code, message: redaction(cause.message, &room))
        }
        contents.headers = HTTPHeaders(
            contents.headers.fields.map { HTTPHeaders.Field(name: $0.name, value: redaction($0.value, &room)) })
        server?.details = contents.server?.details.flatMap { redaction($0, &room) }
        contents.server = server
        contents.isRedacted = isLast
        return APIError(contents).called(call)
    }

    /// Returns the error with the names of the call.
    package func called(_ call: Call?) -> APIError {
        guard let call else { return self }
        var contents = contents
        contents.method = call.method.name
        contents.signature = call.signature
        return APIError(contents)
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

    package init(_ calls: [Call], _ tokens: [Token]) {
        var secrets = tokens.flatMap { [$0.secret, $0.refresh].compactMap(\.self) }
        for call in calls {
            secrets += call.client.configuration.signer?.secrets ?? []
            for parameter in call.parameters where parameter.style.contains(.secret) {
                Self.collect(parameter.value, into: &secrets)
            }
            // A URL that the API did not write may contain a key in its query.
            if call.raw != nil, let path = call.method.path, let mark = path.firstIndex(of: "?") {
                secrets.append(String(path[mark...].dropFirst()))
            }
        }
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

    /// Returns as much of a value as there is room for, or `nil` if there is none.
    fileprivate func callAsFunction(_ value: JSON, _ room: inout Int) -> JSON? {
        guard room > 0 else { return nil }
        switch value {
        case .null, .bool:
            room -= 1
            return value
        case .integer, .number, .decimal:
            let (text, clean) = (value.description, self(value.description, &room))
            return clean == text ? value : .string(clean)
        case .string(let text):
            room -= 1
            return .string(self(text, &room))
        case .array(let elements):
            room -= 1
            var result: [JSON] = []
            for element in elements {
                guard let element = self(element, &room) else { break }
                result.append(element)
            }
            return .array(result)
        case .object(let members):
            room -= 1
            var result: [String: JSON] = [:]
            for (key, value) in members {
                let key = self(key, &room)
                guard let value = self(value, &room) else { break }
                result[key] = result[key] ?? value
            }
            return .object(result)
        }
    }
}
