import Foundation
import MethodicalGenerator

/// HTTP archives, as browsers and proxies write them (HAR 1.2).
struct HAR {
    let router: Router

    func read(_ entries: JSONNode, _ path: String, _ take: (RecordedAnswer) -> Void, _ skip: (_ source: String, _ reason: String) -> Void) {
        var others = 0
        for (number, entry) in entries.children.enumerated() {
            let source = "\(path)#\(number)"
            guard let request = entry["request"], let address = request["url"]?.string,
                let method = router.method(verb: request["method"]?.string ?? "GET", address)
            else {
                others += 1
                continue
            }
            let status = entry["response"]?["status"]?.integer ?? 200
            guard (200..<300).contains(status) else {
                skip(source, "has the status \(status)")
                continue
            }
            guard let body = body(entry["response"]?["content"]) else {
                skip(source, "has no text")
                continue
            }
            take(RecordedAnswer(source: source, method: method, arguments: arguments(request), body: body))
        }
        if others > 0 { skip(path, others == 1 ? "1 request calls no method of the API" : "\(others) requests call no method of the API") }
    }

    private func body(_ content: JSONNode?) -> [UInt8]? {
        guard let text = content?["text"]?.string else { return nil }
        guard content?["encoding"]?.string == "base64" else { return Array(text.utf8) }
        return Data(base64Encoded: text).map { Array($0) }
    }

    private func arguments(_ request: JSONNode) -> [String: String] {
        var arguments: [String: String] = [:]
        for list in [request["queryString"], request["postData"]?["params"]] {
            for pair in list?.children.map({ $0 }) ?? [] {
                if let name = pair["name"]?.string { arguments[name] = pair["value"]?.string ?? "" }
            }
        }
        if arguments.isEmpty, let text = request["postData"]?["text"]?.string,
            request["postData"]?["mimeType"]?.string?.contains("form-urlencoded") == true
        {
            var components = URLComponents()
            components.query = text.replacing("+", with: " ")
            for item in components.queryItems ?? [] { arguments[item.name] = item.value?.removingPercentEncoding ?? item.value ?? "" }
        }
        return arguments
    }
}

/// From an address to the method that it calls.
struct Router {
    private let host: String
    private let base: [String]
    private let routes: [Route]

    private struct Route {
        var method: String
        var verb: String
        /// Nil stands for a parameter.
        var parts: [String?]
        /// The method's own name takes any verb: such methods are called by `GET` as well, in browsers.
        var isByName: Bool
        var literals: Int { parts.count { $0 != nil } }
    }

    init(_ api: API) {
        let address = Self.split(api.wire.baseURL)
        (host, base) = (address?.host ?? "", address?.parts ?? [])
        routes = api.methods.map { method in
            let parts = method.style.path.split(separator: "/").map { part -> String? in
                if part == "{name}" { return method.name }
                return part.contains("{") && !part.contains("{name}") ? nil : String(part).replacing("{name}", with: method.name)
            }
            return Route(
                method: method.name, verb: method.style.verb.rawValue, parts: parts, isByName: method.style.path.contains("{name}"))
        }
        .sorted { $0.literals > $1.literals }
    }

    func method(verb: String, _ address: String) -> String? {
        guard let (host, parts) = Self.split(address), host == self.host, parts.starts(with: base) else { return nil }
        let rest = Array(parts.dropFirst(base.count))
        return routes.first { route in
            guard route.isByName || route.verb == verb.uppercased(), route.parts.count == rest.count else { return false }
            return zip(route.parts, rest).allSatisfy { $0 == nil || $0 == $1 }
        }?.method
    }

    /// The host with its port, and the path's parts; the scheme says nothing about which API it is.
    private static func split(_ address: String) -> (host: String, parts: [String])? {
        guard let components = URLComponents(string: address), let host = components.host else { return nil }
        let port = components.port.map { ":\($0)" } ?? ""
        return (host.lowercased() + port, components.path.split(separator: "/").map(String.init))
    }
}
