import Foundation
import Toolchain

enum Compiler {
    /// The first error in each file of a module that has one, by the file's name; whatever else the compiler says under an empty one.
    static func errors(_ files: [URL]) async throws -> [String: String] {
        let (succeeded, output) = try await SwiftCompiler.run(
            ["-typecheck", "-module-name", "Callers", "-continue-building-after-errors"] + files.map(\.path))
        var errors: [String: String] = [:]
        for line in output.split(separator: "\n") {
            guard let mark = line.firstRange(of: ": error: "), line.hasPrefix("/") else { continue }
            let name = String(line.prefix { $0 != ":" }.split(separator: "/").last ?? "")
            if errors[name] == nil { errors[name] = String(line[mark.upperBound...]) }
        }
        if !succeeded, errors.isEmpty { errors[""] = output }
        return errors
    }
}
