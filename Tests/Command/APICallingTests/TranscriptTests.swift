#if CommandLine && Crypto
    import Foundation
    import LoopbackServer
    import TestFiles
    import Testing
    import Toolchain

    /// A test of the article about calls: its commands are run with its schema, and print what it says.
    @Suite struct TranscriptTests {
        @Test("The commands of the article print what it says", .timeLimit(.minutes(20)))
        func article() async throws {
            let file = Checkout.root.appending(
                path: "Sources/Runtime/Methodical/Methodical.docc/CallsFromTheTerminal.md")
            let transcript = try Transcript(file)
            #expect(transcript.steps.count > 4)
            let server = try LoopbackServer(Self.reply)
            let folder = TemporaryFolder()
            let printed = try await transcript.run(
                in: folder.url, origin: "https://shop.example", on: server.baseURL, token: "t-1815")
            for (step, ran) in zip(transcript.steps, printed) {
                #expect(ran.output == step.output, "\(step.command)")
            }
        }

        private static let reply: @Sendable (Received) -> LoopbackServer.Reply = { request in
            switch request.target {
            case let target where target.hasPrefix("/books/7"):
                .http(200, ["Content-Type: application/json"], #"{"id":7,"title":"Emma","price":1.50}"#)
            case let target where target.hasPrefix("/books/8"):
                .http(
                    404, ["Content-Type: application/json"],
                    #"{"error":{"error_code":404,"error_msg":"no such book"}}"#)
            case "/books/9": .http(200, ["Content-Type: application/json"], #"{"id":9,"title":null}"#)
            case let target where target.hasPrefix("/notes"):
                .http(
                    200, ["Content-Type: application/json"],
                    target.contains("offset=2")
                        ? #"{"count":3,"items":[{"id":3}]}"# : #"{"count":3,"items":[{"id":1},{"id":2}]}"#)
            case "/covers": .http(200, ["Retry-After: 0"], #"{"id":"c-7","state":"waiting"}"#)
            case "/covers/c-7":
                .http(200, [], #"{"id":"c-7","state":"drawn","link":"https://shop.example/covers/7.png"}"#)
            case "/device":
                .http(
                    200, [],
                    #"{"device_code":"d","user_code":"WDJB-MJHT","interval":1,"expires_in":600,"#
                        + #""verification_uri":"https://shop.example/device"}"#)
            case "/token": .http(200, [], #"{"access_token":"t-1842","user_id":1815}"#)
            default: .http(500)
            }
        }
    }
#endif
