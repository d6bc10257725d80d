import Foundation

/// Sends the server's response to the client, whole or broken.
struct ResponseWriter {
    let client: Connection
    let server: Connection
    let request: Head
    let response: Head

    /// Indicates whether the head alone is the whole response.
    private var hasBody: Bool {
        request.verb != "HEAD" && response.status != 204 && response.status != 304
    }

    /// Sends the response. Returns `false` if the client's connection is over.
    func write(_ fault: Fault) -> Bool {
        switch fault {
        case .delayedResponse(let milliseconds):
            pause(milliseconds)
            return writeUnchanged()
        case .interim(let status):
            return client.send("HTTP/1.1 \(status) Interim\r\nLink: </style.css>\r\n\r\n") && writeUnchanged()
        case .responseBroken(let part, let ending):
            writeBeginning(part)
            end(client, by: ending)
            return false
        case .responseStalled(let part):
            writeBeginning(part)
            if part != .everything { client.waitForEnd() }
            return part == .everything
        case .dripping: return writeDripping()
        case .doubled(let writes): return writeTwice(writes: writes)
        case .otherLength(let difference): return write(lengthChangedBy: difference)
        case .cutWithoutLength: return writeWithoutLength()
        case .cutInChunks: return writeChunks()
        case .none, .delayedRequest, .requestBroken, .requestStalled, .substituted: return writeUnchanged()
        }
    }

    /// Sends each piece as it comes, so that streams flow.
    private func writeUnchanged() -> Bool {
        guard client.send(response.wire) else { return false }
        if !hasBody { return true }
        return server.readBody(of: response) { client.send($0.wire) }
    }

    /// Returns the body as the server sent it, with the marks of its chunks, or only its content.
    private func wholeBody(_ bytes: (BodyPiece) -> Data) -> Data {
        var body = Data()
        guard hasBody else { return body }
        _ = server.readBody(of: response) { piece in
            body += bytes(piece)
            return true
        }
        return body
    }

    private func writeBeginning(_ part: Fault.Part) {
        let head = response.wire
        let body = wholeBody(\.wire)
        switch part {
        case .nothing: break
        case .halfOfHead: _ = client.send(Data(head.prefix(head.count / 2)))
        case .head: _ = client.send(head)
        case .halfOfBody: _ = client.send(head + body.prefix(body.count / 2))
        case .everything: _ = client.send(head + body)
        }
    }

    /// Sends the head and the first bytes of the body one by one, and the rest at once.
    private func writeDripping() -> Bool {
        let bytes = response.wire + wholeBody(\.wire)
        let countOfDrops = min(bytes.count, response.wire.count + 20)
        for drop in bytes.prefix(countOfDrops) {
            guard client.send(Data([drop])) else { return false }
            usleep(2000)
        }
        return client.send(Data(bytes.dropFirst(countOfDrops)))
    }

    private func writeTwice(writes: Int) -> Bool {
        let bytes = response.wire + wholeBody(\.wire)
        if writes == 1 { return client.send(bytes + bytes) }
        guard client.send(bytes) else { return false }
        // After the next request, no client could tell the second response from the one to that request.
        if client.hasUnreadBytes { return true }
        return client.send(bytes)
    }

    /// Sends the body with another length in its head. The connection stays open if the client gets enough bytes.
    private func write(lengthChangedBy difference: Int) -> Bool {
        let body = wholeBody(\.content)
        let length = max(0, body.count + difference)
        guard hasBody else { return client.send(response.wire) }
        let head = response.removing("Content-Length", "Transfer-Encoding").adding("Content-Length: \(length)")
        return client.send(head.wire + body) && length <= body.count
    }

    private func writeWithoutLength() -> Bool {
        let body = wholeBody(\.content)
        guard hasBody else { return client.send(response.wire) }
        let head = response.removing("Content-Length", "Transfer-Encoding").adding("Connection: close")
        _ = client.send(head.wire + body.prefix(body.count / 2))
        return false
    }

    /// Sends two thirds of the body in chunks, without the empty chunk that would end it.
    private func writeChunks() -> Bool {
        let body = wholeBody(\.content)
        guard hasBody else { return client.send(response.wire) }
        let head = response.removing("Content-Length", "Transfer-Encoding").adding("Transfer-Encoding: chunked")
        let third = body.count / 3
        var bytes = head.wire
        for chunk in [body.prefix(third), body.dropFirst(third).prefix(third)] where !chunk.isEmpty {
            let length = String(chunk.count, radix: 16)
            bytes += Data("\(length)\r\n".utf8) + chunk + Data("\r\n".utf8)
        }
        _ = client.send(bytes)
        return false
    }
}
