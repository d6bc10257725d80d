import Foundation
import MethodicalFleet

/// A connection to Valkey or Redis 5 and later, on the C library hiredis.
///
/// hiredis blocks its thread, so each connection has a thread of its own in a dispatch queue. Commands go to the
/// connections in turn.
///
/// For TLS, link `hiredis_ssl` as well, and call `redisInitiateSSLWithContext` after the connection was opened, or let
/// a proxy such as stunnel do it.
public final class ValkeyEngine: FleetEngine {
    private let connections: [Connection]
    private let next = NSLock()
    private nonisolated(unsafe) var turn = 0

    /// Creates an engine. Connections are opened when they are needed.
    ///
    /// - Parameters:
    ///   - host: The name or address of the server.
    ///   - port: The port of the server.
    ///   - password: The password, or `nil` if the server asks for none.
    ///   - connections: The number of connections.
    ///   - limit: The longest time for opening a connection and for each command.
    public init(
        host: String = "127.0.0.1", port: Int = 6379, password: String? = nil, connections: Int = 2,
        limit: Duration = .seconds(1)
    ) {
        // hiredis writes to sockets without a flag that prevents this signal, which would end the process.
        signal(SIGPIPE, SIG_IGN)
        let server = Connection.Server(host: host, port: port, password: password, limit: limit)
        self.connections = (0..<max(1, connections)).map { _ in Connection(server) }
    }

    /// Creates an engine from the environment: `VALKEY_HOST`, `VALKEY_PORT` and `VALKEY_PASSWORD`.
    public convenience init(environment: [String: String] = ProcessInfo.processInfo.environment) {
        self.init(
            host: environment["VALKEY_HOST"] ?? "127.0.0.1", port: environment["VALKEY_PORT"].flatMap(Int.init) ?? 6379,
            password: environment["VALKEY_PASSWORD"])
    }

    /// Returns the values of keys by `MGET`.
    public func values(_ keys: [String]) async throws -> [Data?] {
        guard case .list(let values) = try await send([Data("MGET".utf8)] + keys.map { Data($0.utf8) }) else {
            throw ValkeyError("MGET returned no list")
        }
        return values.map { if case .data(let data) = $0 { data } else { nil } }
    }

    /// Stores a value by `SET` with `PX`.
    public func set(_ key: String, to value: Data, for lifetime: Duration) async throws {
        let milliseconds = max(1, Int64(lifetime / .milliseconds(1)))
        _ = try await send([Data("SET".utf8), Data(key.utf8), value, Data("PX".utf8), Data("\(milliseconds)".utf8)])
    }

    /// Runs a script by `EVALSHA`. Each connection loads a script before its first use.
    public func run(_ script: FleetScript, keys: [String], arguments: [Data]) async throws -> [Int] {
        let words = [Data("\(keys.count)".utf8)] + keys.map { Data($0.utf8) } + arguments
        guard case .list(let values) = try await connection.perform({ try $0.run(script, words) }) else {
            throw ValkeyError("the script \(script.name) returned no list")
        }
        return values.compactMap { if case .integer(let number) = $0 { number } else { nil } }
    }

    private func send(_ words: [Data]) async throws -> Reply { try await connection.perform { try $0.send(words) } }

    private var connection: Connection {
        next.withLock {
            turn = (turn + 1) % connections.count
            return connections[turn]
        }
    }
}

/// The failure of a command. It contains no argument of the command.
struct ValkeyError: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
}
