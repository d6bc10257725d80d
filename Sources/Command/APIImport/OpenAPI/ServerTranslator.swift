import APISurface
import MethodicalGenerator

/// The translation of servers: the base URL, further servers of paths and operations, and variables in their addresses.
struct ServerTranslator {
    let context: OpenAPIContext
    private(set) var baseURL = ""
    /// Indicates whether the document names no server with an absolute address, so that `baseURL` stands for it.
    private(set) var isAddressMissing = false
    /// The members of `servers` in `api.json`.
    private(set) var servers: Members = []
    /// The members of `variables` in `api.json`.
    private(set) var variables: Members = []
    /// The address that the base URL was made from.
    private var baseAddress: String?

    /// Chooses the base URL: the person's, the document's first, or the one that most paths have.
    init(
        context: OpenAPIContext,
        options: ImportOptions,
        operations: [OperationNode]
    ) {
        self.context = context
        let all = context.root.elements("servers").filter {
            $0["url"]?.string != nil
        }
        var first = all.first
        if context.isSwagger {
            baseURL = swaggerURL()
        }
        if first == nil, !context.isSwagger {
            let own = operations.compactMap(\.server)
            let counts = Dictionary(own.map { ($0["url"]?.string ?? "", 1) }, uniquingKeysWith: +)
            let most = counts.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key
            first = own.first {
                $0["url"]?.string == most
            }
        }
        if let first {
            baseAddress = first["url"]?.string
            baseURL = address(of: first) ?? ""
        }
        if let stated = options.baseURL {
            baseURL = stated.endingWithSlash
            variables = variables.filter {
                baseURL.contains("{\($0.key)}")
            }
        }
        if baseURL.isEmpty {
            let parts = (baseAddress ?? "").split(separator: "/")
            let path = parts.filter {
                Self.isPartOfAddress(String($0))
            }
            baseURL = "https://api.example.com/" + path.map { $0 + "/" }.joined()
            isAddressMissing = true
            context.note(
                .wrong,
                at: context.root["servers"] ?? context.root,
                "the document names no server with an absolute address; baseURL is \(baseURL) until you state it "
                    + "with --base-url or in api.json")
        }
        for other in all.dropFirst() {
            context.leaveUnchecked(
                other, text: "further servers are for the base URL of a client's configuration, and are left out")
        }
    }

    /// Returns the name of the server of an operation, or `nil` if it is at the base URL.
    mutating func name(of node: JSONNode?) -> String? {
        guard let node,
            let url = node["url"]?.string,
            url != baseAddress,
            let address = address(of: node),
            address != baseURL
        else { return nil }
        if let known = servers.first(where: { $0.value == .string(address) }) {
            return known.key
        }
        let withoutScheme = address.drop { $0 != "/" }.drop { $0 == "/" }
        let host = withoutScheme.prefix {
            $0 != "/" && $0 != ":"
        }
        let base = Words(String(host.prefix { $0 != "." })).camel
        var name = base.isEmpty ? "server" : base
        var number = 2
        while servers[name] != nil {
            name = "\(base)\(number)"
            number += 1
        }
        servers[name] = .string(address)
        return name
    }

    /// The scheme and host to which relative addresses belong: those of the document's URL, or else of the base URL.
    private var origin: String? {
        if let origin = context.documents.origin {
            return origin
        }
        guard let range = baseURL.firstRange(of: "://"),
            !baseURL.isEmpty
        else { return nil }
        let host = baseURL[range.upperBound...].prefix { $0 != "/" }
        return String(baseURL[..<range.upperBound] + host)
    }

    // MARK: Addresses

