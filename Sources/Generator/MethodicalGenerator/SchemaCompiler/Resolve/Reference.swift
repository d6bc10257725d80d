/// A reference to a node, such as `../users/objects.json#/definitions/users_user`: a path and a JSON Pointer (RFC 6901)
/// in the percent-encoded form of URL fragments.
struct Reference {
    /// The part before `#`, with percent-encoded bytes decoded. It is empty if the reference has no path.
    let path: String
    /// The part after `#`, with percent-encoded bytes decoded.
    let pointer: String
    /// Indicates whether there is a `#`.
    let hasPointer: Bool

    init(_ text: String) {
        // Splitting by bytes takes a fraction of the time of splitting by characters, here and below.
        let hash = text.utf8.firstIndex(of: UInt8(ascii: "#"))
        path = percentDecoded(named: text[..<(hash ?? text.endIndex)])
        hasPointer = hash != nil
        pointer = hash.map { percentDecoded(named: text[$0...].dropFirst()) } ?? ""
    }

    /// The keys in the pointer, which must be empty or begin with a slash.
    var tokens: [String] {
        let slash = UInt8(ascii: "/")
        let parts = pointer.utf8.split(separator: slash, omittingEmptySubsequences: false)
        return parts.dropFirst().map { part in
            let token = String(Substring(part))
            guard part.contains(UInt8(ascii: "~")) else {
                return token
            }
            return token.replacing("~1", with: "/").replacing("~0", with: "~")
        }
    }

    /// A tilde that begins no valid escape, with the character after it, or `nil` if all escapes are valid.
    var wrongEscape: String? {
        guard pointer.utf8.contains(UInt8(ascii: "~")) else {
            return nil
        }
        for part in pointer.split(separator: "~", omittingEmptySubsequences: false).dropFirst() {
            guard let next = part.unicodeScalars.first else {
                return "~"
            }
            if next != "0", next != "1" {
                let isPrintable = next.isASCII && next.value > 32
                return isPrintable ? "~\(next)" : "~"
            }
        }
        return nil
    }

    /// Returns a key as it is written in a pointer.
    static func escaped(_ key: String) -> String {
        key.replacing("~", with: "~0").replacing("/", with: "~1").replacing("%", with: "%25")
    }
}

extension JSONNode {
    /// Returns the member or element that one key of a pointer names.
    func child(_ token: String) -> JSONNode? {
        if isObject {
            return self[token] ?? memberWithSynonym(of: token)
        }
        guard isArray,
            let index = Int(token),
            children.indices.contains(index)
        else {
            return nil
        }
        return children[index]
    }

    /// Returns the member of a method whose keyword has the same meaning as another one.
    private func memberWithSynonym(of keyword: String) -> JSONNode? {
        guard let synonyms = FormerKeywords.synonymsInPointers[keyword],
            self[.name]?.string != nil
        else {
            return nil
        }
        return synonyms.lazy.compactMap { self[$0] }.first
    }

    /// The keys of a pointer that name a member of the node. A list has elements instead.
    var childNames: [String] {
        guard isObject else { return [] }
        return keys
    }
}

/// Returns a text with percent-encoded bytes decoded. Invalid sequences stay as they are.
private func percentDecoded(named text: Substring) -> String {
    guard text.utf8.contains(UInt8(ascii: "%")) else {
        return String(text)
    }
    var bytes: [UInt8] = []
    for (index, part) in text.split(separator: "%", omittingEmptySubsequences: false).enumerated() {
        let digits = part.prefix(2)
        if index > 0,
            digits.utf8.count == 2,
            digits.allSatisfy(\.isHexDigit),
            let byte = UInt8(digits, radix: 16)
        {
            bytes.append(byte)
            bytes += part.dropFirst(2).utf8
        } else {
            if index > 0 {
                bytes.append(UInt8(ascii: "%"))
            }
            bytes += part.utf8
        }
    }
    return String(decoding: bytes, as: UTF8.self)
}
