import Methodical

import struct Foundation.Data

/// The server's side of a socket, for stubs and the mock server.
extension SocketRequest where Incoming: APIValue {
    /// Returns a message of the server as it is sent, wrapped as the method and the API wrap their results.
    package func message(of value: Incoming) -> SocketMessage {
        if let data = value as? Data {
            return SocketMessage(.binary, bytes: data)
        }
        // A number that is not finite cannot be written, and servers send null in its place.
        var text = (try? String(decoding: value.json(), as: UTF8.self)) ?? "null"
        for key in [call.method.result, call.client.api.envelope.result].compactMap(\.self) {
            text = "{\(JSON.string(key).description):\(text)}"
        }
        return SocketMessage(text)
    }
}

extension SocketRequest where Outgoing: APIValue {
    /// Reads a message of the client.
    package func value(in message: SocketMessage) throws -> Outgoing {
        if let data = message.bytes as? Outgoing {
            return data
        }
        return try Outgoing(json: Array(message.bytes), reading: .strict)
    }
}
