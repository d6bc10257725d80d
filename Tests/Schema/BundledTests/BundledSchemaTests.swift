import Foundation
import TestFiles
import Testing

@testable import MethodicalGenerator

/// Tests of the bundled schemas: they compile without problems and conform to the JSON Schemas for editors.
@Suite struct BundledSchemaTests {
    /// Returns the files of a bundled schema.
    static func files(of name: String) throws -> [SourceFile] {
        let root = Checkout.schema.appending(path: name)
        return try FileManager.default.subpathsOfDirectory(atPath: root.path).filter { $0.hasSuffix(".json") }.sorted()
            .map { SourceFile(path: $0, bytes: [UInt8](try Data(contentsOf: root.appending(path: $0)))) }
    }

    @Test(
        "Each API compiles without a warning and covers what it says",
        arguments: [("VK", 566), ("Metrika", 53), ("Huaban", 32)])
    func compiles(name: String, methods: Int) throws {
        let compilation = compile(try Self.files(of: name))
        #expect(
            compilation.diagnostics.isEmpty, "\(compilation.diagnostics.map(\.description).joined(separator: "\n"))")
        let api = try #require(compilation.api)
        #expect(api.methods.count >= methods)
        let silent = api.methods.filter { ($0.documentation ?? "").isEmpty }.map(\.name)
        #expect(silent.isEmpty, "no description: \(silent)")
    }

    @Test(
        "Each file keeps to its JSON Schema",
        .enabled(if: JSONSchemaValidator.isAvailable, "needs python3 with the package jsonschema"))
    func keepsToItsSchema() throws {
        let report = try JSONSchemaValidator.validate(folder: Checkout.schema)
        #expect(report.isEmpty, "\(report)")
    }
}
