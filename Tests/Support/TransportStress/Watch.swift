import Foundation
import Methodical

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// A thread that ends the process if a call does not end.
final class Watch: Sendable {
    /// The time after which a call hangs. It is far beyond the timeout, because the machine may be busy.
    static let limit = Duration.seconds(90)

    private let calls = Locked([Int: (plan: Plan, start: ContinuousClock.Instant)]())

    /// Starts the thread. The process ends with code 1 if a call hangs.
    init(seed: UInt64) {
        Thread.detachNewThread { [weak self] in
            while let self {
                let now = ContinuousClock.now
                let late = calls.withLock { calls in calls.values.filter { now - $0.start > Self.limit } }
                if !late.isEmpty {
                    for call in late { print("hang: \(call.plan), seed \(seed)") }
                    fflush(nil)
                    exit(1)
                }
                Thread.sleep(forTimeInterval: 0.5)
            }
        }
    }

    func add(_ plan: Plan) { calls.withLock { $0[plan.id] = (plan, .now) } }

    func remove(_ plan: Plan) { calls.withLock { _ = $0.removeValue(forKey: plan.id) } }
}

/// The resources that this process holds.
struct Resources {
    let descriptors: Int
    /// The resident memory in bytes.
    let memory: Int

    init() {
        descriptors = Self.openDescriptors
        memory = Self.residentMemory
    }

    private static var openDescriptors: Int {
        #if os(Linux)
            return (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count) ?? 0
        #else
            return (0..<getdtablesize()).count { fcntl($0, F_GETFD) != -1 }
        #endif
    }

    private static var residentMemory: Int {
        #if os(Linux)
            let text = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)) ?? ""
            let pages = text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
            return pages * Int(sysconf(Int32(_SC_PAGESIZE)))
        #else
            var info = mach_task_basic_info()
            var count = mach_msg_type_number_t(MemoryLayout<mach_task_basic_info>.size / MemoryLayout<natural_t>.size)
            let result = withUnsafeMutablePointer(to: &info) { pointer in
                pointer.withMemoryRebound(to: integer_t.self, capacity: Int(count)) { pointer in
                    task_info(mach_task_self_, task_flavor_t(MACH_TASK_BASIC_INFO), pointer, &count)
                }
            }
            return result == KERN_SUCCESS ? Int(info.resident_size) : 0
        #endif
    }
}
