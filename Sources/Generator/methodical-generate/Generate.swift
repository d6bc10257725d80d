import MethodicalGenerator

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#endif

// The tool does not use Foundation, which takes 50 MB in a static binary, and most of the time of a small run.
// It has few files because each one starts another compiler process or two.

@main
enum Generate {
    static func main() {
        do throws(Arguments.Failure) {
            run(try Arguments(Array(CommandLine.arguments.dropFirst())))
        } catch {
            switch error {
            case .help:
                print(Arguments.usage)
                exit(0)
            case .wrong(let why):
                printError("methodical-generate: error: \(why)\n\(Arguments.usage)")
                exit(2)
            }
        }
    }

    /// Reads and compiles the schemas, writes the generated code, and ends the process.
    private static func run(_ arguments: Arguments) -> Never {
        let folder = SchemaFolder(arguments.schema)
        var lowered: LoweredSchemas?
        let compilation = compile(folder.files, isPartial: folder.isPartial) { lowered = $0 }
        // To free the schemas would take an eighth of the time.
        withExtendedLifetime((lowered, compilation)) { exit(write(compilation, folder: folder, arguments: arguments)) }
    }

    /// Reports the problems, and writes the generated code. Returns the exit code.
    private static func write(_ compilation: Compilation, folder: SchemaFolder, arguments: Arguments) -> Int32 {
        for problem in folder.problems + compilation.diagnostics where problem.severity != .note {
            printError(problem.description.printable)
        }
        guard let api = compilation.api, folder.problems.isEmpty else { return 1 }
        let emission = Emission(api)
        if let error = arguments.missingProducts(of: emission, schema: folder.path) {
            printError(error)
            return 1
        }

        let units = arguments.units ?? folder.units
        let output = OutputFolder(path: arguments.output)
        let prefix = arguments.prefix ?? lastName(of: Files.realPath(of: folder.path))
        do throws(Files.Failure) {
            let sources = sources(compilation.sources, of: units)
            for file in emit(emission, units: units, sources: sources, target: arguments.target) {
                try output.write(file.text, to: outputName(prefix: prefix, unit: file.unit))
            }
            return 0
        } catch {
            printError("\(arguments.output): error: cannot write the generated code (\(error.reason))")
            return 1
        }
    }

    /// Returns the last part of a path.
    private static func lastName(of path: String) -> String {
        path.split(separator: "/").last.map(String.init) ?? ""
    }

    /// Returns the name of a unit's file. The plugin forms the same names before any file is read.
    private static func outputName(prefix: String, unit: String) -> String {
        if unit.isEmpty {
            return "\(prefix).swift"
        }
        return "\(prefix)+\(unit).swift"
    }

    /// Returns the files that contribute to each unit's output. Files outside the units belong to the common file.
    private static func sources(_ paths: [String], of units: [String]) -> [String: [String]] {
        Dictionary(grouping: paths) { path in
            guard path.contains("/"), let top = path.split(separator: "/").first else { return "" }
            let unit = String(top)
            return units.contains(unit) ? unit : ""
        }
    }

    /// Writes a line to standard error. If that fails, only the exit code reports the problem.
    private static func printError(_ text: String) {
        try? Files.write(Array((text + "\n").utf8), to: STDERR_FILENO)
    }
}

/// The command line: `--schema FOLDER --output FOLDER [--prefix NAME] [--unit FOLDER]... [--target NAME [--product
/// NAME]...]`
struct Arguments {
    /// The folder of the `api.json`.
    var schema: String
    /// The folder for the generated files.
    var output: String
    /// The beginning of each file's name, or `nil` for the name of the schema's folder.
    var prefix: String?
    /// The top-level folders that get a file each, or `nil` for all that hold a schema now.
    var units: [String]?
    /// The name of the target that compiles the code, or `nil` if its dependencies are unknown.
    var target: String?
    /// The products that the target depends on.
    private var products: Set<String> = []

    static let usage = """
        usage: methodical-generate --schema FOLDER --output FOLDER [--prefix NAME] [--unit FOLDER ...]
                                   [--target NAME [--product NAME ...]]

          --schema FOLDER   the folder of api.json; all JSON files below it are read
          --output FOLDER   where the Swift files go; made if it is not there; only files that change are written
          --prefix NAME     what each file's name begins with; the API's folder's name unless said
          --unit FOLDER     a top-level folder of the schema that gets a file of its own; all that hold a schema \
        unless said
          --target NAME     the target that compiles the files; products that they import and that it does not depend \
        on are an error
          --product NAME    a product that the target depends on

        Exit code: 0 done; 1 the schemas have errors, each printed as file:line:column: error: text, and nothing was \
        written; 2 wrong arguments.
        """

    enum Failure: Error { case help, wrong(String) }

