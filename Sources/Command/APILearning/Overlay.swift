import APISurface
import MethodicalGenerator

/// An overlay file: its earlier content, followed by corrections.
struct Overlay {
    private var members: [JSONValue.Member] = []
    private var entries: [JSONValue] = []

    /// Reads an overlay, or creates an empty one.
    ///
    /// - Parameter old: The existing file, which must be an overlay, or `nil`.
    init(_ old: SourceFile?) {
        guard let old else { return }
        var problems: [Diagnostic] = []
        guard let root = parse(old, problems: &problems) else {
            return
        }
        members = root.children.filter { $0.key != "overlay" }.map {
            .init(key: $0.key, value: JSONValue($0))
        }
        entries = root["overlay"]?.children.map { JSONValue($0) } ?? []
    }

    mutating func append(_ corrections: [Correction]) {
        entries += corrections.map(\.json)
    }

    /// The file's text. Each entry begins on a line of its own, and so does each of its keys.
    var text: String {
        let lines = entries.map { entry in
            guard case .object(let members) = entry else {
                return "    " + entry.text(indent: "    ")
            }
            let texts = members.map { JSONValue.member($0, indent: "      ") }
            return "    { " + texts.joined(separator: ",\n      ") + " }"
        }
        var texts = members.map {
            "  " + JSONValue.member($0, indent: "  ")
        }
        texts.append("  " + JSONValue.quoted("overlay") + ": [\n" + lines.joined(separator: ",\n") + "\n  ]")
        return "{\n" + texts.joined(separator: ",\n") + "\n}\n"
    }
}
