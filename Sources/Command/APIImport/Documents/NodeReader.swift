import APISurface
import MethodicalGenerator

/// A reader of the members of a document's objects. It notes members of the wrong kind, and takes them as absent.
final class NodeReader {
    /// The report of the import, with the notes so far.
    private(set) var report: ImportReport
    private var seen: Set<ImportNote> = []

    init(report: ImportReport) {
        self.report = report
    }

    /// Adds a note, unless the report has it already. A schema can be read several times.
    func note(
        _ kind: ImportNote.Kind,
        at place: Place,
        operation: Operation?,
        _ text: String
    ) {
        guard seen.insert(ImportNote(kind: kind, place: place, operation: operation, text: text)).inserted else {
            return
        }
        report.add(kind, at: place, operation: operation, text)
    }

    /// Adds a note about a type or about the whole document.
    func note(_ kind: ImportNote.Kind, at place: Place, _ text: String) {
        note(kind, at: place, operation: nil, text)
    }

    /// Records the number of operations that were chosen and kept.
    func count(operations: Int, kept: Int) {
        report.operations = operations
        report.kept = kept
    }

    /// Records the ways to sign in, and the address that stands for one that the document does not name.
    func describe(signInWays: [SignInWay], missingAddress: String?) {
        report.signInWays = signInWays
        report.missingAddress = missingAddress
    }

    func string(in node: JSONNode, key: String) -> String? {
        member(in: node, key: key, expected: "a string") { $0.string != nil }?.string
    }

    /// Returns a string that is not empty.
    func text(in node: JSONNode, key: String) -> String? {
        guard let text = string(in: node, key: key),
            !text.allSatisfy(\.isWhitespace)
        else { return nil }
        return text
    }

    func flag(in node: JSONNode, key: String) -> Bool? {
        member(in: node, key: key, expected: "true or false") { $0.bool != nil }?.bool
    }

    func object(in node: JSONNode, key: String) -> JSONNode? {
        member(in: node, key: key, expected: "an object") { $0.isObject }
    }

    func list(in node: JSONNode, key: String) -> JSONNode? {
        member(in: node, key: key, expected: "a list") { $0.isArray }
    }

    /// Returns the strings in a list.
    func strings(in node: JSONNode, key: String) -> [String] {
        (list(in: node, key: key)?.children ?? []).compactMap { element in
            if element.string == nil {
                wrong(element, expected: "a string")
            }
            return element.string
        }
    }

    /// Returns the objects among the members of an object or the elements of a list.
    func objects(in parent: JSONNode?) -> [JSONNode] {
        (parent?.children ?? []).filter { child in
            if !child.isObject {
                wrong(child, expected: "an object")
            }
            return child.isObject
        }
    }

    /// Notes that a value should have been something else.
    func wrong(_ node: JSONNode, expected: String) {
        note(
            .wrong,
            at: node.place,
            "expected \(expected), found \(node.described.shown); it is left out")
    }

    private func member(
        in node: JSONNode,
        key: String,
        expected: String,
        _ isRight: (JSONNode) -> Bool
    ) -> JSONNode? {
        guard let member = node[key],
            member.kind != .null
        else { return nil }
        if isRight(member) {
            return member
        }
        wrong(member, expected: expected)
        return nil
    }
}
