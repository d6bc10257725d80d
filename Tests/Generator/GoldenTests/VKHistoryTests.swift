import Foundation
import MethodicalGenerator
import TestFiles
import Testing
import Toolchain

/// Tests of all published revisions of VK's schemas, which are beside the checkout and not part of the project.
@Suite struct VKHistoryTests {
    static let corpus = Corpus.root.appending(path: "vk-history")

    @Test(
        "The code that VK's older schemas become compiles",
        .enabled(
            if: FileManager.default.fileExists(atPath: corpus.path), "VK's older schemas are not beside this checkout"),
        arguments: ["397a9f9", "0267287", "5256c04"])
    func compiles(_ revision: String) async throws {
        let schema = Self.corpus.appending(path: revision)
        var files = [
            SourceFile(path: "api.json", bytes: Array(#"{"name": "VK", "baseURL": "https://api.vk.com/method/"}"#.utf8))
        ]
        for name in try FileManager.default.contentsOfDirectory(atPath: schema.path) where name.hasSuffix(".json") {
            files.append(SourceFile(path: name, bytes: [UInt8](try Data(contentsOf: schema.appending(path: name)))))
        }
        let api = try #require(compile(files).api)
        let folder = FileManager.default.temporaryDirectory.appending(path: "methodical-vk-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let paths = try emit(api, units: [], sources: [:]).map { file in
            let path = folder.appending(path: "VK\(file.unit).swift")
            try Data(file.text.utf8).write(to: path)
            return path.path
        }
        let (succeeded, output) = try await SwiftCompiler.run(["-typecheck", "-module-name", "VKHistory"] + paths)
        #expect(
            succeeded,
            "\(output.split(separator: "\n").filter { $0.contains(" error: ") }.prefix(10).joined(separator: "\n"))")
    }
}
