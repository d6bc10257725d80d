import APIImport
import APISurface
import Foundation
import MethodicalGenerator
import TestFiles

/// A package with the operations of Mastodon's OpenAPI document that have recorded responses. It reads these responses
/// under each policy.
struct RecordedMastodon {
    private static let corpus = Corpus.root
    private static let document = corpus.appending(path: "openapi/mastodon.json")
    private static let exchanges = corpus.appending(path: "mastodon-responses")
    static let isAvailable = [document, exchanges].allSatisfy { FileManager.default.fileExists(atPath: $0.path) }

    /// The verdict of the independent validator on a recorded response.
    struct Verdict: Decodable {
        var file: String
        var verb: String
        /// The path in the document, `/api/v1/accounts/{id}`.
        var path: String
        var status: Int
        var body: String
        /// The mismatches with the schema, or `nil` if the document describes no body for this status.
        var mismatches: [String]?
        /// Indicates whether all values have the types of the schema, whatever its other restrictions say.
        var hasRightTypes: Bool?

        var isResult: Bool { status < 300 && mismatches != nil }
    }

    /// The result of reading a response.
    struct Reading: Decodable {
        var file: String
        var policy: String
        var problem: String?
        var mismatches: [String]
    }

    /// The differences between a response and the value read from it.
    struct Comparison: Decodable {
        var file: String
        var policy: String
        /// The members that changed, were lost or were added.
        var differences: [String]
        /// The members with another spelling, which tolerant reading accepts.
        var conversions: [String]
    }

    /// The package. The first use builds it, and a failure fails every test.
    static let shared = Result { try RecordedMastodon() }

    /// The successful responses whose bodies the document describes.
    let verdicts: [Verdict]
    let readings: [Reading]
    let comparisons: [Comparison]

    private init() throws {
        verdicts = try Self.judge([]).filter(\Verdict.isResult)
        let all = try Self.imported(including: [])
        let methods = try Self.methods(of: all, for: verdicts)
        let chosen = try Self.imported(including: Set(methods.values).sorted())
        var files = [
            "Sources/App/App.swift": "public let marker = 1\n", "Sources/Main/Reading.swift": Self.program,
            "Sources/Main/main.swift": "import App\n",
        ]
        for (path, text) in chosen { files["Sources/App/Schema/\(path)"] = text }
        for verdict in verdicts { files["Bodies/\(verdict.file)"] = verdict.body }
        let consumer = try ConsumerPackage(.path, name: "recorded-mastodon", in: .native, files: files)
        try Self.removeOldSchemas(in: consumer.folder.appending(path: "Sources/App/Schema"), except: chosen)
        try Self.check(consumer.swift("build", "--target", "App"))
        let types = try Self.responses(generatedIn: consumer.generatedCode)
        var main = ["import App", "import Methodical", ""]
        for verdict in verdicts {
            guard let method = methods[verdict.file], let type = types[method] else {
                throw Missing(operation: "\(verdict.verb) \(verdict.path)")
            }
            main.append("try await read(\(type).self, \"\(verdict.file)\", status: \(verdict.status), \"\(method)\")")
        }
        try consumer.write("Sources/Main/main.swift", main.joined(separator: "\n") + "\n")
        try Self.check(consumer.build())

        let bodies = consumer.folder.appending(path: "Bodies")
        let read = try Shell.run([consumer.copyProgram().path, bodies.path])
        try Self.check(read)
        readings = try read.text.split(separator: "\n").map {
            try JSONDecoder().decode(Reading.self, from: Data($0.utf8))
        }
        let lines = consumer.folder.appending(path: "read.jsonl")
        try Data(read.text.utf8).write(to: lines)
        comparisons = try Self.judge([lines.path])
    }

    /// Imports the document, and returns the files of the dialect by path.
    private static func imported(including methods: [String]) throws -> [String: String] {
        let file = SourceFile(path: "mastodon.json", bytes: [UInt8](try Data(contentsOf: document)))
        var problems: [Diagnostic] = []
        guard let documents = DocumentSet(file, at: document.path, problems: &problems, read: { _ in file }) else {
            throw NotImported(problems: problems)
        }
        var options = ImportOptions()
        (options.name, options.baseURL, options.include) = ("Mastodon", "https://mastodon.example/", methods)
        guard let imported = importFiles(from: documents, options: options), documents.problems.isEmpty else {
            throw NotImported(problems: documents.problems)
        }
        var files = Dictionary(imported.files.map { ($0.path, $0.text) }) { first, _ in first }
        files["api.json"] =
            JSONValue.object(imported.settings + [.init(key: "access", value: .string("public"))]).text() + "\n"
        return files
    }

