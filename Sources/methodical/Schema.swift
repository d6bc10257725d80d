#if CommandLine
    import APISurface
    import ArgumentParser
    import Foundation
    import MethodicalGenerator

    /// A folder of schemas, on disk or in a git revision.
    struct Schema {
        /// As it was asked for.
        let name: String
        let files: [SourceFile]

        /// - Parameter name: `Schema/VK`, or `REVISION:Schema/VK` where there is no folder of that name.
        init(_ name: String) throws {
            self.name = name
            var isFolder: ObjCBool = false
            if FileManager.default.fileExists(atPath: name, isDirectory: &isFolder), isFolder.boolValue {
                files = try Self.read(folder: name)
            } else if let colon = name.firstIndex(of: ":") {
                files = try Self.read(revision: String(name[..<colon]), path: String(name[name.index(after: colon)...]))
            } else {
                throw ValidationError("there is no folder \(name); a git revision's is REVISION:FOLDER")
            }
            guard files.contains(where: { $0.path == "api.json" }) else { throw ValidationError("there is no api.json in \(name)") }
        }

        private static func read(folder: String) throws -> [SourceFile] {
            try FileManager.default.subpathsOfDirectory(atPath: folder).filter(isSchema).sorted().map { path in
                let shown = folder == "." ? path : "\(folder.hasSuffix("/") ? String(folder.dropLast()) : folder)/\(path)"
                return SourceFile(path: path, shownPath: shown, bytes: [UInt8](try Data(contentsOf: URL(fileURLWithPath: "\(folder)/\(path)"))))
            }
        }

        private static func read(revision: String, path: String) throws -> [SourceFile] {
            let folder = path.isEmpty || path == "." ? "" : path.hasSuffix("/") ? path : path + "/"
            guard !revision.hasPrefix("-") else { throw ValidationError("\(revision) is no revision") }
            let names = try git(["ls-tree", "-r", "-z", "--name-only", "--full-tree", revision, "--"] + (folder.isEmpty ? [] : [folder]))
                .split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
            return try names.filter { isSchema(String($0.dropFirst(folder.count))) }.sorted().map { name in
                SourceFile(
                    path: String(name.dropFirst(folder.count)), shownPath: "\(revision):\(name)",
                    bytes: [UInt8](try git(["cat-file", "blob", "\(revision):\(name)"])))
            }
        }

        private static func isSchema(_ path: String) -> Bool {
            path.hasSuffix(".json") && !path.split(separator: "/").contains { $0.hasPrefix(".") }
        }

        private static func git(_ arguments: [String]) throws -> Data {
            let process = Process()
            process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
            process.arguments = ["git"] + arguments
            let (output, errors) = (Pipe(), Pipe())
            (process.standardOutput, process.standardError) = (output, errors)
            try process.run()
            let data = try output.fileHandleForReading.readToEnd() ?? Data()
            let text = try errors.fileHandleForReading.readToEnd() ?? Data()
            process.waitUntilExit()
            guard process.terminationStatus == 0 else {
                let words = String(decoding: text, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
                throw ValidationError("git \(arguments.first ?? ""): \(words)")
            }
            return data
        }

        /// The API; where the schemas have errors, they are printed and the command ends with 2.
        func api(warnings: Bool = false) throws -> API {
            let compilation = compile(files)
            for problem in compilation.diagnostics where warnings || problem.severity == .error { Console.error(problem.description) }
            guard let api = compilation.api else { throw ExitCode(2) }
            return api
        }
    }

    enum Console {
        static func error(_ text: String) { FileHandle.standardError.write(Data((text + "\n").utf8)) }

        /// Whether escape sequences become colours (no-color.org).
        static var hasColour: Bool { isatty(STDOUT_FILENO) == 1 && ProcessInfo.processInfo.environment["NO_COLOR"]?.isEmpty ?? true }
    }

    extension Report.Format: ExpressibleByArgument {}
    extension Verdict: ExpressibleByArgument {}
#endif
