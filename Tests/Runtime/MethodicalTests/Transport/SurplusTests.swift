import EachTransport
import Foundation
import LoopbackServer
import Testing

@testable import Methodical

/// Tests of bytes that arrive without a request (RFC 9112, section 9.2). They must not become the next response.
@Suite(.eachTransport) struct SurplusTests {
    /// Returns a response that begins with the number in the request's address.
    private static func response(to request: Received, kilobytes: Int) -> Data {
        let body = request.target + " " + String(repeating: "x", count: kilobytes * 1000)
        return Data("HTTP/1.1 200 OK\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)".utf8)
    }

    /// Asks for a number until a response arrives, because a request may meet a connection that is being closed.
    private func number(_ number: Int, of server: LoopbackServer, over transport: any Transport) async throws -> String
    {
        while true {
            do {
                let response = try await transport.send(server.request(.get, "/\(number)"))
                return String(decoding: response.body.prefix { $0 != UInt8(ascii: " ") }, as: UTF8.self)
            } catch is URLError {
                continue
            }
        }
    }

    /// libcurl before 8.0 notices a second response only if it reads it together with the first one.
    private func isKept(kilobytes: Int) -> Bool {
        #if canImport(FoundationNetworking)
            TestedTransport.current != .urlSession || kilobytes <= 10
        #else
            true
        #endif
    }

    @Test(arguments: [1, 10, 50, 100, 300]) func aSecondCopyAtOnce(kilobytes: Int) async throws {
        guard isKept(kilobytes: kilobytes) else { return }
        let server = try LoopbackServer { request in
            let response = Self.response(to: request, kilobytes: kilobytes)
            return .open { send in _ = send(response + response) }
        }
        let transport = TestedTransport.make()
        for place in 1...10 {
            #expect(try await number(place, of: server, over: transport) == "/\(place)")
        }
    }

    /// A second copy that arrives when the first has been read, and in pieces, ends the connection.
    @Test(arguments: [1, 10, 50, 100, 300]) func aSecondCopyLater(kilobytes: Int) async throws {
        // `URLSession` does not read while it has no request, so this cannot be promised for it.
        guard isKept(kilobytes: .max) else { return }
        let arrived = Locked(0)
        let server = try LoopbackServer { request in
            let response = Self.response(to: request, kilobytes: kilobytes)
            return .open { send in
                let place = Int(request.target.dropFirst()) ?? 0
                guard send(response) else { return }
                while arrived.withLock({ $0 }) < place { Thread.sleep(forTimeInterval: 0.001) }
                for piece in [response.prefix(20), response.dropFirst(20)] where send(piece) {
                    Thread.sleep(forTimeInterval: 0.002)
                }
            }
        }
        let transport = TestedTransport.make()
        for place in 1...10 {
            #expect(try await number(place, of: server, over: transport) == "/\(place)")
            arrived.withLock { $0 = place }
            // The client closes the connection, and the next request gets a new one.
            for _ in 0..<6000 where server.openConnections > 0 { try await Task.sleep(for: .milliseconds(10)) }
            #expect(server.openConnections == 0)
        }
    }
}
