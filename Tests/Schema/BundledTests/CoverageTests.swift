import Foundation
import MethodicalGenerator
import TestFiles
import Testing

/// Tests of the pages of the bundled modules.
@Suite struct CoverageTests {
    /// The table of namespaces is that of the schema.
    @Test(
        "The page of each module has the number of methods in each namespace and in all",
        arguments: ["VK", "Metrika", "Huaban"])
    func namespaces(name: String) throws {
        let folder = Checkout.schema.appending(path: name)
        let page = try String(contentsOf: folder.appending(path: "\(name)API.docc/\(name)API.md"), encoding: .utf8)
        let rows = page.split(separator: "\n").compactMap { line -> (String, Int)? in
            let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
            guard cells.count == 3, cells[0].hasPrefix("`"), let count = Int(cells[1]) else { return nil }
            return (cells[0].trimmingCharacters(in: ["`"]), count)
        }
        let api = try #require(compile(try BundledSchemaTests.files(of: name)).api)
        var counts: [String: Int] = [:]
        for method in api.methods {
            let namespace = method.name.split(separator: ".").dropLast().joined(separator: ".")
            // A method without a namespace is a function of the client.
            counts[namespace.isEmpty ? name : namespace, default: 0] += 1
        }
        #expect(Dictionary(rows) { first, _ in first } == counts)
        #expect(page.contains("\(api.methods.count) methods"))
    }
}
