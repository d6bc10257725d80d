import Toolchain

enum Compiler {
    /// What the compiler says of the files as one module that sees the runtime; nothing where all is well.
    ///
    /// It goes as far as SIL, since some errors (a property that is not initialised) are found only there; whole, since that costs a tenth.
    static func check(_ files: [String]) async throws -> String {
        let (succeeded, output) = try await SwiftCompiler.run(
            ["-emit-sil", "-o", "/dev/null", "-whole-module-optimization", "-warnings-as-errors", "-module-name", "Goldens"]
                + ["-package-name", "goldens"] + files)
        return succeeded ? output : "swiftc failed\n\(output)"
    }
}
