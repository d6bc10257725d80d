import APILearning
import Foundation
import MethodicalGenerator
import TestFiles
import Testing

/// Tests of the bundled schema of VK with recorded responses of VK's servers.
@Suite struct RecordedVKTests {
    private static let corpus = Corpus.root
    private static let published = corpus.appending(path: "vk-5.199")
    private static let responses = corpus.appending(path: "vk-responses")

    /// Tolerant reading accepts each response that it accepts with VK's own schema.
    @Test(
        .enabled(
            if: [published, responses].allSatisfy { FileManager.default.fileExists(atPath: $0.path) },
            "VK's own schema and recorded responses are not beside this checkout"))
    func asManyAsWithTheirSchema() throws {
        let ours = try lesson(Checkout.schema.appending(path: "VK"), api: nil)
        let theirs = try lesson(Self.published, api: #"{"name": "VK", "baseURL": "https://api.vk.com/method/"}"#)
        #expect(
            ours.evidence.responses == theirs.evidence.responses && ours.evidence.methods == theirs.evidence.methods)
        let refused = ours.findings.filter { $0.effect == .refused }
        #expect(refused.isEmpty, "\(refused.map { "\($0.name): \($0.words) in \($0.file)" })")
        let flags = ours.findings.filter { $0.words.contains("expected true or false, found an integer") }
        #expect(flags.isEmpty, "\(flags.map { "\($0.name): \($0.words) in \($0.file)" })")
        let strangers = Set(ours.evidence.strangers.map(\.source))
        #expect(strangers.isSubset(of: theirs.evidence.strangers.map(\.source)), "\(strangers.sorted())")
    }

    private func lesson(_ folder: URL, api: String?) throws -> Lesson {
        var files = api.map { [SourceFile(path: "api.json", bytes: Array($0.utf8))] } ?? []
        for path in try FileManager.default.subpathsOfDirectory(atPath: folder.path).sorted()
        where path.hasSuffix(".json") {
            files.append(SourceFile(path: path, bytes: [UInt8](try Data(contentsOf: folder.appending(path: path)))))
        }
        return try learn(from: files, overlay: nil, options: LessonOptions(isTolerant: true)) {
            try ResponseFiles([Self.responses.path], of: $0)
        }
    }
}
