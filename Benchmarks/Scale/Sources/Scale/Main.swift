import Foundation
import LoopbackServer
import Methodical

/// Measures how cost grows with size. Each process measures one size, so that its memory is that of the size.
///
///     Scale serve                                  the server of the calls and streams, which prints its address
///     Scale calls TOTAL AT_ONCE ADDRESS            calls over the loopback
///     Scale turns CALLS                            calls that all wait for a limit of requests in flight
///     Scale rate CALLS                             calls under a rate limit of as many requests
///     Scale cancelled CALLS                        equal calls that wait for one response, and are cancelled
///     Scale memory ENTRIES                         a cache in memory
///     Scale disk ENTRIES FOLDER                    a cache on disk
///     Scale pages ITEMS                            a walk through pages of 100 items
///     Scale stream EVENTS BYTES ADDRESS            a stream of events with as many bytes of text each
///     Scale document MEGABYTES                     a document that is decoded
///
/// Prints `name value` lines. The memory of the process is for its parent to read.
@main
enum Main {
    static func main() async throws {
        let words = Array(CommandLine.arguments.dropFirst())
        switch (words.first, words.count) {
        case ("serve", 1): try Server.run()
        case ("calls", 4):
            try await Calls.overLoopback(
                total: try number(words[1]), atOnce: try number(words[2]), address: words[3])
        case ("turns", 2): try await Calls.waitingForTurns(try number(words[1]))
        case ("rate", 2): try await Calls.underRateLimit(try number(words[1]))
        case ("cancelled", 2): try await Calls.cancelled(try number(words[1]))
        case ("memory", 2): try Caches.inMemory(entries: try number(words[1]))
        case ("disk", 3): try Caches.onDisk(entries: try number(words[1]), folder: words[2])
        case ("pages", 2): try await Pages.walk(items: try number(words[1]))
        case ("stream", 4):
            try await Streams.read(
                events: try number(words[1]), size: try number(words[2]), address: words[3])
        case ("document", 2): try Documents.decode(megabytes: try number(words[1]))
        default: throw Problem("wrong arguments; the comment in Main.swift lists the right ones")
        }
    }

    private static func number(_ word: String) throws -> Int {
        guard let number = Int(word), number > 0 else { throw Problem("\(word) is not a positive number") }
        return number
    }
}

struct Problem: Error {
    let message: String
    init(_ message: String) { self.message = message }
}

/// Returns the CPU time of all threads of this process, in seconds.
func cpu() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}

/// Returns the CPU time of one of several repetitions, in microseconds.
func microseconds(_ times: Int, _ body: (Int) throws -> Void) rethrows -> Double {
    let start = cpu()
    for index in 0..<times { try body(index) }
    return (cpu() - start) / Double(times) * 1e6
}

/// The server of the calls and streams. It has a process of its own, so that its cost is not counted.
enum Server {
    static func run() throws {
        let server = try LoopbackServer(keeping: false) { request in
            let words = request.target.split(separator: "/")
            guard words.first == "events", words.count == 3, let count = Int(words[1]), let size = Int(words[2]) else {
                return .http(200, ["Content-Type: application/json"], #"{"id":7,"name":"Ada"}"#)
            }
            // Everything is made before the response begins, because URLSession keeps a core busy on Linux while it
            // waits.
            let event = Data((#"data: {"id":7,"name":""# + String(repeating: "x", count: size) + "\"}\n\n").utf8)
            let eventsInPiece = max(1, min(count, 65_536 / event.count))
            var piece = Data()
            for _ in 0..<eventsInPiece { piece.append(event) }
            let (pieces, rest) = (count / eventsInPiece, count % eventsInPiece)
            return .live { [piece] send in
                guard send(Data("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n".utf8)) else { return }
                for _ in 0..<pieces {
                    guard send(piece) else { return }
                }
                for _ in 0..<rest {
                    guard send(event) else { return }
                }
            }
        }
        print(server.baseURL)
        fflush(nil)
        // Waits until the parent closes its end or dies.
        _ = try FileHandle.standardInput.readToEnd()
    }
}
