/// A filter that replaces secrets in text that is about to be shown.
///
/// It finds a secret in many spellings: as it is, percent-encoded (with `+` for a space), escaped as JSON or HTML, a
/// mixture of these up to three levels deep, in base64 or base64url (as in Basic credentials, also after a user name),
/// and in another case of ASCII letters. <doc:Errors> lists the spellings that it does not find.
package struct Redaction: Sendable {
    package static let mark = "<secret>"
    /// The number of bytes of text that an error keeps. A server may send any amount.
    static let limit = 1 << 16
    /// The largest body that an error keeps for `failure(as:)`, in bytes.
    package static let bodyLimit = 1 << 20

    private let finder: SecretFinder

    package init(_ secrets: [String]) {
        finder = SecretFinder(secrets)
    }

    /// Returns a text with its secrets replaced by ``mark``.
    package func callAsFunction(_ text: String) -> String {
        let bytes = Array(text.utf8)
        return clean(bytes, in: bytes.indices)
    }

    /// Returns a part of a text without secrets. A secret that only partly lies in the part is replaced too.
    func clean(_ bytes: [UInt8], in part: Range<Int>) -> String {
        String(decoding: cleanBytes(bytes, in: part), as: UTF8.self)
    }

    /// Returns the bytes of a part of a text without secrets. A secret that only partly lies in the part is replaced
    /// too.
    package func cleanBytes(_ bytes: [UInt8], in part: Range<Int>) -> [UInt8] {
        var result: [UInt8] = []
        var at = part.lowerBound
        // Works piece by piece, so that a long text does not take several times its memory.
        while at < part.upperBound {
            let end = min(at + Self.limit, part.upperBound)
            let window = max(0, at - finder.reach)..<min(bytes.count, end + finder.reach)
            for range in finder.ranges(in: bytes[window]) where range.upperBound > at && range.lowerBound < end {
                result += bytes[at..<max(at, range.lowerBound)]
                result += Self.mark.utf8
                at = min(range.upperBound, part.upperBound)
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
        while end > 0, end < bytes.count, bytes[end] & 0xC0 == 0x80 {
            end -= 1
        }
        room = 0
        return clean(bytes, in: 0..<end) + "…"
    }

    func callAsFunction(_ text: String?, _ room: inout Int) -> String? {
        text.map { self($0, &room) }
    }
}

extension Redaction {
    /// Returns as much of a value as there is room for, or `nil` if there is none.
    package func callAsFunction(_ value: JSON, _ room: inout Int) -> JSON? {
        guard room > 0 else { return nil }
        room -= 1
        switch value {
        case .null, .bool:
            return value
        case .integer, .number, .decimal:
            let text = self(value.description, &room)
            guard text != value.description else {
                return value
            }
            return .string(text)
        case .string(let text):
            return .string(self(text, &room))
        case .array(let elements):
            return .array(elements.compactMap { self($0, &room) })
        case .object(let members):
            var result: [String: JSON] = [:]
            for (key, value) in members where room > 0 {
                let key = self(key, &room)
                if result[key] == nil {
                    result[key] = self(value, &room)
                }
            }
            return .object(result)
        }
    }
}
