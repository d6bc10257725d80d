import MethodicalGenerator

/// The way in which a schema of a form's part describes files.
enum FileShape: Equatable {
    case none
    /// One file. If it is not the only possibility, other values are possible, too.
    case file(isOnly: Bool)
    /// A list of files, or one file or a list. A list of one file is sent like one file.
    case list(isOnly: Bool)

    /// The depth of schemas inside of others up to which a file is looked for. It ends at recursive schemas.
    private static let depthLimit = 16

    /// Determines the shape of a schema, following references, `allOf` and alternatives.
    init(of node: JSONNode, context: OpenAPIContext, depth: Int = 0) {
        self = .none
        guard depth < Self.depthLimit,
            let node = context.documents.resolved(node),
            node.isObject
        else { return }
        if Self.isFile(node) {
            self = .file(isOnly: true)
        } else if let items = node["items"],
            FileShape(of: items, context: context, depth: depth + 1) != .none
        {
            self = .list(isOnly: true)
        } else if let part = Self.files(in: node.elements("allOf"), context: context, depth: depth).first {
            self = part
        } else {
            self = Self.alternatives(
                node.elements("oneOf") + node.elements("anyOf"),
                context: context,
                depth: depth)
        }
    }

    private static func isFile(_ node: JSONNode) -> Bool {
        if node["format"]?.string == "binary"
            || node["type"]?.string == "file"
        {
            return true
        }
        guard let media = node["contentMediaType"]?.string else {
            return false
        }
        return node["contentEncoding"] == nil && media != "application/json"
    }

    private static func files(
        in nodes: [JSONNode],
        context: OpenAPIContext,
        depth: Int
    ) -> [FileShape] {
        nodes
            .map { FileShape(of: $0, context: context, depth: depth + 1) }
            .filter { $0 != .none }
    }

    private static func alternatives(
        _ nodes: [JSONNode],
        context: OpenAPIContext,
        depth: Int
    ) -> FileShape {
        let schemas = SchemaTranslator(context: context)
        let given = nodes.filter { !schemas.isNull($0) }
        let files = files(in: given, context: context, depth: depth)
        if files.isEmpty {
            return .none
        }
        let isOnly =
            files.count == given.count
            && files.allSatisfy(\.isOnly)
        if files.contains(where: \.isList) {
            return .list(isOnly: isOnly)
        }
        return .file(isOnly: isOnly)
    }

    private var isOnly: Bool {
        switch self {
        case .none:
            false
        case .file(let isOnly), .list(let isOnly):
            isOnly
        }
    }

    private var isList: Bool {
        if case .list = self {
            true
        } else {
            false
        }
    }
}
