import Toolchain

enum Compiler {
    /// What the compiler says of the files as one module that sees the runtime; nothing where all is well.
    ///
    /// It goes as far as SIL, since some errors (a property that is not initialised) are found only there; whole, since
    /// that costs a tenth.
    static func check(_ files: [String], _ target: Target) async throws -> String {
        let (succeeded, output) = try await SwiftCompiler.run(
            [
                "-emit-sil", "-o", "/dev/null", "-whole-module-optimization", "-warnings-as-errors", "-module-name",
                "Goldens",
            ]
                + ["-package-name", "goldens"] + target.arguments + files)
        return succeeded ? output : "swiftc failed\n\(output)"
    }

    /// What the target that generated code becomes part of may have set, which that code must do with.
    enum Target: String, CaseIterable {
        case plain, ofSwift5, ofLaterSwift

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
