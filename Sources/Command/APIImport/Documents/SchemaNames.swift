import MethodicalGenerator

/// The schemas of a document that have names of their own, by `$id`, `$anchor` and `$dynamicAnchor`.
struct SchemaNames {
    /// The targets of `$id`, by absolute location.
    private(set) var identified: [String: DocumentSet.Target] = [:]
    /// The targets of anchors.
    private(set) var anchors: [String: DocumentSet.Target] = [:]
    /// The schemas with an `$id` around references. Their references are relative to it.
    private(set) var bases: [JSONNode: Base] = [:]

    /// A schema with an `$id`.
    struct Base {
        var schema: DocumentSet.Target
        var location: DocumentLocation
    }

    /// A node whose members have yet to be read.
    private struct Step {
        var node: JSONNode
        var tokens: TokenList?
        var base: Base?
    }

    /// The tokens from a node up to the root. Nodes share the tokens of their parents.
    private final class TokenList {
        let token: String
        let parent: TokenList?

        init(_ token: String, parent: TokenList?) {
            self.token = token
            self.parent = parent
        }

        static func array(of list: TokenList?) -> [String] {
            var tokens: [String] = []
            var list = list
            while let current = list {
                tokens.append(current.token)
                list = current.parent
            }
            return tokens.reversed()
        }
    }

    /// Creates the names of a document that no reference leads to.
    init() {}

    /// Finds the names in a document.
    init(_ root: JSONNode, document: Int, at location: DocumentLocation) {
        var open = [Step(node: root)]
        while var step = open.popLast() {
            let node = step.node
            if node.isObject {
                addNames(of: &step, document: document, at: location)
            }
            var index = 0
            for child in node.children {
                defer { index += 1 }
                guard !child.children.isEmpty else {
                    if child.key == "$ref", let base = step.base {
                        bases[child] = base
                    }
                    continue
                }
                if node.isObject,
                    Self.samples.contains(child.key),
                    !Self.maps.contains(node.key)
                {
                    continue
                }
                let token = node.isArray ? String(index) : child.key
                open.append(
                    Step(
                        node: child,
                        tokens: TokenList(token, parent: step.tokens),
                        base: step.base))
            }
        }
    }

    /// Adds the names that an object has. An `$id` becomes the base of everything in it.
    private mutating func addNames(
        of step: inout Step,
        document: Int,
        at location: DocumentLocation
    ) {
        for member in step.node.children where member.key.utf8.first == UInt8(ascii: "$") {
            guard let text = member.string else { continue }
            let target = DocumentSet.Target(
                node: step.node,
                document: document,
                tokens: TokenList.array(of: step.tokens))
            switch member.key {
            case "$anchor", "$dynamicAnchor":
                anchors[text] = anchors[text] ?? target
            case "$id" where text.hasPrefix("#"):
                let anchor = String(text.dropFirst())
                anchors[anchor] = anchors[anchor] ?? target
            case "$id", "$self":
                let text = String(text.prefix { $0 != "#" })
                guard let id = Self.location(of: text, relativeTo: step.base?.location ?? location) else {
                    continue
                }
                identified[id.text] = identified[id.text] ?? target
                if step.tokens != nil {
                    step.base = Base(schema: target, location: id)
                }
            default:
                break
            }
        }
    }

    /// Returns the location that an `$id` states. In a document that is a file, a path from the root or a URN names no
    /// other file, but it still names the schema.
    private static func location(of id: String, relativeTo base: DocumentLocation) -> DocumentLocation? {
        if let location = try? base.resolving(id) {
            return location
        }
        guard id.hasPrefix("/") || id.contains(":") else {
            return nil
        }
        return DocumentLocation(id)
    }

    /// The keys of values that are not schemas.
    private static let samples: Set<String> = ["example", "examples", "default", "enum", "const"]
    /// The keys of objects whose keys are names, which can be the same words.
    private static let maps: Set<String> = ["properties", "patternProperties", "schemas", "$defs", "definitions"]
}
