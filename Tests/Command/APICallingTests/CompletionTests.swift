#if CommandLine
    import Foundation
    import Testing
    import Toolchain

    /// Tests of `methodical completion`: the words for a line, and the scripts in their shells.
    @Suite struct CompletionTests {
        /// Returns the words that can end a line.
        private func words(_ line: String, in folder: URL) async throws -> [String] {
            let ran = try await Command.methodical(["completion", "--line", line], in: folder)
            #expect(ran.status == 0 && ran.errors.isEmpty, "\(ran)")
            return ran.output.split(separator: "\n").map(String.init)
        }

        @Test("Subcommands, options, methods, parameters and values are completed")
        func words() async throws {
            let shop = try Shop(baseURL: "https://shop.example/")
            let cases = [
                ("methodical ca", ["call"]),
                ("methodical call books.r", ["books.remove"]),
                ("methodical explain books.g", ["books.get"]),
                ("methodical call books.get ", ["id="]),
                ("methodical call books.list i", ["ids="]),
                ("methodical call --raw books.list s", ["sort=", "since="]),
                ("methodical call --schema Schema books.list sort=", ["sort=title", "sort=price"]),
                ("methodical call books.list sort=p", ["sort=price"]),
                ("methodical call books.get --dr", ["--dry-run"]),
                ("methodical call books.nothing x", []),
                ("methodical call --schema nowhere b", []),
                ("methodical completion z", ["zsh"]),
            ]
            for (line, expected) in cases {
                #expect(try await words(line, in: shop.work) == expected, "\(line)")
            }
        }

        @Test("Bash completes with the script, also after the sign that it takes as the end of a word")
        func bash() async throws {
            let shop = try Shop(baseURL: "https://shop.example/")
            let script = """
                eval "$(methodical completion bash)"
                try() {
                    COMP_LINE=$1; COMP_POINT=${#1}; COMPREPLY=()
                    _methodical 2>/dev/null
                    echo "${COMPREPLY[*]}"
                }
                try "methodical call books.get "
                try "methodical call books.list sort=t"
                try "methodical call books.r"
                """
            let file = shop.work.appending(path: "try.sh")
            let tool = try Command.tool()
            try Data("methodical() { '\(tool)' \"$@\"; }\n\(script)\n".utf8).write(to: file)
            let ran = try await Command.shell("bash try.sh", in: shop.work)
            #expect(ran.output == "id=\ntitle\nbooks.remove\n", "\(ran)")
        }

        @Test("There is a script for each shell, and a hint for others", arguments: ["bash", "zsh", "fish"])
        func scripts(shell: String) async throws {
            let ran = try await Command.methodical("completion", shell)
            #expect(ran.status == 0 && ran.output.contains("methodical completion --line"), "\(ran)")
            let wrong = try await Command.methodical("completion", "tcsh")
            #expect(wrong.status == 64 && wrong.errors.contains("bash"), "\(wrong)")
        }
    }
#endif
