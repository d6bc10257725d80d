import Foundation
import TestFiles
import Testing
import Toolchain

/// Tests of the golden cases. Set METHODICAL_REWRITE_GOLDENS=1 to replace the expected output, then read the
/// difference.
@Suite struct GoldenTests {
    static let codeCases = GoldenCase.all(in: "Code")
    static let diagnosticCases = GoldenCase.all(in: "Diagnostics")

    @Test("The generated code is the golden one", arguments: codeCases)
    func code(_ golden: GoldenCase) throws {
        try compare(golden)
        #expect(try !golden.expected().files.isEmpty, "a case of generated code has no errors")
    }

    @Test("The diagnostics are the golden ones", arguments: diagnosticCases)
    func diagnostics(_ golden: GoldenCase) throws {
        try compare(golden)
        #expect(try !golden.expected().diagnostics.isEmpty, "a case of diagnostics has some")
    }

    @Test("There are enough cases for the claim")
    func count() {
        #expect(Self.codeCases.count >= 40)
        #expect(Self.diagnosticCases.count >= 40)
    }

    @Test(
        "Every golden file compiles, without a warning, in one module, beside types whose names it uses itself",
        .enabled(if: !GoldenCase.rewrites, "the files are being written"),
        arguments: Compiler.Target.allCases)
    func compiles(in target: Compiler.Target) async throws {
        let files = try (Self.codeCases + Self.diagnosticCases).flatMap { golden in
            try golden.expected().files.keys.sorted().map { golden.folder.appending(path: "expected/\($0)").path }
        }
        let output = try await Compiler.check(files, target)
        #expect(output.isEmpty, "\(output)")
    }

    @Test("A type for each name of the runtime is declared beside the golden files")
    func takenNames() throws {
        let text = try TakenNames.declarations(beside: [])
        let names = Set(text.split(separator: "\n"))
        #expect(names.count > 100)
        for name in ["Request", "Client", "Account", "APIEngine", "Upload", "StreamRequest", "JSON", "String"] {
            #expect(names.contains("struct \(name) {}"), "\(name)")
        }
    }

    /// Authors of frameworks compile all dependencies with library evolution.
    @Test("The runtime compiles with library evolution")
    func evolution() async throws {
        let folder = Checkout.root.appending(path: "Sources/Runtime/Methodical")
        let files =
            FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)?.compactMap { $0 as? URL } ?? []
        // The tutorial's steps lie among the articles.
        let sources = files.map(\.path).filter { $0.hasSuffix(".swift") && !$0.contains(".docc/") }
        try #require(!sources.isEmpty)
        let (succeeded, output) = try await SwiftCompiler.run(
            ["-typecheck", "-whole-module-optimization", "-parse-as-library", "-enable-library-evolution"]
                + ["-module-name", "Methodical", "-package-name", "methodical"] + sources)
        #expect(
            succeeded, "\(output.split(separator: "\n").filter { $0.contains(" error: ") }.joined(separator: "\n"))")
    }

    /// The optimiser removes an unused structure completely. A class stays in every program, with the types of all its
    /// properties.
    @Test("Generated code declares no class", arguments: codeCases)
    func classes(_ golden: GoldenCase) throws {
        for (name, text) in try golden.expected().files {
            let declaration = text.split(separator: "\n").first { $0.contains(/^ *([a-z(]+\)? )*(class|actor) \w/) }
            #expect(declaration == nil, "\(golden.name)/\(name)")
        }
    }

    @Test(
        "What can be written in two ways gives the same code",
        arguments: [
            ("required-as-list", "required-as-flags"), ("definitions-spelled-definitions", "definitions-spelled-defs"),
        ])
    func equivalents(_ a: String, _ b: String) throws {
        let bodies = try [a, b].map { name in
            let golden = GoldenCase(folder: GoldenCase.root.appending(path: "Code/\(name)"))
            return try golden.outcome().files.values.sorted().map {
                $0.replacingOccurrences(of: golden.apiName, with: "API")
            }
        }
        #expect(bodies[0] == bodies[1])
        #expect(!bodies[0].isEmpty)
    }

    private func compare(_ golden: GoldenCase) throws {
        let outcome = try golden.outcome()
        if GoldenCase.rewrites { try golden.rewrite(outcome) }
        let expected = try golden.expected()
        #expect(outcome.diagnostics == expected.diagnostics)
        #expect(outcome.files.keys.sorted() == expected.files.keys.sorted())
        for (name, text) in expected.files {
            let difference = firstDifference(outcome.files[name] ?? "", text)
            #expect(difference == nil, "\(golden.name)/\(name): \(difference ?? "")")
        }
    }

    private func firstDifference(_ a: String, _ b: String) -> String? {
        let (a, b) = (
            a.split(separator: "\n", omittingEmptySubsequences: false),
            b.split(separator: "\n", omittingEmptySubsequences: false)
        )
        for line in 0..<max(a.count, b.count) {
            let (x, y) = (line < a.count ? a[line] : "(end)", line < b.count ? b[line] : "(end)")
            if x != y { return "line \(line + 1) is\n\(x)\ninstead of\n\(y)" }
        }
        return nil
    }
}
