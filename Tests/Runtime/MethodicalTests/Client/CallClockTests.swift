import Testing

@testable import Methodical

/// Tests of the clock that measures a call's timeout.
@Suite struct CallClockTests {
    private let start = ContinuousClock.now

    @Test func withoutATimeoutThereIsNoDeadline() {
        var clock = CallClock()
        clock.setTimeout(nil, from: start)
        _ = clock.end(clock.beginWait(at: start), at: start + .seconds(5))
        #expect(clock.deadline == nil)
    }

    @Test(arguments: [true, false])
    func theTimeOfAPersonDoesNotCount(isBeforeTheTimeout: Bool) {
        var clock = CallClock()
        func answer(for duration: Duration) {
            let wait = clock.beginWait(at: start)
            #expect(clock.end(wait, at: start + duration) == duration)
        }
        if isBeforeTheTimeout {
            answer(for: .seconds(5))
        }
        clock.setTimeout(.seconds(3), from: start)
        answer(for: .seconds(20))
        let solvingTime = isBeforeTheTimeout ? 25 : 20
        #expect(clock.deadline == start + .seconds(3 + solvingTime))
    }

    @Test func aRestartGivesTheWholeTimeoutAgain() {
        var clock = CallClock()
        clock.setTimeout(.seconds(3), from: start)
        _ = clock.end(clock.beginWait(at: start), at: start + .seconds(5))
        clock.restart(.seconds(3), at: start + .seconds(7))
        #expect(clock.deadline == start + .seconds(10))
        _ = clock.end(clock.beginWait(at: start), at: start + .seconds(1))
        #expect(clock.deadline == start + .seconds(11))
    }

    @Test func aSuspensionMovesTheDeadline() async throws {
        let observer = TransferObserver()
        var clock = CallClock()
        clock.follow(observer)
        clock.setTimeout(.seconds(3), from: start)
        #expect(clock.deadline == start + .seconds(3))
        #expect(clock.holdingObserver == nil)
        observer.suspend()
        try await Task.sleep(for: .milliseconds(5))
        #expect(clock.holdingObserver != nil)
        observer.resume()
        let deadline = try #require(clock.deadline)
        #expect(clock.holdingObserver == nil)
        #expect(deadline >= start + .milliseconds(3005))
        // The suspensions of an observer from before it was followed do not count.
        clock.follow(nil)
        clock.follow(observer)
        #expect(clock.deadline == deadline)
    }

    /// A person may answer while the call is suspended. This time is not excluded twice.
    @Test func aSuspensionIsNoTimeOfAPerson() async throws {
        let observer = TransferObserver()
        var clock = CallClock()
        clock.follow(observer)
        clock.setTimeout(.seconds(3), from: start)
        let wait = clock.beginWait(at: start)
        observer.suspend()
        try await Task.sleep(for: .milliseconds(5))
        observer.resume()
        let solving = clock.end(wait, at: start + .seconds(20))
        #expect(solving <= .milliseconds(19_995))
        #expect(clock.deadline == start + .seconds(23))
    }
}
