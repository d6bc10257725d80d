import Foundation
import LoopbackServer
import Methodical
import MethodicalStreams

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

// Measures streams in a process of its own, and serves a stream in a process that a test kills.
//
//     StreamStress memory BYTES     the memory of a reader that sleeps while the server sends that many bytes
//     StreamStress delay COUNT      the delay of events, and of the same bytes in a bare URLSession
//     StreamStress serve PORT FIRST events with ids from FIRST, for ever; PORT 0 is any port, which is printed
struct Service: APIClient {
    let client: Client
    static let api = APIDescription(name: "Service", baseURL: "http://127.0.0.1/")
    static var _runtime: APIEngine.Version { .v1 }

    init(client: Client) { self.client = client }

    init(_ server: LoopbackServer) {
        self.init(
            configuration: Client.Configuration(
                baseURL: server.baseURL, session: SessionOptions { $0.largestResponse = 1 << 20 }))
    }

    var ticks: Call { Call(client, Method("ticks", .get, "ticks", reads: true)) }
}

let head = Data("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n".utf8)

/// Returns the largest resident memory of this process so far, in bytes.
func peakMemory() -> Int {
    let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
    return (line?.split { !$0.isNumber }.first.flatMap { Int($0) } ?? 0) * 1024
}

func measureMemory(_ total: Int) async throws {
    let block = Data(repeating: UInt8(ascii: "x"), count: 1 << 16)
    let sent = Locked(0)
    let server = try LoopbackServer { _ in
        .live { send in
            guard send(head) else { return }
            while sent.withLock({ $0 }) < total {
                guard send(block) else { return }
                sent.withLock { $0 += block.count }
            }
        }
    }
    var received = 0
    var start = 0
    for try await chunk in StreamRequest(chunks: Service(server).ticks) {
        if received == 0 {
            try await Task.sleep(for: .milliseconds(100))
            start = peakMemory()
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
}

/// A delegate that notes the delay of each piece.
final class Bare: NSObject, URLSessionDataDelegate, @unchecked Sendable {
    let delays = Locked([Double]())
    let done = Locked<CheckedContinuation<Void, Never>?>(nil)

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        for time in String(decoding: data, as: UTF8.self).split(separator: "\n").compactMap({ Int($0.dropFirst(6)) }) {
            let delay = Double(Int(DispatchTime.now().uptimeNanoseconds) - time)
            delays.withLock { $0.append(delay) }
        }
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        done.withLock { $0 }?.resume()
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
        let session = URLSession(configuration: .ephemeral, delegate: bare, delegateQueue: nil)
        await withCheckedContinuation { continuation in
            bare.done.withLock { $0 = continuation }
            URL(string: server.baseURL).map { session.dataTask(with: $0).resume() }
        }
        session.finishTasksAndInvalidate()
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
                guard send(Data("id: \(id)\ndata: \(id)\n\n".utf8)) else { return }
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
        case ("memory", 2): try await measureMemory(arguments[1])
        case ("delay", 2): try await measureDelay(arguments[1])
        case ("serve", 3): try await serve(UInt16(arguments[1]), arguments[2])
        default: exit(2)
        }
    }
}
