#if CommandLine
    import Foundation
    import LoopbackServer
    import TestFiles
    import Testing
    import Toolchain

    /// A test of the article about verifying a server: its commands are run with its schema, and print what it says.
    @Suite struct ArticleTests {
        @Test("The commands of the article print what it says", .timeLimit(.minutes(20)))
        func article() async throws {
            let file = Checkout.root.appending(
                path: "Sources/Runtime/Methodical/Methodical.docc/VerifyingAServer.md")
            let transcript = try Transcript(file)
            #expect(transcript.steps.count == 3)
            let server = try LoopbackServer(Self.reply)
            let folder = TemporaryFolder()
            let printed = try await transcript.run(
                in: folder.url, origin: "https://shop.example", on: server.baseURL, token: "t-1815")
            for (step, ran) in zip(transcript.steps, printed) {
                #expect(ran.output == step.output, "\(step.command)")
            }
        }

        private static let reply: @Sendable (Received) -> LoopbackServer.Reply = { request in
            guard request["Authorization"] == "Bearer t-1815" else {
                return BookServer.json(#"{"message":"sign in"}"#, status: 401)
            }
            switch request.target {
            case let target where target.hasPrefix("/books/"):
                return BookServer.json(#"{"id":1,"title":"Emma","price":-1}"#)
            default:
                return BookServer.json(#"{"count":1,"items":[{"id":1,"title":"Emma","printed":"1815"}]}"#)
            }
        }
    }
#endif
