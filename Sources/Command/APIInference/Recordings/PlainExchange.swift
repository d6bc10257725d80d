import MethodicalGenerator

/// An exchange as an object with `method`, `path` or `url`, `status`, and the bodies.
///
/// Test suites record exchanges in this form. In some of them, such as those of nock, `scope` has the server, `body` is
/// that of the request, and `response` that of the response. Otherwise `body` is that of the response, and `request`
/// that of the request.
struct PlainExchange {
    let node: JSONNode

    init(_ node: JSONNode) {
        self.node = node
    }

    /// Indicates whether a value is such an exchange.
    static func isPlain(_ node: JSONNode) -> Bool {
        node["method"]?.string != nil
            && node["status"]?.integer != nil
            && address(in: node) != nil
    }

    /// The exchange, or the reason for which the object is none.
    var exchange: Result<Exchange, ExchangeFault> {
        Result { () throws(ExchangeFault) in try read() }
    }

    private static func address(in node: JSONNode) -> String? {
        if let url = node["url"]?.string {
            return url
        }
        return node["path"]?.string.map { (node["scope"]?.string ?? "") + $0 }
    }

    private func read() throws(ExchangeFault) -> Exchange {
        guard let verb = node["method"]?.string,
            let status = node["status"]?.integer,
            let address = Self.address(in: node)
        else {
            throw ExchangeFault(reason: "has no \"method\", \"path\" or \"status\"")
        }
        var exchange = try Exchange(verb: verb, address: address, status: status)
        let hasResponse = node["response"] != nil
        let response = hasResponse ? node["response"] : node["body"]
        let request = hasResponse ? node["body"] : node["request"]
        exchange.responseBody = response.map(Self.responseBody) ?? .none
        exchange.requestBody = request.map(Self.requestBody) ?? .none
        exchange.requestFields = Self.fields(node["requestHeaders"] ?? node["reqheaders"])
        exchange.responseFields = Self.fields(node["headers"] ?? node["rawHeaders"])
        return exchange
    }

    private static func responseBody(_ node: JSONNode) -> ResponseBody {
        switch node.kind {
        case .string where node.string?.isEmpty == true: .none
        case .string: .text
        default: .json(node)
        }
    }

    private static func requestBody(_ node: JSONNode) -> RequestBody {
        switch node.kind {
        case .object, .array: .json(node)
        case .string: RequestBody(text: node.string ?? "", mediaType: "form-urlencoded")
        default: .none
        }
    }

    /// Returns header fields: an object, or a list of names and values in turn.
    private static func fields(_ node: JSONNode?) -> [NamedText] {
        guard let node else { return [] }
        if node.isObject {
            return node.children.map { NamedText(name: $0.key, text: $0.string ?? "") }
        }
        let texts = node.children.map { $0.string ?? "" }
        return stride(from: 0, to: texts.count - 1, by: 2).map {
            NamedText(name: texts[$0], text: texts[$0 + 1])
        }
    }
}
