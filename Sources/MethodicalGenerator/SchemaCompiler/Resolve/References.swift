/// The third stage, which finds the node that a `$ref` refers to.
package final class ReferenceResolver {
    private let problems: Problems
    /// The files by path.
    private let byPath: [String: SchemaFile]
    /// The files by the number that the tree gave each of them.
    private var byNumber: [Int: SchemaFile] = [:]
    /// The nodes that references have been resolved to, by file and text of the reference.
    private var known: [Int: JSONNode] = [:]
    /// The roots of the files that references lead to, by the file of the reference and the part before `#`.
    private var filesByReference: [Int: JSONNode] = [:]
    /// The files that the nodes of overlays now belong to, by node. A relative `$ref` from an overlay is resolved from
    /// the file that the overlay corrects.
    private var homes: [Int: Int] = [:]
    /// Indicates whether errors are suppressed.
    private var isQuiet = false
    /// The definitions that the `$recursiveRef` keywords refer to, by reference.
    private var recursive: [Int: JSONNode] = [:]

    init(_ files: [SchemaFile], problems: Problems) {
        self.problems = problems
        var byPath: [String: SchemaFile] = [:]
        for file in files {
            byPath[file.path] = file
            byNumber[file.root.file] = file
        }
        self.byPath = byPath
    }

    /// Turns each `"$recursiveRef": "#"` into a reference to the definition that contains it. That definition was the
    /// root of a schema before it was copied into the file.
    func readRecursiveReferences(in tree: JSONTree) {
        let symbol = tree.symbol("$recursiveRef")
        guard tree.hasMembers(symbol) else { return }
        for file in byNumber.values {
            for word in [Word.definitions, .defs] {
                file.root[word]?.children.forEach { readRecursiveReferences(in: $0, symbol, to: $0) }
            }
        }
    }

    private func readRecursiveReferences(in node: JSONNode, _ symbol: Int, to definition: JSONNode) {
        if node.isObject, let reference = node[symbol], node[.ref] == nil, reference.string == "#" {
            node.tree.setKey(of: reference, in: node, to: Word.ref.rawValue)
            recursive[reference.number] = definition
        }
        for child in node.children { readRecursiveReferences(in: child, symbol, to: definition) }
    }

    /// Returns the file that a node belongs to. For nodes of an overlay, this is the corrected file.
    func file(of node: JSONNode) -> SchemaFile? { byNumber[homes[node.number] ?? node.file] }

    /// Records the file that an overlay's node and its descendants now belong to.
    func adopt(_ node: JSONNode, into file: Int) {
        homes[node.number] = file
        for child in node.children { adopt(child, into: file) }
    }

    /// Returns the node that a reference refers to, or `nil` if there is none. Reports nothing.
    package func look(_ reference: JSONNode) -> JSONNode? {
        isQuiet = true
        defer { isQuiet = false }
        var problems = problems
        return resolve(reference, &problems)
    }

    /// Returns the schema at the end of a chain of references, or `nil` if a reference has no target. Reports nothing.
    func followed(_ node: JSONNode) -> JSONNode? {
        var node = node
        var steps = 0
        while let reference = node[.ref] {
            guard steps < 256, let target = look(reference) else { return nil }
            (node, steps) = (target, steps + 1)
        }
        return node
    }

    /// Returns the node that a reference refers to. Reports an error if there is none.
    func resolve(_ reference: JSONNode, _ problems: inout Problems) -> JSONNode? {
        if !recursive.isEmpty, let definition = recursive[reference.number] { return definition }
        guard let symbol = reference.stringSymbol, reference.plainBytes?.count != 0 else {
            report(reference, "expected a reference like \"#/definitions/name\", found \(reference.described)")
            return nil
        }
        let home = homes.isEmpty ? reference.file : homes[reference.number] ?? reference.file
        let key = home &<< 32 | symbol
        if let found = known[key] { return found }
        let found = glance(reference, from: home) ?? find(reference, reference.tree.text(ofSymbol: symbol), from: home)
        if found != nil { known[key] = found }
        return found
    }

    /// Resolves a reference in the usual form, `../users/objects.json#/definitions/name`, without creating a string.
    /// Returns `nil` if the reference needs the general search in `find`.
    private func glance(_ reference: JSONNode, from home: Int) -> JSONNode? {
        guard let bytes = reference.plainBytes, let base = bytes.baseAddress else { return nil }
        let tree = reference.tree
        var at = 0
        while at < bytes.count, base[at] != UInt8(ascii: "#") { at += 1 }
        guard at + 1 < bytes.count, base[at + 1] == UInt8(ascii: "/") else { return nil }
        let pathKey = home &<< 32 | tree.symbol(base, count: at)
        guard var node = filesByReference[pathKey] else { return nil }
        at += 2
        while at <= bytes.count {
            let start = at
            while at < bytes.count, base[at] != UInt8(ascii: "/") {
                if base[at] == UInt8(ascii: "%") || base[at] == UInt8(ascii: "~") { return nil }
                at += 1
            }
            guard let next = node[tree.symbol(base + start, count: at - start)] else { return nil }
            node = next
            at += 1
        }
        return node
    }

    /// Resolves any reference. Reports an error if it has no target.
    private func find(_ reference: JSONNode, _ text: String, from home: Int) -> JSONNode? {
        let bytes = Array(text.utf8)
        let hash = bytes.firstIndex(of: UInt8(ascii: "#")) ?? bytes.count
        let path = bytes[..<hash]
        guard let from = byNumber[home] else {
            report(reference, "a reference cannot stand here")
            return nil
        }
        var target = from
        if !path.isEmpty {
            guard let found = file(Array(path), text, from, reference) else { return nil }
            target = found
        }
        filesByReference[home &<< 32 | reference.tree.symbol(String(decoding: path, as: UTF8.self))] = target.root
        let pointer = Array(bytes[min(hash + 1, bytes.count)...])
        if pointer.isEmpty { return target.root }
        guard pointer[0] == UInt8(ascii: "/") else {
            report(reference, "\"\(text)\" uses an anchor; write a JSON Pointer (\"#/definitions/name\")")
            return nil
        }
        if let escape = wrongEscape(pointer) {
            report(reference, "\"\(escape)\" in \"\(text)\" is no escape: write \"~0\" for \"~\" and \"~1\" for \"/\"")
            return nil
        }
        switch walk(pointer, from: target.root) {
        case .found(let node): return node
        case .missing(let token, let parent):
            var suggestion = isQuiet ? "" : problems.suggestion(for: token, among: parent.isObject ? parent.keys : [])
            if !isQuiet, suggestion.isEmpty, let pointer = definition(pointerTokens(pointer).last, in: target) {
                suggestion = "; did you mean \"\(pointer)\"?"
            }
            report(reference, "\"\(text)\" leads nowhere: \(target.path) has no \"\(token)\" there\(suggestion)")
            return nil
        }
    }

    /// Returns the file that the part of a reference before `#` leads to. Reports an error if there is none.
    private func file(_ path: [UInt8], _ text: String, _ from: SchemaFile, _ reference: JSONNode) -> SchemaFile? {
        if path.contains(UInt8(ascii: ":")) || path.starts(with: "//".utf8) {
            report(
                reference,
                "\"\(text)\" is somewhere else; copy that file into the schema's folder and refer to it there")
            return nil
        }
        var parts = path.first == UInt8(ascii: "/") ? [] : from.folder.split(separator: "/").map(String.init)
        for part in percentDecoded(path).split(separator: UInt8(ascii: "/")) {
            if part.elementsEqual("..".utf8) {
                guard parts.popLast() != nil else {
                    report(reference, "\"\(text)\" leads out of the schema's folder")
                    return nil
                }
            } else if !part.elementsEqual(".".utf8) {
                parts.append(String(decoding: part, as: UTF8.self))
            }
        }
        let full = parts.joined(separator: "/")
        if let file = byPath[full] { return file }
        var suggestion: String {
            definition(text, in: from).map { "; did you mean \"\($0)\"?" }
                ?? problems.suggestion(for: full, among: paths, within: 2)
        }
        if !isQuiet {
            problems.missing(
                .error, reference.place, "\"\(text)\" leads nowhere: there is no schema file \(full)\(suggestion)")
        }
        return nil
    }

    /// Returns the pointer to the definition with the given name. It serves as a suggestion for references such as
    /// `User` or, as in OpenAPI, `#/components/schemas/User`.
    func definition(_ name: String?, in file: SchemaFile?) -> String? {
        guard let name, let parent = ["definitions", "$defs"].first(where: { file?.root[$0]?[name] != nil }) else {
            return nil
        }
        return "#/\(parent)/\(name)"
    }

    private func report(_ reference: JSONNode, _ message: @autoclosure () -> String) {
        if !isQuiet { problems.error(reference, message()) }
    }

    /// Returns the file at a path relative to the folder of `api.json`.
    func file(atPath path: String) -> SchemaFile? { byPath[path] }
    var paths: [String] { Array(byPath.keys) }
}

