import MethodicalGenerator

/// The Swift name of an API, from the title of its document.
package enum APIName {
    /// Words that say what a document is and not what the API is called.
    private static let fillers: Set<String> = [
        "api", "apis", "rest", "restful", "http", "openapi", "swagger", "spec", "specification", "documentation",
        "docs",
        "reference", "the", "public", "description", "definition", "schema",
    ]

    /// Returns the name, or `nil` if the title has no letters of which Swift names of this generator consist.
    package static func name(of root: JSONNode) -> String? {
        let title =
            root["info"]?["title"]?.string ?? root["canonicalName"]?.string ?? root["title"]?.string
            ?? (root["methods"] != nil && root["types"] != nil ? "Telegram" : nil)
        return title.flatMap(name(ofTitle:))
    }

    static func name(ofTitle title: String) -> String? {
        let words = title.prefix(200).replacing("'s", with: "").split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }
            .map(String.init)
        let telling = words.filter { !fillers.contains($0.lowercased()) && !isVersion($0) }
        let kept = telling.isEmpty ? words : telling
        let name = kept.prefix(5).map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
        guard let first = name.first else { return nil }
        return first.isNumber ? "API" + name : name
    }

    /// Indicates whether a word is a version, such as `v2` or `3`.
    private static func isVersion(_ word: String) -> Bool {
        let digits = word.lowercased().hasPrefix("v") ? word.dropFirst() : word[...]
        return !digits.isEmpty && digits.allSatisfy(\.isNumber)
    }
}
