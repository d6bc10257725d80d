import Foundation
import Methodical
import Testing

@testable import MethodicalFleet

/// Tests of the small state machines, in every order of events.
@Suite struct StateTests {
    @Test func aCommandThatFailsLateDoesNotCountAgainstARecoveredEngine() {
        var health = EngineHealth()
        let early = health.era
        #expect(health.fail("a", in: early, at: .distantPast) && health.failure == "a")
        #expect(!health.fail("b", in: early, at: .distantPast) && health.failure == "a")
        health.recover(at: Date())
        #expect(!health.fail("c", in: early, at: .distantPast) && health.failure == nil)
        #expect(health.fail("d", in: health.era, at: .distantPast) && health.failure == "d")
    }

    /// Reads and writes of several processes in random order. A read that begins after a write has ended never has a
    /// sum that an earlier read had.
    @Test(arguments: 0..<200) func noReadAfterAWriteHasAnOldGeneration(seed: UInt64) {
        var random = Random(state: seed)
        var processes = Array(repeating: Generations(), count: 3)
        var engine: [UInt64: UInt64] = [1: 1, 2: 1]
        /// The questions on their way: the process, its ticket, the writes that had ended, and the reply.
        var questions: [(process: Int, ticket: UInt64, writes: Int, reply: [UInt64: UInt64]?)] = []
        /// The writes on their way to the engine: the process, the namespace and the pending number.
        var writing: [(process: Int, namespace: UInt64, pending: UInt64)] = []
        var ended = 0
        /// For each process, the largest number of writes that had ended before a question that was replied to.
        var newest = [0, 0, 0]
        /// For each sum, the number of writes that had ended when a process first had it.
        var sums: [UInt64: Int] = [:]
        for _ in 0..<300 {
            let process = Int.random(in: 0..<3, using: &random)
            switch Int.random(in: 0..<6, using: &random) {
            case 0: questions.append((process, processes[process].ticket(), ended, nil))
            case 1:
                guard let place = questions.indices.randomElement(using: &random) else { continue }
                if questions[place].reply == nil { questions[place].reply = engine }
            case 2, 3:
                guard let place = questions.indices.randomElement(using: &random), let reply = questions[place].reply
                else { continue }
                let question = questions.remove(at: place)
                for (namespace, number) in reply {
                    processes[question.process].receive(number, for: namespace, ticket: question.ticket, asked: Date())
                }
                let sum = processes[question.process].sum(of: [1, 2])
                newest[question.process] = max(newest[question.process], question.writes)
                if let first = sums[sum] { #expect(first >= newest[question.process], "an old generation is valid") }
                sums[sum] = sums[sum] ?? ended
            case 4:
                let pending = UInt64.random(in: 1...UInt64.max, using: &random)
                let namespace = UInt64.random(in: 1...2, using: &random)
                processes[process].invalidate(namespace, pending: pending)
                writing.append((process, namespace, pending))
            default:
                guard let place = writing.indices.randomElement(using: &random) else { continue }
                let write = writing.remove(at: place)
                let number = UInt64.random(in: 1...UInt64.max, using: &random)
                engine[write.namespace] = number
                processes[write.process].settle(write.namespace, pending: write.pending, as: number, at: Date())
                ended += 1
            }
        }
    }

    @Test func aPendingWriteAndAWriteOfAnotherProcessBothChangeTheSum() {
        var generations = Generations()
        let ticket = generations.ticket()
        generations.receive(4, for: 1, ticket: generations.ticket(), asked: Date())
        generations.invalidate(1, pending: 100)
        #expect(generations.sum(of: [1]) == 104 && generations.pending().map(\.pending) == [100])
        generations.receive(5, for: 1, ticket: generations.ticket(), asked: Date())
        #expect(generations.sum(of: [1]) == 105)
        generations.settle(1, pending: 100, as: 6, at: Date())
        // This question was asked before the number was in the engine.
        generations.receive(4, for: 1, ticket: ticket, asked: Date())
        #expect(generations.sum(of: [1]) == 6 && generations.pending().isEmpty)
    }

    @Test func valuesOfTheEngineAreChecked() throws {
        let fields = [Data([1]), Data(), Data("text".utf8)]
        let bytes = Fields(fields).bytes
        #expect(Fields(reading: bytes)?.fields == fields)
        for length in 0..<bytes.count where length % 9 != 0 && Fields(reading: bytes.prefix(length)) != nil {
            #expect([9, 17, bytes.count].contains(length))
        }
        #expect(Fields(reading: Data([0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x7F, 1])) == nil)

        let fleet = Fleet(test: MemoryEngine())
        let (key, identity) = (fleet.key("response", for: Data("a".utf8)), Data("a".utf8))
        var entry = CacheEntry(
            body: Data("body".utf8), status: 201, stored: Date(), lifetime: .oneMinute, etag: "\"1\"")
        (entry.generation, entry.variant) = (7, 8)
        let value = try fleet.value(identity: identity, fields: SharedEntry.fields(of: entry), for: key)
        let read = try #require(fleet.fields(from: value, identity: identity, count: SharedEntry.count, for: key))
        #expect(SharedEntry.read(read) == entry)
        // Another identity with the same digest has no value, and a damaged one is ignored.
        #expect(fleet.fields(from: value, identity: Data("b".utf8), count: SharedEntry.count, for: key) == nil)
        var random = Random(state: 1)
        for _ in 0..<2000 {
            var damaged = value
            damaged[Int.random(in: 0..<damaged.count, using: &random)] ^= UInt8.random(in: 1...255, using: &random)
            let part = damaged.prefix(Int.random(in: 0...damaged.count, using: &random))
            _ = fleet.fields(from: Data(part), identity: identity, count: SharedEntry.count, for: key).flatMap(
                SharedEntry.read)
            _ = fleet.fields(from: Data(part), identity: identity, count: 3, for: key).flatMap { TokenState($0) }
        }
    }

    @Test func signInsHaveGrowingGenerations() {
        let now = Date(timeIntervalSince1970: 1_800_000_000)
        let first = TokenState.signIn(after: 0, at: now)
        #expect(TokenState.signIn(after: first + 5, at: now) > first + 5)
        #expect(TokenState.signIn(after: first, at: now - 1_000_000) > first)
        #expect(TokenState.signIn(after: .max, at: now) > 0 && TokenState.signIn(after: 0, at: .distantPast) > 0)
    }
}
