import Foundation
import MethodicalGenerator

import enum Methodical.JSON

#if MockServer
    import FlyingFox
#endif

/// The server's part of a socket: its messages, which it sends at once and again for what the client sends.
struct MockSocket: Sendable {
    /// The messages as they are sent.
    let messages: [String]
    /// Indicates whether the client may send messages.
    let receives: Bool
}

extension MockService {
    /// Returns a response that opens a socket.
    ///
    /// The server sends all elements. Then it answers each message of the client by the next element, from the first
    /// one on. It closes the socket with the code 1003 if the client sends what is no JSON, or anything at all although
    /// the schema has no messages of the client.
    func reply(
        opening stream: MethodicalGenerator.Stream,
        elements: [JSON],
        of method: MethodicalGenerator.Method
    ) -> MockReply {
        let messages = elements.map { element in
            element.under(method.resultKey).under(api.wire.envelope.result).description
        }
        var reply = MockReply(type: "text/plain", body: Data())
        reply.socket = MockSocket(messages: messages, receives: stream.sends != nil)
        return reply
    }
}

#if MockServer
    extension MockSocket: WSMessageHandler {
        func makeMessages(for client: AsyncStream<WSMessage>) async throws -> AsyncStream<WSMessage> {
            AsyncStream { output in
                for message in messages {
                    output.yield(.text(message))
                }
                let task = Task {
                    var number = 0
                    for await message in client {
                        if case .close = message {
                            break
                        }
                        guard accepts(message) else {
                            output.yield(.close(WSCloseCode(1003, reason: "the schema has no such message")))
                            break
                        }
                        if !messages.isEmpty {
                            output.yield(.text(messages[number % messages.count]))
                            number += 1
                        }
                    }
                    output.finish()
                }
                output.onTermination = { _ in task.cancel() }
            }
        }

        /// Returns a Boolean value that indicates whether the client may send a message.
        private func accepts(_ message: WSMessage) -> Bool {
            switch message {
            case .text(let text): receives && (try? JSON(json: Array(text.utf8))) != nil
            case .data: receives
            case .close: true
            }
        }
    }
#endif
