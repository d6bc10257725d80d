import Foundation
import LoopbackServer

@testable import Methodical

/// A server for `execute` and for the methods of the sample API.
final class ScriptServer: Sendable {
    private let server: LoopbackServer
    var received: [Received] { server.received }
    var baseURL: String { server.baseURL }
    var codes: [String] { received.compactMap { Self.form($0.body)["code"] } }

    /// Creates a server.
    ///
    /// - Parameter refusal: Returns the reply that refuses a form, or `nil` to respond as usual.
    init(_ refusal: @escaping @Sendable ([String: String]) -> LoopbackServer.Reply? = { _ in nil }) throws {
        server = try LoopbackServer { request in
            let form = Self.form(request.body)
            if let refusal = refusal(form) { return refusal }
            guard let code = form["code"] else {
                return .http(200, [], #"{"response":\#(Self.answer("users.get", form) ?? "null")}"#)
            }
            guard let calls = Self.calls(in: code), calls.count <= 25 else {
                return .http(200, [], #"{"error":{"error_code":12,"error_msg":"does not compile"}}"#)
            }
            let answers = calls.map { Self.answer($0.name, $0.arguments) }
            let errors = zip(calls, answers).filter { $1 == nil }.map {
                #"{"method":"\#($0.0.name)","error_code":15,"error_msg":"no \#($0.0.arguments["user_id"] ?? "")"}"#
            }
            return .http(
                200, [],
                #"{"response":[\#(answers.map { $0 ?? "false" }.joined(separator: ","))],"execute_errors":[\#(errors.joined(separator: ","))]}"#
            )
        }
    }

    func vk(time: TimeSource = .system, middlewares: [any Middleware] = []) -> VK {
        Self.vk(server.baseURL, time: time, middlewares: middlewares)
    }

    static func vk(
        _ baseURL: String, time: TimeSource = .system, observers: [any ClientObserver] = [],
        middlewares: [any Middleware] = []
    ) -> VK {
        let configuration = Client.Configuration(
            baseURL: baseURL, observers: observers, middlewares: middlewares, time: time)
        return VK(account: Account(id: 1, token: Token("tok-en")), configuration: configuration)
    }

    private static func answer(_ name: String, _ arguments: [String: String]) -> String? {
        switch name {
        case "users.get":
            "[" + (arguments["user_ids"] ?? "").split(separator: ",").map { #"{"id":\#($0)}"# }.joined(separator: ",")
                + "]"
        case "messages.send": arguments["random_id"]
        case "users.report": Int(arguments["user_id"] ?? "").flatMap { $0.isMultiple(of: 7) ? nil : "1" }
        case "users.signIn": JSON.object(["id": 1, "first_name": .string(arguments["name"] ?? "")]).description
        default: nil
        }
    }

    static func form(_ body: String) -> [String: String] {
        var form: [String: String] = [:]
        for part in body.split(separator: "&") {
            let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map {
                $0.removingPercentEncoding ?? ""
            }
            form[pair[0]] = pair[1]
        }
        return form
    }

    /// Returns the calls of a script, or `nil` if it is not a list of calls whose arguments are objects of strings.
    static func calls(in code: String) -> [(name: String, arguments: [String: String])]? {
        guard code.hasPrefix("return ["), code.hasSuffix("];") else { return nil }
        var rest = Array(code.utf8.dropFirst("return [".utf8.count).dropLast(2))[...]
        var calls: [(String, [String: String])] = []
        while true {
            guard rest.starts(with: "API.".utf8), let open = rest.firstIndex(of: UInt8(ascii: "(")) else { return nil }
            let name = String(decoding: rest[rest.startIndex + 4..<open], as: UTF8.self)
            guard name.allSatisfy({ $0.isLetter || $0 == "." }) else { return nil }
            var end = open + 1
            var isText = false
            while end < rest.endIndex, isText || rest[end] != UInt8(ascii: "}") {
                if rest[end] == UInt8(ascii: "\"") { isText.toggle() }
                end += isText && rest[end] == UInt8(ascii: "\\") ? 2 : 1
            }
            guard end + 1 < rest.endIndex, rest[end + 1] == UInt8(ascii: ")") else { return nil }
            guard
                let arguments = try? JSONSerialization.jsonObject(with: Data(rest[open + 1...end])) as? [String: String]
            else { return nil }
            calls.append((name, arguments))
            rest = rest[(end + 2)...]
            if rest.isEmpty { return calls }
            guard rest.first == UInt8(ascii: ",") else { return nil }
            rest.removeFirst()
        }
    }
}