    /// Returns the address of a server with a slash at its end, or `nil` after a note if it is not absolute.
    private mutating func address(of node: JSONNode) -> String? {
        guard var url = node["url"]?.string else {
            return nil
        }
        url = String(url.prefix { $0 != "?" && $0 != "#" }).filter { !$0.isWhitespace }
        if url.hasPrefix("/"),
            !url.hasPrefix("//") || url == "//",
            let origin
        {
            url = origin + url
        }
        if url.hasPrefix("//") {
            url = "https:" + url
        }
        guard
            url.hasPrefix("https://")
                || url.hasPrefix("http://")
                || url.hasPrefix("{")
        else {
            return nil
        }
        for variable in node.members("variables") where url.contains("{\(variable.key)}") {
            replace(variable, in: &url)
        }
        for name in Self.names(in: url) where variables[name] == nil {
            context.note(
                .wrong,
                at: node,
                "the variable {\(name)} of this address is not described")
            return nil
        }
        guard Self.isAbsolute(url) else { return nil }
        return url.endingWithSlash
    }

    /// Indicates whether a text is a URL once its variables have values.
    private static func isAbsolute(_ url: String) -> Bool {
        isAbsoluteURL(names(in: url).reduce(url) { $0.replacing("{\($1)}", with: "1") })
    }

    /// Keeps a variable as an argument of the client, or replaces it by its default value.
    private mutating func replace(_ variable: JSONNode, in url: inout String) {
        let stated = variable["default"].flatMap {
            $0.string ?? $0.numberText
        }
        let value =
            stated
            ?? variable.texts("enum").first
            ?? ""
        var values = variable.texts("enum")
        if !values.isEmpty, !values.contains(value) {
            values.append(value)
        }
        var members: Members = []
        if let text = Descriptions.trimmed(variable["description"]?.string) {
            members["description"] = .string(text)
        }
        if !values.isEmpty {
            members["enum"] = .strings(values)
        }
        members["default"] = .string(value)
        if values.isEmpty {
            members["type"] = .string("string")
        }
        let isPart = (values + [value]).allSatisfy(Self.isPartOfAddress)
        let known = variables[variable.key]
        let isName = variable.key.utf8.allSatisfy {
            $0.isASCIILetter
                || $0.isASCIIDigit
                || $0 == UInt8(ascii: "_")
        }
        if isPart,
            isName,
            known == nil || known == .object(members),
            !url.hasPrefix("{")
        {
            variables[variable.key] = .object(members)
        } else {
            url = url.replacing("{\(variable.key)}", with: value)
            context.note(
                .unchecked,
                at: variable,
                "the variable {\(variable.key)} has its default value \(JSONValue.quoted(value))")
        }
    }

    /// Indicates whether a text can stand in an address without changing the parts around it.
    private static func isPartOfAddress(_ text: String) -> Bool {
        !text.isEmpty
            && !text.hasPrefix(".")
            && !text.hasSuffix(".")
            && !text.contains("..")
            && text.utf8.allSatisfy {
                $0.isASCIIDigit
                    || $0.isASCIILetter
                    || "-._~".utf8.contains($0)
            }
    }

    private static func names(in url: String) -> [String] {
        url
            .split(separator: "{")
            .dropFirst()
            .map {
                String($0.prefix { $0 != "}" })
            }
    }

    /// Returns the address in Swagger 2.0: scheme, host and base path.
    private func swaggerURL() -> String {
        let root = context.root
        let schemes = root.texts("schemes")
        var scheme = "https"
        if !schemes.contains(scheme), let first = schemes.first {
            scheme = first
        }
        guard let host = root["host"]?.string,
            !host.isEmpty,
            !host.contains("{")
        else {
            guard let origin = context.documents.origin else { return "" }
            return joined(origin, path: root["basePath"]?.string)
        }
        return joined("\(scheme)://\(host)", path: root["basePath"]?.string)
    }

    /// Returns the address of a path, or an empty string if it is not absolute.
    private func joined(_ origin: String, path: String?) -> String {
        let parts = (path ?? "").split(separator: "/")
        let url = origin + "/" + parts.map { $0 + "/" }.joined()
        guard Self.isAbsolute(url) else { return "" }
        return url
    }
}
