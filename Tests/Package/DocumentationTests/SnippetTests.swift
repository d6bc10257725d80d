import Foundation
import MethodicalGenerator
import Testing
import Toolchain

/// Tests that a page's snippets compile.
@Suite struct SnippetTests {
    @Test func thePageNamesItsMistakes() async throws {
        let page = Page(path: "Page.md", text: "# A page\n\nText.\n\n```swift\nlet calls = 1\n\nprint(cals)\n```\n")
        let output = try await compile([page])
        #expect(output.contains("Page.md:8:7: error: cannot find 'cals' in scope"), "\(output)")
    }

    @Test func snippetsAreInsideEachOther() throws {
        let page = Page(
            path: "Page.md",
            text: "```swift\nimport A\nfunc f() {\n}\nlet a = 1\n```\n\n```sh\nls\n```\n\n```swift\nprint(a)\n```\n")
        let code = page.swift(at: "Page.md")
        #expect(code.contains("import A\n"))
        #expect(
            code.contains(
                "#sourceLocation(file: \"Page.md\", line: 3)\nfunc f() {\n}\n#sourceLocation()\nprivate func snippets()"
            ))
        #expect(
            code.contains("do {\n#sourceLocation(file: \"Page.md\", line: 5)\nlet a = 1\n#sourceLocation()\ndo {\n"))
        #expect(code.hasSuffix("line: 13)\nprint(a)\n#sourceLocation()\n}\n}\n}\n"))
    }

    #if Crypto && HTTPTypes && Logging && MockServer && Tracing && XML
        @Test("The snippets of all pages compile")
        func allCompile() async throws {
            let pages = try Page.all()
            #expect(pages.count > 15 && pages.reduce(0) { $0 + $1.blocks.count { $0.language == "swift" } } > 50)
            let output = try await compile(pages)
            #expect(output.isEmpty, "\(output)")
        }
    #endif

    /// Returns the compiler's output for the pages' snippets as one module, together with the code generated from their
    /// schemas.
    private func compile(_ pages: [Page]) async throws -> String {
        let folder = FileManager.default.temporaryDirectory.appending(path: "snippets-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        var files = [URL(filePath: #filePath).deletingLastPathComponent().appending(path: "SetUp/SetUp.swift")]
        func add(_ name: String, _ text: String?) throws {
            guard let text else { return }
            files.append(folder.appending(path: name + ".swift"))
            try Data(text.utf8).write(to: folder.appending(path: name + ".swift"))
        }
        for page in pages {
            try add(page.name, page.swift(at: page.path))
            try add(page.name + "-manifest", page.manifest(at: page.path))
            try add(page.name + "-schema", page.generated())
        }
        let (succeeded, output) = try await SwiftCompiler.run(
            [
                "-typecheck", "-parse-as-library", "-suppress-warnings", "-module-name", "Snippets",
                "-package-description-version", "6.2.0",
            ]
                + ["-I", try await manifestModules()] + SwiftCompiler.moduleMaps() + files.map(\.path))
        return succeeded ? "" : output
    }

    /// Returns the folder in which the compiler finds `PackageDescription`.
    private func manifestModules() async throws -> String {
        let target = try await SwiftCompiler.run(["-print-target-info"]).output
        let path = try #require(target.firstMatch(of: /"runtimeResourcePath": "(.*?)"/)?.output.1)
        return path + "/pm/ManifestAPI"
    }
}

extension Page {
    /// The schema files that the page shows: JSON after a line that names a file.
    var schemas: [SourceFile] {
        blocks.filter { $0.language == "json" }.compactMap { block in
            guard let path = block.introduction.firstMatch(of: /`[\w\/]*Schema\/([\w\/.]+\.json)`/)?.output.1 else {
                return nil
            }
            return SourceFile(path: String(path), bytes: Array(block.text.utf8))
        }
    }

    /// Returns the code generated from the schemas, or `nil` if there are none or if their API is imported.
    func generated() -> String? {
        guard let api = MethodicalGenerator.compile(schemas).api, !["VK", "Metrika", "Huaban"].contains(api.name) else {
            return nil
        }
        return emit(api, units: []).map(\.text).joined()
    }
}
