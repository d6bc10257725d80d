import Foundation
import MethodicalGenerator
import TestFiles
import Testing

@testable import APISurface

/// Tests of the comparison of two versions of VK's API, against a count that reads only the JSON.
@Suite struct VKTests {
    private static let corpus = Corpus.root
    private static let isThere = FileManager.default.fileExists(atPath: corpus.appending(path: "vk-5.199").path)

    @Test(
        "The comparison of two versions of VK finds what their files add and remove",
        .enabled(if: isThere, "VK's schemas are not beside the checkout"))
    func betweenVersions() throws {
        let (old, new) = (try State("vk-5.131.148"), try State("vk-5.199"))
        let comparison = Comparison(from: Surface(try old.api()), to: Surface(try new.api()))
        #expect(
            comparison.methods
                == Comparison.Count(
                    added: new.methods.subtracting(old.methods).count,
                    removed: old.methods.subtracting(new.methods).count))
        #expect(comparison.methods == Comparison.Count(added: 71, removed: 12))
        #expect(comparison.verdict == .major)

        // The JSON does not list all properties of combined definitions.
        let plain = old.plain.intersection(new.plain).union(old.plain.subtracting(new.definitions)).union(
            new.plain.subtracting(old.definitions))
        let (added, removed) = (new.properties.subtracting(old.properties), old.properties.subtracting(new.properties))
        let (ours, gone) = (properties(comparison.new), properties(comparison.old))
        #expect(Set(ours.subtracting(gone).filter { plain.contains($0[0]) }) == added.filter { plain.contains($0[0]) })
        #expect(
            Set(gone.subtracting(ours).filter { plain.contains($0[0]) }) == removed.filter { plain.contains($0[0]) })
        #expect(plain.count > 400 && added.count > 700 && removed.count > 200)
    }

    @Test(
        "The lock file of VK keeps the whole surface in less than 1.5 MB",
        .enabled(if: isThere, "VK's schemas are not beside the checkout"))
    func lockFile() throws {
        let surface = Surface(try State("vk-5.199").api())
        let text = LockFile(surface).text
        #expect(try LockFile(text: text).surface == surface)
        #expect(text.utf8.count < 1_500_000)
    }

    @Test(
        "Everything removed between the versions is declared again, and compiles beside the new version",
        .enabled(if: isThere, "VK's schemas are not beside the checkout"))
    func keptNames() async throws {
        let (old, new) = (try State("vk-5.131.148"), try State("vk-5.199"))
        let lock = try Lock(Array(LockFile(Surface(old.api())).text.utf8))
        let kept = try #require(KeptNames.text(of: new.api(), since: lock))
        for method in old.methods.subtracting(new.methods) {
            #expect(kept.contains("message: \"`\(method)` "), "\(method)")
        }
        let folder = FileManager.default.temporaryDirectory.appending(path: "methodical-kept-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let files = ["VK.swift", KeptNames.fileName(for: try new.api())].map { folder.appending(path: $0) }
        try Data(emit(new.api(), units: []).map(\.text).joined().utf8).write(to: files[0])
        try Data(kept.utf8).write(to: files[1])
        let messages = try await Compiler.messages(files)
        #expect(messages == [:], "\(messages)")
    }

    private func properties(_ surface: Surface) -> Set<[String]> {
        Set(surface.types.filter { $0.kind == .record }.flatMap { type in type.members.map { [type.id, $0.id] } })
    }

    /// A folder of VK's schemas, read as plain JSON.
    private struct State {
        var methods: Set<String> = []
        var definitions: Set<String> = []
        /// The definitions that list all their properties themselves.
        var plain: Set<String> = []
        var properties: Set<[String]> = []
        private var files: [SourceFile] = []

        init(_ name: String) throws {
            let folder = corpus.appending(path: name)
            for path in try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter({
                $0.hasSuffix(".json")
            }).sorted() {
                let data = try Data(contentsOf: folder.appending(path: path))
                files.append(SourceFile(path: path, bytes: [UInt8](data)))
                guard path.contains("/"), let root = try JSONSerialization.jsonObject(with: data) as? [String: Any]
                else { continue }
                for method in root["methods"] as? [[String: Any]] ?? [] {
                    methods.insert(method["name"] as? String ?? "")
                }
                guard path.hasSuffix("objects.json") else { continue }
                for (key, value) in root["definitions"] as? [String: [String: Any]] ?? [:] {
                    definitions.insert(key)
                    guard let members = value["properties"] as? [String: Any], value["allOf"] == nil,
                        value["oneOf"] == nil
                    else { continue }
                    plain.insert(key)
                    for member in members.keys { properties.insert([key, member]) }
                }
            }
            files.append(
                SourceFile(
                    path: "api.json", bytes: Array(#"{"name": "VK", "baseURL": "https://api.vk.com/method/"}"#.utf8)))
        }

        func api() throws -> API { try #require(compile(files).api) }
    }
}
