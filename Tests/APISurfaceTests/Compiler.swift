import Foundation

/// The compiler that built this test, run over files that are not part of it, as one module that sees the runtime.
enum Compiler {
    /// The first error in each file that has one, by the file's name; whatever else it says under an empty one.
    ///
    /// It waits on a thread of its own: those of Swift's tasks are as few as the cores, and other tests need them.
    static func errors(_ files: [URL]) async throws -> [String: String] {
        try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread { continuation.resume(with: Result { try wait(files) }) }
        }
    }

    private static func wait(_ files: [URL]) throws -> [String: String] {
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
        var errors: [String: String] = [:]
        for line in text.split(separator: "\n") {
            guard let mark = line.firstRange(of: ": error: "), line.hasPrefix("/") else { continue }
            let name = String(line.prefix { $0 != ":" }.split(separator: "/").last ?? "")
            if errors[name] == nil { errors[name] = String(line[mark.upperBound...]) }
        }
        if process.terminationStatus != 0, errors.isEmpty { errors[""] = text }
        return errors
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
