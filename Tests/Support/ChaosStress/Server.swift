import Foundation
import LoopbackServer

/// An honest server of the API, with keep-alive. It keeps a record of the requests that must not come twice.
final class Server: Sendable {
    let ledger = Ledger()
    let tokens = TokenDesk()
    private let listener: Listener

    init() throws {
        let (ledger, tokens) = (ledger, tokens)
        listener = try Listener { connection in
            while let request = ServerRequest(connection) {
                let reply = Resources(ledger: ledger, tokens: tokens).reply(to: request)
                guard reply.send(over: connection) else { return }
            }
        }
    }

    var port: UInt16 { listener.port }
    func stop() { listener.stop() }
}

/// A request that has arrived whole.
struct ServerRequest {
    let head: Head
    let body: Data

    /// Reads a request. Returns `nil` if the connection ends before its last byte.
    init?(_ connection: Connection) {
        guard let head = connection.readHead() else { return nil }
        var body = Data()
        let isWhole = connection.readBody(of: head) { piece in
            body.append(piece.content)
            return true
        }
        guard isWhole else { return nil }
        self.head = head
        self.body = body
    }

    /// The parts of the path: `["items", "17"]`.
    var path: [String] { head.target.prefix { $0 != "?" }.split(separator: "/").map(String.init) }
    /// The number at the end of the path.
    var id: Int { path.last.flatMap { Int($0) } ?? 0 }
    /// The proxy's number of this exchange.
    var exchange: Int { head["X-Exchange"].flatMap { Int($0) } ?? 0 }

    /// Returns a parameter of the query, as a number.
    func number(_ name: String) -> Int? {
        let query = head.target.split(separator: "?").dropFirst().joined()
        return Self.fields(query)[name].flatMap { Int($0) }
    }

    /// The fields of a body of the type `application/x-www-form-urlencoded`. Their values need no decoding here.
    var form: [String: String] { Self.fields(String(decoding: body, as: UTF8.self)) }
    /// The members of a JSON object.
    var json: [String: Any] { (try? JSONSerialization.jsonObject(with: body) as? [String: Any]) ?? [:] }

    private static func fields(_ text: String) -> [String: String] {
        let pairs = text.split(separator: "&").map { $0.split(separator: "=", maxSplits: 1).map(String.init) }
        return Dictionary(pairs.map { ($0[0], $0.count > 1 ? $0[1] : "") }) { first, _ in first }
    }
}

/// A response of the server.
struct ServerReply {
    var status = 200
    var fields: [String] = []
    var body = Body.none

    enum Body {
        /// No body and no length, as the status 204 demands.
        case none
        case whole(Data)
        /// Chunks with a pause after each one, in microseconds.
        case chunks([Data], pause: UInt32)
    }

    static func json(_ text: String, status: Int = 200) -> ServerReply {
        ServerReply(status: status, fields: ["Content-Type: application/json"], body: .whole(Data(text.utf8)))
    }

    /// Returns the JSON that ``Item`` is read from.
    static func item(_ id: Int, text: String) -> ServerReply { .json(#"{"id":\#(id),"text":"\#(text)"}"#) }

    func send(over connection: Connection) -> Bool {
        let head = (["HTTP/1.1 \(status) Reason"] + fields).joined(separator: "\r\n")
        switch body {
        case .none:
            let length = status == 204 || status == 304 ? "" : "\r\nContent-Length: 0"
            return connection.send(head + length + "\r\n\r\n")
        case .whole(let body):
            return connection.send(Data("\(head)\r\nContent-Length: \(body.count)\r\n\r\n".utf8) + body)
        case .chunks(let chunks, let pause):
            guard connection.send(head + "\r\nTransfer-Encoding: chunked\r\n\r\n") else { return false }
            for chunk in chunks {
                let length = String(chunk.count, radix: 16)
                guard connection.send(Data("\(length)\r\n".utf8) + chunk + Data("\r\n".utf8)) else { return false }
                usleep(pause)
            }
            return connection.send("0\r\n\r\n")
        }
    }
}

/// The tokens of the accounts. An access token is good for some requests, and each refresh makes the next pair.
final class TokenDesk: @unchecked Sendable {
    /// The number of requests that an access token is good for. A refreshed token must survive the calls that wait
    /// for it.
    static let usesOfToken = 25
    private let lock = NSLock()
    private var uses: [String: Int] = [:]
    private var generations: [String: Int] = [:]

    static func accessToken(of account: Int, generation: Int) -> String { "access-\(account)-\(generation)" }
    static func refreshToken(of account: Int, generation: Int) -> String { "refresh-\(account)-\(generation)" }

    /// Returns the account of an access token, or `nil` if the token has expired or does not exist.
    func account(of accessToken: String) -> String? {
        let parts = accessToken.split(separator: "-").map(String.init)
        guard parts.count == 3, let generation = Int(parts[2]) else { return nil }
        return lock.withLock {
            guard generation <= generations[parts[1], default: 0] else { return nil }
            uses[accessToken, default: 0] += 1
            return uses[accessToken, default: 0] <= Self.usesOfToken ? parts[1] : nil
        }
    }

    /// Returns the response of the token endpoint.
    ///
    /// A refresh token that comes twice is good, because the first response may have been lost. The ledger tells.
    func refresh(_ refreshToken: String) -> ServerReply {
        let parts = refreshToken.split(separator: "-").map(String.init)
        guard parts.count == 3, let account = Int(parts[1]) else {
            return .json(#"{"error":"invalid_grant"}"#, status: 400)
        }
        let generation = lock.withLock {
            generations[parts[1], default: 0] += 1
            return generations[parts[1], default: 0]
        }
        let access = Self.accessToken(of: account, generation: generation)
        let refresh = Self.refreshToken(of: account, generation: generation)
        return .json(
            #"{"access_token":"\#(access)","refresh_token":"\#(refresh)","token_type":"Bearer","expires_in":3600}"#)
    }
}
