import Foundation
import LoopbackServer
import Methodical
import MethodicalTransfers
import Testing

/// Tests of downloads that pass middlewares.
@Suite struct DownloadMiddlewareTests {
    let folder: Folder

    init() throws { folder = try Folder() }

    @Test func aMiddlewareAnswersWithAFile() async throws {
        struct Answer: Middleware {
            func handleAttempt(
                _ request: HTTPRequest, _ context: MiddlewareContext, next: NextAttempt
            ) async throws -> HTTPResponse { HTTPResponse(status: 200, body: Data("abc".utf8)) }
        }
        let server = try LoopbackServer { _ in .http(500) }
        let service = Service(
            client: Client(
                Service.api, configuration: .init(baseURL: server.baseURL, middlewares: [Answer()])))
        #expect(try await service.download(server.url(), to: folder["film"]).send() == 3)
        #expect(try Data(contentsOf: folder["film"]) == Data("abc".utf8))
        #expect(server.received.isEmpty)
    }
}
