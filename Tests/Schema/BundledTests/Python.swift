import Foundation

/// Python 3, which runs scripts.
enum Python {
    struct Output: Sendable {
        var status: Int32
        /// The output and the errors.
        var text: String
    }

    static let isAvailable = (try? run(["--version"]))?.status == 0

    static func run(_ arguments: [String]) throws -> Output {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["python3"] + arguments
        let pipe = Pipe()
        process.standardOutput = pipe
        process.standardError = pipe
        try process.run()
        let data = try pipe.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return Output(status: process.terminationStatus, text: String(decoding: data, as: UTF8.self))
    }

    /// Runs a script, and waits on a thread of its own, because Swift's task threads are as few as the cores and other
    /// tests need them.
    static func run(_ script: URL, _ arguments: String...) async throws -> Output {
        try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread {
                continuation.resume(with: Result { try run([script.path] + arguments) })
            }
        }
    }
}
