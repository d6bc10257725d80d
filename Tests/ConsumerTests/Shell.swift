import Foundation

/// Runs programs as a person would, and keeps what they print.
enum Shell {
    struct Output: Sendable {
        var status: Int32
        var text: String
        var succeeded: Bool { status == 0 }
        /// The steps of a build that made something. SwiftPM announces a plugin even where it takes it from its cache.
        var work: [Substring] {
            text.split(separator: "\n").filter { line in
                ["Compiling ", "Emitting ", "Linking ", "Generating "].contains { line.contains($0) }
                    && !line.contains("Compiling plugin")
            }
        }
        /// Without the linker driver's word on a flag that SwiftPM itself passes.
        var warnings: [Substring] {
            text.split(separator: "\n").filter { $0.contains("warning:") && !$0.contains("-rdynamic") }
        }
    }

    struct Failure: Error, CustomStringConvertible {
        var words: [String]
        var output: Output
        var description: String { "\(words.joined(separator: " ")) exited with \(output.status):\n\(output.text)" }
    }

    /// Without a test runner's own variables, which would change how a nested build is planned. Taken once: other tests
    /// set variables meanwhile, and
    /// SwiftPM builds anew where one has changed.
    private static let environment = ProcessInfo.processInfo.environment.filter {
        !$0.key.hasPrefix("SWIFT_") && !$0.key.hasPrefix("XCTest")
    }

    /// Standard output and errors together, in the order in which they came.
    static func run(_ words: [String], in folder: URL? = nil) throws -> Output {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = words
        process.currentDirectoryURL = folder
        process.environment = environment
        let pipe = Pipe()
        process.standardOutput = pipe
        process.standardError = pipe
        try process.run()
        let data = try pipe.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return Output(status: process.terminationStatus, text: String(decoding: data, as: UTF8.self))
    }

    /// Waits for something on a thread of its own: those of Swift's tasks are as few as the cores, and other tests need
    /// them.
    static func apart<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread { continuation.resume(with: Result { try body() }) }
        }
    }

    static func check(_ words: String...) throws {
        let output = try run(words)
        if !output.succeeded { throw Failure(words: words, output: output) }
    }
}
