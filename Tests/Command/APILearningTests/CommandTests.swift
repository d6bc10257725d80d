#if CommandLine
    import Foundation
    import Testing

    /// Tests of `methodical learn` as people and CI run it.
    @Suite struct CommandTests {
        private static func inShop(_ body: (URL) async throws -> Void) async throws {
            let folder = FileManager.default.temporaryDirectory.appending(path: "methodical-shop-\(UUID().uuidString)")
            defer { try? FileManager.default.removeItem(at: folder) }
            for name in ["Schema", "answers"] {
                try FileManager.default.createDirectory(
                    at: folder.appending(path: name), withIntermediateDirectories: true)
            }
            let room = Classroom(
                #""User": {"properties": {"id": {"type": "integer"}, "name": {"type": "string"}}}"#)
            for file in room.schema {
                try Data(file.bytes).write(to: folder.appending(path: "Schema/\(file.path)"))
            }
            let answers = [#"{"id": "7", "name": true, "nick": "A"}"#, #"{"id": 1}"#, #"[1]"#]
            for (number, answer) in answers.enumerated() {
                try Data(answer.utf8).write(to: folder.appending(path: "answers/users.get__\(number).json"))
            }
            try await body(folder)
        }

        @Test("`learn` reports mismatches by their effect, and responses of another version")
        func report() async throws {
            try await Self.inShop { folder in
                let told = try await Self.methodical("learn", "answers", "--schema", "Schema", in: folder)
                #expect(told.status == 1)
                #expect(
                    told.output == """
                        Shop: 3 responses of 1 method: 1 mismatch is refused, 1 by strict reading alone, 1 member is unknown, 1 response belongs to another version

                        Refused by strict and tolerant reading
                          User.name: expected a string, found true or false in 1 of 2
                              Schema/types.json:2:69, users.get: first in answers/users.get__0.json at name

                        Refused by strict reading alone
                          User.id: expected an integer, found a string in 1 of 2
                              Schema/types.json:2:42, users.get: first in answers/users.get__0.json at id

                        Not in the schema
                          User.nick: a string in 1 of 2
                              Schema/types.json:2:18, users.get: first in answers/users.get__0.json at nick

                        Responses of another version, which are ignored
                          answers/users.get__2.json: the root: expected an object, found a list

                        """)
            }
        }

        @Test("The summary is a sentence even without a mismatch or with a single one")
        func summaries() async throws {
            try await Self.inShop { folder in
                let summaries = [
                    #"{"id": 1}"#: "Shop: 1 response of 1 method: everything matches the schema",
                    #"{"id": "1"}"#: "Shop: 1 response of 1 method: 1 mismatch is refused by strict reading alone",
                ]
                for (answer, summary) in summaries {
                    try Data(answer.utf8).write(to: folder.appending(path: "users.get.json"))
                    let told = try await Self.methodical("learn", "users.get.json", "--schema", "Schema", in: folder)
                    #expect(told.output.hasPrefix(summary + "\n"))
                }
            }
        }

        @Test("`learn` writes corrections into an overlay, and none of them twice")
        func overlay() async throws {
            try await Self.inShop { folder in
                let overlay = ["learn", "answers", "--schema", "Schema", "--overlay", "Schema/learnt.overlay.json"]
                let learnt = try await Self.methodical(overlay, in: folder)
                #expect(
                    learnt.status == 0 && learnt.errors == "Schema/learnt.overlay.json: 1 new correction\n",
                    "\(learnt)")
                let strict = try await Self.methodical(overlay + ["--reading", "strict"], in: folder)
                #expect(
                    strict.status == 0 && strict.errors == "Schema/learnt.overlay.json: 1 new correction\n",
                    "\(strict)")
                #expect(try await Self.methodical("check", "Schema", in: folder).errors == "")
                #expect(try await Self.methodical("learn", "answers", "--schema", "Schema", in: folder).status == 0)
                #expect(
                    try await Self.methodical(overlay, in: folder).errors
                        == "Schema/learnt.overlay.json: nothing to correct\n")
                let unknown = try await Self.methodical(overlay + ["--add-unknown"], in: folder)
                #expect(unknown.errors == "Schema/learnt.overlay.json: 1 new correction\n")
                #expect(try await Self.methodical("list", "Schema", in: folder).status == 0)
            }
        }

        @Test("`learn` prints its report for GitHub, as JSON, and as Markdown")
        func formats() async throws {
            try await Self.inShop { folder in
                let words = ["learn", "answers", "--schema", "Schema", "--format"]
                let github = try await Self.methodical(words + ["github"], in: folder).output
                #expect(
                    github.hasPrefix(
                        "::error file=Schema/types.json,line=2,col=69,title=Refused by strict and tolerant reading::User.name: expected a string"
                    ))
                let json = try await Self.methodical(words + ["json"], in: folder).output
                let object = try #require(JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
                let mismatches = try #require(object["mismatches"] as? [[String: Any]])
                #expect(mismatches.map { $0["effect"] as? String } == ["refused", "tolerated", "unknown"])
                #expect(mismatches[0]["at"] as? String == "types.json#/definitions/User/properties/name")
                #expect(mismatches[0]["count"] as? Int == 1 && mismatches[0]["of"] as? Int == 2)
                let markdown = try await Self.methodical(words + ["markdown"], in: folder).output
                #expect(
                    markdown.contains(
                        "- `User.name`: expected a string, found true or false in 1 of 2 (users.get: first in answers/users.get\\_\\_0.json at name)\n"
                    ))
            }
        }

        @Test("`learn` refuses a misplaced overlay, a lack of responses, and a broken schema")
        func wrongArguments() async throws {
            try await Self.inShop { folder in
                for overlay in ["Schema/learnt.json", "learnt.overlay.json", "Schema/../../learnt.overlay.json"] {
                    let refused = try await Self.methodical(
                        "learn", "answers", "--schema", "Schema", "--overlay", overlay, in: folder)
                    #expect(refused.status == 64 && refused.errors.contains("Schema/learnt.overlay.json"), "\(refused)")
                }
                #expect(try await Self.methodical("learn", "nothing", "--schema", "Schema", in: folder).status == 64)
                let none = try await Self.methodical("learn", "Schema/api.json", "--schema", "Schema", in: folder)
                #expect(
                    none.status == 64 && none.errors == "Error: there is no response to a method in Schema/api.json\n",
                    "\(none)")
                try Data("{".utf8).write(to: folder.appending(path: "Schema/more.json"))
                let broken = try await Self.methodical("learn", "answers", "--schema", "Schema", in: folder)
                #expect(broken.status == 2 && broken.errors.hasPrefix("Schema/more.json:1:2: error: "), "\(broken)")
            }
        }

        // MARK: Running it

        private struct Outcome {
            var status: Int32
            var output: String
            var errors: String
        }

        private static func methodical(_ words: String..., in folder: URL) async throws -> Outcome {
            try await methodical(words, in: folder)
        }

        /// Runs the tool. It waits on a separate thread, because Swift has only as many task threads as cores, and
        /// other tests need them.
        private static func methodical(_ words: [String], in folder: URL) async throws -> Outcome {
            try await withCheckedThrowingContinuation { continuation in
                Thread.detachNewThread { continuation.resume(with: Result { try run(words, in: folder) }) }
            }
        }

        private static func run(_ words: [String], in folder: URL) throws -> Outcome {
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
            process.currentDirectoryURL = folder
            process.standardInput = FileHandle.nullDevice
            let (output, errors) = (Pipe(), Pipe())
            (process.standardOutput, process.standardError) = (output, errors)
            try process.run()
            let text = try output.fileHandleForReading.readToEnd() ?? Data()
            let problems = try errors.fileHandleForReading.readToEnd() ?? Data()
            process.waitUntilExit()
            return Outcome(
                status: process.terminationStatus, output: String(decoding: text, as: UTF8.self),
                errors: String(decoding: problems, as: UTF8.self))
        }
    }
#endif