/// The result of following a pointer.
enum Walk {
    case found(JSONNode)
    /// No node. The values are the first part of the pointer that does not exist and the node that lacks it.
    case missing(String, JSONNode)
}

/// Follows a JSON Pointer (RFC 6901) in the percent-encoded form of URL fragments.
func walk(_ pointer: [UInt8], from root: JSONNode) -> Walk {
    var node = root
    for token in pointerTokens(pointer) {
        guard let next = step(node, token) else { return .missing(token, node) }
        node = next
    }
    return .found(node)
}

/// Returns the member or element that one part of a pointer names.
func step(_ node: JSONNode, _ token: String) -> JSONNode? {
    if node.isObject { return node[token] }
    guard node.isArray, let index = Int(token), index >= 0 else { return nil }
    return Array(node.children).dropFirst(index).first
}

/// Returns a tilde that begins no valid escape, with the character after it, or `nil` if all escapes are valid.
func wrongEscape(_ pointer: [UInt8]) -> String? {
    let decoded = percentDecoded(pointer)
    for (index, byte) in decoded.enumerated() where byte == UInt8(ascii: "~") {
        let next = index + 1 < decoded.count ? decoded[index + 1] : 0
        if next == UInt8(ascii: "0") || next == UInt8(ascii: "1") { continue }
        return next > 32 && next < 127 ? "~" + String(UnicodeScalar(next)) : "~"
    }
    return nil
}

