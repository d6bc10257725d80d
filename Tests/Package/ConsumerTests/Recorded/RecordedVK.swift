import APILearning
import Foundation
import MethodicalGenerator
import TestFiles

/// A package with the methods of VK's own schema that have recorded responses. It reads these responses under each
/// policy.
struct RecordedVK {
    /// The versions of VK's schema beside the checkout. Some of the recorded responses belong to neither.
    enum Version: String, CaseIterable, Sendable {
        case current = "vk-5.199"
        case older = "vk-5.131.148"

        var schema: URL { corpus.appending(path: rawValue) }
    }

    private static let corpus = Corpus.root
    static let answers = corpus.appending(path: "vk-responses")
    static let isAvailable = (Version.allCases.map(\.schema) + [answers]).allSatisfy {
        FileManager.default.fileExists(atPath: $0.path)
    }

    /// Indicates whether Python's jsonschema, an independent implementation, is installed.
    static let hasValidator = (try? Shell.run(["python3", "-c", "import jsonschema"]))?.succeeded ?? false

    /// The mismatches between a file and each response of its method, without a value if the schema lacks the method.
    struct Verdict: Decodable {
        var file: String
        var method: String
        var responses: [String]?
        var mismatches: [[String]]?
    }

    /// The result of reading a file as one of its method's responses.
    struct Reading: Decodable {
        var file: String
        var method: String
        var response: Int
        var policy: String
        var problem: String?
        var mismatches: [String]
    }

    /// The differences between a file and the value read from it.
    struct Comparison: Decodable {
        var file: String
        var response: Int
        var policy: String
        /// The members that changed, were lost or were added.
        var differences: [String]
        /// The members with another spelling, which tolerant reading accepts.
        var conversions: [String]
    }

    /// Returns the package of a version. The first use builds it, and a failure fails every test.
    static func shared(_ version: Version) throws -> RecordedVK { try (version == .current ? current : older).get() }
    private static let current = Result { try RecordedVK(.current, name: "recorded-vk", overlay: nil) }
    private static let older = Result { try RecordedVK(.older, name: "recorded-older-vk", overlay: nil) }

    /// The lesson from the responses, and the same package with the resulting overlay.
    static let learnt = Result { () throws -> (lesson: Lesson, package: RecordedVK) in
        let lesson = try Self.lesson(from: [answers.path], overlay: "learnt.overlay.json")
        return (lesson, try RecordedVK(.current, name: "learnt-vk", overlay: lesson.overlay))
    }

    static func lesson(from paths: [String], overlay: String?) throws -> Lesson {
        var files = [SourceFile(path: "api.json", bytes: Array(api(including: []).utf8))]
        let schema = Version.current.schema
        for path in try schemas(in: schema) {
            files.append(SourceFile(path: path, bytes: [UInt8](try Data(contentsOf: schema.appending(path: path)))))
        }
        // Strict reading must accept what the overlay describes.
        return try learn(from: files, overlay: overlay, options: LessonOptions(isTolerant: false)) {
            try ResponseFiles(paths, of: $0)
        }
    }

    let verdicts: [Verdict]
    let readings: [Reading]
    let comparisons: [Comparison]

    private init(_ version: Version, name: String, overlay: String?) throws {
        let schema = version.schema
        verdicts = try Self.judge(schema, [])
        let known = verdicts.filter { $0.responses != nil }
        var files = [
            "Sources/App/App.swift": "public let marker = 1\n", "Sources/Main/Reading.swift": Self.program,
            "Sources/Main/main.swift": "import App\n",
        ]
        files["Sources/App/Schema/api.json"] = Self.api(including: Set(known.map(\.method)).sorted())
        for path in try Self.schemas(in: schema) {
            files["Sources/App/Schema/\(path)"] = try String(contentsOf: schema.appending(path: path), encoding: .utf8)
        }
        files["Sources/App/Schema/learnt.overlay.json"] = overlay
        let consumer = try ConsumerPackage(.path, name: name, in: .native, files: files)
        try Self.check(consumer.swift("build", "--target", "App"))
        let types = try Self.responses(generatedIn: consumer.generatedCode)
        try consumer.write("Sources/Main/main.swift", Self.main(known, types))
        try Self.check(consumer.build())

        let read = try Shell.run([consumer.copyProgram().path, Self.answers.path])
        try Self.check(read)
        readings = try read.text.split(separator: "\n").map {
            try JSONDecoder().decode(Reading.self, from: Data($0.utf8))
        }
        let lines = consumer.folder.appending(path: "read.jsonl")
        try Data(read.text.utf8).write(to: lines)
        comparisons = try Self.judge(schema, [lines.path])
    }

