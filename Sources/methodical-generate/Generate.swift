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
// Everything is in one file because each further file would start another compiler process or two.

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
        withExtendedLifetime((lowered, compilation)) { exit(write(compilation, folder, arguments)) }
    }

    /// Reports the problems, and writes the generated code. Returns the exit code.
    private static func write(_ compilation: Compilation, _ folder: SchemaFolder, _ arguments: Arguments) -> Int32 {
        for problem in folder.problems + compilation.diagnostics where problem.severity != .note {
            printError(problem.description.printable)
        }
        guard let api = compilation.api, folder.problems.isEmpty else { return 1 }
        let emission = Emission(api)
        let missing = arguments.missingProducts(of: emission)
        if !missing.isEmpty {
            printMissing(missing, folder, arguments)
            return 1
        }

        let units = arguments.units ?? folder.units
        let output = OutputFolder(path: arguments.output)
        let prefix = arguments.prefix ?? Files.realPath(folder.path).split(separator: "/").last.map(String.init) ?? ""
        do throws(Files.Failure) {
            for file in emit(emission, units: units, sources: sources(compilation.sources, of: units)) {
                try output.write(file.text, to: outputName(prefix: prefix, unit: file.unit))
            }
            return 0
        } catch {
            printError("\(arguments.output): error: cannot write the generated code (\(error.reason))")
            return 1
        }
    }

    /// Prints the lines to add to the package's manifest. Without this, the compiler would report a missing product in
    /// each file.
    private static func printMissing(_ products: [RequiredProduct], _ folder: SchemaFolder, _ arguments: Arguments) {
        let target = (arguments.target ?? "").printable
        let noun = products.count == 1 ? "a product" : "products"
        printError(
            "\(folder.path)/api.json:1:1: error: the code for this schema imports \(noun) that target '\(target)' does "
                + "not depend on; add to the target's `dependencies` in Package.swift:")
        for product in products {
            printError("    \(product.dependency),  // \(product.reason.printable)")
        }
    }

    /// Returns the name of a unit's file. The plugin forms the same names before any file is read.
    private static func outputName(prefix: String, unit: String) -> String {
        unit.isEmpty ? "\(prefix).swift" : "\(prefix)+\(unit).swift"
    }

    /// Returns the files that contribute to each unit's output. Files outside the units belong to the common file.
    private static func sources(_ paths: [String], of units: [String]) -> [String: [String]] {
        Dictionary(grouping: paths) { path in
            let top = path.contains("/") ? path.split(separator: "/").first.map(String.init) ?? "" : ""
            return units.contains(top) ? top : ""
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
            if word == "--help" || word == "-h" { throw .help }
            guard ["--schema", "--output", "--prefix", "--unit", "--target", "--product"].contains(word) else {
                throw .wrong("there is no argument '\(word)'")
            }
            guard index + 1 < words.count, !words[index + 1].isEmpty else { throw .wrong("\(word) needs a value") }
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
        guard let schema = values["--schema"] else { throw .wrong("--schema is missing") }
        guard let output = values["--output"] else { throw .wrong("--output is missing") }
        self.schema = schema
        self.output = output
        prefix = values["--prefix"]
        target = values["--target"]
    }

    /// Returns the products that the code of an API imports and that the target does not depend on.
    func missingProducts(of emission: Emission) -> [RequiredProduct] {
        guard target != nil else { return [] }
        let runtime = RequiredProduct("Methodical", for: "all generated code")
        return ([runtime] + emission.requiredProducts).filter { !products.contains($0.name) }
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
        while path.count > 1, path.hasSuffix("/") { path.removeLast() }
        self.path = path
        read(folder: "", inside: [])
        files.sort { $0.path < $1.path }
        isPartial = !problems.isEmpty
    }

    /// The top-level folders that hold a JSON file, in order.
    var units: [String] {
        let folders = files.filter { $0.path.hasSuffix(".json") && $0.path.contains("/") }.compactMap {
            $0.path.split(separator: "/").first
        }
        return Set(folders.map(String.init)).sorted()
    }

    /// Reads the files below a folder.
    ///
    /// - Parameter outer: The folders that contain this one, with links resolved. A link to one of them is an error,
    ///   because following it would never end.
    private mutating func read(folder: String, inside outer: [String]) {
        let full = folder.isEmpty ? path : "\(path)/\(folder)"
        let real = Files.realPath(full)
        if outer.contains(real) {
            return report(full, "this link leads back to \(real), a folder that it lies in; remove it")
        }
        folderCount += 1
        if folderCount == Self.folderLimit {
            report(full, "more than \(Self.folderLimit) folders lie here; do links lead to the same ones?")
        }
        if folderCount >= Self.folderLimit { return }
        let names: [String]
        do throws(Files.Failure) {
            names = try Files.names(in: full)
        } catch {
            return report(full, "cannot list this folder (\(error.reason))")
        }
        for name in names.sorted() where !name.hasPrefix(".") {
            let relative = folder.isEmpty ? name : "\(folder)/\(name)"
            if Files.isFolder("\(path)/\(relative)") {
                if outer.count == Self.depthLimit {
                    report("\(path)/\(relative)", "folders are nested more than \(Self.depthLimit) deep here")
                } else {
                    read(folder: relative, inside: outer + [real])
                }
            } else if [".json", ".yaml", ".yml"].contains(where: name.hasSuffix) || name == RecordedTypes.lockName {
                read(file: relative)
            }
        }
    }

    private mutating func read(file: String) {
        let full = "\(path)/\(file)"
        if let bytes = bytes(full) { files.append(SourceFile(path: file, shownPath: full, bytes: bytes)) }
    }

    private mutating func bytes(_ full: String) -> [UInt8]? {
        do throws(Files.Failure) {
            if let bytes = try Files.bytes(of: full, upTo: Self.sizeLimit) { return bytes }
            report(full, "this file is too large; a schema file may have \(Self.sizeLimit) bytes")
        } catch {
            report(full, "cannot read this file (\(error.reason))")
        }
        return nil
    }

    private mutating func report(_ file: String, _ message: String) {
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
        if (try? Files.bytes(of: file, upTo: bytes.count)) == bytes { return false }
        try Files.makeFolder(path)
        try Files.replace(file, with: bytes)
        return true
    }
}

