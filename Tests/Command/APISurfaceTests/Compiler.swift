import Foundation
import Toolchain

enum Compiler {
    /// Returns the first error in each file of a module, by the file's name. Other output is under an empty name.
    static func errors(_ files: [URL]) async throws -> [String: String] {
        try await messages(files).compactMapValues { lines in
            lines.first { $0.hasPrefix("error: ") }.map { String($0.dropFirst(7)) }
        }
    }

    /// Returns the errors and warnings in each file, by the file's name. Other output is under an empty name.
    static func messages(_ files: [URL]) async throws -> [String: [String]] {
        let (succeeded, output) = try await SwiftCompiler.run(
            ["-typecheck", "-module-name", "Callers", "-continue-building-after-errors"] + files.map(\.path))
        var messages: [String: [String]] = [:]
        for line in output.split(separator: "\n") where line.hasPrefix("/") {
            guard let mark = line.firstRange(of: ": error: ") ?? line.firstRange(of: ": warning: ") else { continue }
            let name = String(line.prefix { $0 != ":" }.split(separator: "/").last ?? "")
            messages[name, default: []].append(String(line[mark.lowerBound...].dropFirst(2)))
        }
        if !succeeded, !messages.values.joined().contains(where: { $0.hasPrefix("error: ") }) {
            messages[""] = ["error: " + output]
        }
        return messages
    }
}
