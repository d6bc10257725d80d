/// The third stage, which finds the node that a `$ref` refers to.
package final class ReferenceResolver {
    /// The files by path.
    private let byPath: [String: SchemaFile]
    /// The files by number.
    private let byNumber: [Int: SchemaFile]
    /// The nodes that references have been resolved to, by file and text of the reference.
    private var known: [Int: [String: JSONNode]] = [:]

    /// The reasons for which a reference has no target.
    private enum Failure: Error {
        /// A mistake in the reference itself.
        case wrong(String)
        /// There is no file at this path. `meant` is the pointer that was probably meant.
        case noFile(String, meant: String?)
        /// A node of a file has no child of this name. `others` are the names that it has.
        case noChild(String, others: [String], file: String, meant: String?)
    }

    /// Creates a resolver.
    ///
    /// - Parameters:
    ///   - files: The schema files.
    ///   - settings: The root of `api.json`, whose rules can refer to the files.
    init(_ files: [SchemaFile], settings: JSONNode? = nil) {
        byPath = Dictionary(files.map { ($0.path, $0) }) { _, last in last }
        var homes = files
        if let settings {
            homes.append(SchemaFile(path: "api.json", root: settings))
        }
        byNumber = Dictionary(homes.map { ($0.root.file, $0) }) { _, last in last }
    }

    /// Returns the file that a node belongs to. For nodes of an overlay, this is the corrected file.
    func file(of node: JSONNode) -> SchemaFile? {
        byNumber[node.file]
    }

    /// Returns the file at a path relative to the folder of `api.json`.
    func file(atPath path: String) -> SchemaFile? { byPath[path] }

    /// The paths of all files.
    var paths: [String] { Array(byPath.keys) }

    /// Returns the node that a reference refers to, or `nil` if there is none. Reports nothing.
    package func look(_ reference: JSONNode) -> JSONNode? {
        do { return try target(of: reference) } catch { return nil }
    }

    /// Returns the node that a reference refers to. Reports an error if there is none.
    func resolve(_ reference: JSONNode, problems: Problems) -> JSONNode? {
        do {
            return try target(of: reference)
        } catch {
            report(error, at: reference, problems: problems)
            return nil
        }
    }

    /// Returns the node at the end of a chain of references, or `nil` if a reference has no target. Reports nothing.
    func followed(_ node: JSONNode) -> JSONNode? {
        var node = node
        for _ in 0...SchemaContext.depthLimit {
            guard let reference = node[.ref] else {
                return node
            }
            guard let target = look(reference) else { return nil }
            node = target
        }
        return nil
    }

    private func target(of reference: JSONNode) throws(Failure) -> JSONNode {
        guard let text = reference.string,
            !text.isEmpty
        else {
            throw .wrong("expected a reference like \"#/definitions/name\", found \(reference.described)")
        }
        if let node = known[reference.file]?[text] {
            return node
        }
        guard let home = byNumber[reference.file] else {
            throw .wrong("a reference is not allowed here")
        }
        let node = try find(Reference(text), text: text, from: home)
        known[reference.file, default: [:]][text] = node
        return node
    }

    private func find(
        _ reference: Reference,
        text: String,
        from home: SchemaFile
    ) throws(Failure) -> JSONNode {
        var file = home
        if !reference.path.isEmpty {
            file = try self.file(at: reference.path, text: text, from: home)
        }
        if reference.pointer.isEmpty {
            return file.root
        }
        guard reference.pointer.hasPrefix("/") else {
            throw .wrong("\"\(text)\" uses an anchor; write a JSON Pointer (\"#/definitions/name\")")
        }
        if let escape = reference.wrongEscape {
            throw .wrong(wrongEscape(escape, in: text))
        }
        var node = file.root
        for token in reference.tokens {
            guard let next = node.child(token) else {
                let meant = definition(named: reference.tokens.last, in: file)
                throw .noChild(
                    token,
                    others: node.childNames,
                    file: file.path,
                    meant: meant)
            }
            node = next
        }
        return node
    }

    /// Returns the file that the path of a reference leads to.
    private func file(
        at path: String,
        text: String,
        from home: SchemaFile
    ) throws(Failure) -> SchemaFile {
        if path.utf8.contains(UInt8(ascii: ":")) || path.hasPrefix("//") {
            throw .wrong("\"\(text)\" is outside the schema's folder; copy that file into it and refer to the copy")
        }
        let slash = UInt8(ascii: "/")
        let folder = path.hasPrefix("/") ? "" : home.folder
        var parts = folder.utf8.split(separator: slash).map(Substring.init)
        for part in path.utf8.split(separator: slash).map(Substring.init) where part != "." {
            if part != ".." {
                parts.append(part)
            } else if parts.popLast() == nil {
                throw .wrong("\"\(text)\" leads out of the schema's folder")
            }
        }
        let full = parts.joined(separator: "/")
        guard let file = byPath[full] else {
            throw .noFile(full, meant: definition(named: text, in: home))
        }
        return file
    }

    private func report(_ failure: Failure, at reference: JSONNode, problems: Problems) {
        let text = reference.string ?? ""
        switch failure {
        case .wrong(let message):
            problems.error(at: reference, message)
        case .noFile(let path, let meant):
            let hint = meant.map { "; did you mean \"\($0)\"?" }
            let suggestion = hint ?? problems.suggestion(for: path, among: paths, within: 2)
            problems.missing(
                .error,
                at: reference.place,
                "\"\(text)\" has no target: there is no schema file \(path)\(suggestion)")
        case .noChild(let token, let others, let file, let meant):
            var suggestion = ""
            // A misspelled "definitions" is an error at its own place. The reference is correct.
            if token == "definitions",
                let slip = others.first(where: { isSlip($0, for: token) })
            {
                suggestion = "; write \"definitions\" instead of \"\(slip)\" in that file"
            } else {
                suggestion = problems.suggestion(for: token, among: others)
                if suggestion.isEmpty, let meant {
                    suggestion = "; did you mean \"\(meant)\"?"
                }
            }
            problems.error(
                at: reference,
                "\"\(text)\" has no target: \(file) has no \"\(token)\" there\(suggestion)")
        }
    }

    /// Returns the pointer to the definition with the given name. It serves as a suggestion for references such as
    /// `User` or, as in OpenAPI, `#/components/schemas/User`.
    func definition(named name: String?, in file: SchemaFile?) -> String? {
        guard let name, let root = file?.root else { return nil }
        let parent = ["definitions", "$defs"].first { root[$0]?[name] != nil }
        return parent.map { "#/\($0)/\(name)" }
    }
}

/// Returns the message for a wrong escape in a reference.
func wrongEscape(_ escape: String, in text: String) -> String {
    "\"\(escape)\" in \"\(text)\" is not an escape: write \"~0\" for \"~\" and \"~1\" for \"/\""
}
