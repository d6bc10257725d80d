import Foundation

/// Returns the processor time of this thread in nanoseconds.
func processorTime() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
}

/// Two ways to do the same work, measured in turn, so that a slow machine affects both.
struct Comparison {
    let ours: () throws -> Void
    let theirs: () throws -> Void
    /// A smaller work that cannot be done faster.
    var floor: (() throws -> Void)?
    /// Checks that both have the same result.
    var check: () throws -> Void = {}

    struct Result {
        var ours: Double
        var theirs: Double
        var floor: Double?
    }

    /// Returns the medians of many rounds, in nanoseconds.
    func measure(seconds: Double) throws -> Result {
        try check()
        // Each round of the faster side takes at least a millisecond.
        let once = try time(ours, 1)
        let repeats = max(1, Int(1e6 / max(min(once, try time(ours, 1)), 1)))
        var rounds: (ours: [Double], theirs: [Double], floor: [Double]) = ([], [], [])
        let start = processorTime()
        while processorTime() - start < seconds * 1e9 || rounds.ours.count < 7 {
            rounds.ours.append(try time(ours, repeats))
            rounds.theirs.append(try time(theirs, repeats))
            if let floor { rounds.floor.append(try time(floor, repeats)) }
        }
        return Result(
            ours: median(rounds.ours), theirs: median(rounds.theirs), floor: floor == nil ? nil : median(rounds.floor))
    }

    private func time(_ body: () throws -> Void, _ repeats: Int) throws -> Double {
        let start = processorTime()
        for _ in 0..<repeats { try body() }
        return (processorTime() - start) / Double(repeats)
    }

    private func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }
}

/// Uses a value, so that the optimiser does not remove its computation.
@inline(never)
func keep<T>(_ value: T) { withExtendedLifetime(value) {} }
