import FlyingFox
import Foundation

import enum Methodical.JSON

/// A server on a free loopback port that responds like the three services, from the files in `Answers`.
struct LocalServer {
    let url: String
    private let running: Task<Void, any Error>

    static func start() async throws -> LocalServer {
        let server = HTTPServer(address: try .inet(ip4: "127.0.0.1", port: 0), logger: .disabled)
        await server.appendRoute("POST /method/users.get") { _ in try answer("users.get") }
        await server.appendRoute("POST /method/groups.getMembers") { _ in try answer("groups.getMembers") }
        await server.appendRoute("POST /method/wall.get") { _ in try answer("vk-error") }
        await server.appendRoute("GET /management/v1/counters") { _ in try answer("counters") }
        await server.appendRoute("GET /pins/*/comments") { _ in try answer("pins-comments") }
        await server.appendRoute("POST /method/friends.get") { try friends(form(try await $0.bodyData)) }
        await server.appendRoute("POST /method/execute") { try execute(form(try await $0.bodyData)["code"] ?? "") }
        await server.appendTransfers()
        await server.appendCaptcha()
        let running = Task { try await server.run() }
        try await server.waitUntilListening()
        guard case .ip4(_, let port)? = await server.listeningAddress else { throw NoPort() }
        return LocalServer(url: "http://127.0.0.1:\(port)/", running: running)
    }

    func stop() { running.cancel() }

    struct NoPort: Error {}

    /// Returns one page of twelve friends, with the size that the call requests.
    private static func friends(_ form: [String: String]) throws -> HTTPResponse {
        let all = Array(101...112)
        let items = all.dropFirst(form["offset"].flatMap { Int($0) } ?? 0).prefix(
            form["count"].flatMap { Int($0) } ?? 5)
        return json(["response": ["count": .integer(all.count), "items": .array(items.map { .integer($0) })]])
    }

    /// Runs the part of VKScript that a batch needs: it finds the names of the called methods.
    private static func execute(_ code: String) throws -> HTTPResponse {
        var answers: [JSON] = []
        var errors: [JSON] = []
        for call in code.components(separatedBy: "API.").dropFirst() {
            let method = String(call.prefix { $0 != "(" })
            switch method {
            case "users.get": answers.append([["id": 1, "first_name": "Maret", "last_name": "Ilves"]])
            case "utils.getServerTime": answers.append(.integer(Int(Date().timeIntervalSince1970)))
            default:
                answers.append(false)
                errors.append(["method": .string(method), "error_code": 15, "error_msg": "Access denied"])
            }
        }
        return json(["response": .array(answers), "execute_errors": .array(errors)])
    }

    static func form(_ body: Data) -> [String: String] {
        let items = URLComponents(string: "?" + String(decoding: body, as: UTF8.self))?.queryItems ?? []
        return Dictionary(items.map { ($0.name, $0.value ?? "") }) { _, last in last }
    }

    static func json(_ value: JSON) -> HTTPResponse {
        HTTPResponse(statusCode: .ok, headers: [.contentType: "application/json"], body: Data(value.description.utf8))
    }

    private static func answer(_ name: String) throws -> HTTPResponse {
        guard let url = Bundle.module.url(forResource: name, withExtension: "json", subdirectory: "Answers") else {
            return HTTPResponse(statusCode: .notFound)
        }
        return HTTPResponse(
            statusCode: .ok, headers: [.contentType: "application/json"], body: try Data(contentsOf: url))
    }
}
