import Foundation
import MethodicalGenerator
import TestFiles
import Testing

@testable import APISurface

/// Tests of the compiler's messages to a caller of the old state, with the names that are kept since its lock file:
/// `told.txt` of each case.
@Suite struct KeptNamesTests {
    @Test("The compiler tells a caller what became of what he calls, and the generated code is without a warning")
    func told() async throws {
        let output = FileManager.default.temporaryDirectory.appending(
            path: "methodical-vanished-\(ProcessInfo.processInfo.processIdentifier)")
        try FileManager.default.createDirectory(at: output, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: output) }
        let messages = try await Compiler.messages(
            ChangeCase.all.flatMap { try $0.write("new", lock: $0.lock(), into: output) })
        #expect(messages[""] == nil)
        for change in ChangeCase.all {
            let generated = ["new", "new-kept"].compactMap { messages["\(change.name)-\($0).swift"] }
            #expect(generated == [], "\(change.name)")
            let told = (messages[change.caller] ?? []).filter {
                $0.contains(" is deprecated: ") || $0.contains(" is unavailable: ")
            }
            let text = told.map { $0.replacing(" [#DeprecatedDeclaration]", with: "") + "\n" }.joined()
            let file = change.folder.appending(path: "told.txt")
            if ChangeCase.rewrites { try Self.write(text, to: file) }
            let expected =
                FileManager.default.fileExists(atPath: file.path) ? try String(contentsOf: file, encoding: .utf8) : ""
            #expect(text == expected, "\(change.name)")
            if !told.isEmpty, !text.contains("error: ") {
                let errors = (messages[change.caller] ?? []).filter { $0.hasPrefix("error: ") }
                #expect(errors == [], "what is deprecated can be called as before: \(change.name)")
            }
        }
    }

    @Test("There is no file if nothing is gone", arguments: ChangeCase.all)
    func unchanged(_ change: ChangeCase) throws {
        let old = try ChangeCase.api(change.folder.appending(path: "old"))
        #expect(KeptNames.text(of: old, since: try change.lock()) == nil)
    }

    @Test("The file whose behaviour KeptTests checks is what the command writes")
    func committed() throws {
        let folder = Checkout.roundTripSchemas.appending(path: "Kept")
        let lock = try Lock(Array(Data(contentsOf: folder.appending(path: "methodical.lock"))))
        let file = folder.appending(path: "KeptAPIKeptNames.swift")
        let text = try #require(KeptNames.text(of: ChangeCase.api(folder), since: lock))
        if ChangeCase.rewrites { try Self.write(text, to: file) }
        #expect(try String(contentsOf: file, encoding: .utf8) == text)
    }

    @Test(
        "A damaged lock file is refused, or read as what it says",
        arguments: ["parameters-renamed", "type-renamed", "case-removed"])
    func damaged(_ name: String) throws {
        let change = ChangeCase(folder: ChangeCase.root.appending(path: name))
        let api = try ChangeCase.api(change.folder.appending(path: "new"))
        let text = LockFile(Surface(try ChangeCase.api(change.folder.appending(path: "old")))).text
        var random = Random()
        var refused = 0
        for _ in 0..<400 {
            var bytes = Array(text.utf8)
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                let place = Int.random(in: bytes.indices, using: &random)
                switch Int.random(in: 0..<3, using: &random) {
                case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
                case 1: bytes.removeSubrange(place..<min(place + 20, bytes.count))
                default: bytes.insert(contentsOf: bytes.suffix(20), at: place)
                }
            }
            do throws(Lock.Damage) {
                let text = KeptNames.text(of: api, since: try Lock(bytes))
                #expect(text?.utf8.contains(0) != true)
            } catch {
                #expect(error.line >= 1 && error.line <= bytes.count(where: { $0 == 0x0A }) + 1)
                refused += 1
            }
        }
        #expect(refused > 100 && refused < 400)
    }

    /// A generator with the same numbers in each run (Knuth's multiplier).
    private struct Random: RandomNumberGenerator {
        private var state: UInt64 = 6
        mutating func next() -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return state ^ state >> 33
        }
    }

    private static func write(_ text: String, to file: URL) throws {
        if !text.isEmpty { return try Data(text.utf8).write(to: file) }
        if FileManager.default.fileExists(atPath: file.path) { try FileManager.default.removeItem(at: file) }
    }
}
