import Testing

@testable import Methodical

/// Tests of the order in which callers get their turn, against a plain list that is searched anew each time.
@Suite struct CallerQueueTests {
    /// The rules in their simplest form.
    struct PlainList {
        struct Waiting {
            let caller: Int
            let priority: Call.Priority
            let deadline: ContinuousClock.Instant?
            var overtaken = 0
        }

        var waiting: [Waiting] = []

        mutating func removeLate(at now: ContinuousClock.Instant) -> Set<Int> {
            let late = waiting.filter { $0.deadline.map { $0 <= now } ?? false }.map(\.caller)
            waiting.removeAll { late.contains($0.caller) }
            return Set(late)
        }

        mutating func next() -> Int? {
            let impatient = waiting.firstIndex { $0.overtaken >= 8 }
            let highest = waiting.map(\.priority).max()
            guard let index = impatient ?? waiting.firstIndex(where: { $0.priority == highest }) else { return nil }
            for earlier in 0..<index { waiting[earlier].overtaken += 1 }
            return waiting.remove(at: index).caller
        }
    }

    @Test(arguments: 0..<20) func keepsTheOrderOfAPlainList(seed: UInt64) {
        var random = SplitMix(state: seed)
        var (queue, list) = (CallerQueue(), PlainList())
        var now = ContinuousClock.now
        var lastCaller = 0
        for _ in 0..<3000 {
            now += .seconds(1)
            switch Int.random(in: 0..<9, using: &random) {
            case 0...3:
                lastCaller += 1
                let priority = [Call.Priority.low, .normal, .high].randomElement(using: &random) ?? .low
                let deadline =
                    Bool.random(using: &random) ? now + .seconds(Int.random(in: 1...200, using: &random)) : nil
                queue.add(lastCaller, priority: priority, before: deadline)
                list.waiting.append(.init(caller: lastCaller, priority: priority, deadline: deadline))
            case 4:
                let caller = list.waiting.randomElement(using: &random)?.caller ?? 0
                queue.remove(caller)
                list.waiting.removeAll { $0.caller == caller }
            case 5: #expect(Set(queue.removeLate(at: now)) == list.removeLate(at: now))
            default: #expect(queue.next() == list.next())
            }
            #expect(queue.count == list.waiting.count)
            #expect(queue.isEmpty == list.waiting.isEmpty)
            #expect(queue.firstDeadline == list.waiting.compactMap(\.deadline).min() ?? .distantFuture)
        }
        while let caller = list.next() { #expect(queue.next() == caller) }
        #expect(queue.next() == nil)
    }

    @Test(arguments: 0..<10) func theFirstOfAHeapHasTheSmallestOrder(seed: UInt64) {
        var random = SplitMix(state: seed)
        var heap = IndexedHeap<Int>()
        var orders: [Int: Int] = [:]
        for _ in 0..<2000 {
            let number = Int.random(in: 0..<100, using: &random)
            if Int.random(in: 0..<3, using: &random) == 0 {
                heap.remove(number)
                orders[number] = nil
            } else {
                let order = Int.random(in: 0..<50, using: &random)
                heap.set(number, to: order)
                orders[number] = order
            }
            let smallest = orders.min { ($0.value, $0.key) < ($1.value, $1.key) }
            #expect(heap.first?.number == smallest?.key)
            #expect(heap.first?.order == smallest?.value)
            #expect(heap.order(of: number) == orders[number])
            #expect(heap.isEmpty == orders.isEmpty)
        }
    }
}
