import Foundation
import MethodicalGenerator

/// A reader of HTTP archives, which browsers and proxies write (HAR 1.2).
package struct HAR {
    let router: Router

    /// Passes the responses of an archive to `take`, and the others with the reason to `skip`.
    func read(
        _ entries: JSONNode,
        path: String,
        take: (RecordedResponse) -> Void,
        skip: (_ source: String, _ reason: String) -> Void
    ) {
        var others = 0
        for (number, entry) in entries.children.enumerated() {
            let source = "\(path)#\(number)"
            guard let request = entry["request"],
                let address = request["url"]?.string,
                let method = router.method(
                    verb: request["method"]?.string ?? "GET",
                    address: address)
            else {
                others += 1
                continue
            }
            let status = entry["response"]?["status"]?.integer ?? 200
            guard (200..<300).contains(status) else {
                skip(source, "has the status \(status)")
                continue
            }
            guard let bytes = Self.body(of: entry["response"]?["content"]) else {
                skip(source, "has no text")
                continue
            }
            take(
                RecordedResponse(
                    source: source,
                    method: method,
                    arguments: arguments(of: request),
                    body: bytes))
        }
        if others > 0 {
            let subject =
                others == 1
                ? "1 request calls"
                : "\(others) requests call"
            skip(path, "\(subject) no method of the API")
        }
    }

    /// Returns the bytes of a body, or `nil` if there is no text, or not of the encoding that is stated.
    package static func body(of content: JSONNode?) -> [UInt8]? {
        guard let text = content?["text"]?.string else { return nil }
        guard content?["encoding"]?.string == "base64" else {
            return Array(text.utf8)
        }
        return Data(base64Encoded: text).map { Array($0) }
    }

    /// Returns the arguments, or `nil` if a body contains more of them in an unsupported format.
    private func arguments(of request: JSONNode) -> [String: String]? {
        var arguments: [String: String] = [:]
        for list in [request["queryString"], request["postData"]?["params"]] {
            for pair in list?.children.map({ $0 }) ?? [] {
                if let name = pair["name"]?.string {
                    arguments[Self.plain(name)] = pair["value"]?.string ?? ""
                }
            }
        }
        guard let body = request["postData"],
            let text = body["text"]?.string,
            !text.isEmpty,
            body["params"]?.first == nil
        else { return arguments }
        let type = body["mimeType"]?.string ?? ""
        if type.contains("form-urlencoded") {
            for (name, value) in Self.pairs(in: text) {
                arguments[Self.plain(name)] = value
            }
        } else if type.contains("json") {
            var problems: [Diagnostic] = []
            guard let root = parse(SourceFile(path: "", bytes: Array(text.utf8)), problems: &problems),
                root.isObject
            else { return nil }
            for member in root.children where member.kind != .null {
                arguments[member.key] =
                    member.string
                    ?? member.numberText
                    ?? member.bool.map { String($0) }
                    ?? ""
            }
        } else {
            return nil
        }
        return arguments
    }

    /// Returns the name without the brackets that may follow the name of a list.
    private static func plain(_ name: String) -> String {
        if name.hasSuffix("[]") {
            return String(name.dropLast(2))
        }
        return name
    }

    /// Returns the names and values in a query or a form, without percent-encoding.
    package static func pairs(in text: some StringProtocol) -> [(name: String, value: String)] {
        text.split(separator: "&").map { pair in
            let parts = pair.split(
                separator: "=",
                maxSplits: 1,
                omittingEmptySubsequences: false)
            let texts = parts.map { part in
                let text = String(part).replacing("+", with: " ")
                return text.removingPercentEncoding ?? text
            }
            return (texts[0], texts.dropFirst().first ?? "")
        }
    }
}

/// A table that finds the method that an address calls.
struct Router {
    private let host: String
    private let base: [String]
    private let routes: [Route]

    private struct Route {
        var method: String
        var verb: String
        /// The components of the path. `nil` stands for a parameter.
        var parts: [String?]
        /// The arguments that the path itself contains after a question mark.
        var fixed: [String: String]
        /// Indicates whether the path contains the method's name. Such methods accept any verb, because browsers call
        /// them with `GET` as well.
        var isByName: Bool
        /// The rank of a route: arguments in the path count most, then literal components.
        var literals: Int {
            parts.count { $0 != nil } + fixed.count * 100
        }
    }

    init(_ api: API) {
        let address = Self.split(api.wire.baseURL)
        (host, base) = (address?.host ?? "", address?.parts ?? [])
        routes = api.methods.map { method in
            let halves = method.path.split(separator: "?", maxSplits: 1)
            let components = (halves.first ?? "").split(separator: "/")
            let parts = components.map { $0.contains("{") ? nil : String($0) }
            let query = halves.dropFirst().first ?? ""
            return Route(
                method: method.name,
                verb: method.style.verb.rawValue,
                parts: parts,
                fixed: Dictionary(HAR.pairs(in: query)) { first, _ in first },
                isByName: method.path != method.style.path)
        }
        .sorted { $0.literals > $1.literals }
    }

    /// Returns the name of the method that a request calls, or `nil` if it calls none.
    func method(verb: String, address: String) -> String? {
        guard let (host, parts, query) = Self.split(address),
            host == self.host,
            parts.starts(with: base)
        else {
            return nil
        }
        let rest = Array(parts.dropFirst(base.count))
        return routes.first { route in
            guard route.isByName || route.verb == verb.uppercased(),
                route.parts.count == rest.count
            else {
                return false
            }
            guard route.fixed.allSatisfy({ name, value in query.contains { $0 == (name, value) } }) else {
                return false
            }
            return zip(route.parts, rest).allSatisfy { $0 == nil || $0 == $1 }
        }?.method
    }

    /// Returns the host with its port, the components of the path, and the query. The scheme is ignored, because it
    /// does not distinguish APIs.
    private static func split(_ address: String) -> (
        host: String,
        parts: [String],
        query: [(name: String, value: String)]
    )? {
        guard let components = URLComponents(string: address),
            let host = components.host
        else { return nil }
        let port = components.port.map { ":\($0)" } ?? ""
        return (
            host.lowercased() + port, components.path.split(separator: "/").map(String.init),
            HAR.pairs(in: components.percentEncodedQuery ?? "")
        )
    }
}