    init(_ words: [String]) throws(Failure) {
        var values: [String: String] = [:]
        var index = 0
        while index < words.count {
            let word = words[index]
            if word == "--help" || word == "-h" {
                throw .help
            }
            guard ["--schema", "--output", "--prefix", "--unit", "--target", "--product"].contains(word) else {
                throw .wrong("there is no argument '\(word)'")
            }
            guard index + 1 < words.count, !words[index + 1].isEmpty else {
                throw .wrong("\(word) needs a value")
            }
            let value = words[index + 1]
            if word == "--unit" {
                units = (units ?? []) + [value]
            } else if word == "--product" {
                products.insert(value)
            } else if values.updateValue(value, forKey: word) != nil {
                throw .wrong("\(word) is given twice")
            }
            index += 2
        }
        guard let schema = values["--schema"] else {
            throw .wrong("--schema is missing")
        }
        guard let output = values["--output"] else {
            throw .wrong("--output is missing")
        }
        self.schema = schema
        self.output = output
        prefix = values["--prefix"]
        target = values["--target"]
    }

    /// Returns the error for products that the target lacks, or `nil` if it lacks none or is unknown.
    func missingProducts(of emission: Emission, schema: String) -> String? {
        target.flatMap { emission.missingProducts(of: $0, dependencies: products, schema: schema) }
    }
}

/// The JSON and YAML files below a schema's root and its lock file, read in full, in the order of their paths. YAML is
/// only read so that an OpenAPI document can be reported.
struct SchemaFolder {
    /// The path as it was given, without a slash at its end. Diagnostics show it before a file's path.
    let path: String
    private(set) var files: [SourceFile] = []
    private(set) var problems: [Diagnostic] = []
    /// Indicates whether there are schemas that could not be read.
    private(set) var isPartial = false

    /// The size in bytes of the largest file that is read. A larger one is a mistake and could exhaust the memory.
    private static let sizeLimit = 256 << 20
    private static let depthLimit = 32
    private static let folderLimit = 10_000
    private var folderCount = 0

    init(_ path: String) {
        var path = path
        while path.count > 1, path.hasSuffix("/") {
            path.removeLast()
        }
        self.path = path
        read(folder: "", inside: [])
        files.sort { $0.path < $1.path }
        isPartial = !problems.isEmpty
    }

    /// The top-level folders that hold a JSON file, in order.
    var units: [String] {
        var folders: Set<String> = []
        for file in files where file.path.hasSuffix(".json") && file.path.contains("/") {
            if let folder = file.path.split(separator: "/").first {
                folders.insert(String(folder))
            }
        }
        return folders.sorted()
    }

    /// Reads the files below a folder.
    ///
    /// - Parameter outer: The folders that contain this one, with links resolved. A link to one of them is an error,
    ///   because following it would never end.
    private mutating func read(folder: String, inside outer: [String]) {
        let full = fullPath(folder)
        let real = Files.realPath(of: full)
        if outer.contains(real) {
            return report(at: full, "this link leads back to \(real), a folder that it lies in; remove it")
        }
        folderCount += 1
        if folderCount == Self.folderLimit {
            report(at: full, "more than \(Self.folderLimit) folders lie here; do links lead to the same ones?")
        }
        if folderCount >= Self.folderLimit {
            return
        }
        let names: [String]
        do throws(Files.Failure) {
            names = try Files.names(in: full)
        } catch {
            return report(at: full, "cannot list this folder (\(error.reason))")
        }
        for name in names.sorted() where !name.hasPrefix(".") {
            var relative = name
            if !folder.isEmpty {
                relative = "\(folder)/\(name)"
            }
            let full = fullPath(relative)
            if !Files.isFolder(full) {
                if Self.isRead(name) {
                    read(file: relative)
                }
            } else if outer.count == Self.depthLimit {
                report(at: full, "folders are nested more than \(Self.depthLimit) deep here")
            } else {
                read(folder: relative, inside: outer + [real])
            }
        }
    }

    /// Returns the path of a file or folder, as diagnostics show it.
    private func fullPath(_ relative: String) -> String {
        if relative.isEmpty {
            return path
        }
        return "\(path)/\(relative)"
    }

    /// Indicates whether a file of this name is a schema, a document or the lock file.
    private static func isRead(_ name: String) -> Bool {
        name == RecordedTypes.lockName || [".json", ".yaml", ".yml"].contains(where: name.hasSuffix)
    }

    private mutating func read(file: String) {
        let full = fullPath(file)
        if let bytes = bytes(at: full) {
            files.append(SourceFile(path: file, shownPath: full, bytes: bytes))
        }
    }

    private mutating func bytes(at full: String) -> [UInt8]? {
        do throws(Files.Failure) {
            if let bytes = try Files.bytes(of: full, upTo: Self.sizeLimit) {
                return bytes
            }
            report(at: full, "this file is too large; a schema file may have \(Self.sizeLimit) bytes")
        } catch {
            report(at: full, "cannot read this file (\(error.reason))")
        }
        return nil
    }

    private mutating func report(at file: String, _ message: String) {
        problems.append(Diagnostic(.error, at: Place(file: file, line: 1, column: 1), message))
    }
}

/// The folder for the generated files. A file is left alone if its contents would not change, so that it is not
/// compiled again.
struct OutputFolder {
    let path: String

    /// Writes a file completely or not at all. Returns a Boolean value that indicates whether its contents changed.
    @discardableResult
    func write(_ text: String, to name: String) throws(Files.Failure) -> Bool {
        let bytes = Array(text.utf8)
        let file = "\(path)/\(name)"
        if (try? Files.bytes(of: file, upTo: bytes.count)) == bytes {
            return false
        }
        try Files.makeFolder(path)
        try Files.replace(file, with: bytes)
        return true
    }
}
