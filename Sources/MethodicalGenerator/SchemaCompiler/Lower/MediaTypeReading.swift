extension MediaType {
    /// Reads `content` of a body, a part or a response. Reports an error and returns `nil` if it is not a media type.
    init?(_ node: JSONNode, _ problems: Problems) {
        self.init(node.string ?? "")
        let parts = essence.split(separator: "/", omittingEmptySubsequences: false)
        // A parameter, such as a charset, follows the type. A line break in it would begin another header field.
        let isPlain = text.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F }
        if isPlain, parts.count == 2, parts.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy(Self.isToken) }) { return }
        problems.error(node, expected: "a media type like \"text/plain\" or \"image/*\"")
        return nil
    }

    /// Indicates whether a character may be in the name of a type (RFC 9110, section 5.6.2).
    private static func isToken(_ byte: UInt8) -> Bool {
        switch byte {
        case 48...57, 65...90, 97...122: true
        default: "!#$&-^_.+*".utf8.contains(byte)
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

    /// The value of the header field `Accept`, or `nil` for JSON, which is usual.
    var accept: String? { essence == "application/json" ? nil : text }
}
