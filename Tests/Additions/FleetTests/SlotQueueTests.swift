import Foundation
import Methodical
import Testing

@testable import MethodicalFleet

/// Tests of the queue of slots with a clock of their own: several processes, one schedule.
@Suite struct SlotQueueTests {
    /// Random arrivals, cancellations, deadlines and delays of the engine: each caller has one end, the schedule is
    /// kept, and no slot is lost while callers wait.
    @Test(arguments: 0..<30) func everyOrderOfEvents(seed: Int) {
        var simulation = Simulation(seed: UInt64(seed), processes: 1 + seed % 4, limit: APIDescription.Limit(16))
        simulation.run(arrivals: 400)
        let outcomes = simulation.granted.count + simulation.late.count + simulation.cancelled.count
        #expect(outcomes == 400 && simulation.granted.count > 100)
        let times = simulation.granted.values.sorted()
        // A slot can be used a little late, so that a second has at most the slots of 1.1 seconds and of the delays.
        let busiest = times.indices.map { first in times[first...].prefix { $0 < times[first] + 1 }.count }.max() ?? 0
        #expect(busiest <= 16 + 3)
    }

    @Test func aBusyProcessAsksSeldomAndInTurn() {
        var simulation = Simulation(seed: 7, processes: 4, limit: APIDescription.Limit(50))
        simulation.cancels = false
        simulation.run(arrivals: 2000, within: 1)
        let times = simulation.granted.values.sorted()
        let length = (times.last ?? 0) - (times.first ?? 0)
        #expect(times.count == 2000 && abs(length * 50 / 1999 - 1) < 0.02)
        // An eighth of the limit, six slots, for each question.
        #expect(simulation.questions < 2000 / 5)
    }

    /// Calls that come one by one, but steadily, need fewer questions than calls.
    @Test func steadyCallsFindReservedSlots() {
        var queue = SlotQueue(APIDescription.Limit(80))
        let start = ContinuousClock.now
        var (questions, granted) = (0, 0)
        for call in 0..<200 {
            let now = start + .seconds(call) / 50
            var step = queue.add(call, priority: .normal, before: nil, at: now)
            granted += step.granted.count
            if let count = step.ask {
                questions += 1
                step = queue.receive(count, after: .zero, at: now)
                granted += step.granted.count
            }
        }
        #expect(granted == 200 && questions < 100)
    }

    @Test func aSlotThatNobodyUsesIsLost() {
        var queue = SlotQueue(APIDescription.Limit(100))
        let start = ContinuousClock.now
        #expect(queue.add(1, priority: .normal, before: nil, at: start).ask == 1)
        #expect(queue.receive(12, after: .zero, at: start).granted.map(\.caller) == [1])
        #expect(!queue.isIdle(at: start + .milliseconds(100)) && queue.isIdle(at: start + .seconds(1)))
        let step = queue.add(2, priority: .normal, before: nil, at: start + .seconds(1))
        #expect(step.granted.isEmpty && step.ask == 1)
    }

    @Test func urgentCallsGoFirstAndNoneIsOvertakenForEver() {
        var queue = SlotQueue(APIDescription.Limit(1))
        let now = ContinuousClock.now
        for caller in 0..<12 { _ = queue.add(caller, priority: caller == 0 ? .low : .high, before: nil, at: now) }
        var order: [Int] = []
        for second in 0..<12 {
            let time = now + .seconds(second)
            order += queue.receive(1, after: .zero, at: time).granted.map(\.caller)
        }
        #expect(order.prefix(3) == [1, 2, 3] && order[8] == 0)
    }

    @Test func aSlotGoesToTheNextIfItsCallerHasGone() {
        var queue = SlotQueue(APIDescription.Limit(1))
        let now = ContinuousClock.now
        _ = queue.add(1, priority: .normal, before: nil, at: now)
        _ = queue.add(2, priority: .normal, before: nil, at: now)
        #expect(queue.receive(1, after: .zero, at: now).granted.map(\.caller) == [1])
        #expect(queue.giveBack(isLocal: false, at: now).granted.map(\.caller) == [2])
    }
}

/// Processes with one schedule, and a clock that jumps from event to event.
private struct Simulation {
    enum Event {
        case arrive(Int), cancel(Int), look, receive(count: Int, due: Double)
    }

    private(set) var granted: [Int: Double] = [:]
    private(set) var late: Set<Int> = []
    private(set) var cancelled: Set<Int> = []
    private(set) var questions = 0
    var cancels = true
    private var queues: [SlotQueue]
    private var events: [(time: Double, process: Int, event: Event)] = []
    /// The time at which the timer of each process fires.
    private var wakes: [Double?]
    private var due = 0.0
    private var random: Random
    private let pause: Double
    private let start = ContinuousClock.now

    init(seed: UInt64, processes: Int, limit: APIDescription.Limit) {
        random = Random(state: seed)
        queues = Array(repeating: SlotQueue(limit), count: processes)
        wakes = Array(repeating: nil, count: processes)
        pause = limit.pause / .seconds(1)
    }

    mutating func run(arrivals: Int, within seconds: Double = 30) {
        for caller in 0..<arrivals {
            let (time, process) = (
                Double.random(in: 0..<seconds, using: &random), Int.random(in: 0..<queues.count, using: &random)
            )
            events.append((time, process, .arrive(caller)))
            if cancels, Int.random(in: 0..<5, using: &random) == 0 {
                events.append((time + .random(in: 0..<2, using: &random), process, .cancel(caller)))
            }
        }
        events.sort { $0.time > $1.time }
        while true {
            let timer = wakes.indices.filter { wakes[$0] != nil }.min { wakes[$0] ?? 0 < wakes[$1] ?? 0 }
            if let timer, let wake = wakes[timer], wake <= events.last?.time ?? .infinity {
                perform(.look, timer, at: wake)
            } else if let (time, process, event) = events.popLast() {
                perform(event, process, at: time)
            } else {
                return
            }
        }
    }

    private mutating func perform(_ event: Event, _ process: Int, at time: Double) {
        let now = start + .seconds(time)
        let step: SlotQueue.Step
        switch event {
        case .arrive(let caller):
            let hasDeadline = cancels && caller % 7 == 0
            step = queues[process].add(
                caller, priority: [.low, .normal, .high][caller % 3], before: hasDeadline ? now + .seconds(1.5) : nil,
                at: now)
        case .cancel(let caller):
            if granted[caller] != nil || late.contains(caller) { return }
            cancelled.insert(caller)
            step = queues[process].remove(caller, at: now)
        case .look: step = queues[process].look(at: now)
        case .receive(let count, let due): step = queues[process].receive(count, after: .seconds(due - time), at: now)
        }
        for (caller, _) in step.granted {
            #expect(granted[caller] == nil && !cancelled.contains(caller) && !late.contains(caller))
            granted[caller] = time
        }
        late.formUnion(step.late)
        if let count = step.ask {
            questions += 1
            let asked = time + .random(in: 0..<0.002, using: &random)
            let first = max(due, asked)
            due = first + pause * Double(count)
            let reply = asked + .random(in: 0..<0.002, using: &random)
            let place = events.lastIndex { $0.time > reply } ?? -1
            events.insert((reply, process, .receive(count: count, due: first)), at: place + 1)
        }
        // A timer is never early. Rounding to seconds in floating point could make it so, again and again.
        wakes[process] = step.wake.map { max(time, ($0 - start) / .seconds(1) + 1e-9) }
    }
}

/// A generator whose numbers a test can repeat (SplitMix64).
struct Random: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
