#if HTTPTypes
    import Foundation
    import HTTPTypes
    import LoopbackServer
    import Methodical
    import MethodicalHTTPTypes
    import Testing

    /// Tests of code that was written for swift-http-types, around the calls of a client.
    @Suite struct MiddlewareTests {
        @Test func aMiddlewareForHTTPTypesRunsAroundEachAttempt() async throws {
            let server = try LoopbackServer { request in
                request["Authorization"] == "Bearer a-token" && request["X-Stamp"] == "1"
                    ? .http(200, ["X-A: 1", "X-A: 2"], "7") : .http(401)
            }
            let seen = Locked<[String]>([])
            let client = Client(
                APIDescription(name: "Shop", baseURL: "https://shop.example/", authorization: .header("Bearer")),
                account: Account(id: 1, token: Token("a-token")),
                configuration: Client.Configuration(
                    baseURL: server.baseURL, middlewares: [Adapter(middleware: Stamping(seen: seen))], retries: .never))
            var call = Call(client, .init("orders.add", .post, "orders"))
            call.add("count", 2)
            let response = try await Request<Int>(call).response()
            #expect(response.value == 7)
            // FoundationNetworking joins fields of one name.
            #expect(response.headers.fields.filter { $0.name == "X-A" }.map(\.value) == ["1, 2"])
            #expect(response.headers["X-Stamped"] == "yes")
            #expect(seen.withLock { $0 } == ["POST /orders, 7 bytes", "200, 1 bytes"])
            let request = try #require(server.received.first)
            #expect(request.line == "POST /orders HTTP/1.1" && request.body == "count=2")
        }

        @Test func aTransportForHTTPTypesCarriesCalls() async throws {
            let client = Client(
                APIDescription(name: "Shop", baseURL: "https://shop.example/v1/"),
                transport: Carrier { head, body in
                    let text = "\(head.method) \(head.path ?? ""), \(body?.count ?? 0) bytes"
                    return (HTTPTypes.HTTPResponse(status: .ok), try JSONEncoder().encode(text))
                })
            let text = try await Request<String>(Call(client, .init("orders.get", .get, "orders/7", reads: true)))
                .send()
            #expect(text == "GET /v1/orders/7, 0 bytes")
        }
    }

    /// A middleware as a library for swift-http-types declares it.
    private protocol HeadMiddleware: Sendable {
        typealias Next = @Sendable (HTTPTypes.HTTPRequest, Data?) async throws -> (HTTPTypes.HTTPResponse, Data)
        func intercept(_ head: HTTPTypes.HTTPRequest, _ body: Data?, next: Next) async throws
            -> (HTTPTypes.HTTPResponse, Data)
    }

    private struct Stamping: HeadMiddleware {
        let seen: Locked<[String]>

        func intercept(
            _ head: HTTPTypes.HTTPRequest, _ body: Data?, next: Next
        ) async throws -> (HTTPTypes.HTTPResponse, Data) {
            var head = head
            if let name = HTTPField.Name("X-Stamp") { head.headerFields[name] = "1" }
            seen.withLock { $0.append("\(head.method) \(head.path ?? ""), \(body?.count ?? 0) bytes") }
            var (response, data) = try await next(head, body)
            seen.withLock { $0.append("\(response.status.code), \(data.count) bytes") }
            if let name = HTTPField.Name("X-Stamped") { response.headerFields[name] = "yes" }
            return (response, data)
        }
    }

    /// A middleware of Methodical that runs one for swift-http-types.
    private struct Adapter: Middleware {
        let middleware: any HeadMiddleware

        func handleAttempt(
            _ request: Methodical.HTTPRequest, _ context: MiddlewareContext, next: NextAttempt
        ) async throws -> Methodical.HTTPResponse {
            let (head, body) = try await withoutActuallyEscaping(next) { next in
                try await middleware.intercept(HTTPTypes.HTTPRequest(request), request.body) { head, body in
                    var request = request
                    try request.replaceHead(by: head)
                    request.body = body
                    let response = try await next(request)
                    return (try HTTPTypes.HTTPResponse(response), response.body)
                }
            }
            return Methodical.HTTPResponse(head, body: body)
        }
    }

    /// A transport that sends with a library for swift-http-types.
    private struct Carrier: Transport {
        let send: @Sendable (HTTPTypes.HTTPRequest, Data?) async throws -> (HTTPTypes.HTTPResponse, Data)

        func send(_ request: Methodical.HTTPRequest) async throws -> Methodical.HTTPResponse {
            let (head, body) = try await send(HTTPTypes.HTTPRequest(request), request.body)
            return Methodical.HTTPResponse(head, body: body)
        }
    }
#endif
