import Foundation
import Methodical

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Sends many calls through one client and cancels a third of them at random moments, then checks the results and the
/// leaks. Then sends calls and bare URLSession requests in turn, without cancellations, because URLSession's
/// cancellations come so late that most of those calls succeed.
struct Soak {
    let calls: Int
    let atOnce: Int
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
        // A first run opens everything that a process opens once.
        try await soak(base, 100, 10, says: false)
        let files = try await Self.files(atMost: 0)
        try await soak(base, calls, atOnce, says: true)
        print("files-left", try await Self.files(atMost: files) - files)
        try await compare(base)
        try input.fileHandleForWriting.close()
        server.waitUntilExit()
    }

    private func soak(_ base: String, _ calls: Int, _ atOnce: Int, says: Bool) async throws {
        // There are as many turns as concurrent calls. If cancelled calls lost theirs, none would soon be left.
        let limit = APIDescription.Limit(atOnce, per: .milliseconds(1))
        let vk = VK(configuration: .init(baseURL: base, cache: nil, limits: [[]: limit]))
        var tally = Tally()
        var memory: [Double] = []
        for round in 0..<rounds {
            tally += await measure(round * calls / rounds..<(round + 1) * calls / rounds, atOnce, every: 3) {
                try await vk.call($0, reads: true).send().id
            }
            memory.append(Self.memory())
        }
        guard says else { return }
        print("ended-once", Double(tally.served + tally.cancelled) / Double(calls))
        print("cancelled", Double(tally.cancelled) / Double(calls))
        print("memory", memory.last ?? 0)
        // The growth in the second half of the run.
        print("memory-growth", (memory.last ?? 0) - memory[rounds / 2 - 1])
    }

    private func compare(_ base: String) async throws {
        let (vk, bare) = (VK(configuration: .init(baseURL: base, cache: nil)), Bare(base))
        let ours: @Sendable (Int) async throws -> Int = { try await vk.call($0, reads: true).send().id }
        let theirs: @Sendable (Int) async throws -> Int = { try await bare.send($0) }
        _ = try await (ours(0), theirs(0))
        var ratios: [(time: Double, cpu: Double)] = []
        var wrong = 0
        for round in 0..<rounds {
            let numbers = round * calls / rounds / 2..<(round + 1) * calls / rounds / 2
            // The side that goes first has an advantage, so the sides alternate.
            let isFirst = round.isMultiple(of: 2)
            let first = await measure(numbers, atOnce, every: nil, isFirst ? ours : theirs)
            let second = await measure(numbers, atOnce, every: nil, isFirst ? theirs : ours)
            let (mine, other) = isFirst ? (first, second) : (second, first)
            ratios.append((other.seconds / mine.seconds, other.cpu / mine.cpu))
            wrong += first.wrong + second.wrong
        }
        print("throughput", wrong == 0 ? ratios.map(\.time).sorted()[rounds / 2] : 0)
        print("cpu", ratios.map(\.cpu).sorted()[rounds / 2])
    }

    /// Returns the number of a call by its address.
    static func number(_ target: String) -> Int? {
        target.range(of: "user_id=").flatMap { Int(target[$0.upperBound...].prefix { $0 != "&" }) }
    }

    private func measure(
        _ numbers: Range<Int>, _ atOnce: Int, every: Int?, _ call: @escaping @Sendable (Int) async throws -> Int
    ) async -> Tally {
        let (start, before) = (ContinuousClock.now, cpu())
        var tally = await withTaskGroup(of: Tally.self) { group in
            var next = numbers.makeIterator()
            var tally = Tally()
            for _ in 0..<atOnce {
                if let number = next.next() { group.addTask { await Self.one(number, every, call) } }
            }
            for await ended in group {
                tally += ended
                if let number = next.next() { group.addTask { await Self.one(number, every, call) } }
            }
            return tally
        }
        tally.seconds = (ContinuousClock.now - start) / .seconds(1)
        tally.cpu = cpu() - before
        return tally
    }

    /// Sends a call, and cancels some: before the request is sent, while it waits for a connection, during the
    /// response, after its end.
    private static func one(_ number: Int, _ every: Int?, _ call: @escaping @Sendable (Int) async throws -> Int) async
        -> Tally
    {
        let task = Task { try await call(number) }
        let isCancelled = every.map { number.isMultiple(of: $0) } ?? false
        if isCancelled {
            let wait = number &* 7919 % 1000
            // Cancels on another thread, because the tasks' threads are busy with a thousand calls and would be late.
            let when = DispatchTime.now() + .microseconds(wait * wait / 10)
            if wait > 100 { DispatchQueue.global().asyncAfter(deadline: when) { task.cancel() } } else { task.cancel() }
        }
        switch await task.result {
        case .success(let answer): return answer == number ? Tally(served: 1) : Tally(wrong: 1)
        case .failure(let error):
            return isCancelled && (error as? APIError)?.code == .cancelled ? Tally(cancelled: 1) : Tally(wrong: 1)
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

    /// Returns the number of open files after it has fallen to the limit. Sessions close theirs a moment after their
    /// end.
    private static func files(atMost limit: Int) async throws -> Int {
        var count = Int.max
        for _ in 0..<40 where count > limit {
            try await Task.sleep(for: .milliseconds(50))
            count = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
        }
        return count
    }

    /// Returns the resident memory in MiB.
    private static func memory() -> Double {
        let pages = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8))?.split(separator: " ")
            .dropFirst().first.flatMap { Double($0) }
        return (pages ?? 0) * 4096 / 1_048_576
    }
}

/// The code of a program without a library.
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

    /// Replaces `URLSession.data(for:)`, which hangs if it is cancelled (swift-corelibs-foundation issue 5412). Cancels
    /// on another thread.
    func send(_ number: Int) async throws -> Int {
        guard let url = URL(string: "\(base)/users.get?user_id=\(number)&fields=city%2Cphoto_50&v=5.199") else {
            throw URLError(.badURL)
        }
        var request = URLRequest(url: url)
        request.setValue("application/json", forHTTPHeaderField: "Accept")
        let under = Under()
        let body = try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Data, any Error>) in
                let task = session.dataTask(with: request) { body, _, error in
                    if let body {
                        continuation.resume(returning: body)
                    } else {
                        continuation.resume(throwing: error ?? URLError(.unknown))
                    }
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
