import Foundation
import TestFiles
import Testing

/// Tests of the cache that run in separate processes, because they kill them or fill the disk.
@Suite struct CacheStressTests {
    let folder = TemporaryFolder()

    @Test func noDamagedEntryIsReturnedHoweverProcessesAreKilled() throws {
        #expect(try stress("kill", "500", "\(UInt64.random(in: 0...UInt64.max))") == "rounds: 500, found: true\n")
    }

    @Test func aFullDiskGivesAClearErrorAndCostsNoEntry() throws {
        let output = try stress("full")
        #expect(
            output
                == "error: storage: the cache folder \(folder.url.path) cannot be written: File too large (POSIX 27)\nkept: true\nleft: 0\n"
        )
    }

    @Test func aReadOnlyFolderIsReadAndGivesAClearError() throws {
        let error =
            "error: storage: the cache folder \(folder.url.path) cannot be written: Permission denied (POSIX 13)\n"
        #expect(try stress("read-only") == "kept: true\n" + error + error)
    }

    private func stress(_ words: String...) throws -> String {
        let process = Process()
        #if canImport(Darwin)
            let products =
                Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }?.bundleURL.deletingLastPathComponent()
                ?? Bundle.main.bundleURL
        #else
            let products = Bundle.main.bundleURL
        #endif
        process.executableURL = products.appendingPathComponent("CacheStress")
        process.arguments = [words[0], folder.url.path] + words.dropFirst()
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return String(decoding: data, as: UTF8.self)
    }
}
