#if CommandLine
    import Foundation
    import Testing

    #if canImport(FoundationNetworking)
        import FoundationNetworking
    #endif

    /// Tests of `methodical mock`: it prints its address, responds, and prints each call.
    @Suite struct MockCommandTests {
        @Test(.timeLimit(.minutes(20)))
        func aServerOfTheCommandLine() async throws {
            let (process, output, _) = try Self.start("mock", Self.schema, "--port", "0", "--items", "3")
            defer { process.terminate() }
            let first = try await Self.text(output) { $0.contains("Control-C") }
            #expect(first.hasPrefix("ParameterAddedRequired, 2 methods, at http://127.0.0.1:"), "\(first)")
            let client = #"ParameterAddedRequired(account: account, baseURL: "http://127.0.0.1:"#
            #expect(first.contains(client), "\(first)")
            let address = try #require(first.firstMatch(of: /http:\S+\//)?.output)
            let url = try #require(URL(string: address + "users.get?fields=name"))
            let (_, response) = try await URLSession.shared.data(from: url)
            #expect((response as? HTTPURLResponse)?.statusCode == 200)
            #expect(try await Self.text(output) { $0.contains("\n") }.hasSuffix("200 users.get(fields: name)\n"))
        }

        /// Calls cannot write control characters into the terminal. Any web page may call the server.
        @Test(.timeLimit(.minutes(20)))
        func callsSteerNoTerminal() async throws {
            let (process, output, _) = try Self.start("mock", Self.schema, "--port", "0")
            defer { process.terminate() }
            let first = try await Self.text(output) { $0.contains("Control-C") }
            let address = try #require(first.firstMatch(of: /http:\S+\//)?.output)
            _ = try await URLSession.shared.data(
                from: try #require(URL(string: address + "users.get?fields=%1B%5B2J%0A200%20all%20is%20well")))
            let line = try await Self.text(output) { $0.contains("\n") }
            #expect(line == "200 users.get(fields: \u{FFFD}[2J\u{FFFD}200 all is well)\n")
        }

        @Test("A folder without recordings is a wrong argument", .timeLimit(.minutes(20)))
        func wrongRecordings() async throws {
            let (process, _, errors) = try Self.start("mock", Self.schema, "--recordings", "/nowhere")
            let text = try await Self.text(errors) { $0.contains("\n") }
            #expect(text.hasPrefix("Error: /nowhere holds no recordings: "))
            process.waitUntilExit()
            #expect(process.terminationStatus == 64)
        }

        private static let schema = ChangeCase.root.appending(path: "parameter-added-required/new").path

        private static func start(_ words: String...) throws -> (Process, output: FileHandle, errors: FileHandle) {
            var build = URL(filePath: ProcessInfo.processInfo.arguments[0]).resolvingSymlinksInPath()
                .deletingLastPathComponent()
            while build.path != "/",
                !FileManager.default.isExecutableFile(atPath: build.appending(path: "methodical").path)
            {
                build.deleteLastPathComponent()
            }
            let process = Process()
            process.executableURL = build.appending(path: "methodical")
            process.arguments = words
            let (output, errors) = (Pipe(), Pipe())
            (process.standardOutput, process.standardError) = (output, errors)
            try process.run()
            return (process, output.fileHandleForReading, errors.fileHandleForReading)
        }

        /// Reads until the text is enough or ends, on a thread of its own, which blocks.
        private static func text(_ handle: FileHandle, until isEnough: @escaping @Sendable (String) -> Bool)
            async throws -> String
        {
            await withCheckedContinuation { continuation in
                Thread.detachNewThread {
                    var text = ""
                    while !isEnough(text) {
                        let data = handle.availableData
                        if data.isEmpty { break }
                        text += String(decoding: data, as: UTF8.self)
                    }
                    continuation.resume(returning: text)
                }
            }
        }
    }
#endif
