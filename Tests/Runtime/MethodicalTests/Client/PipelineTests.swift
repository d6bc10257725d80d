import Foundation
import TestFiles
import Testing

/// Tests that the pages about the steps of a call name the functions of the pipeline, in the same order.
@Suite struct PipelineTests {
    @Test(arguments: ["ARCHITECTURE.md", "Sources/Runtime/Methodical/Methodical.docc/HowItWorks.md"])
    func pagesNameTheSteps(path: String) throws {
        let page = try String(contentsOf: Checkout.root.appending(path: path), encoding: .utf8)
        let pipeline = try String(
            contentsOf: Checkout.root.appending(path: "Sources/Runtime/Methodical/Sending/Call/CallPipeline.swift"),
            encoding: .utf8)
        // A step is an item of a list, `1. `attempt`: ...`, or a row of a table, `| `attempt` | ...`.
        let items = page.matches(of: /(?m)^(?:\d\. `([a-z]\w*)`:|\| `([a-z]\w*)` \|)/)
        let steps = items.map { String($0.1 ?? $0.2 ?? "") }
        #expect(steps.count == 8)
        let functions = pipeline.matches(of: /func (\w+)/).map { String($0.1) }
        #expect(functions.filter(steps.contains) == steps)
    }
}
