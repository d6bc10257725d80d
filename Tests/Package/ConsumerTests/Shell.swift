import Foundation

/// Runs programs as a person would, and returns their output.
enum Shell {
    struct Output: Sendable {
        var status: Int32
        var text: String
        var succeeded: Bool { status == 0 }
        /// The steps of a build that produced something. SwiftPM announces a plugin even if it takes the plugin from
        /// its cache.
        var work: [Substring] {
            text.split(separator: "\n").filter { line in
                ["Compiling ", "Emitting ", "Linking ", "Generating "].contains { line.contains($0) }
                    && !line.contains("Compiling plugin")
            }
        }
        /// The warnings, without the linker driver's message about a flag that SwiftPM itself passes.
        var warnings: [Substring] {
            text.split(separator: "\n").filter { $0.contains("warning:") && !$0.contains("-rdynamic") }
        }
    }

    struct Failure: Error, CustomStringConvertible {
        var words: [String]
        var output: Output
        var description: String { "\(words.joined(separator: " ")) exited with \(output.status):\n\(output.text)" }
    }

    /// The environment without the variables of the test runner and of this package's build, which would change how a
    /// nested build is planned. It is read once, because other tests set variables, and SwiftPM builds again after a
    /// change.
    private static let environment = ProcessInfo.processInfo.environment.filter { variable in
        !["SWIFT_", "XCTest", "METHODICAL_"].contains { prefix in variable.key.hasPrefix(prefix) }
    }

    /// Runs a command. The output contains standard output and errors in the order of their arrival.
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

    /// Runs a blocking closure on a thread of its own, because Swift's task threads are as few as the cores and other
    /// tests need them.
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
