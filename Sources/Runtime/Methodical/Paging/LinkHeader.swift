/// The header field `Link` (RFC 8288).
enum LinkHeader {
    /// Returns the target of the first link with the relation `next`. Links with an `anchor` are skipped, because they
    /// belong to another page.
    static func next(in field: String) -> String? {
        for link in field.parts(between: ",", links: true) {
            let parts = link.parts(between: ";", links: true)
            guard let target = parts.first, target.hasPrefix("<"), target.hasSuffix(">") else { continue }
            let parameters = parts.dropFirst().map { parameter in
                let name = parameter.prefix { $0 != "=" }
                return (name: name.trimmed.lowercased(), value: parameter.dropFirst(name.count + 1).trimmed)
            }
            guard !parameters.contains(where: { $0.name == "anchor" }),
                let relations = parameters.first(where: { $0.name == "rel" })?.value.lowercased()
            else { continue }
            let names = relations.split { "\" \t".contains($0) }
            if names.contains("next") {
                return String(target.dropFirst().dropLast())
            }
        }
        return nil
    }
}
