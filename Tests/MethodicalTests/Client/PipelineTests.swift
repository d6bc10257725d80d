import Foundation
import Testing

/// Tests of the article about the steps of a call: it names the functions of the pipeline in the same order.
@Suite struct PipelineTests {
    @Test func theArticleNamesTheSteps() throws {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Sources/Methodical")
        let article = try String(
            contentsOf: root.appendingPathComponent("Methodical.docc/HowItWorks.md"), encoding: .utf8)
        let pipeline = try String(
            contentsOf: root.appendingPathComponent("Sending/CallPipeline.swift"), encoding: .utf8)
        // In the article a step begins like this: 1. `checkAuthorization`:
        let steps = article.matches(of: /(?m)^\d\. `(\w+)`:/).map { String($0.1) }
        #expect(steps.count == 8)
        let functions = pipeline.matches(of: /func (\w+)/).map { String($0.1) }
        #expect(functions.filter(steps.contains) == steps)
    }
}
