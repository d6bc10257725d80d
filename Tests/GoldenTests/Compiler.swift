import Foundation

/// The compiler that built this test, run over files that are not part of it.
enum Compiler {
    /// What it says of the files as one module that sees the runtime; nothing where all is well.
    ///
    /// It goes as far as SIL, since some errors (a property that is not initialised) are found only there; whole, since that costs a tenth.
    ///
    /// It waits on a thread of its own: those of Swift's tasks are as few as the cores, and other tests need them.
    static func check(_ files: [String]) async throws -> String {
        try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread { continuation.resume(with: Result { try wait(files) }) }
        }
    }

    private static func wait(_ files: [String]) throws -> String {
        let build = URL(filePath: CommandLine.arguments[0]).resolvingSymlinksInPath().deletingLastPathComponent()
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments =
            ["swiftc", "-emit-sil", "-o", "/dev/null", "-whole-module-optimization", "-swift-version", "6", "-warnings-as-errors"]
            + ["-module-name", "Goldens", "-package-name", "goldens", "-I", try modules(from: build).path] + files
        let pipe = Pipe()
        process.standardOutput = pipe
        process.standardError = pipe
        try process.run()
        let data = try pipe.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        let text = String(decoding: data, as: UTF8.self)
        return process.terminationStatus == 0 ? text : "swiftc exited with \(process.terminationStatus)\n\(text)"
    }

    struct NoModules: Error, CustomStringConvertible {
        var description: String
    }

    /// The folder with the runtime's module: beside the test bundle, or in `Modules` there, or some folders up.
    private static func modules(from build: URL) throws -> URL {
        var folder = build
        for _ in 0..<6 {
            for candidate in [folder.appending(path: "Modules"), folder]
            where FileManager.default.fileExists(atPath: candidate.appending(path: "Methodical.swiftmodule").path) {
                return candidate
            }
            folder = folder.deletingLastPathComponent()
        }
        throw NoModules(description: "no Methodical.swiftmodule near \(build.path)")
    }
}
