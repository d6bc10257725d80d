#if CommandLine
    import APISurface
    import ArgumentParser
    import Foundation

    enum Console {
        /// On standard output. What nobody got is no success: Swift's own `print` would say nothing of a full disk.
        static func print(_ text: String, terminator: String = "\n") throws {
            try Disk.writing("standard output", isFile: false) {
                try FileHandle.standardOutput.write(contentsOf: Data((text + terminator).utf8))
            }
        }

        /// A line on standard error.
        static func error(_ text: String) { tell(text + "\n", FileHandle.standardError) }

        /// Where it cannot be written, nobody is there to be told so.
        static func tell(_ text: String, _ file: FileHandle) {
            do { try file.write(contentsOf: Data(text.utf8)) } catch { return }
        }

        /// What to type for another run: the command, or its plugin, which says how it is called.
        ///
        /// - Parameter writes: On a Mac a plugin may not write without being allowed to.
        static func hint(_ words: String, writes: Bool = false) -> String {
            var command = ProcessInfo.processInfo.environment["METHODICAL_COMMAND"] ?? "methodical"
            #if os(macOS)
                if writes {
                    command.replace("swift package ", with: "swift package --allow-writing-to-package-directory ")
                }
            #endif
            return "`\(command) \(words)`"
        }

        /// A path as a shell takes it for one word.
        static func word(_ path: String) -> String {
            let isPlain = path.allSatisfy { $0.isLetter || $0.isNumber || "/._-:@%+=,^".contains($0) }
            return isPlain ? path : "'" + path.replacing("'", with: #"'\''"#) + "'"
        }

        static func counted(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }

        /// What was found in a schema: beside what the command has to say in `text`, in place of it in the other formats.
        static func tell(_ findings: Findings, _ format: Report.Format) throws {
            guard format == .text else { return try print(findings.text(format), terminator: "") }
            tell(findings.text(.text, colour: hasColour(STDERR_FILENO)), FileHandle.standardError)
        }

        /// Whether standard output shows colours.
        static var hasColour: Bool { hasColour(STDOUT_FILENO) }

        /// Whether escape sequences become colours there (no-color.org).
        static func hasColour(_ stream: Int32) -> Bool {
            let environment = ProcessInfo.processInfo.environment
            return isatty(stream) == 1 && environment["NO_COLOR", default: ""].isEmpty && environment["TERM"] != "dumb"
        }
    }

    /// `--format`, the same for every subcommand that has something to tell.
    struct FormatOption: ParsableArguments {
        @Option(
            name: .customLong("format"),
            help: """
                How the outcome is shown: text, for people; json, for programs; github, annotations of a workflow; \
                markdown, a comment on a pull request.
                """)
        var value = Report.Format.text
    }

    /// What was asked for cannot be: the command ends with 64, as for options that there are not.
    struct WrongArgument: Error {
        let message: String

        init(_ message: String) { self.message = message }
    }

    extension Report.Format: ExpressibleByArgument {}
    extension Verdict: ExpressibleByArgument {}

    /// Files, and what is said where they cannot be had: the command ends with 2.
    enum Disk {
        struct Failure: LocalizedError {
            let errorDescription: String?
        }

        static func reading<Value>(_ path: String, _ body: () throws -> Value) throws -> Value {
            do { return try body() } catch { throw Failure(errorDescription: "cannot read \(path)\(reason(error))") }
        }

        static func writing(_ path: String, isFile: Bool = true, _ body: () throws -> Void) throws {
            do { try body() } catch {
                var hint = ""
                #if os(macOS)
                    if isFile {
                        hint = "; in a package: swift package --allow-writing-to-package-directory methodical ..."
                    }
                #endif
                throw Failure(errorDescription: "cannot write \(path)\(reason(error))\(hint)")
            }
        }

        /// A script's variable that is not set would have the files lie in the root folder.
        static func named(_ folder: String) throws {
            if folder.isEmpty { throw ValidationError("the folder's name is empty") }
        }

        /// What lies in a folder, in order.
        static func names(in folder: String) throws -> [String] {
            try reading(folder) { try FileManager.default.contentsOfDirectory(atPath: folder).sorted() }
        }

        /// The system's words for what went wrong, where Foundation has kept them.
        private static func reason(_ error: any Error) -> String {
            guard let cause = (error as NSError).userInfo[NSUnderlyingErrorKey] as? NSError else { return "" }
            return " (\(cause.localizedDescription))"
        }
    }
#endif
