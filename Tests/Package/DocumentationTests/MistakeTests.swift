import Foundation
import Testing
import Toolchain

/// Tests that the compiler says about each mistake what the article claims.
@Suite struct MistakeTests {
    private static let path = "Sources/Runtime/Methodical/Methodical.docc/WhenACallDoesNotCompile.md"

    /// A mistake of the article, and the message about it.
    private struct Mistake {
        let block: Page.Block
        /// The message with its severity, such as `error: switch must be exhaustive`.
        let message: String

        /// Finds the message in the last line. Returns `nil` if the block is no mistake.
        init?(_ block: Page.Block) {
            guard block.language.isEmpty, let last = block.lines.last, last.hasPrefix("// ") else {
                return nil
            }
            self.block = block
            message = String(last.dropFirst(3))
        }

        /// A function with the statements, which have the line numbers of the article.
        var function: String {
            """
            private func mistake\(block.line)() async throws {
            #sourceLocation(file: "Article", line: \(block.line))
            \(block.lines.joined(separator: "\n"))
            #sourceLocation()
            }

            """
        }

        /// Indicates whether the compiler's output has the message at a line of the mistake.
        func isIn(_ output: String) -> Bool {
            block.lines.indices.contains { index in
                let place = #/Article:(\d+):\d+: (.*)/#
                return output.split(separator: "\n").contains { line in
                    guard let match = line.wholeMatch(of: place) else {
                        return false
                    }
                    return Int(match.output.1) == block.line + index && match.output.2.hasPrefix(message)
                }
            }
        }
    }

    @Test("The compiler says what the article claims about each mistake")
    func messages() async throws {
        let mistakes = try Page(Self.path).blocks.compactMap(Mistake.init)
        #expect(mistakes.count >= 8)
        let setUp = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "SetUp/SetUp.swift")
        let file = FileManager.default.temporaryDirectory.appending(path: "Mistakes-\(UUID()).swift")
        defer { try? FileManager.default.removeItem(at: file) }
        let text = Page.imports.sorted().joined(separator: "\n") + "\n" + mistakes.map(\.function).joined()
        try Data(text.utf8).write(to: file)
        let (_, output) = try await SwiftCompiler.run(
            ["-typecheck", "-parse-as-library", "-module-name", "Mistakes"] + (try SwiftCompiler.moduleMaps())
                + [setUp.path, file.path])
        for mistake in mistakes {
            #expect(mistake.isIn(output), "line \(mistake.block.line): \(mistake.message)\n\(output)")
        }
    }
}
