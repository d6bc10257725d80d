import Foundation
import MethodicalGenerator
import TestFiles
import Testing

/// Tests that the views which articles show are those that `Tests/Package/AppleShapes` compiles and runs.
///
/// Set METHODICAL_REWRITE_GOLDENS=1 to generate the code of their API anew.
@Suite struct LiveViewTests {
    private static let rewrites = ProcessInfo.processInfo.environment["METHODICAL_REWRITE_GOLDENS"] == "1"
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

    @Test("The code of the views' API is generated from the schema of Examples/Live")
    func generatedCode() throws {
        let schema = Checkout.root.appending(path: "Examples/Live/Sources/Live/Schema")
        let names = try FileManager.default.contentsOfDirectory(atPath: schema.path).sorted()
        let sources = try names.map { name in
            SourceFile(path: name, bytes: Array(try Data(contentsOf: schema.appending(path: name))))
        }
        let compiled = compile(sources)
        #expect(compiled.diagnostics.isEmpty)
        let code = emit(try #require(compiled.api), units: []).map(\.text).joined()
        let file = Self.views.appending(path: "Household.swift")
        if Self.rewrites {
            try Data(code.utf8).write(to: file)
        }
        #expect(try String(contentsOf: file, encoding: .utf8) == code)
    }
}
