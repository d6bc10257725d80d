import Foundation

/// A program that is missing, and the command that installs it.
struct Missing: Error, CustomStringConvertible {
    let description: String
}

/// A Valkey or Redis server on a free port, with its files in a temporary folder.
final class Engine: @unchecked Sendable {
    let port: Int
    private let program: String
    private let folder: URL
    private var process: Process?

    /// Starts a server that stores nothing on disk.
    init() throws {
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map(String.init)
        let places = ["valkey-server", "redis-server"].flatMap { name in folders.map { $0 + "/" + name } }
        guard let program = places.first(where: { access($0, X_OK) == 0 }) else {
            throw Missing(description: "install a server: `apt-get install redis-server`, or `brew install valkey`")
        }
        self.program = program
        port = try HTTPServer.freePort()
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("fleet-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try start()
    }

    deinit {
        kill()
        try? FileManager.default.removeItem(at: folder)
    }

    func start() throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments = [
            "--port", "\(port)", "--bind", "127.0.0.1", "--save", "", "--appendonly", "no", "--dir", folder.path,
        ]
        process.standardOutput = FileHandle.nullDevice
        try process.run()
        self.process = process
        for _ in 0..<3000 {
            if (try? ask("PING"))?.hasPrefix("+PONG") == true { return }
            Thread.sleep(forTimeInterval: 0.02)
        }
        throw Missing(description: "\(program) does not respond on port \(port)")
    }

    /// Ends the server as a power failure would.
    func kill() {
        guard let process else { return }
        Foundation.kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
        self.process = nil
    }

    /// The number of times that the server has run a command, such as `evalsha`.
    func count(_ command: String) throws -> Int {
        let line = try ask("INFO commandstats").split(separator: "\r\n").first { $0.hasPrefix("cmdstat_\(command):") }
        let number = line?.split(separator: "=").dropFirst().first?.prefix { $0 != "," }
        return number.flatMap { Int($0) } ?? 0
    }

    private func ask(_ command: String) throws -> String {
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = [
            "bash", "-c", "exec 3<>/dev/tcp/127.0.0.1/\(port); printf '\(command)\\r\\nQUIT\\r\\n' >&3; cat <&3",
        ]
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return String(decoding: data, as: UTF8.self)
    }
}

/// A worker: a process of the fleet.
final class Worker: @unchecked Sendable {
    private let process = Process()
    private let output = Pipe()
    /// The engine, which lives as long as its workers.
    private let engine: Engine
    var id: Int32 { process.processIdentifier }
    var isRunning: Bool { process.isRunning }

    convenience init(_ task: String, _ engine: Engine, _ service: Service, _ numbers: [String: Int]) throws {
        let words = [task, "\(engine.port)", service.url] + numbers.map { "\($0.key)=\($0.value)" }
        try self.init(program: "FleetWorker", words, engine)
    }

    /// Starts a program that is beside the tests.
    init(program name: String, _ arguments: [String], _ engine: Engine) throws {
        self.engine = engine
        let products = URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath()
            .deletingLastPathComponent()
        let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }?.bundleURL
            .deletingLastPathComponent()
        let places = [bundle, products].compactMap { $0?.appendingPathComponent(name) }
        guard let program = places.first(where: { FileManager.default.isExecutableFile(atPath: $0.path) }) else {
            throw Missing(description: "the program \(name) is not beside the tests")
        }
        process.executableURL = program
        process.arguments = arguments
        process.environment = ProcessInfo.processInfo.environment.merging(["VALKEY_PORT": "\(engine.port)"]) { $1 }
        process.standardOutput = output
        try process.run()
    }

    // A test that fails early leaves no process behind.
    deinit { kill() }

    func kill() { if isRunning, id > 1 { Foundation.kill(id, SIGKILL) } }

    /// Waits for the end of the process, and returns the lines that it has printed.
    func lines() -> [String] {
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return String(decoding: data, as: UTF8.self).split(separator: "\n").map(String.init)
    }

    /// Returns the numbers that the process has printed at its end.
    func numbers() -> [String: Int] {
        var numbers: [String: Int] = [:]
        for line in lines() {
            let words = line.split(separator: " ")
            if words.count == 2, let number = Int(words[1]) { numbers[String(words[0])] = number } else { print(line) }
        }
        return numbers
    }
}
