import Foundation
import Methodical

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Many calls through one client, a third of them cancelled at some moment, beside bare URLSession with the same requests and cancellations.
struct Soak {
    let calls: Int
    let atOnce: Int
    /// Ours and theirs in turn, so that what else the machine does meets both.
    private let rounds = 10

    func run() async throws {
        let server = Process()
        let (input, output) = (Pipe(), Pipe())
        server.executableURL = URL(fileURLWithPath: CommandLine.arguments[0])
        server.arguments = ["serve"]
        (server.standardInput, server.standardOutput) = (input, output)
        try server.run()
        let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
        let base = "http://127.0.0.1:\(line.trimmingCharacters(in: .whitespacesAndNewlines))"
        let vk = VK(configuration: .init(baseURL: base, cache: nil))
        let bare = Bare(base)
        _ = try await (vk.call(0, reads: true).send(), bare.send(0))
        var (ours, theirs) = (Tally(), Tally())
        var memory: [Double] = []
        let files = try Self.files()
        for round in 0..<rounds {
            let numbers = round * calls / rounds..<(round + 1) * calls / rounds
            let one: @Sendable (Int) async throws -> Int = { try await vk.call($0, reads: true).send().id }
            let other: @Sendable (Int) async throws -> Int = { try await bare.send($0) }
            // Who goes first meets another machine than who goes second.
            if round.isMultiple(of: 2) {
                ours += await measure(numbers, one)
                theirs += await measure(numbers, other)
            } else {
                theirs += await measure(numbers, other)
                ours += await measure(numbers, one)
            }
            memory.append(Self.memory()); if ProcessInfo.processInfo.environment["DBG"] != nil { print(round, ours, theirs) }
        }
        // What was cancelled may still be closing.
        for _ in 0..<100 where try Self.files() > files { try await Task.sleep(for: .milliseconds(50)) }
        print("calls", calls)
        print("ended", ours.served + ours.cancelled)
        print("cancelled", ours.cancelled)
        print("wrong", ours.wrong)
        print("throughput", Double(ours.served) / ours.seconds / (Double(theirs.served) / theirs.seconds))
        print("cpu", theirs.cpu / ours.cpu)
        print("calls-a-second", Double(calls) / ours.seconds)
        print("files-left", try Self.files() - files)
        print("memory-growth", (memory.suffix(3).max() ?? 0) - (memory.dropFirst(2).prefix(3).min() ?? 0))
        print("memory", memory.last ?? 0)
        try input.fileHandleForWriting.close()
        server.waitUntilExit()
    }

    /// The number of a call by its address.
    static func number(_ target: String) -> Int? {
        target.range(of: "user_id=").flatMap { Int(target[$0.upperBound...].prefix { $0 != "&" }) }
    }

    private func measure(_ numbers: Range<Int>, _ call: @escaping @Sendable (Int) async throws -> Int) async -> Tally {
        let (start, before) = (ContinuousClock.now, cpu())
        var tally = await withTaskGroup(of: Tally.self) { group in
            var next = numbers.makeIterator()
            var tally = Tally()
            for _ in 0..<atOnce { if let number = next.next() { group.addTask { await Self.one(number, call) } } }
            for await ended in group {
                tally += ended
                if let number = next.next() { group.addTask { await Self.one(number, call) } }
            }
            return tally
        }
        tally.seconds = (ContinuousClock.now - start) / .seconds(1)
        tally.cpu = cpu() - before
        return tally
    }

    /// Every third call is cancelled: before it is sent, while it waits for a connection, while it is answered, after its end.
    private static func one(_ number: Int, _ call: @escaping @Sendable (Int) async throws -> Int) async -> Tally {
        let task = Task { try await call(number) }
        if number % 3 == 0, ProcessInfo.processInfo.environment["NOCANCEL"] == nil {
            let wait = number &* 7919 % 1000
            if wait > 100 { try? await Task.sleep(for: .microseconds(wait * wait / 10)) }
            task.cancel()
        }
        switch await task.result {
        case .success(let answer): return answer == number ? Tally(served: 1) : Tally(wrong: 1)
        case .failure(let error):
            let isCancelled = (error as? APIError)?.code == .cancelled || (error as? URLError)?.code == .cancelled
            return number % 3 == 0 && isCancelled ? Tally(cancelled: 1) : Tally(wrong: 1)
        }
    }

    struct Tally: Sendable {
        var served = 0, cancelled = 0, wrong = 0
        var seconds = 0.0, cpu = 0.0

        static func += (left: inout Tally, right: Tally) {
            left.served += right.served
            left.cancelled += right.cancelled
            left.wrong += right.wrong
            left.seconds += right.seconds
            left.cpu += right.cpu
        }
    }

    private static func files() throws -> Int { try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count }

    /// Resident, in MiB.
    private static func memory() -> Double {
        let pages = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8))?.split(separator: " ").dropFirst().first.flatMap { Double($0) }
        return (pages ?? 0) * 4096 / 1_048_576
    }
}

/// What a program without a library writes.
private final class Bare: Sendable {
    private let session: URLSession
    private let base: String

    init(_ base: String) {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.httpCookieStorage = nil
        configuration.urlCache = nil
        (session, self.base) = (URLSession(configuration: configuration), base)
    }

    private struct Answer: Decodable {
        struct User: Decodable { let id: Int }
        let response: User
    }

    /// `URLSession.data(for:)` hangs where it is cancelled (swift-corelibs-foundation issue 5412): the same by hand, cancelled on another thread.
    func send(_ number: Int) async throws -> Int {
        guard let url = URL(string: "\(base)/users.get?user_id=\(number)&fields=city%2Cphoto_50&v=5.199") else { throw URLError(.badURL) }
        var request = URLRequest(url: url)
        request.setValue("application/json", forHTTPHeaderField: "Accept")
        let under = Under()
        let body = try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Data, any Error>) in
                let task = session.dataTask(with: request) { body, _, error in
                    if let body { continuation.resume(returning: body) } else { continuation.resume(throwing: error ?? URLError(.unknown)) }
                }
                under.set(task)
                task.resume()
            }
        } onCancel: {
            DispatchQueue.global().async { under.cancel() }
        }
        return try JSONDecoder().decode(Answer.self, from: body).response.id
    }

    private final class Under: @unchecked Sendable {
        private let lock = NSLock()
        private var task: URLSessionDataTask?
        private var isCancelled = false

        func set(_ task: URLSessionDataTask) {
            lock.lock()
            self.task = task
            let isCancelled = isCancelled
            lock.unlock()
            if isCancelled { task.cancel() }
        }

        func cancel() {
            lock.lock()
            isCancelled = true
            let task = task
            lock.unlock()
            task?.cancel()
        }
    }
}
