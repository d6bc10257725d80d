import Foundation

/// The compiler that built this test, for files that are not part of it but import its modules.
public enum SwiftCompiler {
    /// Returns the compiler's output and its success.
    ///
    /// Waits on a thread of its own, because Swift's task threads are as few as the cores and other tests need them. For
    /// the same reason, the compiler has a lower priority.
    public static func run(_ arguments: [String]) async throws -> (succeeded: Bool, output: String) {
        try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread { continuation.resume(with: Result { try wait(arguments) }) }
        }
    }

    private static func wait(_ arguments: [String]) throws -> (Bool, String) {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["nice", "swiftc", "-swift-version", "6", "-I", try modules().path] + arguments
        let pipe = Pipe()
        process.standardOutput = pipe
        process.standardError = pipe
        try process.run()
        let data = try pipe.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return (process.terminationStatus == 0, String(decoding: data, as: UTF8.self))
    }

    /// Returns the arguments by which the compiler finds the C modules of the fetched packages.
    public static func moduleMaps() throws -> [String] {
        var folder = try modules()
        while folder.path.count > 1 {
            let checkouts = folder.appending(path: "checkouts")
            if FileManager.default.fileExists(atPath: checkouts.path) {
                let packages = try FileManager.default.contentsOfDirectory(atPath: checkouts.path).sorted()
                return try generatedMaps()
                    + packages.flatMap { package in
                        let root = checkouts.appending(path: package)
                        return try ["", "Sources/"].flatMap { try moduleMaps(in: root.appending(path: $0)) }
                    }
            }
            folder = folder.deletingLastPathComponent()
        }
        return []
    }

    /// Returns the arguments for the C modules that have no map of their own, so that SwiftPM has made one.
    private static func generatedMaps() throws -> [String] {
        try moduleMaps(in: modules().deletingLastPathComponent(), "module.modulemap")
    }

    private static func moduleMaps(in folder: URL, _ map: String = "include/module.modulemap") throws -> [String] {
        guard FileManager.default.fileExists(atPath: folder.path) else { return [] }
        return try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
            .map { folder.appending(path: $0 + "/" + map).path }
            .filter { FileManager.default.fileExists(atPath: $0) }
            .flatMap { ["-Xcc", "-fmodule-map-file=" + $0] }
    }

    public struct NoModules: Error, CustomStringConvertible {
        public var description: String
    }

    /// Returns the folder of the modules, which is beside the test bundle, in its folder `Modules`, or some folders
    /// above.
    public static func modules() throws -> URL {
        let build = URL(filePath: CommandLine.arguments[0]).resolvingSymlinksInPath().deletingLastPathComponent()
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
