extension HTTPHeaders {
    /// Returns the values of all fields with the given name.
    func values(of name: String) -> [String] {
        fields.compactMap { field in
            guard Self.areEqual(field.name, name) else { return nil }
            return field.value
        }
    }

    /// Returns the members of the list that all fields with the given name contain (RFC 9110, section 5.6.1).
    package func listMembers(of name: String) -> [Substring] { values(of: name).flatMap { $0.parts(between: ",") } }
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
