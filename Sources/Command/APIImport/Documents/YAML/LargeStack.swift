#if YAML
    import Foundation

    /// Calls a function on a thread with a large stack, and returns its result.
    ///
    /// Yams reads nested values by recursion, up to 1000 levels deep. In a debug build, this takes more than 1 MB, and
    /// the threads of Swift's concurrency have only 512 KB on Apple's systems.
    func onLargeStack<Result>(_ body: @escaping () -> Result) -> Result {
        // The calling thread waits, so only one thread at a time uses these.
        nonisolated(unsafe) var result: Result?
        nonisolated(unsafe) let body = body
        let end = DispatchSemaphore(value: 0)
        let thread = Thread {
            result = body()
            end.signal()
        }
        thread.stackSize = 32 << 20
        thread.start()
        end.wait()
        return result ?? body()
    }
#endif
