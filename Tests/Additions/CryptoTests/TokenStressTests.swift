#if canImport(CryptoKit) || Crypto
    import Foundation
    import Testing

    /// Tests of the token store that run in separate processes, because they kill them or fill the disk.
    @Suite struct TokenStressTests {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("tokens-\(UUID().uuidString)")

        @Test func noTokenIsLostHoweverProcessesAreKilled() async throws {
            #expect(try await stress("kill", "500") == "rounds: 500, found: true, written: true\n")
        }

        @Test func aFullDiskGivesAClearErrorAndCostsNoToken() async throws {
            let output = try await stress("full")
            #expect(
                output.replacing(/[0-9a-f]{32}/, with: "NAME") == error(
                    "NAME.token", "written", "File too large (POSIX 27)")
                    + "kept: true\nfiles: 1\n")
        }

        @Test func aReadOnlyFolderIsReadAndGivesAClearError() async throws {
            let denied = "Permission denied (POSIX 13)"
            #expect(
                try await stress("read-only").replacing(/[0-9a-f]{32}/, with: "NAME") == "kept: true\n"
                    + error("NAME.token", "written", denied)
                    + error("current", "written", denied) + error("NAME.token", "removed", denied))
        }

        private func error(_ name: String, _ what: String, _ why: String) -> String {
            "error: storage: \(folder.path)/\(name) cannot be \(what): \(why)\n"
        }

        private func stress(_ words: String...) async throws -> String {
            try await Self.start([words[0], folder.path] + words.dropFirst()).wait()
        }

        /// A running process.
        struct Running: Sendable {
            let process: Process
            let output: Pipe

            /// Waits for the end of the process and returns its output.
            ///
            /// A thread of its own waits, because Swift's task threads are as few as the cores and other tests need
            /// them.
            func wait() async -> String {
                await withCheckedContinuation { continuation in
                    Thread.detachNewThread {
                        let data = output.fileHandleForReading.readDataToEndOfFile()
                        process.waitUntilExit()
                        continuation.resume(returning: String(decoding: data, as: UTF8.self))
                    }
                }
            }
        }

        static func start(_ words: [String]) throws -> Running {
            let process = Process()
            #if canImport(Darwin)
                let products =
                    Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }?.bundleURL
                    .deletingLastPathComponent() ?? Bundle.main.bundleURL
            #else
                let products = Bundle.main.bundleURL
            #endif
            process.executableURL = products.appendingPathComponent("TokenStress")
            process.arguments = words
            let output = Pipe()
            process.standardOutput = output
            try process.run()
            return Running(process: process, output: output)
        }
    }
#endif
