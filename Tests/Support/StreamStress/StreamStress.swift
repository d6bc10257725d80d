import Foundation
import LoopbackServer
import Methodical
import MethodicalAsyncHTTPClient
import MethodicalStreams

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

// Measures streams in a process of its own, and serves a stream in a process that a test kills.
//
//     StreamStress memory BYTES PAUSE TRANSPORT
//                                   the memory of a reader that sleeps while the server sends that many bytes, with a
//                                   pause in microseconds after each mebibyte, and of a bare URLSession
//     StreamStress delay COUNT          the delay of events, and of the same bytes in a bare URLSession
//     StreamStress serve PORT FIRST     events with the data FIRST, for ever. Their ids continue after `Last-Event-ID`,
//                                       or begin with FIRST. Port 0 is any port. The port is printed
struct Service: APIClient {
    let client: Client
    static let api = APIDescription(name: "Service", baseURL: "http://127.0.0.1/")

    init(client: Client) { self.client = client }

    init(_ server: LoopbackServer) {
        self.init(
            transport: Self.transport,
            configuration: Client.Configuration(
                baseURL: server.baseURL, session: SessionOptions { $0.largestResponse = 1 << 20 }))
    }

    /// The transport that the last argument names, or `nil` for the default one.
    private static var transport: (any Transport)? {
        #if AsyncHTTPClient
            if CommandLine.arguments.last == "AsyncHTTPClientTransport" { return AsyncHTTPClientTransport() }
        #endif
        return nil
    }

    var ticks: Call { Call(client, .init("ticks", .get, "ticks", reads: true)) }
}

let head = Data("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n".utf8)

/// Returns the largest resident memory of this process since the last reset, in bytes.
func peakMemory(resets: Bool = false) -> Int {
    if resets { try? "5".write(toFile: "/proc/self/clear_refs", atomically: false, encoding: .utf8) }
    let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
    return (line?.split { !$0.isNumber }.first.flatMap { Int($0) } ?? 0) * 1024
}

/// Measures the memory of a stream.
///
/// FoundationNetworking makes a timer for each piece of 16 KB, and releases the old ones when libcurl has emptied the
/// socket. Without pauses the server may fill it at once, and the timers then take up to 320 bytes a piece.
func measureMemory(_ total: Int, _ pause: Int) async throws {
    let block = Data(repeating: UInt8(ascii: "x"), count: 1 << 16)
    let sent = Locked(0)
    let server = try LoopbackServer { _ in
        .live { send in
            guard send(head) else { return }
            while sent.withLock({ $0 }) < total {
                guard send(block) else { return }
                let count = sent.withLock { sent in
                    sent += block.count
                    return sent
                }
                if count % (1 << 20) == 0 { usleep(UInt32(pause)) }
            }
        }
    }
    var received = 0
    var start = 0
    for try await chunk in StreamRequest(chunks: Service(server).ticks) {
        if received == 0 {
            try await Task.sleep(for: .milliseconds(100))
            start = peakMemory(resets: true)
            // Sleeps until the server has sent everything, or is held back.
            var before = -1
            while sent.withLock({ $0 }) != before {
                before = sent.withLock { $0 }
                try await Task.sleep(for: .seconds(1))
            }
            print("sent while the reader slept:", before, "memory:", peakMemory() - start)
        }
        received += chunk.count
    }
    print("received:", received, "memory:", peakMemory() - start)
    sent.withLock { $0 = 0 }
    start = peakMemory(resets: true)
    await Bare().receive(server)
    print("bare:", sent.withLock { $0 }, "memory:", peakMemory() - start)
}

/// A delegate that notes the delay of each piece.
final class Bare: NSObject, URLSessionDataDelegate, @unchecked Sendable {
    let delays = Locked([Double]())
    let done = Locked<CheckedContinuation<Void, Never>?>(nil)

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        guard data.first == UInt8(ascii: "d") else { return }
        for time in String(decoding: data, as: UTF8.self).split(separator: "\n").compactMap({ Int($0.dropFirst(6)) }) {
            let delay = Double(Int(DispatchTime.now().uptimeNanoseconds) - time)
            delays.withLock { $0.append(delay) }
        }
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        done.withLock { $0 }?.resume()
    }

    /// Waits for the end of a response of the server.
    func receive(_ server: LoopbackServer) async {
        let session = URLSession(configuration: .ephemeral, delegate: self, delegateQueue: nil)
        await withCheckedContinuation { continuation in
            done.withLock { $0 = continuation }
            URL(string: server.baseURL).map { session.dataTask(with: $0).resume() }
        }
        session.finishTasksAndInvalidate()
    }
}

func measureDelay(_ count: Int) async throws {
    let server = try LoopbackServer { _ in
        .live { send in
            guard send(head) else { return }
            for _ in 0..<count {
                usleep(2000)
                guard send(Data("data: \(DispatchTime.now().uptimeNanoseconds)\n\n".utf8)) else { return }
            }
        }
    }
    var stream: [Double] = []
    let bare = Bare()
    for _ in 0..<4 {
        for try await time in StreamRequest<Int>(Service(server).ticks, .events).reconnecting(false) {
            stream.append(Double(Int(DispatchTime.now().uptimeNanoseconds) - time))
        }
        await bare.receive(server)
    }
    for (name, delays) in [("stream", stream), ("bare", bare.delays.withLock { $0 })] {
        let sorted = delays.sorted().map { $0 / 1000 }
        print(name, sorted.count, "median:", sorted[sorted.count / 2], "p95:", sorted[sorted.count * 95 / 100])
    }
}

func serve(_ port: UInt16, _ first: Int) async throws {
    let server = try LoopbackServer(port: port) { request in
        let start = request["Last-Event-ID"].flatMap { Int($0) }.map { $0 + 1 } ?? first
        return .live { send in
            guard send(head), send(Data("retry: 20\n\n".utf8)) else { return }
            for id in start... {
                usleep(1000)
                guard send(Data("id: \(id)\ndata: \(first)\n\n".utf8)) else { return }
            }
        }
    }
    print(server.port)
    fflush(nil)
    try await Task.sleep(for: .seconds(600))
}

@main
struct Main {
    static func main() async throws {
        let arguments = CommandLine.arguments.dropFirst().map { Int($0) ?? 0 }
        switch (CommandLine.arguments.dropFirst().first, arguments.count) {
        case ("memory", 4): try await measureMemory(arguments[1], arguments[2])
        case ("delay", 2): try await measureDelay(arguments[1])
        case ("serve", 3): try await serve(UInt16(arguments[1]), arguments[2])
        default: exit(2)
        }
    }
}
