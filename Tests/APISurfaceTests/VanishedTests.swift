import Foundation
import MethodicalGenerator
import Testing

@testable import APISurface

/// What a caller is told who was written for the old state, when the new one is generated beside the old one's lock file: `told.txt` of each case.
@Suite struct VanishedTests {
    @Test("The compiler tells a caller what became of what he calls, and the generated code is without a warning")
    func told() async throws {
        let output = FileManager.default.temporaryDirectory.appending(path: "methodical-vanished-\(ProcessInfo.processInfo.processIdentifier)")
        try FileManager.default.createDirectory(at: output, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: output) }
        let messages = try await Compiler.messages(ChangeCase.all.flatMap { try $0.write("new", lock: $0.lock(), into: output) })
        #expect(messages[""] == nil)
        for change in ChangeCase.all {
            let generated = messages["\(change.name)-new.swift"]
            #expect(generated == nil, "\(change.name)")
            let told = (messages[change.caller] ?? []).filter { $0.contains(" is deprecated: ") || $0.contains(" is unavailable: ") }
            let text = told.map { $0.replacing(" [#DeprecatedDeclaration]", with: "") + "\n" }.joined()
            let file = change.folder.appending(path: "told.txt")
            if ChangeCase.rewrites { try Self.write(text, to: file) }
            let expected = FileManager.default.fileExists(atPath: file.path) ? try String(contentsOf: file, encoding: .utf8) : ""
            #expect(text == expected, "\(change.name)")
            if !told.isEmpty, !text.contains("error: ") {
                let errors = (messages[change.caller] ?? []).filter { $0.hasPrefix("error: ") }
                #expect(errors == [], "what is deprecated can be called as before: \(change.name)")
            }
        }
    }

    @Test("Where nothing is gone, the lock file changes nothing", arguments: ChangeCase.all)
    func unchanged(_ change: ChangeCase) throws {
        let old = try ChangeCase.api(change.folder.appending(path: "old"))
        #expect(emit(old, units: []) == emit(old, units: [], lock: try change.lock()))
    }

    private static func write(_ text: String, to file: URL) throws {
        if !text.isEmpty { return try Data(text.utf8).write(to: file) }
        if FileManager.default.fileExists(atPath: file.path) { try FileManager.default.removeItem(at: file) }
    }
}