/// Calls the system's function `write`, whose name a method below has, too.
private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
    write(descriptor, bytes.baseAddress, bytes.count)
}

/// The file system, by the functions of POSIX.
enum Files {
    /// A function of the system that has failed.
    struct Failure: Error {
        /// A description of the error, as a rule the system's.
        let reason: String

        init(_ code: Int32 = errno) { reason = String(cString: strerror(code)) }
        init(_ reason: String) { self.reason = reason }
    }

    /// Returns the absolute path without symbolic links, or the path itself if nothing is there.
    static func realPath(_ path: String) -> String {
        guard let real = realpath(path, nil) else { return path }
        defer { free(real) }
        return String(cString: real)
    }

    /// Returns the names in a folder, in no order.
    static func names(in folder: String) throws(Failure) -> [String] {
        guard let stream = opendir(folder) else { throw Failure() }
        defer { closedir(stream) }
        var names: [String] = []
        errno = 0
        while let entry = readdir(stream) {
            // The name is longer than its declaration if the system allows longer names.
            let start = MemoryLayout<dirent>.offset(of: \.d_name) ?? 0
            names.append(
                String(cString: (UnsafeRawPointer(entry) + start).assumingMemoryBound(to: CChar.self)))
            errno = 0
        }
        guard errno == 0 else { throw Failure() }
        return names.filter { $0 != "." && $0 != ".." }
    }

    /// Indicates whether a folder, or a link to one, is at a path.
    static func isFolder(_ path: String) -> Bool {
        var information = stat()
        return stat(path, &information) == 0 && information.st_mode & S_IFMT == S_IFDIR
    }

    /// Returns the content of a file, or `nil` if it has more than `limit` bytes.
    static func bytes(of file: String, upTo limit: Int) throws(Failure) -> [UInt8]? {
        // Without this flag, opening a pipe waits for a writer.
        let descriptor = open(file, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw Failure() }
        defer { close(descriptor) }
        var information = stat()
        guard fstat(descriptor, &information) == 0 else { throw Failure() }
        guard information.st_mode & S_IFMT == S_IFREG else { throw Failure("not a regular file") }
        guard information.st_size <= limit else { return nil }
        var failure: Failure?
        let bytes = [UInt8](unsafeUninitializedCapacity: Int(information.st_size)) { buffer, count in
            while count < buffer.count {
                let read = read(descriptor, buffer.baseAddress.map { $0 + count }, buffer.count - count)
                if read < 0, errno == EINTR { continue }
                if read < 0 { failure = Failure() }
                if read <= 0 { return }
                count += read
            }
        }
        if let failure { throw failure }
        return bytes
    }

    /// Makes a folder and the folders that it is in, unless they exist.
    static func makeFolder(_ path: String) throws(Failure) {
        if isFolder(path) { return }
        if let slash = path.dropLast().lastIndex(of: "/"), slash != path.startIndex {
            try makeFolder(String(path[..<slash]))
        }
        guard mkdir(path, 0o777) == 0 || errno == EEXIST else { throw Failure() }
    }

    /// Writes a file beside another one and then puts it in its place, so that nobody sees a part of it.
    static func replace(_ file: String, with bytes: [UInt8]) throws(Failure) {
        let temporary = "\(file).\(getpid()).new"
        let descriptor = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else { throw Failure() }
        do throws(Failure) {
            defer { close(descriptor) }
            try write(bytes, to: descriptor)
        } catch {
            unlink(temporary)
            throw error
        }
        guard rename(temporary, file) == 0 else {
            let failure = Failure()
            unlink(temporary)
            throw failure
        }
    }

    /// Writes bytes to an open file.
    static func write(_ bytes: [UInt8], to descriptor: Int32) throws(Failure) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let written = rest.withUnsafeBytes { systemWrite(descriptor, $0) }
            if written < 0, errno == EINTR { continue }
            guard written >= 0 else { throw Failure() }
            rest = rest.dropFirst(written)
        }
    }
}
