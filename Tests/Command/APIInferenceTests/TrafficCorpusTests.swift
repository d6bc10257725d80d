import APIImport
import APIInference
import APILearning
import APISurface
import Foundation
import MethodicalGenerator
import TestFiles
import Testing

/// Tests with recorded exchanges of Mastodon, which others made.
@Suite(.enabled(if: Corpus.folder("mastodon-responses") != nil, "../shared/corpus/mastodon-responses is missing"))
struct TrafficCorpusTests {
    private static let baseURL = "https://mastodon.example/"

    /// The recordings as entries of HAR files, with their files.
    private static func recordings() throws -> [(exchange: Recorded, bytes: [UInt8])] {
        let folder = try #require(Corpus.folder("mastodon-responses"))
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        return try names.filter { $0.hasSuffix(".json") }.map { name in
            let bytes = [UInt8](try Data(contentsOf: folder.appending(path: name)))
            var problems: [Diagnostic] = []
            let root = try #require(parse(SourceFile(path: name, bytes: bytes), problems: &problems))
            let exchange = Recorded(
                root["method"]?.string ?? "",
                (baseURL + (root["path"]?.string ?? "")).replacing("example//", with: "example/"),
                status: root["status"]?.integer ?? 0,
                returns: root["body"].map { JSONValue($0).line })
            return (exchange, bytes)
        }
    }

    @Test("At least nine in ten of the published operations that the recordings use have the path as published")
    func paths() throws {
        let exchanges = try Self.recordings().map(\.exchange)
        let operations = Set(try Inferred(exchanges).operations.map(Self.plain))
        let published = try Self.publishedOperations()
        let used = Set(exchanges.compactMap { Self.operation(of: $0, in: published) })
        let found = used.intersection(operations)
        #expect(used.count >= 40)
        #expect(found.count * 10 >= used.count * 9, "\(used.subtracting(found).sorted())")
    }

    @Test("A schema from one half describes all of it, and strict reading accepts the other half", arguments: [0, 1])
    func heldOut(half: Int) throws {
        let recordings = try Self.recordings()
        func isHeldOut(_ bytes: [UInt8]) -> Bool {
            let last = SHA256.hex(of: bytes).utf8.last ?? 0
            return Int(last) % 2 == half
        }
        let known = recordings.filter { !isHeldOut($0.bytes) }.map(\.exchange)
        let heldOut = recordings.filter { isHeldOut($0.bytes) }.map(\.exchange)
        #expect(known.count > 50 && heldOut.count > 50)
        let inferred = try Inferred(known)
        let schema = try Self.schema(from: inferred.text)
        let own = try Self.lesson(known, schema: schema)
        #expect(own.evidence.responses > 50)
        #expect(own.findings.map(\.words) == [])
        let other = try Self.lesson(heldOut, schema: schema)
        #expect(other.evidence.responses > 25)
        // Two members of the held-out responses are null that never are in the other half.
        let wrong = other.findings.filter { $0.effect != .unknown }.map(\.words)
        #expect(wrong.filter { $0 != "null" } == [])
        #expect(wrong.count <= 2)
        #expect(other.evidence.strangers.isEmpty)
    }

    /// Returns the operations of the published document, without the names of parameters.
    private static func publishedOperations() throws -> Set<String> {
        let file = Corpus.root.appending(path: "openapi/mastodon.json")
        var problems: [Diagnostic] = []
        let root = parse(SourceFile(path: "", bytes: [UInt8](try Data(contentsOf: file))), problems: &problems)
        let paths = root?["paths"]?.children ?? []
        return Set(paths.flatMap { path in path.children.map { plain("\($0.key.uppercased()) \(path.key)") } })
    }

    /// Returns the published operation that an exchange used: the one with the most literal segments.
    private static func operation(of exchange: Recorded, in published: Set<String>) -> String? {
        let path = exchange.url.replacing(baseURL, with: "/").prefix { $0 != "?" }
        let called = [exchange.verb] + path.split(separator: "/").map(String.init)
        let fitting = published.filter { operation in
            let words = operation.split { $0 == " " || $0 == "/" }.map(String.init)
            return words.count == called.count && zip(words, called).allSatisfy { $0 == "{}" || $0 == $1 }
        }
        return fitting.min { $0.count(of: "{}") < $1.count(of: "{}") }
    }

    private static func plain(_ operation: String) -> String {
        operation.replacing(/\{[^}]*\}/, with: "{}")
    }

    /// Returns the files of the schema that is imported from a document.
    private static func schema(from document: String) throws -> [SourceFile] {
        var problems: [Diagnostic] = []
        let file = SourceFile(path: "shop.json", bytes: Array(document.utf8))
        let documents = try #require(DocumentSet(file, at: "shop.json", problems: &problems) { _ in file })
        let imported = try #require(importFiles(from: documents))
        let source = RecordedSource(
            location: "shop.json", format: "OpenAPI", sha256: SHA256.hex(of: Array(document.utf8)))
        let settings = SettingsMerge.first(settings: imported.settings, chosen: [], source: source)
        return (imported.files + [("api.json", settings)]).map {
            SourceFile(path: $0.path, bytes: Array($0.text.utf8))
        }
    }

    /// Compares recordings with a schema by the rules of strict reading.
    private static func lesson(_ exchanges: [Recorded], schema: [SourceFile]) throws -> Lesson {
        let folder = TemporaryFolder()
        try FileManager.default.createDirectory(at: folder.url, withIntermediateDirectories: true)
        let file = folder.url.appending(path: "held.har")
        try Data(try Recorded.har(exchanges).utf8).write(to: file)
        return try learn(from: schema, overlay: nil, options: LessonOptions(isTolerant: false)) {
            try ResponseFiles([file.path], of: $0)
        }
    }
}

extension String {
    fileprivate func count(of text: String) -> Int {
        ranges(of: text).count
    }
}
