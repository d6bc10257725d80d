import MethodicalGenerator

/// An action of a document in the format of the OpenAPI Overlay Specification.
struct OverlayAction {
    /// The node of the query, for messages.
    var place: JSONNode
    var target: JSONPath
    var change: Change

    enum Change {
        case remove
        case update(JSONNode)
        /// The query for the only node whose value is merged into the targets, with its node.
        case copy(JSONPath, place: JSONNode)
    }

    /// Reads the actions of an overlay. Returns `nil` and reports errors if the overlay is not valid.
    static func read(from root: JSONNode, problems: inout [Diagnostic]) -> [OverlayAction]? {
        let count = problems.count
        guard let version = root["overlay"]?.string ?? root["overlay"]?.numberText else {
            problems.append(
                Diagnostic(
                    .error,
                    at: root.place,
                    "expected an overlay, which begins with \"overlay\": \"1.0.0\""))
            return nil
        }
        let hasCopies = version == "1.1" || version.hasPrefix("1.1.")
        guard hasCopies || version == "1.0" || version.hasPrefix("1.0.") else {
            report(
                at: root["overlay"] ?? root,
                "expected version 1.0.0 or 1.1.0, found \(version)",
                problems: &problems)
            return nil
        }
        checkKeys(
            of: root,
            among: ["overlay", "info", "extends", "actions"],
            problems: &problems)
        guard let list = root["actions"],
            list.isArray,
            !list.children.isEmpty
        else {
            report(
                at: root["actions"] ?? root,
                "expected a list of \"actions\"",
                problems: &problems)
            return nil
        }
        let actions = list.children.compactMap {
            action(from: $0, hasCopies: hasCopies, problems: &problems)
        }
        let hasErrors = problems[count...].contains { $0.severity == .error }
        guard !hasErrors else { return nil }
        return actions
    }

    private static func action(
        from node: JSONNode,
        hasCopies: Bool,
        problems: inout [Diagnostic]
    ) -> OverlayAction? {
        guard node.isObject else {
            report(at: node, "expected an action with \"target\", found \(node.described)", problems: &problems)
            return nil
        }
        var keys = ["target", "description", "update", "remove"]
        if hasCopies {
            keys.append("copy")
        }
        checkKeys(of: node, among: keys, problems: &problems)
        guard let place = node["target"] else {
            report(at: node, "expected \"target\", a JSONPath such as \"$.paths['/pets'].get\"", problems: &problems)
            return nil
        }
        guard let target = path(from: place, problems: &problems) else {
            return nil
        }
        if let flag = node["remove"], flag.bool == nil {
            report(at: flag, "expected true or false, found \(flag.described)", problems: &problems)
            return nil
        }
        if node["remove"]?.bool == true {
            return OverlayAction(place: place, target: target, change: .remove)
        }
        var copy: JSONNode?
        if hasCopies {
            copy = node["copy"]
        }
        switch (node["update"], copy) {
        case (let update?, nil): return OverlayAction(place: place, target: target, change: .update(update))
        case (nil, let copy?):
            guard let source = path(from: copy, problems: &problems) else {
                return nil
            }
            return OverlayAction(place: place, target: target, change: .copy(source, place: copy))
        default:
            let words =
                if hasCopies {
                    "one of \"update\", \"copy\" and \"remove\": true"
                } else {
                    "\"update\" or \"remove\": true"
                }
            report(at: node, "expected \(words) in this action", problems: &problems)
            return nil
        }
    }

    /// Parses the query in a string.
    private static func path(from node: JSONNode, problems: inout [Diagnostic]) -> JSONPath? {
        guard let text = node.string else {
            report(
                at: node,
                "expected a JSONPath such as \"$.paths['/pets'].get\", found \(node.described)",
                problems: &problems)
            return nil
        }
        do { return try JSONPathParser.parse(text) } catch {
            let before = Array(text.utf8).prefix(error.offset)
            let prefix = String(decoding: before.suffix(40), as: UTF8.self)
            let position = prefix.isEmpty ? "at its beginning" : "after \"\(prefix)\""
            report(
                at: node,
                "this is not a JSONPath; \(position): \(error.message)",
                problems: &problems)
            return nil
        }
    }

    private static func checkKeys(
        of node: JSONNode,
        among known: [String],
        problems: inout [Diagnostic]
    ) {
        for member in node.children where !known.contains(member.key) && !member.key.hasPrefix("x-") {
            if member.key == "copy" {
                report(at: member, "\"copy\" needs \"overlay\": \"1.1.0\"", problems: &problems)
                continue
            }
            let hint = nearest(to: member.key, among: known).map { "; did you mean \"\($0)\"?" } ?? ""
            problems.append(
                Diagnostic(
                    .error,
                    at: member.keyPlace,
                    "unknown key \"\(member.key)\"\(hint)"))
        }
    }

    private static func report(
        at node: JSONNode,
        _ message: String,
        problems: inout [Diagnostic]
    ) {
        problems.append(Diagnostic(.error, at: node.place, message))
    }
}