    private static func api(including methods: [String]) -> String {
        """
        { "name": "VK", "baseURL": "https://api.vk.com/method/", "access": "public",
          "include": [\(methods.map { "\"\($0)\"" }.joined(separator: ", "))] }
        """
    }

    private static func schemas(in folder: URL) throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".json") }
    }

    private static func judge<Judgement: Decodable>(_ schema: URL, _ arguments: [String]) throws -> [Judgement] {
        let script = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "verdicts.py")
        let output = try Shell.run(["python3", script.path, schema.path, answers.path] + arguments)
        try check(output)
        return try JSONDecoder().decode([Judgement].self, from: Data(output.text.utf8))
    }

    private static func check(_ output: Shell.Output) throws {
        if !output.succeeded { throw Shell.Failure(words: ["recorded answers"], output: output) }
    }

    /// Returns the result types of each method's functions, in the order of its responses.
    private static func responses(generatedIn folder: URL) throws -> [String: [String]] {
        var types: [String: [String]] = [:]
        for path in try FileManager.default.subpathsOfDirectory(atPath: folder.path).sorted()
        where path.hasSuffix(".swift") {
            var type: Substring = ""
            // A long call has a line for each of its parts.
            let text = try String(contentsOf: folder.appending(path: path), encoding: .utf8).replacing(
                /Call\(client, \.init\(\s*"/, with: "Method(\"")
            for line in text.split(separator: "\n") {
                if let start = line.range(of: "-> Methodical.Request<"), line.hasSuffix("> {") {
                    type = line[start.upperBound...].dropLast(3)
                }
                guard let start = line.range(of: "Method(\""), let end = line[start.upperBound...].firstIndex(of: "\"")
                else { continue }
                let method = String(line[start.upperBound..<end])
                if types[method]?.contains(String(type)) != true { types[method, default: []].append(String(type)) }
            }
        }
        return types
    }

    private static func main(_ verdicts: [Verdict], _ types: [String: [String]]) throws -> String {
        var lines = ["import App", "import Methodical", ""]
        for verdict in verdicts {
            let responses = types[verdict.method] ?? []
            guard responses.count == verdict.responses?.count else {
                throw Mismatch(method: verdict.method, types: responses)
            }
            for (index, type) in responses.enumerated() {
                lines.append("try await read(\(type).self, \"\(verdict.file)\", \"\(verdict.method)\", \(index))")
            }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// The number of functions differs from the number of responses.
    private struct Mismatch: Error {
        var method: String
        var types: [String]
    }

    private static let program = #"""
        import App
        import Foundation
        import Methodical

        /// A transport that returns one recorded body for every request.
        struct Recording: Transport {
            let body: Data
            func send(_ request: HTTPRequest) async throws -> HTTPResponse { HTTPResponse(status: 200, body: body) }
        }

        struct Line: Encodable {
            var file: String
            var method: String
            var response: Int
            var policy: String
            var written: String?
            var problem: String?
            var mismatches: [String] = []
        }

        func read<T: APIValue>(_: T.Type, _ file: String, _ method: String, _ response: Int) async throws {
            let vk = VK(transport: Recording(body: try Data(contentsOf: URL(filePath: CommandLine.arguments[1]).appending(path: file))))
            let request = Request<T>(Call(vk.client, .init(method)))
            for policy in [ReadingPolicy.strict, .tolerant, .salvage] {
                var line = Line(file: file, method: method, response: response, policy: "\(policy)")
                do {
                    let answer = try await request.reading(policy).response()
                    line.written = String(decoding: try answer.value.json(), as: UTF8.self)
                    line.mismatches = answer.mismatches.map { "\($0)" }
                } catch let error as APIError {
                    line.problem = error.problem.map { "\($0.path): expected \($0.expected), found \($0.found)" } ?? "\(error)"
                }
                print(String(decoding: try JSONEncoder().encode(line), as: UTF8.self))
            }
        }

        """#
}
