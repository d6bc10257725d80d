import Foundation
import Methodical

/// A run of damaged inputs. The same seed gives the same inputs.
struct Fuzzing {
    let seed: UInt64
    private let mutation: Mutation
    private let subjects = Subject.all

    /// - Parameter texts: Additional seed texts.
    init(seed: UInt64, texts: [[UInt8]] = []) {
        self.seed = seed
        mutation = Mutation(pool: Subject.all.flatMap(\.seeds) + texts.filter { !$0.isEmpty && $0.count <= 1000 })
    }

    /// Returns the bytes of an input.
    func input(_ number: Int) -> [UInt8] {
        var random = SplitMix64(seed: seed, input: number)
        return input(&random).1
    }

    /// Returns an input and the subject for which it was made.
    private func input(_ random: inout SplitMix64) -> (Subject, [UInt8]) {
        let subject = subjects[random.below(subjects.count)]
        let seeds = random.oneIn(8) ? mutation.pool : subject.seeds
        var bytes = seeds[random.below(seeds.count)]
        mutation(&bytes, &random)
        return (subject, bytes)
    }

    /// Checks one input, and throws its finding with the command that repeats it.
    func check(_ number: Int) async throws {
        var random = SplitMix64(seed: seed, input: number)
        let (subject, input) = input(&random)
        Self.current = (number, input)
        let start = Self.processorTime()
        do {
            try subject.probe(input, random.oneIn(32))
            if random.oneIn(4) { try subjects[random.below(subjects.count)].probe(input, false) }
            if random.oneIn(2) { try Probe.raw(input, isThorough: random.oneIn(16)) }
            if random.oneIn(64) { try await Probe.answer(input) }
        } catch {
            throw Finding("\(error)\n\(Self.place(seed, number, input))")
        }
        // The time of this thread: a busy machine is not a finding, nor is the work of other tests.
        let end = Self.processorTime()
        let time = end.thread == start.thread ? end.seconds - start.seconds : 0
        if time > 5 { throw Finding("\(subject.name): it took \(time) s\n\(Self.place(seed, number, input))") }
    }

    /// Returns the current thread with its processor time.
    private static func processorTime() -> (thread: pthread_t, seconds: Double) {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return (pthread_self(), Double(time.tv_sec) + Double(time.tv_nsec) / 1e9)
    }

    static func place(_ seed: UInt64, _ number: Int, _ input: [UInt8]) -> String {
        let hex = input.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        return "seed \(seed), input \(number): \(String(decoding: input, as: UTF8.self))\nhex: \(hex)"
    }

    /// The current input, for a handler of traps.
    nonisolated(unsafe) static var current: (number: Int, input: [UInt8]) = (0, [])
}
