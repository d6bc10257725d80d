import APIImport
import APISurface
import Foundation
import MethodicalGenerator
import Testing

/// Telegram's own document.
@Suite(.enabled(if: !ImportCorpus.documents("telegram").isEmpty, "../shared/corpus/telegram is missing"))
struct TelegramCorpusTests {
    /// The parts of the document that the test compares with the generated API.
    struct Document: Decodable {
        struct Entry: Decodable {
            struct Field: Decodable {
                var name: String
                var types: [String]
                var required: Bool
            }
            var fields: [Field]?
        }
        var methods: [String: Entry]
        var types: [String: Entry]
    }

    @Test func keepsAllMethodsParametersAndTypes() throws {
        let url = try #require(ImportCorpus.documents("telegram").first)
        let data = try Data(contentsOf: url)
        let document = try JSONDecoder().decode(Document.self, from: data)
        let result = try Import(data)
        #expect(result.compilation.diagnostics.isEmpty, "\(result.compilation.diagnostics)")
        let api = try #require(result.compilation.api)
        let report = result.imported.report
        #expect(report.operations == document.methods.count && report.kept == document.methods.count)
        #expect(!report.notes.contains { $0.kind == .wrong || $0.kind == .leftOut })

        for (name, entry) in document.methods {
            let variants = api.methods.filter { $0.name == name || $0.name == name + "Upload" }
            #expect(!variants.isEmpty, "\(name)")
            for field in entry.fields ?? [] {
                let parameters = variants.flatMap(\.parameters).filter { $0.name == field.name }
                #expect(!parameters.isEmpty, "\(name): \(field.name)")
                // A file may only become required in the variant that exists for it.
                let isFile = field.types.contains("InputFile")
                #expect(isFile || parameters.allSatisfy { $0.isRequired == field.required }, "\(name): \(field.name)")
                #expect(isFile == parameters.contains(where: \.isFile), "\(name): \(field.name)")
            }
        }
        let declared = Set(api.types.map(\.wire))
        for name in document.types.keys where name != "InputFile" { #expect(declared.contains(name), "\(name)") }
    }

    @Test("The code for Telegram's document compiles without a warning")
    func generatesCode() async throws {
        let url = try #require(ImportCorpus.documents("telegram").first)
        try await Import(try Data(contentsOf: url)).expectCode()
    }
}
