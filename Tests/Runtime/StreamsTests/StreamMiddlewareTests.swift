import Foundation
import LoopbackServer
import Methodical
import MethodicalStreams
import Testing

/// Tests of streams that pass middlewares.
@Suite struct StreamMiddlewareTests {
    @Test func theHeadPassesAndTheElementsArrive() async throws {
        let server = try LoopbackServer { _ in stream(Self.text) }
        let (elements, error) = await collect(service(server, Stamp()).reply(to: "hi"))
        #expect(elements == [1])
        #expect(error == nil)
        #expect(server.received.map { $0["X-Stamp"] } == ["reply 1"])
    }

    /// A middleware answers with a stream of its own, around the attempt or the whole call.
    @Test(arguments: [true, false]) func anAnswerIsAStream(isAttempt: Bool) async throws {
        let server = try LoopbackServer { _ in .http(500) }
        let (elements, error) = await collect(service(server, Answer(isAttempt: isAttempt)).reply(to: "hi"))
        #expect(elements == [1])
        #expect(error == nil)
        #expect(server.received.isEmpty)
    }

    @Test("A middleware replaces the failure of an attempt by a stream of its own")
    func aFallbackIsAStream() async throws {
        let server = try LoopbackServer { _ -> LoopbackServer.Reply in .reset }
        let (elements, error) = await collect(service(server, Fallback()).reply(to: "hi"))
        #expect(elements == [1])
        #expect(error == nil)
        #expect(server.received.count == 1)
    }

    /// A middleware returns another stream than that of the server, around the attempt or the whole call.
    @Test(arguments: [true, false]) func aStreamReplacesThatOfTheServer(isAttempt: Bool) async throws {
        let server = try LoopbackServer { _ in stream("data: 7\n\ndata: [DONE]\n\n") }
        let (elements, error) = await collect(service(server, Replacement(isAttempt: isAttempt)).reply(to: "hi"))
        #expect(elements == [1])
        #expect(error == nil)
        #expect(server.received.count == 1)
    }

    private static let text = "data: 1\n\ndata: [DONE]\n\n"

    private func service(_ server: LoopbackServer, _ middleware: any Middleware) -> Service {
        Service(client: Client(Service.api, configuration: .init(baseURL: server.baseURL, middlewares: [middleware])))
    }

    private struct Stamp: Middleware {
        func handleAttempt(
            _ request: HTTPRequest, _ context: MiddlewareContext, next: NextAttempt
        ) async throws -> HTTPResponse {
            var request = request
            request.headers["X-Stamp"] = "\(context.method) \(context.attempt ?? 0)"
            let response = try await next(request)
            #expect(response.status == 200 && response.body.isEmpty)
            return response
        }
    }

    private static var ownResponse: HTTPResponse {
        HTTPResponse(status: 200, headers: ["Content-Type": "text/event-stream"], body: Data(text.utf8))
    }

    private struct Fallback: Middleware {
        func handleAttempt(
            _ request: HTTPRequest, _ context: MiddlewareContext, next: NextAttempt
        ) async throws -> HTTPResponse {
            do {
                return try await next(request)
            } catch {
                return StreamMiddlewareTests.ownResponse
            }
        }
    }

    private struct Replacement: Middleware {
        let isAttempt: Bool

        func handleCall(
            _ settings: CallSettings, _ context: MiddlewareContext, next: NextCall
        ) async throws -> HTTPResponse {
            let response = try await next(settings)
            return isAttempt ? response : StreamMiddlewareTests.ownResponse
        }

        func handleAttempt(
            _ request: HTTPRequest, _ context: MiddlewareContext, next: NextAttempt
        ) async throws -> HTTPResponse {
            let response = try await next(request)
            return isAttempt ? StreamMiddlewareTests.ownResponse : response
        }
    }

    private struct Answer: Middleware {
        let isAttempt: Bool
        private var response: HTTPResponse { StreamMiddlewareTests.ownResponse }

        init(isAttempt: Bool) { self.isAttempt = isAttempt }

        func handleCall(
            _ settings: CallSettings, _ context: MiddlewareContext, next: NextCall
        ) async throws -> HTTPResponse { isAttempt ? try await next(settings) : response }

        func handleAttempt(
            _ request: HTTPRequest, _ context: MiddlewareContext, next: NextAttempt
        ) async throws -> HTTPResponse { response }
    }
}
