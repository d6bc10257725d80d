import Testing

@testable import Methodical

/// Each caller of a wait list receives its first outcome, exactly once, in every order of events.
@Suite struct WaitListTests {
    private enum Event: CaseIterable { case suspend, resume, resumeAll, cancel }

    @Test func everyOrderOfOneCaller() {
        for order in orders(of: Event.allCases) {
            let list = WaitList<String>()
            let caller = list.enter()
            let received = Locked([String?]())
            for event in order {
                switch event {
                case .suspend: list.suspend(caller) { outcome in received.withLock { $0.append(try? outcome.get()) } }
                case .resume: list.resume(caller, with: .success("one"))
                case .resumeAll: list.resumeAll(with: .success("all"))
                case .cancel: list.resume(caller, with: .failure(APIError(.cancelled)))
                }
            }
            let expected: String? =
                switch order.first(where: { $0 != .suspend }) {
                case .resume: "one"
                case .resumeAll: "all"
                default: nil
                }
            #expect(received.withLock { $0 } == [expected], "\(order)")
            #expect(list.count == 0)
        }
    }

    /// Every order in which two callers enter, suspend and are resumed.
    @Test func everyOrderOfTwoCallers() {
        let steps = (0..<2).flatMap { caller in (0..<3).map { (caller: caller, step: $0) } }
        let valid = orders(of: Array(steps.indices)).filter { order in
            // A caller enters first.
            (0..<2).allSatisfy { caller in
                order.map { steps[$0] }.first { $0.caller == caller }?.step == 0
            }
        }
        #expect(valid.count == 80)
        for order in valid {
            let list = WaitList<Int>()
            var callers = [0, 0]
            let received = Locked([[Int]](repeating: [], count: 2))
            for (caller, step) in order.map({ steps[$0] }) {
                switch step {
                case 0: callers[caller] = list.enter()
                case 1:
                    list.suspend(callers[caller]) { outcome in
                        received.withLock { $0[caller].append((try? outcome.get()) ?? -1) }
                    }
                default: list.resume(callers[caller], with: .success(caller))
                }
            }
            #expect(received.withLock { $0 } == [[0], [1]])
            #expect(list.count == 0)
        }
    }

    @Test func cancelledBeforeAndWhileItWaits() async throws {
        for isEarly in [true, false] {
            let list = WaitList<Int>()
            let left = Locked(0)
            let task = Task { () -> APIError.Code? in
                do throws(APIError) {
                    let caller = list.enter()
                    if isEarly { withUnsafeCurrentTask { $0?.cancel() } }
                    _ = try await list.value(of: caller) { left.withLock { $0 += 1 } }
                } catch {
                    return error.code
                }
                return nil
            }
            if !isEarly {
                while list.count == 0 { await Task.yield() }
                task.cancel()
            }
            #expect(await task.value == .cancelled)
            #expect(left.withLock { $0 } == 1 && list.count == 0)
        }
    }

    /// Callers that are resumed and cancelled at once end exactly once.
    @Test func aThousandRaces() async {
        let list = WaitList<Int>()
        let ended = await withTaskGroup(of: Bool.self) { group in
            for number in 0..<1000 {
                group.addTask {
                    let caller = list.enter()
                    let task = Task { try await list.value(of: caller) }
                    let other = Task { _ = list.resume(caller, with: .success(number)) }
                    if number.isMultiple(of: 2) { task.cancel() }
                    await other.value
                    switch await task.result {
                    case .success(let value): return value == number
                    case .failure(let error): return (error as? APIError)?.code == .cancelled
                    }
                }
            }
            return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
        }
        #expect(ended == 1000)
        #expect(list.count == 0)
    }

    /// The caller that gives an outcome learns whether it was the first, so that it can give the turn to another one.
    @Test func onlyTheFirstOutcomeCounts() async throws {
        let list = WaitList<Int>()
        let caller = list.enter()
        #expect(list.resume(caller, with: .failure(APIError(.cancelled))))
        #expect(!list.resume(caller, with: .success(1)))
        await #expect(throws: APIError.self) { try await list.value(of: caller) }
        #expect(!list.resume(caller, with: .success(2)))
    }

    /// Returns all permutations of the elements.
    private func orders<Element>(of elements: [Element]) -> [[Element]] {
        guard let first = elements.first else { return [[]] }
        return orders(of: Array(elements.dropFirst())).flatMap { rest in
            (0...rest.count).map { place in Array(rest[..<place]) + [first] + Array(rest[place...]) }
        }
    }
}
