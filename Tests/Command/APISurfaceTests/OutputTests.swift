#if CommandLine
    import Foundation
    import Testing
    import Toolchain

    /// Tests of the command's output, and of output that fails.
    @Suite struct OutputTests {
        private static let new = "methodical new Schema --name Weather --base-url https://api.example/ > /dev/null && "

        #if os(Linux)
            /// A report that cannot be written is a failure, and an error that cannot be written is not a crash.
            @Test(arguments: [
                ("list > /dev/full", 2), ("check --format json > /dev/full", 2), ("diff Schema Schema > /dev/full", 2),
                ("explain status.get --format markdown > /dev/full", 2), ("list nowhere 2> /dev/full", 64),
                ("list nowhere 2>&-", 64),
                ("list 2> /dev/full", 0),
            ])
            func aFullDisk(_ words: String, _ status: Int32) async throws {
                try await Command.inFolder { folder in
                    let command = try await Command.shell(Self.new + "methodical " + words, in: folder)
                    #expect(command.status == status, "\(command)")
                    if words.hasSuffix(" > /dev/full") {
                        #expect(
                            command.errors.contains("cannot write standard output (")
                                && command.errors.contains("No space left on device"),
                            "\(command)")
                    }
                }
            }

            @Test(arguments: ["2> /dev/full", "2>&-"])
            func thePluginsToolHasItsExitCodeStill(_ direction: String) async throws {
                try await Command.inFolder { folder in
                    let tool = try Command.tool() + "-generate"
                    #expect(try await Command.shell("'\(tool)' --schema \(direction)", in: folder).status == 2)
                }
            }
        #endif

        /// The hints can be typed as they are shown.
        @Test func hintsCanBeTyped() async throws {
            try await Command.inFolder { folder in
                let path = "Ada's schema"
                let new = try await Command.methodical(
                    ["new", path, "--name", "Weather", "--base-url", "https://api.example/"], in: folder)
                let check = try await Command.methodical("check", path, in: folder)
                let missing = try await Command.methodical("explain", "x", "--schema", path, in: folder)
                for (text, status) in [(new.output, 0), (check.output, 0), (missing.errors, 0)] as [(String, Int32)] {
                    let hint = try #require(text.split(separator: "`").first { $0.hasPrefix("methodical ") }, "\(text)")
                    #expect(try await Command.shell(String(hint), in: folder).status == status, "\(hint)")
                }
            }
        }

        /// An annotation is a single line, so that a schema's text cannot become a workflow command. Schemas may come
        /// from strangers, for example in a pull request.
        @Test func annotationsAreOneLineEach() async throws {
            try await Command.inFolder { folder in
                try Command.write(
                    #"{"name": "Weather", "baseURL": "https://x.example/"}"#,
                    to: folder.appending(path: "Schema/api.json"))
                let type = #"boo\r\n::add-mask::x\n::warning::y\r::error::z"#
                try Command.write(
                    #"{"methods": [{"name": "a.b", "response": {"type": "\#(type)"}}]}"#,
                    to: folder.appending(path: "Schema/\r\n::x.json"))
                let ran = try await Command.methodical("check", "--format", "github", in: folder)
                let lines = ran.output.unicodeScalars.split { $0 == "\n" || $0 == "\r" }
                #expect(ran.status == 2 && lines.count == 1, "\(ran)")
            }
        }

        /// An empty folder name is refused, because it would stand for the root folder. The schemas also lack a valid
        /// base URL, so that a failing test writes no file there.
        @Test(arguments: [
            ["generate", "Schema", "--output", ""], ["new", "", "--name", "Weather", "--base-url", "x"],
        ])
        func aFolderWithoutAName(_ words: [String]) async throws {
            try await Command.inFolder { folder in
                try Command.write(#"{"name": "Weather"}"#, to: folder.appending(path: "Schema/api.json"))
                let ran = try await Command.methodical(words, in: folder)
                #expect(ran.status == 64 && ran.errors.contains("the folder's name is empty"), "\(ran)")
            }
        }

        @Test func oneFileIsOneFile() async throws {
            try await Command.inFolder { folder in
                let ran = try await Command.shell(
                    Self.new
                        + "methodical generate Schema --output out; methodical generate Schema --output out --check",
                    in: folder)
                #expect(ran.output == "out: 1 of 1 files written\nout: 1 file is what the schema gives\n", "\(ran)")
            }
        }

        /// A folder that cannot be read, such as a database's data, does not hide the schema beside it. The test is
        /// skipped for root, which can read every folder.
        @Test(.enabled(if: geteuid() != 0)) func aFolderThatCannotBeReadHidesNoSchema() async throws {
            try await Command.inFolder { folder in
                let closed = folder.appending(path: "data")
                try FileManager.default.createDirectory(
                    at: closed, withIntermediateDirectories: true, attributes: [.posixPermissions: 0])
                let ran = try await Command.shell(Self.new + "methodical list", in: folder)
                try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: closed.path)
                #expect(ran.status == 0, "\(ran)")
            }
        }
    }
#endif
