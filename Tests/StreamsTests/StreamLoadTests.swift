import Foundation
import LoopbackServer
import Methodical
import MethodicalStreams
import Testing

/// Streams that are long, cut in every place, or whose server is killed.
struct StreamLoadTests {
    /// A transport that delivers one byte at a time.
    struct Dripping: Transport {
        let bytes: Data

        func send(_ request: HTTPRequest) async throws -> HTTPResponse { HTTPResponse(status: 500) }

        func send(_ request: HTTPRequest, observing: TransferObserver?) async throws -> HTTPResponse {
            let head = HTTPResponse(status: 200, headers: ["Content-Type": "text/event-stream"])
            try observing?.begin(head)
            for byte in bytes { observing?.receive(Data([byte])) }
            return head
        }
    }

    private func events(_ count: Int) -> Data {
        Data((1...count).map { "id: \($0)\r\ndata: {\"n\":\($0),\"text\":\"…\"}\r\n\r\n" }.joined().utf8)
    }

    @Test func deliversAHundredThousandEventsByteByByte() async throws {
        let count = 100_000
        var next = 1
        let bytes = Data((1...count).map { "data:\($0)\r\n\r\n" }.joined().utf8)
        for try await value in Service("http://127.0.0.1", transport: Dripping(bytes: bytes)).ticks().reconnecting(
            false)
        {
            guard value == .integer(next) else { break }
            next += 1
        }
        #expect(next == count + 1)
    }

    /// Each chunk of the body holds one byte, so that URLSession delivers bytes one by one.
    @Test func readsChunksOfOneByteFromAServer() async throws {
        let count = 2000
        let body = events(count).map { Data([0x31, 0x0D, 0x0A, $0, 0x0D, 0x0A]) }.reduce(Data(), +)
        let server = try LoopbackServer { _ in
            .rawData(
                Data(
                    "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n".utf8)
                    + body + Data("0\r\n\r\n".utf8))
        }
        let (elements, error) = await collect(Service(server.baseURL).ticks().reconnecting(false))
        #expect(elements.map { $0["n"] } == (1...count).map { .integer($0) })
        #expect(error == nil)
    }

    #if os(Linux) || os(macOS)
        /// A server in a process of its own is killed twice. The stream continues without a gap or a repetition.
        @Test func survivesTheDeathOfItsServer() async throws {
            // Systems give these ports to no client, so the server gets its port back.
            var (process, port) = try serve(port: .random(in: 20_000..<30_000))
            defer { process.terminate() }
            var ids: [Int] = []
            let service = Service(
                client: Client(
                    Service.api, configuration: Client.Configuration(baseURL: "http://127.0.0.1:\(port)")))
            for try await event in service.ticks().events {
                ids.append(Int(event.id) ?? 0)
                if ids.count == 50 || ids.count == 100 {
                    kill(process.processIdentifier, SIGKILL)
                    process.waitUntilExit()
                    (process, _) = try serve(port: port)
                }
                if ids.count == 150 { break }
            }
            #expect(ids.first == 1)
            #expect(zip(ids, ids.dropFirst()).allSatisfy { $1 == $0 + 1 }, "\(ids)")
        }

        private func serve(port: Int) throws -> (Process, Int) {
            let process = Process()
            process.executableURL = Bundle.main.executableURL?.deletingLastPathComponent().appending(
                path: "StreamStress")
            process.arguments = ["serve", "\(port)", "1"]
            let output = Pipe()
            process.standardOutput = output
            try process.run()
            let text = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
            return (process, try #require(Int(text.trimmingCharacters(in: .whitespacesAndNewlines))))
        }
    #endif
}
