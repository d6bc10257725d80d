import FlyingFox
import Foundation

/// Answers on a loopback port of the system's choice as the three services would, from the files in `Answers`.
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
        let running = Task { try await server.run() }
        try await server.waitUntilListening()
        guard case .ip4(_, let port)? = await server.listeningAddress else { throw NoPort() }
        return LocalServer(url: "http://127.0.0.1:\(port)/", running: running)
    }

    func stop() { running.cancel() }

    struct NoPort: Error {}

    private static func answer(_ name: String) throws -> HTTPResponse {
        guard let url = Bundle.module.url(forResource: name, withExtension: "json", subdirectory: "Answers") else {
            return HTTPResponse(statusCode: .notFound)
        }
        return HTTPResponse(statusCode: .ok, headers: [.contentType: "application/json"], body: try Data(contentsOf: url))
    }
}
