import Foundation
import LoopbackServer
import Methodical

/// A proxy between the client and the server that breaks a share of the exchanges.
final class Proxy: Sendable {
    let log = ExchangeLog()
    private let plan: Locked<FaultPlan>
    /// The numbers of the connections that neither side has closed.
    private let open: Locked<Set<Int>>
    private let listener: Listener

    init(to server: UInt16, plan: FaultPlan) throws {
        let log = log
        let connections = Locked(0)
        let plan = Locked(plan)
        let open = Locked(Set<Int>())
        self.plan = plan
        self.open = open
        listener = try Listener { client in
            let number = connections.withLock { count in
                count += 1
                return count
            }
            open.withLock { _ = $0.insert(number) }
            defer { open.withLock { _ = $0.remove(number) } }
            let relay = Relay(client: client, server: server, log: log)
            var extraBytes: [ExchangeLog.ExtraBytes] = []
            while let head = client.readHead() {
                for index in extraBytes.indices { extraBytes[index].noteRequest() }
                let exchange = log.begin(
                    target: head.target, connection: number, extraBytes: extraBytes, plan: plan.withLock { $0 })
                guard relay.relay(head, exchange) else { return }
                if exchange.fault.sendsExtraBytes { extraBytes.append(ExchangeLog.ExtraBytes(fault: exchange.fault)) }
            }
        }
    }

    var port: UInt16 { listener.port }
    var openConnections: Set<Int> { open.withLock { $0 } }
    func stop() { listener.stop() }

    /// Breaks no exchange from now on.
    func becomeHonest() { plan.withLock { $0 = FaultPlan(seed: $0.seed, share: 0, transport: $0.transport) } }
}

/// The relay of one connection of the client, with a connection of its own to the server.
private final class Relay {
    private let client: Connection
    private let port: UInt16
    private let log: ExchangeLog
    private var server: Connection?

    init(client: Connection, server: UInt16, log: ExchangeLog) {
        self.client = client
        self.log = log
        port = server
    }

    /// Relays one exchange. Returns `false` if the client's connection is over.
    func relay(_ head: Head, _ exchange: ExchangeLog.Exchange) -> Bool {
        switch exchange.fault {
        case .requestBroken(let part, let ending):
            breakRequest(head, exchange, at: part)
            end(client, by: ending)
            return false
        case .requestStalled:
            client.waitForEnd()
            return false
        case .substituted(let substitute):
            return respond(with: substitute, to: head)
        case .delayedRequest(let milliseconds):
            pause(milliseconds)
        default:
            break
        }
        guard forward(head, exchange), let server else { return false }
        log.noteRequest(of: exchange)
        guard let response = server.readHead() else { return false }
        let writer = ResponseWriter(client: client, server: server, request: head, response: response)
        let goesOn = writer.write(exchange.fault)
        let isUnchanged = exchange.fault.deliversResponse && exchange.extraBytes.isEmpty
        if goesOn, isUnchanged, !client.isClosedByPeer { log.noteResponse(of: exchange) }
        return goesOn
    }

    // MARK: The request

    /// Sends the whole request to the server. Returns `false` if the client ends it early, or the server is gone.
    private func forward(_ head: Head, _ exchange: ExchangeLog.Exchange) -> Bool {
        guard let server = begin(head, exchange) else { return false }
        return client.readBody(of: head) { server.send($0.wire) }
    }

    /// Sends the head of the request to the server.
    private func begin(_ head: Head, _ exchange: ExchangeLog.Exchange) -> Connection? {
        if server == nil { server = try? Connection(toPort: port) }
        if head["Expect"] != nil, !client.send("HTTP/1.1 100 Continue\r\n\r\n") { return nil }
        let numbered = head.removing("Expect").adding("X-Exchange: \(exchange.number)")
        guard let server, server.send(numbered.wire) else { return nil }
        return server
    }

    /// Sends a part of the request to the server, and never the whole of it.
    private func breakRequest(_ head: Head, _ exchange: ExchangeLog.Exchange, at part: Fault.Part) {
        let hasBody = head.isChunked || head.contentLength > 0
        switch part {
        case .nothing, .halfOfHead:
            return
        case .head:
            if hasBody { _ = begin(head, exchange) }
        case .halfOfBody:
            guard hasBody, let server = begin(head, exchange) else { return }
            let half = head.contentLength / 2
            var count = 0
            _ = client.readBody(of: head) { piece in
                count += piece.wire.count
                return count < half && server.send(piece.wire)
            }
        case .everything:
            _ = client.readBody(of: head) { _ in true }
        }
        server?.close()
    }

    // MARK: Other responses

    /// Responds in place of the server. Returns `false` if the client's connection is over.
    private func respond(with substitute: Fault.Substitute, to head: Head) -> Bool {
        let response: String
        switch substitute {
        case .page(let status, let retryAfter, let isEarly):
            response = Self.page(status: status, retryAfter: retryAfter)
            if isEarly { return client.send(response) && client.readBody(of: head) { _ in true } }
        case .otherProtocol:
            response = "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: other\r\n\r\n"
        case .garbage(let garbage):
            response = Self.garbage(garbage)
        }
        if head["Expect"] != nil, !client.send("HTTP/1.1 100 Continue\r\n\r\n") { return false }
        guard client.readBody(of: head, { _ in true }), client.send(response) else { return false }
        if case .page = substitute { return true }
        client.waitForEnd()
        return false
    }

    private static func page(status: Int, retryAfter: Int?) -> String {
        let page = "<!DOCTYPE html><html><body><h1>Welcome to the network of this hotel</h1></body></html>"
        var head = "HTTP/1.1 \(status) Reason\r\nContent-Type: text/html\r\nContent-Length: \(page.utf8.count)"
        if let retryAfter { head += "\r\nRetry-After: \(retryAfter)" }
        return "\(head)\r\n\r\n\(page)"
    }

    private static func garbage(_ garbage: Fault.Garbage) -> String {
        switch garbage {
        case .noise: String(repeating: "\u{1}\u{7F}\u{0}x\u{15}", count: 100)
        case .otherProtocol: "SSH-2.0-OpenSSH_9.6\r\n"
        case .emptyLines: String(repeating: "\r\n", count: 100)
        case .statusBelow100: "HTTP/1.1 42 Odd\r\nContent-Length: 5\r\n\r\nhello"
        case .statusWithoutNumber: "HTTP/1.1 OK\r\nContent-Length: 5\r\n\r\nhello"
        case .fieldWithoutColon: "HTTP/1.1 200 OK\r\nThis is not a field\r\nContent-Length: 2\r\n\r\n{}"
        }
    }
}

/// Ends a connection.
func end(_ connection: Connection, by ending: Fault.Ending) {
    switch ending {
    case .reset: connection.reset()
    case .close: connection.close()
    }
}

func pause(_ milliseconds: Int) { usleep(UInt32(milliseconds) * 1000) }
