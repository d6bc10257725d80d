import MethodicalGenerator

/// An operation of a document with the path that contains it.
struct OperationNode {
    /// The verb of HTTP, in lowercase.
    var verb: String
    /// The path as the document writes it.
    var path: String
    var node: JSONNode
    /// The path's own object, whose parameters and servers hold for all its operations.
    var item: JSONNode

    /// The operation for reports.
    var operation: Operation {
        Operation(title: "\(verb.uppercased()) \(path)", place: node.keyPlace)
    }

    /// The server that the operation or its path names.
    var server: JSONNode? {
        (node.elements("servers") + item.elements("servers")).first {
            $0["url"] != nil
        }
    }

    /// The identity by which a repeated import finds the operation's name.
    ///
    /// Some documents have several operations that differ only in the query or in a fragment after the path.
    var key: String {
        verb.uppercased() + " " + Self.plain(path) + path.drop { $0 != "?" && $0 != "#" }
    }

    /// Returns a path without the slash at its front, and with only the names in braces, whatever their operators.
    static func plain(_ path: String) -> String {
        var result = ""
        var rest = path.drop { $0 == "/" }
        while let open = rest.firstIndex(of: "{"),
            let close = rest[open...].firstIndex(of: "}")
        {
            result += rest[..<open]
            let inner = rest[rest.index(after: open)..<close]
            if inner.first != "?",
                inner.first != "&"
            {
                result += "{" + plainName(of: inner) + "}"
            }
            rest = rest[rest.index(after: close)...]
        }
        return result + rest.prefix { $0 != "?" && $0 != "#" }
    }

    /// Returns the name of a variable in a path without the operators of URI templates, such as `*` and `+`, and
    /// without a pattern behind a colon.
    static func plainName(of text: some StringProtocol) -> String {
        String(text.drop { "+.;/#".contains($0) }.prefix { !"*+:".contains($0) })
    }

    /// Returns the names in the braces of a path.
    static func names(in path: String) -> [String] {
        path
            .split(separator: "{", omittingEmptySubsequences: false)
            .dropFirst()
            .map {
                String($0.prefix { $0 != "}" })
            }
    }

    /// The verbs that an object of a path can have.
    static let verbs = ["get", "put", "post", "delete", "options", "head", "patch", "trace", "query"]

    /// Returns the operations of a document in its order.
    static func all(in context: OpenAPIContext) -> [OperationNode] {
        var found: [OperationNode] = []
        if let paths = context.root["paths"],
            !paths.isObject
        {
            context.note(
                .wrong,
                at: paths,
                "expected an object of paths, found \(paths.described)")
        }
        for member in context.root.members("paths") where !member.key.hasPrefix("x-") {
            guard let item = context.resolved(member) else { continue }
            guard item.isObject else {
                if member.kind != .null {
                    context.note(
                        .wrong,
                        at: member,
                        "expected operations by verb, found \(member.described)")
                }
                continue
            }
            let named = item.children.filter {
                verbs.contains($0.key.lowercased())
            }
            for child in named + item.members("additionalOperations") {
                // Documents split over files refer to operations, though the specification does not say so.
                guard let node = context.resolved(child) else { continue }
                guard node.isObject else {
                    context.note(
                        .wrong,
                        at: child,
                        "expected an operation, found \(node.described)")
                    continue
                }
                found.append(
                    OperationNode(
                        verb: child.key.lowercased(),
                        path: member.key,
                        node: node,
                        item: item))
            }
        }
        return found
    }
}
