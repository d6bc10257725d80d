import Foundation

/// Tries damaged inputs on everything that reads: `swift run -c release --package-path Benchmarks/Fuzz Fuzz --inputs
/// 10000000`.
///
/// With `--sanitize=address` behind `run`, reading out of bounds is found too. `--seed S --first N --inputs 1` makes
/// one input again; `--corpus FOLDER`
/// adds the files of a folder to the seeds.
@main
enum Main {
    static func main() async throws {
        exit(try await run() == 0 ? 0 : 1)
    }

    /// Returns the number of inputs with a finding.
    private static func run() async throws -> Int {
        var options: [String: String] = [:]
        for (name, value) in zip(CommandLine.arguments, CommandLine.arguments.dropFirst()) where name.hasPrefix("--") {
            options[name] = value
        }
        let seed = options["--seed"].flatMap { UInt64($0) } ?? UInt64.random(in: 0...UInt64(UInt32.max))
        let first = options["--first"].flatMap { Int($0) } ?? 0
        let count = options["--inputs"].flatMap { Int($0) } ?? 1_000_000
        seedOfRun = seed
        let texts = try options["--corpus"].map { folder in
            try FileManager.default.contentsOfDirectory(atPath: folder).sorted().map {
                [UInt8](try Data(contentsOf: URL(filePath: folder).appending(path: $0)))
            }
        }
        let fuzzing = Fuzzing(seed: seed, texts: texts ?? [])
        reportTraps()
        print("seed \(seed), \(count) inputs from \(first) on, \(texts?.count ?? 0) texts of others")

        var findings = 0
        let start = ContinuousClock.now
        for number in first..<first + count {
            do { try await fuzzing.check(number) } catch {
                findings += 1
                print("FOUND \(error)\n")
                if findings == 20 { break }
            }
            if (number - first + 1) % 100_000 == 0 {
                print("\(number - first + 1) inputs, \(findings) findings, \(start.duration(to: .now))")
                fflush(nil)
            }
        }
        print("\(findings) findings in \(start.duration(to: .now))")
        return findings
    }

    nonisolated(unsafe) private static var seedOfRun: UInt64 = 0

    /// Reports the input that caused a trap or a fault. The process is in an undefined state then, but this mostly
    /// works.
    private static func reportTraps() {
        for trap in [SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGABRT, SIGFPE] {
            signal(trap) { trap in
                print("TRAP \(trap)\n" + Fuzzing.place(Main.seedOfRun, Fuzzing.current.number, Fuzzing.current.input))
                fflush(nil)
                signal(trap, SIG_DFL)
                raise(trap)
            }
        }
    }
}
