import MethodicalGenerator

/// A document and the documents that its references lead to.
package final class DocumentSet {
    /// The root of the first document.
    package internal(set) var root: JSONNode
    /// The errors in the documents and in references between them.
    package var problems: [Diagnostic] = []
    /// The messages of the problems that `report` has added, by their nodes.
    private(set) var messages: [JSONNode: String] = [:]
    /// The documents so far, by number.
    var documents: [Document] = []
    let parser: DocumentParser
    private let read: (_ location: String) throws -> SourceFile
    /// The numbers of the documents, or `nil` for those that cannot be read.
    private var numbers: [DocumentLocation: Int?] = [:]
    /// The targets of the references so far, or `nil` for those without a target.
    private var targets: [Reference: Target?] = [:]
    /// The starts of the chains of references that lead back to themselves.
    private var circular: Set<JSONNode> = []
    /// The number of name comparisons that are left. Documents with many wrong references get suggestions for the
    /// first ones only.
    var comparisonsLeft = 1_000_000

    /// A document with the path or URL that it was read from.
    struct Document {
        var location: DocumentLocation
        var root: JSONNode
        var names: SchemaNames
        /// Indicates whether the document is a file outside the folder of the first one. No message shows a part of it.
        var isForeign = false
    }

    /// The text of a reference, with what it is relative to.
    private struct Reference: Hashable {
        var text: String
        var document: Int
        var base: JSONNode?
    }

    /// Creates a set from its first document. Returns `nil` if it cannot be parsed; `problems` then has the errors.
    ///
    /// - Parameters:
    ///   - location: The path or URL of the document.
    ///   - read: A function that reads another document from its path or URL.
    package init?(
        _ file: SourceFile,
        at location: String,
        problems: inout [Diagnostic],
        limits: DocumentLimits = DocumentLimits(),
        read: @escaping (_ location: String) throws -> SourceFile
    ) {
        parser = DocumentParser(limits: limits)
        var found: [Diagnostic] = []
        guard let root = parser.parse(file, number: 0, problems: &found) else {
            problems += found
            return nil
        }
        self.problems = found
        self.root = root
        self.read = read
        let location = DocumentLocation(location)
        documents = [
            Document(
                location: location,
                root: root,
                names: SchemaNames(root, document: 0, at: location))
        ]
        numbers[location] = 0
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
        target(of: reference, depth: 0)
    }

    /// Returns the target of a reference. `depth` counts the references that pointers have followed on their way.
    func target(of reference: JSONNode, depth: Int) -> Target? {
        guard let text = reference.string else {
            report(
                at: reference,
                "expected a reference such as \"#/components/schemas/Name\", found \(reference.described)")
            return nil
        }
        let document = documents[reference.file]
        let base = document.names.bases[reference]
        let key = Reference(
            text: text,
            document: reference.file,
            base: base?.schema.node)
        if let known = targets[key] {
            return known
        }
        // A pointer through a reference that leads back to this one has no target.
        targets[key] = .some(nil)
        let target = findTarget(of: reference, text: text, base: base, depth: depth)
        targets[key] = .some(target)
        return target
    }

    /// Returns the path or URL of a document by its number.
    func location(of document: Int) -> String {
        documents[document].location.text
    }

    /// The scheme and host of the first document, or `nil` if it is a file.
    package var origin: String? {
        documents[0].location.origin.map(String.init)
    }

    /// Returns the node itself if it has no `$ref`, or else the node at the end of the chain of references. Returns
    /// `nil` if a reference has no target or leads back to itself.
    package func resolved(_ node: JSONNode) -> JSONNode? {
        let start = node["$ref"]
        var node = node
        var seen: Set<JSONNode> = []
        while let reference = node["$ref"],
            reference.string != nil
        {
            guard seen.insert(node).inserted else {
                if let start, circular.isDisjoint(with: seen) {
                    report(at: start, "this reference leads back to itself")
                }
                circular.formUnion(seen)
                return nil
            }
            guard let target = target(of: reference) else { return nil }
            node = target.node
        }
        return node
    }

    /// Forgets all targets, after the first document has changed.
    func documentDidChange() {
        targets = [:]
        documents[0].names = SchemaNames(root, document: 0, at: documents[0].location)
        documents[0].root = root
    }

    func report(at node: JSONNode, _ message: String) {
        problems.append(Diagnostic(.error, at: node.place, message))
        messages[node] = message
    }
}

// MARK: Documents

extension DocumentSet {
    /// Returns the number of the document at a location, which is read the first time. Returns `nil` and reports an
    /// error if it cannot be read.
    func number(of location: DocumentLocation, for reference: JSONNode) -> Int? {
        if let known = numbers[location] {
            return known
        }
        let number = load(location, for: reference)
        numbers[location] = .some(number)
        return number
    }

    private func load(_ location: DocumentLocation, for reference: JSONNode) -> Int? {
        guard documents.count < parser.limits.documents else {
            report(at: reference, "references lead to more than \(parser.limits.documents) documents")
            return nil
        }
        let file: SourceFile
        do { file = try read(location.text) } catch {
            report(at: reference, "\"\(location.text)\" cannot be read: \(error)")
            return nil
        }
        let isForeign =
            !location.isURL
            && !location.isInFolder(of: documents[0].location)
        let number = documents.count
        var found: [Diagnostic] = []
        let root = parser.parse(file, number: number, problems: &found)
        if isForeign {
            for index in found.indices {
                found[index].message = "this file is neither valid JSON nor valid YAML"
            }
        }
        problems += found
        guard let root else { return nil }
        let names = SchemaNames(root, document: number, at: location)
        documents.append(Document(location: location, root: root, names: names, isForeign: isForeign))
        return number
    }

    /// Returns the schema with an `$id`, or `nil` if no document so far has one.
    func schema(identified location: DocumentLocation) -> Target? {
        for document in documents {
            if let target = document.names.identified[location.text] {
                return target
            }
        }
        return nil
    }
}
