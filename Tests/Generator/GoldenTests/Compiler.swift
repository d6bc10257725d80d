import Foundation
import Toolchain

enum Compiler {
    /// Returns the compiler's output for the files as one module that imports the runtime, or an empty text.
    ///
    /// Compiles down to SIL, because some errors (a property that is not initialised) are found only there. It compiles
    /// the whole module at once, which costs a tenth.
    static func check(_ files: [String], _ target: Target) async throws -> String {
        let taken = FileManager.default.temporaryDirectory.appending(path: "TakenNames-\(UUID()).swift")
        try TakenNames.declarations(beside: files).write(to: taken, atomically: true, encoding: .utf8)
        defer { try? FileManager.default.removeItem(at: taken) }
        let others = target.hasTakenNames ? [taken.path] : []
        let (succeeded, output) = try await SwiftCompiler.run(
            [
                "-emit-sil", "-o", "/dev/null", "-whole-module-optimization", "-warnings-as-errors", "-module-name",
                "Goldens",
            ]
                + ["-package-name", "goldens"] + target.arguments + files + others)
        return succeeded ? output : "swiftc failed\n\(output)"
    }

    /// A setting of the target with generated code, under which the code must compile.
    enum Target: String, CaseIterable {
        case plain, ofSwift5, ofLaterSwift

        /// Indicates whether the target declares types whose names generated code uses.
        var hasTakenNames: Bool { self != .plain }

        var arguments: [String] {
            switch self {
            case .plain: []
            case .ofSwift5: ["-swift-version", "5", "-strict-concurrency=complete"]
            case .ofLaterSwift:
                ["-default-isolation", "MainActor", "-strict-memory-safety"]
                    + [
                        "ExistentialAny", "InternalImportsByDefault", "MemberImportVisibility",
                        "NonisolatedNonsendingByDefault",
                        "InferIsolatedConformances", "ImmutableWeakCaptures",
                    ].flatMap { ["-enable-upcoming-feature", $0] }
            }
        }
    }
}
