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

    /// A middleware returns another response than that of the server, around the attempt or the whole call.
    @Test(arguments: [true, false]) func aResponseInPlaceOfTheServersBecomesTheFile(isAttempt: Bool) async throws {
        let server = try server()
        let replacing = Rewriting(isAttempt: isAttempt) { _ in HTTPResponse(status: 200, body: Data("abc".utf8)) }
        #expect(try await download(server, replacing).send() == 3)
        #expect(try Data(contentsOf: folder["film"]) == Data("abc".utf8))
        #expect(try folder.names == ["film"])
        #expect(server.received.count == 1)
    }

    /// The header fields of the server's response, such as its length, do not belong to the new body.
    @Test(arguments: [true, false]) func aNewBodyInTheServersResponseBecomesTheFile(isAttempt: Bool) async throws {
        let server = try server()
        let replacing = Rewriting(isAttempt: isAttempt) { response in
            var response = response
            response.body = Data("abc".utf8)
            return response
        }
        #expect(try await download(server, replacing).send() == 3)
        #expect(try Data(contentsOf: folder["film"]) == Data("abc".utf8))
        #expect(try folder.names == ["film"])
    }

    @Test(arguments: [true, false]) func aChangedHeaderFieldLeavesTheFileAsItIs(isAttempt: Bool) async throws {
        let server = try server()
        let stamping = Rewriting(isAttempt: isAttempt) { response in
            var response = response
            response.headers["X-Stamp"] = "1"
            return response
        }
        #expect(try await download(server, stamping).send() == 1000)
        #expect(try Data(contentsOf: folder["film"]) == Self.whole)
        #expect(server.received.count == 1)
    }

    @Test(arguments: [true, false]) func aRefusalInPlaceOfTheServersResponseMakesNoFile(isAttempt: Bool) async throws {
        let server = try server()
        let request = try download(server, Rewriting(isAttempt: isAttempt) { _ in HTTPResponse(status: 404) })
        let error = await failure { () throws(APIError) in try await request.send() }
        #expect(error?.code == .server && error?.status == 404)
        #expect(try !folder.names.contains("film"))
    }

    @Test func aMiddlewareSendsASuccessfulDownloadAgain() async throws {
        let server = try server()
        #expect(try await download(server, Repeating()).send() == 1000)
        #expect(try Data(contentsOf: folder["film"]) == Self.whole)
        #expect(try folder.names == ["film"])
        #expect(server.received.map { $0["Range"] } == [nil, "bytes=999-"])
    }

    /// The second attempt of the middleware breaks off, and it returns the response of the first.
    @Test func aFileThatALaterAttemptHasCutIsNotDelivered() async throws {
        let served = ServedFile(data: Self.whole, tag: nil)
        let count = Locked(0)
        let server = try LoopbackServer { request in
            let number = count.withLock { count in
                count += 1
                return count
            }
            return served.reply(request, cut: number == 1 ? nil : 500)
        }
        let request = try download(server, Repeating())
        let error = await failure { () throws(APIError) in try await request.send() }
        #expect(error?.code == .connection && error?.message == "the file is not complete")
        #expect(server.received.count == 2)
        #expect(try !folder.names.contains("film"))
    }

    private static let whole = pattern(1000)

    private func server() throws -> LoopbackServer {
        try LoopbackServer { ServedFile(data: Self.whole).reply($0) }
    }

    private func download(_ server: LoopbackServer, _ middleware: any Middleware) throws -> DownloadRequest {
        try Service(server, middlewares: [middleware], retries: .never)
            .download(server.url(), to: folder["film"])
    }

    /// A middleware that changes the response of the server.
    private struct Rewriting: Middleware {
        let isAttempt: Bool
        let change: @Sendable (HTTPResponse) -> HTTPResponse

        func handleCall(
            _ settings: CallSettings, _ context: MiddlewareContext, next: NextCall
        ) async throws -> HTTPResponse {
            let response = try await next(settings)
            return isAttempt ? response : change(response)
        }

        func handleAttempt(
            _ request: HTTPRequest, _ context: MiddlewareContext, next: NextAttempt
        ) async throws -> HTTPResponse {
            let response = try await next(request)
            #expect(response.status == 200 && response.body.isEmpty)
            return isAttempt ? change(response) : response
        }
    }

    /// A middleware that sends each call twice, and returns the first response if the second call fails.
    private struct Repeating: Middleware {
        func handleCall(
            _ settings: CallSettings, _ context: MiddlewareContext, next: NextCall
        ) async throws -> HTTPResponse {
            let first = try await next(settings)
            return (try? await next(settings)) ?? first
        }
    }
}
