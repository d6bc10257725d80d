import MethodicalGenerator

@testable import APIImport

/// Parses a document from a text.
func document(_ text: String, named path: String = "api.yaml", limits: DocumentLimits = DocumentLimits()) -> Parsed {
    document(Array(text.utf8), named: path, limits: limits)
}

func document(_ bytes: [UInt8], named path: String = "api.yaml", limits: DocumentLimits = DocumentLimits()) -> Parsed {
    var problems: [Diagnostic] = []
    let root = DocumentParser(limits: limits).parse(
        SourceFile(path: path, bytes: bytes), number: 0, problems: &problems)
    return Parsed(root: root, problems: problems.map(\.description))
}

/// The result of parsing a document.
struct Parsed {
    var root: JSONNode?
    /// The diagnostics as they are printed.
    var problems: [String]

    /// The document in JSON without spaces, or the problems if there is one.
    var json: String { problems.isEmpty ? root?.json ?? "nothing" : problems.joined(separator: "\n") }
}

extension JSONNode {
    /// The value in JSON, without spaces and without escapes in strings.
    var json: String {
        switch kind {
        case .object: "{" + children.map { "\"\($0.key)\":\($0.json)" }.joined(separator: ",") + "}"
        case .array: "[" + children.map(\.json).joined(separator: ",") + "]"
        case .string: "\"\(string ?? "")\""
        case .number, .bool, .null: described
        }
    }

    /// Indicates whether two values are equal, whatever the order of members.
    func isEqual(to other: JSONNode) -> Bool {
        guard kind == other.kind, children.count == other.children.count else { return false }
        switch kind {
        case .object: return children.allSatisfy { member in other[member.key].map(member.isEqual) ?? false }
        case .array: return zip(children, other.children).allSatisfy { $0.isEqual(to: $1) }
        case .number: return numberText.flatMap { Double($0) } == other.numberText.flatMap { Double($0) }
        case .string, .bool, .null: return json == other.json
        }
    }
}
