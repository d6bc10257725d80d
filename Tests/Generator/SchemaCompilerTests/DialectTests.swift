import Foundation
import TestFiles
import Testing

@testable import MethodicalGenerator

/// Tests of the keywords, which must be the same in three places: the compiler's table, the reference for people, and
/// the descriptions for editors.
@Suite struct DialectTests {
    @Test func everyKeywordStandsOnceInItsPlace() {
        var seen: Set<String> = []
        for keyword in dialectKeywords {
            #expect(seen.insert("\(keyword.place) \(keyword.name)").inserted, "\(keyword)")
        }
        for place in DialectKeyword.Place.allCases {
            #expect(dialectKeywords.contains { $0.place == place && $0.support == .supported })
        }
    }

    @Test func theReferenceNamesThemAll() throws {
        let text = try String(contentsOf: Checkout.root.appendingPathComponent("Schema/README.md"), encoding: .utf8)
        var rows: [String: [(names: String, meaning: String)]] = [:]
        var place = ""
        for line in text.components(separatedBy: "\n## Every keyword")[1].components(separatedBy: "\n## ")[0].split(
            separator: "\n")
        {
            let cells = line.components(separatedBy: " | ")
            guard line.hasPrefix("|"), cells.count == 3 else { continue }
            let first = cells[0].dropFirst().trimmingCharacters(in: .whitespaces)
            if !first.isEmpty { place = first }
            for place in place.components(separatedBy: ", ") { rows[place, default: []].append((cells[1], cells[2])) }
        }
        for keyword in dialectKeywords {
            let found = rows[keyword.place.rawValue]?.filter { $0.names.contains("`\(keyword.name)`") } ?? []
            #expect(found.count == 1, "\(keyword)")
            let meaning = found.first?.meaning ?? ""
            switch keyword.support {
            case .supported: #expect(!meaning.hasPrefix("warning") && !meaning.hasPrefix("refused"), "\(keyword)")
            case .ignoredSilently: #expect(meaning.hasPrefix("silent"), "\(keyword)")
            case .ignoredWithWarning: #expect(meaning.hasPrefix("warning"), "\(keyword)")
            case .refused: #expect(meaning.hasPrefix("refused"), "\(keyword)")
            }
        }
    }

    /// The example has every keyword of the features of HTTP APIs.
    @Test func theExampleUsesThem() throws {
        let folder = Checkout.root.appendingPathComponent("Tests/Generator/GoldenTests/Cases/Code/every-feature/schema")
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        let text = try files.map { try String(contentsOf: folder.appendingPathComponent($0), encoding: .utf8) }.joined()
        let places: Set<DialectKeyword.Place> = [.body, .scheme, .stream, .poll, .webhooks]
        let own = dialectKeywords.filter { places.contains($0.place) && $0.support == .supported }.map(\.name)
        let others = ["events", "failures", "server", "servers", "variables", "headers", "continue", "totalPages"]
        #expect((own + others).filter { !text.contains("\"\($0)\": ") } == [])
    }

    @Test func editorsKnowThemAll() throws {
        var problems: [Diagnostic] = []
        func root(_ name: String) throws -> JSONNode {
            let bytes = [UInt8](try Data(contentsOf: Checkout.root.appendingPathComponent("Schema/\(name)")))
            return try #require(parse(SourceFile(path: name, bytes: bytes), problems: &problems))
        }
        let methods = try root("methods.schema.json")
        let api = try root("api.schema.json")
        func described(_ place: DialectKeyword.Place) -> JSONNode? {
            switch place {
            case .api: api["properties"]
            case .rule: api["properties"]?["defaults"]?["additionalProperties"]?["properties"]
            case .scheme: api["properties"]?["schemes"]?["additionalProperties"]?["properties"]
            case .webhooks: api["properties"]?["webhooks"]?["properties"]
            case .file: methods["properties"]
            case .pages:
                methods["definitions"]?["method"]?["properties"]?["pages"]?["anyOf"]?.children.first {
                    $0.isObject && $0["properties"] != nil
                }?[
                    "properties"]
            case .overlay: nil
            default: methods["definitions"]?[place.rawValue]?["properties"]
            }
        }
        for keyword in dialectKeywords where keyword.place != .overlay && keyword.support != .refused {
            let description = described(keyword.place)?[keyword.name]?["description"]?.string
            #expect(description?.isEmpty == false, "\(keyword)")
        }
    }
}
