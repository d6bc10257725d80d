/// The header fields of a request or response, in their order. Names are compared without regard to case.
public struct HTTPHeaders: Codable, Hashable, Sendable, ExpressibleByDictionaryLiteral {
    /// All fields in their order.
    public private(set) var fields: [Field] = []

    /// A header field.
    public struct Field: Codable, Hashable, Sendable {
        /// The name as it was given, for example `Content-Type`.
        public let name: String
        /// The value.
        public let value: String

        package init(name: String, value: String) {
            self.name = name
            self.value = value
        }
    }

    /// Creates an empty list of fields.
    public init() {}

    package init(_ fields: [Field]) { self.fields = fields }

    /// Creates a list from a literal. Of several values for one name, the last one counts.
    public init(dictionaryLiteral elements: (String, String)...) {
        for (name, value) in elements {
            self[name] = value
        }
    }

    /// The value of the first field with the given name. Setting it replaces all fields with this name.
    public subscript(_ name: String) -> String? {
        get { fields.first { Self.areEqual($0.name, name) }?.value }
        set {
            fields.removeAll { Self.areEqual($0.name, name) }
            if let newValue {
                fields.append(Field(name: name, value: newValue))
            }
        }
    }

    /// Appends a field and keeps the existing fields with the same name.
    public mutating func add(_ name: String, _ value: String) {
        fields.append(Field(name: name, value: value))
    }

    /// Puts other fields in place of those with the same names.
    ///
    /// Throws `.invalidRequest` if one of them cannot be sent.
    mutating func replace(by others: HTTPHeaders) throws(APIError) {
        for field in others.fields {
            self[field.name] = nil
        }
        for field in others.fields {
            add(field.name, try Self.checked(field.name, value: field.value))
        }
    }

    /// Returns the value of a field. Throws `.invalidRequest` if it contains a control character, because a line break
    /// would let it begin another field, or another request. The name must be a token (RFC 9110, section 5.1).
    package static func checked(_ name: String, value: String) throws(APIError) -> String {
        guard isToken(name) else {
            throw .invalidRequest("a header field cannot have the name \(JSON.string(name))")
        }
        guard !value.utf8.contains(where: isControl) else {
            throw .invalidRequest("\(name) is a header field, and its value contains a control character")
        }
        return value
    }

    /// Indicates whether the byte is a control character other than a tab.
    private static func isControl(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x09: false
        case 0..<0x20, 0x7F: true
        default: false
        }
    }

    /// Indicates whether a text is a token: letters, digits and some marks (RFC 9110, section 5.6.2).
    static func isToken(_ text: String) -> Bool {
        guard !text.isEmpty else { return false }
        return text.utf8.allSatisfy {
            $0.isLetter || $0.isDigit || "!#$%&'*+-.^_`|~".utf8.contains($0)
        }
    }

    package static func areEqual(_ left: String, _ right: String) -> Bool {
        if left == right {
            return true
        }
        return left.utf8.count == right.utf8.count && left.lowercased() == right.lowercased()
    }
}

extension HTTPHeaders: OpaquelyDescribed {
    /// A line for each field. Only fields that cannot contain a secret show their values, because tokens, cookies and
    /// cryptographic signatures are sent in fields of any name: `Retry-After: 5`, but `Authorization: <not shown>`.
    public var description: String {
        fields.map(\.description).joined(separator: "\n")
    }
}

extension HTTPHeaders.Field: OpaquelyDescribed {
    private static let harmless: Set<String.SubSequence> = Set(
        """
        accept accept-encoding accept-language accept-ranges age allow cache-control connection content-encoding \
        content-length content-range content-type date etag expires if-modified-since if-none-match if-range \
        last-modified range retry-after server transfer-encoding user-agent vary
        """.split(separator: " "))

    /// Indicates whether no output may show the value.
    package var isSecret: Bool {
        let name = name.lowercased()
        return !Self.harmless.contains(name[...]) && !name.contains("ratelimit")
    }

    public var description: String {
        let shown = isSecret ? "<not shown>" : value
        return "\(name): \(shown)"
    }
}

extension HTTPHeaders {
    /// Returns the values of all fields with the given name.
    func values(of name: String) -> [String] {
        fields.compactMap { field in
            guard Self.areEqual(field.name, name) else { return nil }
            return field.value
        }
    }

    /// Returns the members of the list that all fields with the given name contain (RFC 9110, section 5.6.1).
    package func listMembers(of name: String) -> [Substring] {
        values(of: name).flatMap { $0.parts(between: ",") }
    }
}

extension HTTPHeaders {
    /// The fields that a cache may store. Fields that belong to the connection (RFC 9111, section 3.1) and fields that
    /// are meant for secrets are left out.
    var storable: HTTPHeaders {
        let unstored: Set<String> = [
            "connection",
            "keep-alive",
            "proxy-connection",
            "te",
            "transfer-encoding",
            "upgrade",
            "trailer",
            "proxy-authenticate",
            "proxy-authentication-info",
            "proxy-authorization",
            "www-authenticate",
            "authentication-info",
            "set-cookie",
            "set-cookie2",
            "age",
        ]
        let excluded = unstored.union(listMembers(of: "Connection").map { $0.lowercased() })
        return HTTPHeaders(
            fields.filter { field in
                guard !excluded.contains(field.name.lowercased()) else { return false }
                return !field.value.utf8.contains { $0 == 10 || $0 == 13 }
            })
    }

    /// Returns these fields updated by those of a 304 response. Fields that describe the spelling of the stored body
    /// keep their values (RFC 9111, section 3.2).
    func updated(by other: HTTPHeaders) -> HTTPHeaders {
        let bodyFields: Set<String> = [
            "content-length",
            "content-encoding",
            "content-type",
            "content-range",
        ]
        let updates = other.fields.filter { !bodyFields.contains($0.name.lowercased()) }
        let names = Set(updates.map { $0.name.lowercased() })
        let kept = fields.filter { !names.contains($0.name.lowercased()) }
        return HTTPHeaders(kept + updates)
    }
}

extension StringProtocol where SubSequence == Substring {
    /// Returns the parts of a header field's value between separators. A separator in quotation marks separates
    /// nothing, and in the field `Link` neither does one in angle brackets.
    func parts(between separator: Unicode.Scalar, links: Bool = false) -> [Substring] {
        var isQuoted = false
        var isEscaped = false
        var isLink = false
        return Substring(self).unicodeScalars.split { character in
            if character == "\"", !isEscaped, !isLink {
                isQuoted.toggle()
            }
            isEscaped = isQuoted && character == "\\" && !isEscaped
            if links, !isQuoted, character == "<" || character == ">" {
                isLink = character == "<"
            }
            return character == separator && !isQuoted && !isLink
        }.map { Substring($0).trimmed }.filter { !$0.isEmpty }
    }
}

extension Substring {
    /// The text without the white space that RFC 9110 allows around a field's parts: spaces and tabs.
    var trimmed: Substring {
        var text = drop { $0 == " " || $0 == "\t" }
        while let last = text.last, last == " " || last == "\t" {
            text.removeLast()
        }
        return text
    }
}
