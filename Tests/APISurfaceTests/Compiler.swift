import Foundation

/// The compiler that built this test, run over files that are not part of it, as one module that sees the runtime.
enum Compiler {
    /// The first error in each file that has one, by the file's name; whatever else it says under an empty one.
    static func errors(_ files: [URL]) async throws -> [String: String] {
        try await messages(files).compactMapValues { lines in lines.first { $0.hasPrefix("error: ") }.map { String($0.dropFirst(7)) } }
    }

    /// The errors and warnings in each file that has some, by the file's name; whatever else it says under an empty one.
    ///
    /// It waits on a thread of its own: those of Swift's tasks are as few as the cores, and other tests need them.
    static func messages(_ files: [URL]) async throws -> [String: [String]] {
        try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread { continuation.resume(with: Result { try wait(files) }) }
        }
    }

    private static func wait(_ files: [URL]) throws -> [String: [String]] {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments =
            ["swiftc", "-typecheck", "-swift-version", "6", "-module-name", "Callers", "-continue-building-after-errors", "-I", try modules().path]
            + files.map(\.path)
        let pipe = Pipe()
        process.standardOutput = pipe
        process.standardError = pipe
        try process.run()
        let text = String(decoding: try pipe.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        process.waitUntilExit()
        var messages: [String: [String]] = [:]
        for line in text.split(separator: "\n") where line.hasPrefix("/") {
            guard let mark = line.firstRange(of: ": error: ") ?? line.firstRange(of: ": warning: ") else { continue }
            let name = String(line.prefix { $0 != ":" }.split(separator: "/").last ?? "")
            messages[name, default: []].append(String(line[mark.lowerBound...].dropFirst(2)))
        }
        if process.terminationStatus != 0, !messages.values.joined().contains(where: { $0.hasPrefix("error: ") }) {
            messages[""] = ["error: " + text]
        }
        return messages
    }

    struct NoModules: Error {}

    /// The folder with the runtime's module: beside the test bundle, or in `Modules` there, or some folders up.
    private static func modules() throws -> URL {
        var folder = URL(filePath: CommandLine.arguments[0]).resolvingSymlinksInPath().deletingLastPathComponent()
        for _ in 0..<6 {
            for candidate in [folder.appending(path: "Modules"), folder]
            where FileManager.default.fileExists(atPath: candidate.appending(path: "Methodical.swiftmodule").path) {
                return candidate
            }
            folder = folder.deletingLastPathComponent()
        }
        throw NoModules()
    }
}