    /// Returns the imported method of each recorded response, by its file.
    private static func methods(of files: [String: String], for verdicts: [Verdict]) throws -> [String: String] {
        struct File: Decodable {
            struct Method: Decodable {
                var name: String
                var verb: String?
                var path: String?
            }
            var methods: [Method]?
        }
        var names: [String: String] = [:]
        for (path, text) in files where path != "api.json" {
            let file = try JSONDecoder().decode(File.self, from: Data(text.utf8))
            for method in file.methods ?? [] {
                names["\(method.verb ?? "GET") \(pattern(method.path ?? ""))"] = method.name
            }
        }
        var found: [String: String] = [:]
        for verdict in verdicts {
            let operation = "\(verdict.verb) \(pattern(verdict.path))"
            guard let name = names[operation] else { throw Missing(operation: operation) }
            found[verdict.file] = name
        }
        return found
    }

    /// Returns a path with all parameters alike, and without the first slash.
    private static func pattern(_ path: String) -> String {
        String(path.trimmingPrefix("/")).replacing(/\{[^}]*\}/, with: "{}")
    }

    /// Returns the result type of each method's first function.
    private static func responses(generatedIn folder: URL) throws -> [String: String] {
        var types: [String: String] = [:]
        for path in try FileManager.default.subpathsOfDirectory(atPath: folder.path).sorted()
        where path.hasSuffix(".swift") {
            var type: Substring = ""
            // A long call has a line for each of its parts.
            let text = try String(contentsOf: folder.appending(path: path), encoding: .utf8).replacing(
                /Call\(client, \.init\(\s*"/, with: "Method(\"")
            for line in text.split(separator: "\n") {
                if let start = line.range(of: "Request<"), line.contains("->"), line.hasSuffix("> {") {
                    type = line[start.upperBound...].dropLast(3)
                }
                guard let start = line.range(of: "Method(\""), let end = line[start.upperBound...].firstIndex(of: "\"")
                else { continue }
                let method = String(line[start.upperBound..<end])
                if types[method] == nil { types[method] = String(type) }
            }
        }
        return types
    }

    private static func removeOldSchemas(in folder: URL, except files: [String: String]) throws {
        for path in try FileManager.default.subpathsOfDirectory(atPath: folder.path)
        where path.hasSuffix(".json") && files[path] == nil {
            try FileManager.default.removeItem(at: folder.appending(path: path))
        }
    }

    private static func judge<Judgement: Decodable>(_ arguments: [String]) throws -> [Judgement] {
        let script = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "exchanges.py")
        let output = try Shell.run(["python3", "-B", script.path, document.path, exchanges.path] + arguments)
        try check(output)
        return try JSONDecoder().decode([Judgement].self, from: Data(output.text.utf8))
    }

    private static func check(_ output: Shell.Output) throws {
        if !output.succeeded { throw Shell.Failure(words: ["recorded exchanges"], output: output) }
    }

    private struct NotImported: Error { var problems: [Diagnostic] }

    /// No method belongs to an operation of the document.
    private struct Missing: Error { var operation: String }

    private static let program = #"""
        import App
        import Foundation
        import Methodical

        /// A transport that returns one recorded body for every request.
        struct Recording: Transport {
            let status: Int
            let body: Data
            func send(_ request: HTTPRequest) async throws -> HTTPResponse { HTTPResponse(status: status, body: body) }
        }

        struct Line: Encodable {
            var file: String
            var policy: String
            var written: String?
            var problem: String?
            var mismatches: [String] = []
        }

        func read<T: APIValue>(_: T.Type, _ file: String, status: Int, _ method: String) async throws {
            let body = try Data(contentsOf: URL(filePath: CommandLine.arguments[1]).appending(path: file))
            let mastodon = Mastodon(transport: Recording(status: status, body: body))
            let request = Request<T>(Call(mastodon.client, .init(method)))
            for policy in [ReadingPolicy.strict, .tolerant, .salvage] {
                var line = Line(file: file, policy: "\(policy)")
                do {
                    let response = try await request.reading(policy).response()
                    line.written = String(decoding: try response.value.json(), as: UTF8.self)
                    line.mismatches = response.mismatches.map { "\($0)" }
                } catch let error as APIError {
                    line.problem = error.problem.map { "\($0.path): expected \($0.expected), found \($0.found)" } ?? "\(error)"
                }
                print(String(decoding: try JSONEncoder().encode(line), as: UTF8.self))
            }
        }

        """#
}
