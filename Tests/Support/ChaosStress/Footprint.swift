import Foundation

/// The resources that this process holds.
struct Footprint: CustomStringConvertible {
    let descriptors: Int
    let threads: Int
    /// The resident memory in bytes, or 0 if the system does not tell.
    let memory: Int

    static func now() -> Footprint {
        Footprint(
            descriptors: count(of: "/proc/self/fd") ?? count(of: "/dev/fd") ?? 0,
            threads: count(of: "/proc/self/task") ?? 0, memory: residentMemory)
    }

    var description: String { "\(descriptors) descriptors, \(threads) threads, \(memory >> 20) MiB" }

    private static func count(of folder: String) -> Int? {
        try? FileManager.default.contentsOfDirectory(atPath: folder).count
    }

    private static var residentMemory: Int {
        let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
        let kibibytes = line?.split { !$0.isNumber }.first.flatMap { Int($0) }
        return (kibibytes ?? 0) * 1024
    }
}
