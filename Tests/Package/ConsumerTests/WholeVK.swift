import Foundation
import TestFiles

/// A package that generates VK's whole API from VK's own schema. It is built once for all tests that use it.
struct WholeVK {
    /// The folder of VK's schema, which is beside the checkout and not part of the project.
    static let schema = Corpus.root.appending(path: "vk-5.199")
    static let isAvailable = FileManager.default.fileExists(atPath: schema.path)
    static let settings = #"{ "name": "VK", "baseURL": "https://api.vk.com/method/" }"#

    /// The package. The first use builds it, and a failed build fails every test.
    static let shared = Result { try WholeVK() }

    private let program: URL

    private init() throws {
        let support = Checkout.root.appending(path: "Tests/Support")
        var files = [
            "Sources/App/RoundTrip.swift": try String(
                contentsOf: support.appending(path: "SampleChecks/RoundTrip.swift"), encoding: .utf8),
            "Sources/App/Schema/api.json": Self.settings,
            "Sources/Main/main.swift": Self.main,
        ]
        for path in try FileManager.default.subpathsOfDirectory(atPath: Self.schema.path) where path.hasSuffix(".json")
        {
            files["Sources/App/Schema/\(path)"] = try String(
                contentsOf: Self.schema.appending(path: path), encoding: .utf8)
        }
        let consumer = try ConsumerPackage(.path, name: "whole-vk", in: .native, files: files)
        let built = try consumer.build()
        guard built.succeeded else { throw Shell.Failure(words: ["swift", "build"], output: built) }
        program = try consumer.copyProgram()
    }

    /// Runs the program with a command and a file that contains these lines.
    func run(_ command: String, lines: [[UInt8]]) throws -> Shell.Output {
        let file = FileManager.default.temporaryDirectory.appending(path: "methodical-lines-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: file) }
        try Data(lines.joined(separator: [0x0A])).write(to: file)
        return try Shell.run([program.path, command, file.path])
    }

    private static let main = """
        import App
        import Foundation

        let arguments = CommandLine.arguments
        let lines = [UInt8](try Data(contentsOf: URL(filePath: arguments[2]))).split(separator: 0x0A).map { Array($0) }
        switch arguments[1] {
        case "round-trip":
            var roundTrip = RoundTrip(module: "App")
            for line in lines { roundTrip.check(line: line) }
            print(roundTrip.failures.joined(separator: "\\n"))
            print("\\(roundTrip.sampleCount) samples of \\(roundTrip.typeCount) types, \\(roundTrip.failures.count) failures")
            exit(roundTrip.failures.isEmpty ? 0 : 1)
        default:
            exit(2)
        }

        """
}
