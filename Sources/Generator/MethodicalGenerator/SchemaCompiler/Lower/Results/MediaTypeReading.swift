extension MediaType {
    /// Reads `content` of a body, a part or a response. Reports an error and returns `nil` if it is not a media type.
    init?(_ node: JSONNode, problems: Problems) {
        self.init(node.string ?? "")
        let parts = essence.split(separator: "/", omittingEmptySubsequences: false)
        // A parameter, such as a charset, follows the type. A line break in it would begin another header field.
        let isPlain = text.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F }
        if isPlain,
            parts.count == 2,
            parts.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy(Self.isToken) })
        {
            return
        }
        problems.error(at: node, expected: "a media type like \"text/plain\" or \"image/*\"")
        return nil
    }

    /// Indicates whether a character may be in the name of a type (RFC 9110, section 5.6.2).
    private static func isToken(_ byte: UInt8) -> Bool {
        switch byte {
        case 48...57, 65...90, 97...122:
            true
        default:
            "!#$&-^_.+*".utf8.contains(byte)
        }
    }

    /// The way in which a response of this type is read.
    var response: BodyContent {
        switch kind {
        case .json, .xml: .json
        case .text: .text
        case .form, .bytes: .bytes
        }
    }

    /// Reads `content` of a response: a media type, or a list of types that are all read in the same way. Reports an
    /// error for anything else.
    static func list(from node: JSONNode, problems: Problems) -> [MediaType] {
        guard node.isArray else {
            return [MediaType(node, problems: problems)].compactMap(\.self)
        }
        let types = node.children.compactMap { MediaType($0, problems: problems) }
        if node.children.isEmpty {
            problems.error(at: node, "expected at least one media type")
        }
        for (place, type) in types.enumerated() where type.response != types[0].response {
            problems.error(
                at: node.children[place],
                "responses of this type are \(type.response.title), and those of \"\(types[0].text)\" are "
                    + "\(types[0].response.title); expected types that are read in the same way")
            return [types[0]]
        }
        return types
    }
}

extension [MediaType] {
    /// The way in which a response of one of these types is read.
    var response: BodyContent {
        first?.response ?? .json
    }

    /// The value of the header field `Accept`, or `nil` for JSON alone, which is usual.
    var accept: String? {
        let isUsual = count == 1 && self[0].text.lowercased() == "application/json"
        if isEmpty || isUsual {
            return nil
        }
        return map(\.text).joined(separator: ", ")
    }
}

extension BodyContent {
    /// The kind of value that a response is read as, for messages.
    fileprivate var title: String {
        switch self {
        case .json: "values"
        case .text: "texts"
        case .bytes: "bytes"
        case .nothing: "nothing"
        }
    }
}
