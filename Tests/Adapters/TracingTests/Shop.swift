#if Tracing
    import Foundation
    import LoopbackServer
    import Methodical
    import MethodicalStreams
    import MethodicalTracing

    /// An API in the form that the generator prints. Its token travels in the query, so that addresses contain it.
    struct Shop: APIClient {
        let client: Client
        static let api = APIDescription(
            name: "Shop", baseURL: "https://shop.example/v1/", authorization: .parameter("access_token"),
            envelope: .init(result: "response", error: "error", code: "code", message: "message"), verb: .get)

        init(client: Client) { self.client = client }

        init(
            _ baseURL: String, _ tracer: W3CTracer, token: Token = Token("old-secret", refresh: "refresh-secret"),
            refresher: (any TokenRefresher)? = nil, middlewares: [any Middleware] = []
        ) {
            // Pauses take no time.
            let time = TimeSource(now: { Date() }, sleep: { _ in try Task.checkCancellation() })
            self.init(
                account: Account(id: 7_007_007_007_007, token: token, refresher: refresher),
                configuration: Client.Configuration(
                    baseURL: baseURL + "/v1/", middlewares: [TracingMiddleware(tracer: tracer)] + middlewares,
                    time: time,
                    retries: RetryPolicy(random: { 0 })))
        }

        func order(_ id: Int, pin: String = "pin-secret") -> Request<Order> {
            var call = Call(client, .init("orders.get", .get, "orders/{order_id}", reads: true))
            call.add("order_id", id, .path)
            call.add("pin", pin, .secret)
            return Request(call)
        }

        func numbers() -> Request<[Int]> {
            Request(
                Call(
                    client,
                    .init(
                        "orders.list", .get, "orders", reads: true,
                        pages: .by(.offset("offset"), size: "count", most: 2))))
        }

        func ticks() -> StreamRequest<JSON> {
            StreamRequest(Call(client, .init("ticks", .get, "ticks", reads: true)), .events)
        }
    }

    /// An API whose calls can be sent in a batch.
    struct Script: APIClient {
        let client: Client
        static let api = APIDescription(
            name: "Script", baseURL: "https://script.example/method/", authorization: .parameter("access_token"),
            envelope: .init(result: "response"), batch: ("execute", 25))

        func order(_ id: Int) -> Request<Order> {
            var call = Call(client, .init("orders.get"))
            call.add("id", id)
            call.add("pin", "pin-secret", .secret)
            return Request(call)
        }
    }

    struct Order: APIEngine.Model {
        private(set) var id = 0

        init(_: APIEngine.Blank) {}
        static let _fields = APIEngine.FieldTable("!id")
        mutating func _field(_ index: Int, _ cursor: inout APIEngine.FieldCursor) {
            if index == 0 { cursor.int(&id) }
        }
    }

    /// A refresher that asks the server for a token, by a call of its own.
    struct Refreshing: TokenRefresher {
        let client: Client

        func refresh(_ token: Token, of account: Account.ID) async throws -> Token {
            var call = Call(client, .init("token", .post, "token"))
            call.add("refresh_token", token.refresh, .secret)
            return Token(try await Request<String>(call).send())
        }
    }
#endif
