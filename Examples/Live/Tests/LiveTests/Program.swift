import Foundation
import Testing

/// A run of the program, which types commands and reads what is printed.
final class Program: @unchecked Sendable {
    private let process = Process()
    private let input = Pipe()
    private let output = Pipe()
    private let lock = NSLock()
    private var text = ""

    init(_ arguments: String...) throws {
        process.executableURL = try Self.path()
        process.arguments = arguments
        process.standardInput = input
        process.standardOutput = output
        output.fileHandleForReading.readabilityHandler = { [weak self] file in
            let data = file.availableData
            // At the end of the output, the handler would be called again and again.
            if data.isEmpty { file.readabilityHandler = nil }
            self?.lock.withLock { self?.text += String(decoding: data, as: UTF8.self) }
        }
        try process.run()
    }

    // A test that fails early leaves no process behind.
    deinit {
        if process.isRunning { process.terminate() }
    }

    /// The program is beside the tests.
    private static func path() throws -> URL {
        let products = URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath()
            .deletingLastPathComponent()
        let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }?.bundleURL
            .deletingLastPathComponent()
        let places = [bundle, products].compactMap { $0?.appendingPathComponent("Live") }
        return try #require(places.first { FileManager.default.isExecutableFile(atPath: $0.path) })
    }

    /// The text that was printed since the last call of `expect`.
    var unread: String { lock.withLock { text } }

    /// Types a line.
    func type(_ line: String) throws {
        try input.fileHandleForWriting.write(contentsOf: Data((line + "\n").utf8))
    }

    /// Waits until a text is printed, after all texts that were expected before.
    func expect(_ expected: String, sourceLocation: SourceLocation = #_sourceLocation) async throws {
        let end = ContinuousClock.now + .seconds(60)
        while !take(expected) {
            let isInTime = ContinuousClock.now < end
            try #require(isInTime, "\(expected)\nis not in\n\(unread)", sourceLocation: sourceLocation)
            try await Task.sleep(for: .milliseconds(5))
        }
    }

    private func take(_ expected: String) -> Bool {
        lock.withLock {
            guard let range = text.range(of: expected + "\n") else { return false }
            text = String(text[range.upperBound...])
            return true
        }
    }

    /// Waits for the end, and returns the exit code.
    func end() -> Int32 {
        process.waitUntilExit()
        return process.terminationStatus
    }
}

/// A folder that exists as long as this object.
final class TemporaryFolder {
    let path = FileManager.default.temporaryDirectory.appending(path: "live-\(UUID().uuidString)").path

    deinit { try? FileManager.default.removeItem(atPath: path) }
}
