#if CommandLine
    import APISurface
    import ArgumentParser
    import Foundation

    /// The standard streams of the command.
    enum Console {
        // Texts of documents and servers are in much of what the command prints. Whatever the place that prints them,
        // none of them reaches the terminal with a character that nobody sees.

        /// Writes text to standard output. Unlike Swift's `print`, it throws if the text cannot be written, for example
        /// because a disk is full.
        static func print(_ text: String, terminator: String = "\n") throws {
            ProgressLine.shared.erase()
            try Disk.writing("standard output", isFile: false) {
                try FileHandle.standardOutput.write(contentsOf: Data((text + terminator).fitForTerminal.utf8))
            }
        }

        /// Writes bytes to standard output as they are, or, on a terminal, as a text that ends with a line break.
        static func print(bytes: [UInt8]) throws {
            if isatty(STDOUT_FILENO) == 1 {
                let text = String(decoding: bytes, as: UTF8.self)
                return try print(text, terminator: text.hasSuffix("\n") ? "" : "\n")
            }
            try Disk.writing("standard output", isFile: false) {
                try FileHandle.standardOutput.write(contentsOf: Data(bytes))
            }
        }

        /// Writes a part of a longer text to standard output. A terminal gets no character that nobody sees.
        static func print(part bytes: [UInt8]) throws {
            guard isatty(STDOUT_FILENO) == 1 else {
                return try print(bytes: bytes)
            }
            try print(String(decoding: bytes, as: UTF8.self), terminator: "")
        }

        /// Writes a line to standard error.
        static func error(_ text: String) {
            tell(text + "\n", to: FileHandle.standardError)
        }

        /// Writes text to a file and ignores failures, because there is no other place to report them.
        static func tell(_ text: String, to file: FileHandle) {
            ProgressLine.shared.erase()
            do { try file.write(contentsOf: Data(text.fitForTerminal.utf8)) } catch { return }
        }

        /// Returns the command line for another run: the command itself, or the plugin that started it.
        ///
        /// On macOS, a plugin needs permission to write files and to use the network.
        ///
        /// - Parameters:
        ///   - writes: Indicates whether the run writes files.
        ///   - downloads: Indicates whether the run downloads a document.
        static func hint(
            _ words: String,
            writes: Bool = false,
            downloads: Bool = false
        ) -> String {
            var command = ProcessInfo.processInfo.environment["METHODICAL_COMMAND"] ?? "methodical"
            #if os(macOS)
                if downloads {
                    command.replace("swift package ", with: "swift package --allow-network-connections all ")
                }
                if writes {
                    command.replace("swift package ", with: "swift package --allow-writing-to-package-directory ")
                }
            #endif
            return "`\(command) \(words)`"
        }

        /// Returns a path quoted so that a shell takes it as one word.
        static func word(for path: String) -> String {
            path.shellWord
        }

        /// Returns the count and the noun in the right number, such as `1 method` and `2 methods`.
        static func counted(_ count: Int, noun: String) -> String {
            let ending = count == 1 ? "" : "s"
            return "\(count) \(noun)\(ending)"
        }

        /// Returns the first lines of a list, each on a line of its own below the text before it.
        static func firstLines(_ lines: [String]) -> String {
            var shown = Array(lines.prefix(8))
            if lines.count > 8 {
                shown.append("…")
            }
            return shown.map { "\n  " + $0 }.joined()
        }

        /// Prints the findings of a schema. In the format `text` they go to standard error beside the command's other
        /// output; in other formats they are the output.
        static func tell(_ findings: Findings, in format: Report.Format) throws {
            guard format == .text else {
                return try print(findings.text(in: format), terminator: "")
            }
            tell(findings.text(in: .text, colour: hasColour(STDERR_FILENO)), to: FileHandle.standardError)
        }

        /// Indicates whether standard output shows colours.
        static var hasColour: Bool { hasColour(STDOUT_FILENO) }

        /// Indicates whether a stream shows escape sequences as colours (no-color.org).
        static func hasColour(_ stream: Int32) -> Bool {
            let environment = ProcessInfo.processInfo.environment
            return isatty(stream) == 1
                && environment["NO_COLOR", default: ""].isEmpty
                && environment["TERM"] != "dumb"
        }
    }

    /// The option `--format`, common to all subcommands that print results.
    struct FormatOption: ParsableArguments {
        @Option(
            name: .customLong("format"),
            help: """
                How the outcome is shown: text, for people; json, for programs; github, annotations of a workflow; \
                markdown, a comment on a pull request.
                """)
        var value = Report.Format.text
    }

    /// An error for a request that is impossible. The command ends with exit code 64, as for unknown options.
    struct WrongArgument: Error {
        let message: String

        init(_ message: String) { self.message = message }
    }

    extension Report.Format: ExpressibleByArgument {}
    extension Verdict: ExpressibleByArgument {}

    /// Access to files. Failures name the file, and the command ends with exit code 2.
    enum Disk {
        struct Failure: LocalizedError {
            let errorDescription: String?
        }

        /// Runs the closure and adds the path to the message of an error that it throws.
        static func reading<Value>(_ path: String, _ body: () throws -> Value) throws -> Value {
            do { return try body() } catch {
                throw Failure(errorDescription: "cannot read \(path)\(reason(for: error))")
            }
        }

        /// Runs the closure and adds the path to the message of an error that it throws.
        ///
        /// - Parameter isFile: Indicates whether the destination is a file, which a plugin may lack permission to
        ///   write.
        static func writing(
            _ path: String,
            isFile: Bool = true,
            _ body: () throws -> Void
        ) throws {
            do { try body() } catch {
                var hint = ""
                #if os(macOS)
                    if isFile {
                        hint = "; in a package: swift package --allow-writing-to-package-directory methodical ..."
                    }
                #endif
                throw Failure(errorDescription: "cannot write \(path)\(reason(for: error))\(hint)")
            }
        }

        /// Throws an error if a folder's name is empty. An unset variable in a script would otherwise select the root
        /// folder.
        static func named(_ folder: String) throws {
            if folder.isEmpty {
                throw ValidationError("the folder's name is empty")
            }
        }

        /// Returns the names of the files in a folder, in order.
        static func names(in folder: String) throws -> [String] {
            try reading(folder) {
                try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
            }
        }

        /// Returns the system's description of an error if Foundation has kept it, otherwise an empty string.
        private static func reason(for error: any Error) -> String {
            cause(of: error).map { " (\($0))" } ?? ""
        }

        /// Returns the system's description of an error, or `nil` if Foundation has not kept it.
        static func cause(of error: any Error) -> String? {
            ((error as NSError).userInfo[NSUnderlyingErrorKey] as? NSError)?.localizedDescription
        }
    }
#endif
