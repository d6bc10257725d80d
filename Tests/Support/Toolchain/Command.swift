#if CommandLine
    import Foundation

    /// The command as people and CI run it: a process with arguments, output and an exit code.
    package struct Command: Sendable {
        package var status: Int32
        package var output: String
        package var errors: String

        /// Creates the outcome of a process that a test has run.
        package init(status: Int32, output: String, errors: String) {
            self.status = status
            self.output = output
            self.errors = errors
        }

        /// Runs the tool with the given words. It waits on a separate thread, because Swift has only as many task
        /// threads as cores, and other tests need them.
        package static func methodical(_ words: [String], in folder: URL? = nil, environment: [String: String] = [:])
            async throws -> Command
        {
            try await apart { try run(try tool(), words, in: folder, environment) }
        }

        package static func methodical(_ words: String..., in folder: URL? = nil) async throws -> Command {
            try await methodical(words, in: folder)
        }

        /// Runs a shell script in which `methodical` is the command.
        package static func shell(_ script: String, in folder: URL) async throws -> Command {
            try await apart {
                try run("/bin/sh", ["-c", "methodical() { '\(try tool())' \"$@\"; }; " + script], in: folder, [:])
            }
        }

        /// Runs the tool, and kills it some time after a condition becomes true, unless it has ended before.
        ///
        /// - Returns: The exit code, or `nil` if the tool was killed.
        package static func killed(
            _ words: [String], in folder: URL, after seconds: Double, when condition: @escaping @Sendable () -> Bool
        ) async throws -> Int32? {
            try await withCheckedThrowingContinuation { continuation in
                Thread.detachNewThread {
                    continuation.resume(
                        with: Result {
                            let process = try process(try tool(), words, in: folder, [:])
                            (process.standardOutput, process.standardError) = (
                                FileHandle.nullDevice, FileHandle.nullDevice
                            )
                            try process.run()
                            while process.isRunning, !condition() { Thread.sleep(forTimeInterval: 0.0005) }
                            Thread.sleep(forTimeInterval: seconds)
                            kill(process.processIdentifier, SIGKILL)
                            process.waitUntilExit()
                            return process.terminationReason == .exit ? process.terminationStatus : nil
                        })
                }
            }
        }

        package static func git(_ words: String..., in folder: URL) async throws {
            let ran = try await apart {
                try run("/usr/bin/env", ["git", "-c", "user.name=t", "-c", "user.email=t@t"] + words, in: folder, [:])
            }
            if ran.status != 0 { throw Failed(errors: ran.errors) }
        }

        package struct Failed: Error {
            package var errors: String

            package init(errors: String) { self.errors = errors }
        }

        /// Returns the output that a person sees in a terminal.
        package static func onTerminal(_ words: [String], in folder: URL? = nil, environment: [String: String] = [:])
            async throws -> Command
        {
            try await apart {
                let (primary, end) = try terminal()
                defer { close(primary) }
                let secondary = FileHandle(fileDescriptor: end, closeOnDealloc: true)
                let process = try process(try tool(), words, in: folder, environment)
                (process.standardOutput, process.standardError) = (secondary, secondary)
                try process.run()
                try secondary.close()
                var text: [UInt8] = []
                var buffer = [UInt8](repeating: 0, count: 4096)
                // On Linux, the end of a terminal is an error.
                while case let count = read(primary, &buffer, buffer.count), count > 0 { text += buffer[..<count] }
                process.waitUntilExit()
                let shown = String(decoding: text, as: UTF8.self).replacing("\r\n", with: "\n")
                return Command(status: process.terminationStatus, output: shown, errors: "")
            }
        }

        /// `openpty` is in a header that Glibc's module omits.
        private static func terminal() throws -> (primary: Int32, secondary: Int32) {
            typealias OpenTerminal =
                @convention(c) (
                    UnsafeMutablePointer<Int32>, UnsafeMutablePointer<Int32>, UnsafeMutableRawPointer?,
                    UnsafeMutableRawPointer?,
                    UnsafeMutableRawPointer?
                ) -> Int32
            var (primary, secondary): (Int32, Int32) = (-1, -1)
            guard let symbol = dlsym(dlopen(nil, RTLD_NOW), "openpty"),
                unsafeBitCast(symbol, to: OpenTerminal.self)(&primary, &secondary, nil, nil, nil) == 0
            else { throw Failed(errors: "no terminal") }
            return (primary, secondary)
        }

        package static func inFolder(_ body: (URL) async throws -> Void) async throws {
            let folder = FileManager.default.temporaryDirectory.appending(
                path: "methodical-command-\(UInt64.random(in: 0...UInt64.max))")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(at: folder) }
            try await body(folder)
        }

        package static func write(_ text: String, to file: URL) throws {
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(text.utf8).write(to: file)
        }

        // MARK: Processes

        private static func apart(_ body: @escaping @Sendable () throws -> Command) async throws -> Command {
            try await withCheckedThrowingContinuation { continuation in
                Thread.detachNewThread { continuation.resume(with: Result { try body() }) }
            }
        }

        /// Returns the path of the tool, which is beside the test bundle or some folders above.
        package static func tool() throws -> String {
            var build = URL(filePath: ProcessInfo.processInfo.arguments[0]).resolvingSymlinksInPath()
                .deletingLastPathComponent()
            while build.path != "/" {
                let tool = build.appending(path: "methodical").path
                if FileManager.default.isExecutableFile(atPath: tool) { return tool }
                build.deleteLastPathComponent()
            }
            throw Failed(errors: "there is no methodical beside the tests")
        }

        private static func process(_ tool: String, _ words: [String], in folder: URL?, _ environment: [String: String])
            throws -> Process
        {
            let process = Process()
            process.executableURL = URL(filePath: tool)
            process.arguments = words
            process.currentDirectoryURL = folder
            process.environment = ProcessInfo.processInfo.environment.merging(["NO_COLOR": "", "TERM": "xterm"]) { $1 }
                .merging(environment) { $1 }
            process.standardInput = FileHandle.nullDevice
            return process
        }

        private static func run(_ tool: String, _ words: [String], in folder: URL?, _ environment: [String: String])
            throws -> Command
        {
            let process = try process(tool, words, in: folder, environment)
            let (output, errors) = (Pipe(), Pipe())
            (process.standardOutput, process.standardError) = (output, errors)
            try process.run()
            let text = try output.fileHandleForReading.readToEnd() ?? Data()
            let problems = try errors.fileHandleForReading.readToEnd() ?? Data()
            process.waitUntilExit()
            return Command(
                status: process.terminationStatus, output: String(decoding: text, as: UTF8.self),
                errors: String(decoding: problems, as: UTF8.self))
        }
    }
#endif
