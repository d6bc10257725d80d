extension HTTPHeaders {
    /// The fields that a cache may store. Fields that belong to the connection (RFC 9111, section 3.1) and fields that
    /// are meant for secrets are left out.
    var storable: HTTPHeaders {
        let unstored: Set<String> = [
            "connection", "keep-alive", "proxy-connection", "te", "transfer-encoding", "upgrade", "trailer",
            "proxy-authenticate", "proxy-authentication-info", "proxy-authorization", "www-authenticate",
            "authentication-info", "set-cookie", "set-cookie2", "age",
        ]
        let excluded = unstored.union(listMembers("Connection").map { $0.lowercased() })
        return HTTPHeaders(
            fields.filter {
                !excluded.contains($0.name.lowercased()) && !$0.value.utf8.contains { $0 == 10 || $0 == 13 }
            })
    }

    /// Returns these fields updated by those of a 304 response. Fields that describe the spelling of the stored body
    /// keep their values (RFC 9111, section 3.2).
    func updated(by other: HTTPHeaders) -> HTTPHeaders {
        let bodyFields: Set<String> = ["content-length", "content-encoding", "content-type", "content-range"]
        let updates = other.fields.filter { !bodyFields.contains($0.name.lowercased()) }
        let names = Set(updates.map { $0.name.lowercased() })
        return HTTPHeaders(fields.filter { !names.contains($0.name.lowercased()) } + updates)
    }

    /// Returns the values of all fields with the given name.
    func values(_ name: String) -> [String] { fields.compactMap { Self.areEqual($0.name, name) ? $0.value : nil } }

    /// Returns the members of the list that all fields with the given name contain (RFC 9110, section 5.6.1). A comma
    /// inside quotation marks is no separator.
    func listMembers(_ name: String) -> [Substring] {
        values(name).flatMap { value in
            var (isQuoted, isEscaped) = (false, false)
            return value.unicodeScalars.split { character in
                if character == "\"", !isEscaped { isQuoted.toggle() }
                isEscaped = isQuoted && character == "\\" && !isEscaped
                return character == "," && !isQuoted
            }.map { Substring($0).trimmed }.filter { !$0.isEmpty }
        }
    }
}

extension Substring {
    /// The text without the white space that RFC 9110 allows around a field's parts: spaces and tabs.
    var trimmed: Substring {
        var text = drop { $0 == " " || $0 == "\t" }
        while let last = text.last, last == " " || last == "\t" { text.removeLast() }
        return text
    }
}
