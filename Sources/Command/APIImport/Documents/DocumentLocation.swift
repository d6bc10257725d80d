/// The path or URL of a document, against which the references in it are resolved.
struct DocumentLocation: Hashable {
    /// The path or URL without superfluous `.` and `..`. A path also has no empty parts.
    let text: String
    /// Indicates whether the location is a URL. A document from a URL never leads to a local file.
    var isURL: Bool {
        origin != nil
    }
    /// The scheme and the host of a URL, or `nil` for a path.
    let origin: Substring?

    init(_ text: String) {
        origin = Self.origin(of: text)
        guard let origin else {
            self.text = Self.normalized(text.replacing("\\", with: "/"))
            return
        }
        let rest = text[origin.endIndex...]
        let end =
            rest.firstIndex { $0 == "?" || $0 == "#" }
            ?? rest.endIndex
        let path =
            if rest[..<end].isEmpty {
                "/"
            } else {
                Self.withoutDotSegments(rest[..<end])
            }
        self.text = origin + path + rest[end...].prefix { $0 != "#" }
    }

    /// A reference that cannot be followed.
    struct Refusal: Error {
        var message: String
    }

    /// Returns the location that a reference without fragment leads to.
    func resolving(_ reference: String) throws(Refusal) -> DocumentLocation {
        if Self.origin(of: reference) != nil {
            return DocumentLocation(reference)
        }
        let hasOtherScheme = Self.hasScheme(reference)
        if hasOtherScheme {
            throw Refusal(message: "expected a relative path or a URL that begins with https:// or http://")
        }
        guard let origin else {
            return try resolvingPath(reference)
        }
        if reference.hasPrefix("//") {
            let scheme = origin.prefix { $0 != "/" }
            return DocumentLocation(scheme + reference)
        }
        if reference.hasPrefix("/") {
            return DocumentLocation(origin + reference)
        }
        let path = text.prefix { $0 != "?" }
        if reference.isEmpty || reference.hasPrefix("?") {
            return DocumentLocation(path + reference)
        }
        return DocumentLocation(path[...(path.lastIndex(of: "/") ?? path.startIndex)] + reference)
    }

    private func resolvingPath(_ reference: String) throws(Refusal) -> DocumentLocation {
        let path = percentDecoded(reference).replacing("\\", with: "/")
        if path.hasPrefix("/") {
            throw Refusal(message: "expected a path relative to the folder of this document, not an absolute one")
        }
        if path.utf8.contains(0) {
            throw Refusal(message: "a path cannot contain a null character")
        }
        if path.isEmpty {
            return self
        }
        return DocumentLocation(folder + path)
    }

    /// The path up to the last slash, or an empty string if there is none.
    var folder: String {
        text.utf8.lastIndex(of: Self.slash).map { String(text[...$0]) } ?? ""
    }

    /// Indicates whether a local document is in the folder of another one or below.
    func isInFolder(of other: DocumentLocation) -> Bool {
        let folder = other.folder.utf8
        guard text.utf8.starts(with: folder) else { return false }
        // `../../a.json` begins with the folder `../`, but leaves it.
        let leavesFolder = text.utf8.dropFirst(folder.count).starts(with: "../".utf8)
        return !leavesFolder
    }

    /// Paths are compared by bytes. A character may consist of a slash and a combining mark, and the file system takes
    /// the slash for a separator nevertheless.
    private static let slash = UInt8(ascii: "/")

    /// Indicates whether a reference begins with a scheme, as `file:` in `file:///a.json`.
    private static func hasScheme(_ reference: String) -> Bool {
        guard let colon = reference.firstIndex(of: ":") else { return false }
        return reference[..<colon].allSatisfy { $0.isASCIIAlphanumeric || "+-.".contains($0) }
    }

    private static func origin(of text: String) -> Substring? {
        for scheme in ["https://", "http://"] where text.prefix(scheme.count).lowercased() == scheme {
            let host = text.dropFirst(scheme.count).prefix {
                $0 != "/"
                    && $0 != "?"
                    && $0 != "#"
            }
            return text[..<host.endIndex]
        }
        return nil
    }

    /// Removes `.` and `..` from the path of a URL (RFC 3986, section 5.2.4). An empty segment stays.
    private static func withoutDotSegments(_ path: Substring) -> String {
        var segments: [Substring] = []
        let all = path.utf8.split(separator: slash, omittingEmptySubsequences: false).map(Substring.init)
        // The path begins with a slash, so that its first segment is empty.
        for segment in all.dropFirst() {
            switch segment {
            case ".": break
            case "..": _ = segments.popLast()
            default: segments.append(segment)
            }
        }
        let endsInFolder = all.last == "." || all.last == ".."
        if endsInFolder {
            segments.append("")
        }
        return "/" + segments.joined(separator: "/")
    }

    /// Removes `.`, `..` and empty parts from a path where possible.
    private static func normalized(_ path: String) -> String {
        var parts: [Substring] = []
        let isAbsolute = path.hasPrefix("/")
        let all = path.utf8.split(separator: slash).map(Substring.init)
        for part in all where part != "." {
            if part != ".." {
                parts.append(part)
            } else if let last = parts.last, last != ".." {
                parts.removeLast()
            } else if !isAbsolute {
                parts.append(part)
            }
        }
        let isFolder =
            path.hasSuffix("/")
            || all.last == "."
            || all.last == ".."
        var normalized = parts.joined(separator: "/")
        if isFolder, !parts.isEmpty {
            normalized += "/"
        }
        if isAbsolute {
            normalized = "/" + normalized
        }
        return normalized
    }
}

/// Returns a text with its percent escapes decoded, or unchanged if they are not escapes of UTF-8.
func percentDecoded(_ text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: "%")) else {
        return text
    }
    var bytes: [UInt8] = []
    var rest = text.utf8[...]
    while let byte = rest.popFirst() {
        let digits = rest.prefix(2)
        if byte == UInt8(ascii: "%"),
            digits.count == 2,
            digits.allSatisfy({ Unicode.Scalar($0).properties.isASCIIHexDigit }),
            let value = UInt8(Substring(digits), radix: 16)
        {
            bytes.append(value)
            rest.removeFirst(2)
        } else {
            bytes.append(byte)
        }
    }
    return String(validating: bytes, as: UTF8.self) ?? text
}
