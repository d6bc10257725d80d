#if CommandLine
    import Foundation
    import TestFiles
    import Testing
    import Toolchain

    /// A test of the article about schemas from recorded calls: its command prints what it says.
    @Suite struct ArticleTests {
        private static let article = Checkout.root.appending(
            path: "Sources/Runtime/Methodical/Methodical.docc/FromTraffic.md")

        @Test("The command of the article prints what it says")
        func transcript() async throws {
            let text = try String(contentsOf: Self.article, encoding: .utf8)
            let recording = try #require(text.firstMatch(of: /`traffic\.json`[^\n]*\n\n```json\n((?:.|\n)*?)```/))
            let session = try #require(text.firstMatch(of: /```console\n\$ ([^\n]*)\n((?:.|\n)*?)```/))
            try await Command.inFolder { folder in
                try Command.write(String(recording.1), to: folder.appending(path: "traffic.json"))
                let ran = try await Command.shell("exec 2>&1; \(session.1)", in: folder)
                #expect(ran.status == 0)
                #expect(ran.output == String(session.2))
            }
        }
    }
#endif
