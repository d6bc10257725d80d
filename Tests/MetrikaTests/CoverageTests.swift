import Foundation
import MethodicalGenerator
import Testing

/// Tests of the module's page.
@Suite struct CoverageTests {
    /// The table of namespaces is that of the schema.
    @Test func namespaces() throws {
        let page = try String(
            contentsOf: Facts.schema.appending(path: "MetrikaAPI.docc/MetrikaAPI.md"), encoding: .utf8)
        let rows = page.split(separator: "\n").compactMap { line -> (String, Int)? in
            let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
            guard cells.count == 3, cells[0].hasPrefix("`"), let count = Int(cells[1]) else { return nil }
            return (cells[0].trimmingCharacters(in: ["`"]), count)
        }
        let api = try #require(try Facts.api())
        let counts = Dictionary(
            api.methods.map { ($0.name.split(separator: ".").dropLast().joined(separator: "."), 1) },
            uniquingKeysWith: +)
        #expect(Dictionary(rows, uniquingKeysWith: +) == counts)
        #expect(page.contains("\(api.methods.count) methods"))
        #expect(api.methods.allSatisfy { $0.path.hasPrefix("management/v1/") || $0.path.hasPrefix("stat/v1/") })
    }
}
