enum LinkHeader {
    /// Returns the target of the first link with the relation `next` (RFC 8288, section 3). Links with an `anchor` are
    /// skipped, because they belong to another page.
    static func next(_ field: String) -> String? {
        var rest = field[...]
        while let open = rest.firstIndex(of: "<"), let close = rest[open...].firstIndex(of: ">") {
            let target = rest[open..<close].dropFirst()
            rest = rest[close...].dropFirst()
            var relations: String?
            var isOfThis = true
            while let (name, value) = parameter(&rest) {
                if name == "rel", relations == nil { relations = value.lowercased() }
                if name == "anchor" { isOfThis = false }
            }
            if isOfThis, relations?.split(whereSeparator: \.isWhitespace).contains("next") == true {
                return String(target)
            }
        }
        return nil
    }

    private static func parameter(_ rest: inout Substring) -> (name: String, value: String)? {
        rest = rest.drop { $0.isWhitespace }
        guard rest.first == ";" else { return nil }
        rest = rest.dropFirst().drop { $0.isWhitespace }
        let name = rest.prefix { !"=;,".contains($0) && !$0.isWhitespace }.lowercased()
        rest = rest.dropFirst(name.count).drop { $0.isWhitespace }
        guard rest.first == "=" else { return (name, "") }
        rest = rest.dropFirst().drop { $0.isWhitespace }
        guard rest.first == "\"" else {
            let value = rest.prefix { !";,".contains($0) && !$0.isWhitespace }
            rest = rest[value.endIndex...]
            return (name, String(value))
        }
        rest.removeFirst()
        var value = ""
        while let character = rest.popFirst(), character != "\"" {
            if character == "\\", let escaped = rest.popFirst() {
                value.append(escaped)
            } else {
                value.append(character)
            }
        }
        return (name, value)
    }
}

extension HTTPHeaders {
    /// The values of all `Link` fields, joined to one value with the same meaning.
    var link: String? {
        let links = fields.filter { $0.name.lowercased() == "link" }
        return links.isEmpty ? nil : links.map(\.value).joined(separator: ", ")
    }
}
