#if CommandLine
    import ArgumentParser
    import Foundation
    import MethodicalGenerator

    /// Access to schemas in the revisions of a git repository.
    enum Git {
        /// A folder in a revision.
        struct Folder {
            /// The directory on disk in which git runs.
            var directory: String
            /// The path from the top of the repository, or from `directory` if it begins with `./`.
            var path: String
        }

        /// Returns the files of a folder in a revision, by their paths below it, and the folder's path from the top of
        /// the repository.
        static func files(
            of revision: String,
            in folder: Folder,
            where isWanted: (String) -> Bool
        ) throws -> (path: String, files: [(path: String, bytes: [UInt8])]) {
            guard !revision.isEmpty, !revision.hasPrefix("-") else {
                throw WrongArgument("\"\(revision)\" is not a revision; write REVISION:FOLDER")
            }
            guard try has(revision: revision, in: folder.directory) else {
                throw WrongArgument(try missing(revision, in: folder.directory))
            }
            let asked = folder.path == "." ? "./" : folder.path
            var prefix = ""
            if asked.hasPrefix(".") {
                prefix = try text(of: ["rev-parse", "--show-prefix"], in: folder.directory)
            }
            var path = asked
            if asked.hasPrefix("./") {
                path = prefix + asked.dropFirst(2)
            }
            while path.hasSuffix("/") {
                path.removeLast()
            }
            let tree = try run(
                ["rev-parse", "--verify", "--quiet", "\(revision):\(asked)"], in: folder.directory)
            var lines = Data()
            if tree.status == 0 {
                lines = try output(
                    of: [
                        "ls-tree",
                        "-r",
                        "-z",
                        "--full-tree",
                        tree.text,
                    ], in: folder.directory)
            }
            let all = lines.split(separator: 0).compactMap {
                Entry(String(decoding: $0, as: UTF8.self))
            }
            let entries = all.filter { isWanted($0.path) }
            guard entries.contains(where: { $0.path == "api.json" }) else {
                throw WrongArgument(try elsewhere(revision, path: path, in: folder.directory))
            }
            let contents = try contents(of: entries.map(\.object), in: folder.directory)
            let files = zip(entries, contents).map { entry, bytes in
                (path: entry.path, bytes: bytes)
            }
            return (path, files.sorted { $0.path < $1.path })
        }

        /// A line of `ls-tree`: mode, kind, object, a tab, and the path. Links and submodules are skipped.
        private struct Entry {
            let object: String
            let path: String

            init?(_ line: String) {
                let halves = line.split(separator: "\t", maxSplits: 1)
                let words = halves.first?.split(separator: " ") ?? []
                guard halves.count == 2,
                    words.count == 3,
                    words[1] == "blob",
                    words[0] != "120000"
                else {
                    return nil
                }
                object = String(words[2])
                path = String(halves[1])
            }
        }

        // MARK: Revisions

        /// Indicates whether a revision exists. Returns `false` outside a repository, too.
        static func has(revision: String, in directory: String = ".") throws -> Bool {
            try run(
                ["rev-parse", "--verify", "--quiet", "\(revision)^{tree}"], in: directory
            ).status == 0
        }

        /// Returns the names of branches and tags, or an empty array outside a repository.
        static func revisions(in directory: String = ".") throws -> [String] {
            let found = try run(
                [
                    "for-each-ref",
                    "--format=%(refname:short)",
                    "refs/heads",
                    "refs/tags",
                    "refs/remotes",
                ],
                in: directory)
            guard found.status == 0 else { return [] }
            return found.text.split(separator: "\n").map(String.init)
        }

        /// Returns the message for a revision that does not exist.
        private static func missing(_ revision: String, in directory: String) throws -> String {
            let inside = try run(["rev-parse", "--is-shallow-repository"], in: directory)
            guard inside.status == 0 else {
                let folder = directory == "." ? "this folder" : directory
                return "\(folder) lies in no git repository, so there is no \(revision)"
            }
            var message = "there is no git revision \(revision)"
            if let near = nearest(to: revision, among: try revisions(in: directory)) {
                message += "; did you mean \(near)?"
            }
            if inside.text == "true" {
                message += "; this clone is shallow: `git fetch --depth 1 origin tag \(revision)` may bring it"
            }
            return message
        }

        /// Returns the message for a folder without an `api.json`, with the folders of the revision that have one.
        private static func elsewhere(
            _ revision: String,
            path: String,
            in directory: String
        ) throws -> String {
            let all = try output(
                of: [
                    "ls-tree",
                    "-r",
                    "-z",
                    "--name-only",
                    "--full-tree",
                    revision,
                ], in: directory)
            let paths = all.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
            var schemas: [String] = []
            for path in paths {
                if path == "api.json" {
                    schemas.append("\(revision):")
                } else if path.hasSuffix("/api.json") {
                    schemas.append("\(revision):\(path.dropLast("/api.json".count))")
                }
            }
            let shown = path.isEmpty ? "at its top" : "in \(path)"
            let message = "revision \(revision) has no api.json \(shown)"
            if schemas.isEmpty {
                return message
            }
            return message + "; it has one in\(Console.firstLines(schemas))"
        }

        // MARK: Running git

        /// Returns the contents of objects, in the order of their names.
        ///
        /// Git gets 200 names at a time. All of them might not fit into the pipe, and git stops reading while its own
        /// output waits to be read.
        private static func contents(of objects: [String], in directory: String) throws -> [[UInt8]] {
            var contents: [[UInt8]] = []
            for start in stride(from: 0, to: objects.count, by: 200) {
                let names = objects[start..<min(start + 200, objects.count)]
                let list = names.joined(separator: "\n") + "\n"
                let bytes = [UInt8](
                    try output(
                        of: ["cat-file", "--batch"],
                        in: directory,
                        input: list))
                var rest = bytes[...]
                for name in names {
                    // OBJECT blob SIZE, a line break, the bytes, a line break.
                    let head = rest.prefix { $0 != UInt8(ascii: "\n") }
                    let size = String(decoding: head, as: UTF8.self).split(separator: " ").last.flatMap { Int($0) }
                    guard let size, rest.count >= head.count + size + 2 else {
                        throw WrongArgument("git cat-file has no \(name)")
                    }
                    contents.append(Array(rest.dropFirst(head.count + 1).prefix(size)))
                    rest = rest.dropFirst(head.count + size + 2)
                }
            }
            return contents
        }

        /// Returns the output of a git command as text, or throws if the command fails.
        private static func text(of arguments: [String], in directory: String) throws -> String {
            String(decoding: try output(of: arguments, in: directory), as: UTF8.self).trimmingCharacters(in: .newlines)
        }

        /// Returns the output of a git command, or throws if the command fails.
        private static func output(
            of arguments: [String],
            in directory: String,
            input: String = ""
        ) throws -> Data {
            let ran = try run(arguments, in: directory, input: input)
            guard ran.status == 0 else {
                throw WrongArgument("git \(arguments.first ?? ""): \(ran.errors)")
            }
            return ran.output
        }

        private struct Outcome {
            var status: Int32
            var output: Data
            var errors: String
            var text: String {
                String(decoding: output, as: UTF8.self).trimmingCharacters(in: .newlines)
            }
        }

        /// Runs git and returns its output, even if the command fails. Throws if git is not installed.
        private static func run(
            _ arguments: [String],
            in directory: String = ".",
            input: String = ""
        ) throws -> Outcome {
            let process = Process()
            process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
            process.arguments = ["git", "-C", directory] + arguments
            let entry = Pipe()
            let output = Pipe()
            let errors = Pipe()
            process.standardInput = entry
            process.standardOutput = output
            process.standardError = errors
            try process.run()
            if !input.isEmpty {
                try entry.fileHandleForWriting.write(contentsOf: Data(input.utf8))
            }
            try entry.fileHandleForWriting.close()
            let data = try output.fileHandleForReading.readToEnd() ?? Data()
            let text = try errors.fileHandleForReading.readToEnd() ?? Data()
            process.waitUntilExit()
            let words = String(decoding: text, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
            if process.terminationStatus == 127 {
                throw WrongArgument("a revision needs git, which cannot be run here: \(words)")
            }
            return Outcome(status: process.terminationStatus, output: data, errors: words)
        }
    }
#endif
