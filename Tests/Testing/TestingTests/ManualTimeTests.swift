import Foundation
import Methodical
import MethodicalTesting
import Testing

@Suite struct ManualTimeTests {
    private let time = ManualTime()

    @Test(.timeLimit(.minutes(20))) func theDateMovesAloneOrWithTheInstant() async throws {
        let (date, instant) = (time.now, time.instant)
        let sleeper = Task { [time] in try await time.source.sleep(.seconds(60)) }
        await time.untilSomebodySleeps()
        time.setDate(date + 3600)
        #expect(time.now == date + 3600 && time.instant == instant && time.sleepers == 1)
        time.advance(by: .seconds(60))
        #expect(time.now == date + 3660 && time.source.instant() == instant + .seconds(60) && time.sleepers == 0)
        try await sleeper.value
    }

    /// As with real time, such a sleep ends at once. `Retry-After: 0` causes one.
    @Test(.timeLimit(.minutes(20)), arguments: [Duration.zero, .seconds(-5)])
    func noTimeIsNoSleep(_ duration: Duration) async throws {
        try await time.source.sleep(duration)
        #expect(time.sleepers == 0)
    }

    @Test(.timeLimit(.minutes(20)))
    func whoIsCancelledDoesNotSleep() async throws {
        let sleeper = Task { [time] in try await time.source.sleep(.zero) }
        sleeper.cancel()
        _ = await sleeper.result
        let waiter = Task { [time] in
            // The task is cancelled before the sleep or during it.
            try? await time.source.sleep(.seconds(1))
            try await time.source.sleep(.zero)
        }
        await time.untilSomebodySleeps()
        waiter.cancel()
        await #expect(throws: CancellationError.self) { try await waiter.value }
    }

    /// Otherwise a test without a sleep would not end at its time limit.
    @Test(.timeLimit(.minutes(20)))
    func whoIsCancelledDoesNotWaitForSleepers() async {
        let waiter = Task { [time] in await time.untilSomebodySleeps() }
        let another = Task { [time] in
            withUnsafeCurrentTask { $0?.cancel() }
            await time.untilSomebodySleeps()
        }
        await another.value
        waiter.cancel()
        await waiter.value
        #expect(time.sleepers == 0)
    }
}
