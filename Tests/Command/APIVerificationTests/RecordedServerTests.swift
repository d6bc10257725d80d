#if CommandLine
    import Foundation
    import TestFiles
    import Testing
    import Toolchain

    /// Tests of `verify` against responses of a real server, which others recorded, and an independent judge of them.
    @Suite(
        .enabled(if: Corpus.folder("mastodon-responses") != nil, "../shared/corpus/mastodon-responses is missing"),
        .enabled("needs python3 with jsonschema and rfc3339-validator") { await IndependentJudge.isAvailable() })
    struct RecordedServerTests {
        @Test("It finds what jsonschema finds in Mastodon's recorded responses, and in damaged ones")
        func mastodon() async throws {
            let script = Checkout.root.appending(path: "Benchmarks/verification.py").path
            let document = Corpus.root.appending(path: "openapi/mastodon.json").path
            let recordings = try #require(Corpus.folder("mastodon-responses")).path
            let words = [script, try Command.tool(), recordings, document, "1"]
            let ran = try await IndependentJudge.python(words.map { "'\($0)'" }.joined(separator: " "))
            #expect(ran.status == 0, "\(ran)")
            let figures = ran.output.matches(of: /'responses': ([0-9]+), 'both': ([0-9]+)/)
            #expect(figures.count == 2, "\(ran)")
            for figure in figures {
                #expect(Int(figure.output.1) ?? 0 > 80, "\(ran)")
                #expect(Int(figure.output.2) ?? 0 > 30, "\(ran)")
            }
        }
    }

    /// The judge of `Benchmarks/verification.py`, which shares no code with the project.
    private enum IndependentJudge {
        static func isAvailable() async -> Bool {
            let ran = try? await python("-c 'import jsonschema, rfc3339_validator'")
            return ran?.status == 0
        }

        static func python(_ words: String) async throws -> Command {
            try await Command.shell("PYTHONDONTWRITEBYTECODE=1 python3 \(words)", in: Checkout.root)
        }
    }
#endif
