import Foundation
import Methodical
import MethodicalTesting
import Testing

@Suite struct ManualTimeTests {
    private let time = ManualTime()

    /// As real time does; `Retry-After: 0` asks for such a sleep.
    @Test(.timeLimit(.minutes(1)), arguments: [Duration.zero, .seconds(-5)])
    func noTimeIsNoSleep(_ duration: Duration) async throws {
        try await time.source.sleep(duration)
        #expect(time.sleepers == 0)
    }

    @Test(.timeLimit(.minutes(1)))
    func whoIsCancelledDoesNotSleep() async throws {
        let sleeper = Task { [time] in try await time.source.sleep(.zero) }
        sleeper.cancel()
        _ = await sleeper.result
        let waiter = Task { [time] in
            // Cancelled before it, or while it sleeps.
            try? await time.source.sleep(.seconds(1))
            try await time.source.sleep(.zero)
        }
        await time.untilSomebodySleeps()
        waiter.cancel()
        await #expect(throws: CancellationError.self) { try await waiter.value }
    }

    /// Else a test in which nobody sleeps would not end at its time limit.
    @Test(.timeLimit(.minutes(1)))
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
