import EachTransport
import Foundation
import LoopbackServer
import Methodical
import MethodicalStreams
import Testing

/// Streams that are long, cut in every place, or whose server is killed.
@Suite(.eachTransport) struct StreamLoadTests {
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

    /// The bytes that wait for the reader come in one piece, so `EventParserTests` cuts events at every byte.
    @Test func deliversEventsThatArriveByteByByte() async throws {
        let count = 50_000
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

    #if os(Linux)
        @Test func aSleepingReaderTakesLittleMemory() async throws {
            let (_, output) = try start("memory", "200000000", "1000", TestedTransport.current.rawValue)
            // On a thread of its own, because Swift's task threads are as few as the cores and other tests need them.
            let data = try await withCheckedThrowingContinuation {
                (continuation: CheckedContinuation<Data?, any Error>) in
                Thread.detachNewThread { continuation.resume(with: Result { try output.readToEnd() }) }
            }
            let text = String(decoding: data ?? Data(), as: UTF8.self)
            let memory = text.matches(of: /memory: (\d+)/).compactMap { Int($0.output.1) }
            #expect(memory.count == 3 && memory.prefix(2).allSatisfy { $0 < 8 << 20 }, "\(text)")
            #expect(text.contains("received: 200015872"))
            // The server is held back by the socket's buffers, and nothing goes to a file.
            guard TestedTransport.suspends else { return }
            let sent = text.firstMatch(of: /slept: (\d+)/).flatMap { Int($0.output.1) }
            #expect(try #require(sent) < 20_000_000, "\(text)")
        }
    #endif

    #if os(Linux) || os(macOS)
        /// A server in a process of its own is killed twice. The stream continues without a gap or a repetition.
        @Test func survivesTheDeathOfItsServer() async throws {
            // Systems give these ports to no client, so the server gets its port back.
            var (process, port) = try serve(port: .random(in: 20_000..<30_000), first: 1)
            defer { process.terminate() }
            let service = Service(
                client: Client(
                    Service.api, over: Client.Configuration(baseURL: "http://127.0.0.1:\(port)")))
            var ids: [Int] = []
            // Events of a killed server may still arrive, so those of each server are counted.
            var (number, counts) = (1, [JSON: Int]())
            for try await event in service.ticks().events {
                ids.append(Int(event.id) ?? 0)
                counts[event.value, default: 0] += 1
                guard counts[.integer(number)] == 50 else { continue }
                number += 1
                if number > 3 { break }
                kill(process.processIdentifier, SIGKILL)
                process.waitUntilExit()
                (process, _) = try serve(port: port, first: number)
            }
            #expect(ids.first == 1)
            #expect(zip(ids, ids.dropFirst()).allSatisfy { $1 == $0 + 1 }, "\(ids)")
        }

        private func serve(port: Int, first: Int) throws -> (Process, Int) {
            let (process, output) = try start("serve", "\(port)", "\(first)")
            let text = String(decoding: output.availableData, as: UTF8.self)
            return (process, try #require(Int(text.trimmingCharacters(in: .whitespacesAndNewlines))))
        }

        private func start(_ arguments: String...) throws -> (Process, FileHandle) {
            let process = Process()
            process.executableURL = Bundle.main.executableURL?.deletingLastPathComponent().appending(
                path: "StreamStress")
            process.arguments = arguments
            let output = Pipe()
            process.standardOutput = output
            try process.run()
            return (process, output.fileHandleForReading)
        }
    #endif
}
