/// The template of a method's address, relative to a server: `v1/{+name}:cancel`.
struct DiscoveryPath {
    /// The template without a slash before it.
    let text: String
    /// The names of the parameters in braces.
    private(set) var names: [String] = []
    /// The reason why no request can be sent to the path, or `nil` if it is fine.
    private(set) var fault: String?

    init(_ template: String) {
        text = String(template.drop { $0 == "/" })
        let isPlain = text.utf8.allSatisfy {
            $0.isVisibleASCII
                && !"\"<>\\^`|?#".utf8.contains($0)
        }
        if !isPlain
            || text.split(separator: "/").contains("..")
            || text.hasPrefix("//")
            || hasScheme
        {
            fault = "the path \"\(template.shown)\" is no relative path"
            return
        }
        var rest = Substring(text)
        while let brace = rest.firstIndex(where: { $0 == "{" || $0 == "}" }) {
            guard rest[brace] == "{",
                let end = rest[brace...].firstIndex(of: "}")
            else {
                fault = "the path \"\(template.shown)\" has an unmatched brace"
                return
            }
            let expression = rest[rest.index(after: brace)..<end]
            var name = String(expression)
            if name.first == "+" {
                name.removeFirst()
            }
            guard Self.isName(name) else {
                fault = "the path \"\(template.shown)\" has {\(expression)}, but only {name} and {+name} are supported"
                return
            }
            if !names.contains(name) {
                names.append(name)
            }
            rest = rest[rest.index(after: end)...]
        }
    }

    /// Indicates whether the path begins with the scheme of a URL.
    private var hasScheme: Bool {
        text.drop { !":/{".contains($0) }.hasPrefix("://")
    }

    /// Indicates whether a name consists of letters, digits, underscores, hyphens and single dots.
    private static func isName(_ name: String) -> Bool {
        name.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { part in
            !part.isEmpty && part.allSatisfy(isPartOfName)
        }
    }

    private static func isPartOfName(_ character: Character) -> Bool {
        character.isASCIIAlphanumeric || "_-".contains(character)
    }
}
