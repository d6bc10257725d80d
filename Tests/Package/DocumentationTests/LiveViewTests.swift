import Foundation
import MethodicalGenerator
import TestFiles
import Testing

/// Tests that the views which articles and the tutorial show are those that `Tests/Package/AppleShapes` compiles and runs.
///
/// Set METHODICAL_REWRITE_GOLDENS=1 to generate the code of their API anew.
@Suite struct LiveViewTests {
    private static let rewrites = ProcessInfo.processInfo.environment["METHODICAL_REWRITE_GOLDENS"] == "1"
    private static let catalogue = "Sources/Runtime/Methodical/Methodical.docc"
    private static let views = Checkout.root.appending(path: "Tests/Package/AppleShapes/Sources/LiveViews")

    @Test("Each view of an article is a file of AppleShapes")
    func views() throws {
        let shown = try Page.all().flatMap(\.blocks).filter(\.usesSwiftUI).map(\.text)
        let files = try FileManager.default.contentsOfDirectory(atPath: Self.views.path).map { name in
            try String(contentsOf: Self.views.appending(path: name), encoding: .utf8)
        }
        #expect(!shown.isEmpty)
        for view in shown {
            #expect(files.contains(view), "no file of AppleShapes is\n\(view)")
        }
    }

    @Test("AppleShapes compiles each code file of the tutorial, and no copy of it")
    func tutorial() throws {
        let tutorial = try Page("\(Self.catalogue)/ShowAList.tutorial").text
        let shown = Set(tutorial.matches(of: /file: "([^"]+\.swift)"/).map { String($0.output.1) })
        let resources = Checkout.root.appending(path: "\(Self.catalogue)/Resources")
        let sources = Checkout.root.appending(path: "Tests/Package/AppleShapes/Sources")
        let links = try ["BlogApp", "TutorialFirstStep", "TutorialSecondStep"].flatMap { target in
            let folder = sources.appending(path: target)
            return try FileManager.default.contentsOfDirectory(atPath: folder.path).map { folder.appending(path: $0) }
        }
        let compiled = links.map { $0.resolvingSymlinksInPath() }.filter { file in
            file.deletingLastPathComponent().path == resources.resolvingSymlinksInPath().path
        }
        #expect(shown.count >= 4)
        #expect(Set(compiled.map(\.lastPathComponent)) == shown)
    }

    @Test(
        "The code of the views' APIs is generated from their schemas",
        arguments: [
            ("Examples/Live/Sources/Live/Schema", "LiveViews/Household.swift"),
            ("\(catalogue)/Resources", "BlogApp/Blog.swift"),
        ])
    func generatedCode(schema: String, path: String) throws {
        let folder = Checkout.root.appending(path: schema)
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        let sources = try names.filter { $0.hasSuffix(".json") }.map { name in
            SourceFile(path: name, bytes: Array(try Data(contentsOf: folder.appending(path: name))))
        }
        let compiled = compile(sources)
        #expect(compiled.diagnostics.isEmpty)
        let code = emit(try #require(compiled.api), units: []).map(\.text).joined()
        let file = Checkout.root.appending(path: "Tests/Package/AppleShapes/Sources/\(path)")
        if Self.rewrites {
            try Data(code.utf8).write(to: file)
        }
        #expect(try String(contentsOf: file, encoding: .utf8) == code)
    }
}
