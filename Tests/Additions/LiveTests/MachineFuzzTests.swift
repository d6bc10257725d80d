import Foundation
import Methodical
import Testing

@testable import MethodicalLive

/// A random run of a machine against a model of a server, a cache, and messages that come late.
@Suite struct MachineFuzzTests {
    /// A message of the cache that is under way.
    private enum Message {
        case compare, cacheChanged
    }

    private struct World {
        var tested = TestedMachine()
        /// The version of the server's value. Each write makes a new one.
        var version = 0
        var generation: UInt64 = 0
        var cached: ObservedResponse<[Int]>?
        /// The requests in flight, with the versions that the server has read for them.
        var sent: [Int: (generation: UInt64, version: Int?)] = [:]
        var messages: [Message] = []
        /// A generation that was read and has not reached the machine yet.
        var readGeneration: UInt64?
        var lookers = 0
        var isSignedOut = false
        var lastShown = -1

        /// Begins the requests that the machine wants.
        mutating func begin() {
            for request in tested.requests where sent[request] == nil {
                sent[request] = (generation, nil)
            }
            sent = sent.filter { tested.requests.contains($0.key) }
        }

        mutating func send(_ event: TestedMachine.Machine.Event) {
            tested.send(event)
            begin()
        }

        mutating func write() {
            version += 1
            generation += 1
            messages.append(.compare)
        }

        /// Makes the server read the value for the oldest request.
        mutating func takeSnapshot() {
            guard let request = tested.requests.first, sent[request]?.version == nil else { return }
            sent[request]?.version = version
        }

        mutating func respond() {
            guard let request = tested.requests.first, let state = sent[request] else { return }
            let isCurrent = state.generation == generation
            let response = tested.response(
                [state.version ?? version], generation: state.generation, isCurrent: isCurrent)
            // As the client does, an older response does not replace one that was requested after a write.
            let isNewerCached = !isCurrent && cached?.mark.generation == generation
            if !isNewerCached {
                cached = response
                messages.append(.cacheChanged)
            }
            tested.requests.removeFirst()
            send(.responded(response, request: request))
        }

        mutating func look() {
            guard let look = tested.looks.first else { return }
            tested.looks.removeFirst()
            var result = Call.CacheLook<[Int]>.nothing
            if let cached {
                let isKnown = cached.mark == tested.machine.response?.mark
                let isCurrent = cached.mark.generation == generation
                result =
                    isKnown
                    ? .known(cached.dates)
                    : .found(tested.response(cached.value, generation: cached.mark.generation, isCurrent: isCurrent))
            }
            send(.found(result, look: look, at: tested.now))
        }

        mutating func deliver() {
            if let number = readGeneration {
                readGeneration = nil
                send(.generation(number))
                return
            }
            guard !messages.isEmpty else { return }
            switch messages.removeFirst() {
            case .compare: readGeneration = generation
            case .cacheChanged: send(.cacheChanged)
            }
        }

        /// Carries out everything that is under way.
        mutating func settle() {
            var steps = 0
            // A message may cost two steps, and the response that follows adds another message.
            let limit = messages.count * 5 + 100
            while !messages.isEmpty || readGeneration != nil || !tested.requests.isEmpty || !tested.looks.isEmpty,
                steps < limit
            {
                deliver()
                look()
                respond()
                steps += 1
            }
            #expect(steps < limit, "the machine never rests")
        }
    }

    @Test("A random run never shows an older value after a newer one, and ends with the newest", arguments: 1...20)
    func run(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var world = World()
        var shownCount = 0
        for step in 1...10_000 {
            switch random.below(14) {
            case 0: world.write()
            case 1:
                world.cached = world.tested.response([world.version], generation: world.generation)
                world.messages.append(.cacheChanged)
            case 2:
                world.lookers += 1
                world.send(.looked(at: world.tested.now))
            case 3 where world.lookers > 0:
                world.lookers -= 1
                world.send(.left)
            case 4: world.send(.asked(waiter: step))
            case 5: world.send(.gaveUp(waiter: step - 1))
            case 6: world.takeSnapshot()
            case 7 where !world.tested.requests.isEmpty:
                let code = random.element(of: [APIError.Code.connection, .server, .timedOut])
                let request = world.tested.requests.removeFirst()
                world.send(.failed(APIError(code), request: request))
            case 8: world.tested.now += Double(random.below(4000)) - 200
            case 9: world.send(.expired(at: world.tested.now))
            case 10 where random.below(20) == 0:
                world.isSignedOut.toggle()
                world.send(world.isSignedOut ? .signedOut : .signedIn)
                world.cached = nil
                world.lastShown = -1
            case 11: world.deliver()
            case 12: world.look()
            default: world.respond()
            }
            if let shown = world.tested.value?.first {
                #expect(shown >= world.lastShown, "seed \(seed), step \(step)")
                world.lastShown = shown
                shownCount += 1
            }
            if step.isMultiple(of: 500), !world.isSignedOut {
                world.settle()
                if world.lookers == 0 {
                    world.lookers = 1
                    world.send(.looked(at: world.tested.now))
                }
                world.send(.becameActive(at: world.tested.now))
                world.settle()
                #expect(world.tested.value == [world.version], "seed \(seed), step \(step)")
                world.lastShown = world.version
            }
        }
        #expect(shownCount > 1000)
    }
}

/// A generator of random numbers with a seed (SplitMix64).
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var bits = state
        bits = (bits ^ bits >> 30) &* 0xBF58_476D_1CE4_E5B9
        bits = (bits ^ bits >> 27) &* 0x94D0_49BB_1331_11EB
        return bits ^ bits >> 31
    }

    mutating func below(_ bound: Int) -> Int {
        Int(next() % UInt64(bound))
    }

    /// Returns an element of a list that is not empty.
    mutating func element<Element>(of list: [Element]) -> Element {
        list[below(list.count)]
    }
}