/// Returns the keys in a pointer that begins with a slash.
func pointerTokens(_ pointer: [UInt8]) -> [String] {
    let decoded = percentDecoded(pointer[...])
    return decoded.dropFirst().split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).map { part in
        var token: [UInt8] = []
        var isTilde = false
        for byte in part {
            if isTilde {
                token.append(byte == UInt8(ascii: "1") ? UInt8(ascii: "/") : UInt8(ascii: "~"))
                isTilde = false
            } else if byte == UInt8(ascii: "~") {
                isTilde = true
            } else {
                token.append(byte)
            }
        }
        return String(decoding: token, as: UTF8.self)
    }
}

/// Returns the bytes with percent-encoded bytes decoded. Invalid sequences stay as they are.
func percentDecoded(_ bytes: some Sequence<UInt8>) -> [UInt8] {
    let bytes = Array(bytes)
    guard bytes.contains(UInt8(ascii: "%")) else { return bytes }
    var result: [UInt8] = []
    var at = 0
    while at < bytes.count {
        if bytes[at] == UInt8(ascii: "%"), at + 2 < bytes.count, let high = hexDigit(bytes[at + 1]),
            let low = hexDigit(bytes[at + 2])
        {
            result.append(high &<< 4 | low)
            at += 3
        } else {
            result.append(bytes[at])
            at += 1
        }
    }
    return result
}

private func hexDigit(_ byte: UInt8) -> UInt8? { Character(UnicodeScalar(byte)).hexDigitValue.map(UInt8.init) }
