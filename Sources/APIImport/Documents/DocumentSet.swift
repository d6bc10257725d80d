import MethodicalGenerator

/// A document and the documents that its references lead to.
package final class DocumentSet {
    /// The root of the first document.
    package let root: JSONNode
    /// The errors in the documents and in references between them.
    package var problems: [Diagnostic] = []
    private var documents: [Document] = []
    private let read: (_ location: String) throws -> SourceFile

    /// A document with the path or URL that it was read from.
    private struct Document {
        var location: String
        var root: JSONNode
    }

    /// Creates a set from its first document. Returns `nil` if it cannot be parsed; `problems` then has the errors.
    ///
    /// - Parameters:
    ///   - location: The path or URL of the document.
    ///   - read: A function that reads another document from its path or URL.
    package init?(
        _ file: SourceFile, at location: String, problems: inout [Diagnostic],
        read: @escaping (_ location: String) throws -> SourceFile
    ) {
        guard let root = parse(file, number: 0, &problems) else { return nil }
        self.root = root
        self.read = read
        documents = [Document(location: location, root: root)]
    }

    /// A node that a reference leads to, with the pointer from the root of its document.
    package struct Target {
        package var node: JSONNode
        /// The number of the document, which is 0 for the first.
        package var document: Int
        package var tokens: [String]
    }

    /// Returns the target of a reference, or `nil` if there is none. Reports an error the first time.
    ///
    /// - Parameter reference: The string under `$ref`.
    package func target(of reference: JSONNode) -> Target? {
        guard let text = reference.string, text.hasPrefix("#") else { return nil }
        let tokens = text.dropFirst().split(separator: "/", omittingEmptySubsequences: false).dropFirst().map {
            String($0).replacing("~1", with: "/").replacing("~0", with: "~")
        }
        var node = documents[reference.file].root
        for token in tokens {
            let child =
                node.isArray ? Int(token).flatMap { $0 < node.children.count ? node.children[$0] : nil } : node[token]
            guard let child else { return nil }
            node = child
        }
        return Target(node: node, document: reference.file, tokens: tokens)
    }

    /// The scheme and host of the first document, or `nil` if it is a file.
    package var origin: String? {
        let location = documents[0].location
        guard location.hasPrefix("https://") || location.hasPrefix("http://") else { return nil }
        let parts = location.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: true)
        return parts.count > 1 ? "\(parts[0])//\(parts[1])" : nil
    }

    /// Returns the node itself if it has no `$ref`, or else the node at the end of the chain of references. Returns
    /// `nil` if a reference has no target or leads back to itself.
    package func resolved(_ node: JSONNode) -> JSONNode? {
        var node = node
        var seen: Set<JSONNode> = []
        while let reference = node["$ref"], reference.string != nil {
            guard seen.insert(node).inserted, let target = target(of: reference) else { return nil }
            node = target.node
        }
        return node
    }
}
