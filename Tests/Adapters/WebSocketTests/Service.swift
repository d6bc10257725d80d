#if WebSocket
    import Foundation
    import Methodical
    import MethodicalStreams
    import MethodicalWebSocket

    /// An API in the form that the generator prints.
    struct Service: APIClient {
        let client: Client
        static let api = APIDescription(
            name: "Service", baseURL: "wss://127.0.0.1/", authorization: .header("Bearer"),
            envelope: APIEngine.Envelope(error: "error", code: "code", message: "message"))
    }

    extension Service {
        /// Creates a client without back-off. `pauses` records the pauses that it was asked for.
        init(_ baseURL: String, pauses: Pauses? = nil, change: (inout Client.Configuration) -> Void = { _ in }) {
            let time = TimeSource(
                now: { Date() },
                sleep: { pause in
                    pauses?.all.withLock { $0.append(pause) }
                    try Task.checkCancellation()
                })
            var configuration = Client.Configuration(baseURL: baseURL, time: time)
            change(&configuration)
            let client = Client(
                Self.api,
                account: Account(id: 1, token: Token("secret-token")),
                transport: WebSocketTransport(configuration.session),
                configuration: configuration)
            self.init(client: client)
        }

        /// A socket in both directions, without pings.
        func chat() -> SocketRequest<JSON, JSON> {
            SocketRequest(Call(client, .init("chat", .get, "chat", reads: true))).pinging(every: nil)
        }

        /// A socket of bytes.
        func bytes() -> SocketRequest<Data, Data> {
            SocketRequest(Call(client, .init("bytes", .get, "bytes", reads: true))).pinging(every: nil)
        }

        /// A socket that only receives.
        func news() -> SocketRequest<JSON, Never> {
            SocketRequest(Call(client, .init("news", .get, "news", reads: true))).pinging(every: nil)
        }
    }

    /// The pauses of a client.
    final class Pauses: Sendable {
        let all = Locked([Duration]())
    }

    /// Values that a server records.
    final class Record<Value: Sendable>: Sendable {
        private let values = Locked([Value]())
        var all: [Value] { values.withLock { $0 } }
        /// Adds a value, and returns the number of values.
        @discardableResult
        func add(_ value: Value) -> Int {
            values.withLock { values in
                values.append(value)
                return values.count
            }
        }
    }

    /// Returns the messages of a connection, and the error that ended it.
    func collect<Messages: AsyncSequence>(
        _ messages: Messages
    ) async -> (elements: [Messages.Element], error: APIError?) {
        var elements: [Messages.Element] = []
        do {
            for try await element in messages {
                elements.append(element)
            }
            return (elements, nil)
        } catch {
            return (elements, error as? APIError)
        }
    }
#endif
