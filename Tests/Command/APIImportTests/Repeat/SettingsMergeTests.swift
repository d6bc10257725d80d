import APISurface
import MethodicalGenerator
import Testing

@testable import APIImport

@Suite struct SettingsMergeTests {
    private let source = RecordedSource(location: "../a.json", format: "OpenAPI 3.1", sha256: "00")
    private let imported: [JSONValue.Member] = [
        .init(key: "name", value: .string("Shop")), .init(key: "baseURL", value: .string("https://a/")),
        .init(key: "schemes", value: .object(["key": .object(["field": .string("K")])])),
        .init(key: "defaults", value: .object(["*": .object(["needs": .string("key")])])),
    ]
    private var first: String { SettingsMerge.first(settings: imported, chosen: [], source: source) }

    private func merge(
        _ text: String, _ settings: [JSONValue.Member], chosen: [JSONValue.Member] = []
    ) throws -> SettingsMerge {
        var problems: [Diagnostic] = []
        let file = SourceFile(path: "api.json", bytes: Array(text.utf8))
        let root = try #require(parse(file, problems: &problems))
        return SettingsMerge(file, root: root, settings: settings, chosen: chosen, source: source)
    }

    private func changed(_ key: String, _ value: JSONValue?) -> [JSONValue.Member] {
        imported.filter { $0.key != key } + (value.map { [.init(key: key, value: $0)] } ?? [])
    }

    @Test func repeatsWithoutAChange() throws {
        let merge = try merge(first, imported)
        #expect(merge.text == first && merge.kept.isEmpty)
    }

    @Test func recordsEachValueButTheName() throws {
        var problems: [Diagnostic] = []
        let root = try #require(parse(SourceFile(path: "api.json", bytes: Array(first.utf8)), problems: &problems))
        let source = try #require(RecordedSource(in: root))
        #expect(source.digests.keys.sorted() == ["/baseURL", "/defaults/*/needs", "/schemes/key"])
        #expect(source.digests["/baseURL"] == String(SHA256.hex(of: Array(#""https://a/""#.utf8)).prefix(8)))
    }

    @Test func takesNewValues() throws {
        let merge = try merge(first, changed("baseURL", .string("https://b/")))
        #expect(merge.text.contains(#""baseURL": "https://b/""#) && merge.kept.isEmpty)
        let again = try self.merge(merge.text, changed("baseURL", .string("https://b/")))
        #expect(again.text == merge.text)
    }

    @Test func removesValuesThatTheDocumentLost() throws {
        let merge = try merge(first, changed("defaults", nil))
        #expect(!merge.text.contains("defaults") && merge.kept.isEmpty)
    }

    @Test func addsValuesThatTheDocumentGained() throws {
        let schemes = JSONValue.object([
            "key": .object(["field": .string("K")]), "basic": .object(["header": .string("Basic")]),
        ])
        let merge = try merge(first, changed("schemes", schemes))
        #expect(merge.text.contains("\"basic\": { \"header\": \"Basic\" }") && merge.text.contains("/schemes/basic"))
    }

    @Test func keepsEditedValues() throws {
        let text = first.replacing("https://a/", with: "https://mine/")
        let same = try merge(text, imported)
        #expect(same.text == text)
        #expect(same.kept.map(\.text) == ["baseURL was edited, and stays"])
        #expect(same.kept.first?.place.line == 4)
        let new = try merge(text, changed("baseURL", .string("https://b/")))
        #expect(new.text.contains("https://mine/"))
        #expect(
            new.kept.map(\.text) == [#"baseURL was edited, and stays; the document has a new value: "https://b/""#])
        // The next import compares with the value of this one.
        #expect(try merge(new.text, changed("baseURL", .string("https://b/"))).text == new.text)
    }

    @Test func keepsRemovedValuesOut() throws {
        let text = first.replacing("\n  \"baseURL\": \"https://a/\",", with: "")
        let merge = try merge(text, imported)
        #expect(merge.text == text)
        #expect(merge.kept.map(\.text) == ["baseURL was removed from api.json, and stays out"])
    }

    @Test func keepsEditedValuesThatTheDocumentLost() throws {
        let text = first.replacing("\"needs\": \"key\"", with: "\"needs\": \"none\"")
        let merge = try merge(text, changed("defaults", nil))
        #expect(merge.text.contains("\"needs\": \"none\"") && !merge.text.contains("/defaults/*/needs"))
        #expect(merge.kept.map(\.text) == ["defaults * needs was edited, and stays; the document no longer has it"])
    }

    @Test func keepsEverythingElse() throws {
        let text = first.replacing(
            "\"name\": \"Shop\",", with: "\"name\": \"Mine\", \"$comment\": \"x\",\n\n  \"limits\": {\"*\": \"3/s\"},"
        )
        .replacing("\"*\": { \"needs\"", with: "\"*\": { \"timeout\": \"5 s\", \"needs\"")
        let merge = try merge(text, changed("baseURL", .string("https://b/")))
        #expect(
            merge.text.replacing("https://b/", with: "https://a/").split(separator: "source")[0]
                == text.split(separator: "source")[0])
        #expect(merge.kept.isEmpty)
    }

    @Test("A value that an option states is a person's from then on")
    func keepsChosenValues() throws {
        let chosen: [JSONValue.Member] = [.init(key: "baseURL", value: .string("https://mine/"))]
        let created = SettingsMerge.first(settings: imported, chosen: chosen, source: source)
        let stated = try merge(first, imported, chosen: chosen)
        for text in [created, stated.text] {
            #expect(text.contains(#""baseURL": "https://mine/""#) && !text.contains("/baseURL"))
            let again = try merge(text, imported)
            #expect(again.text == text && again.kept.isEmpty)
        }
    }

    @Test func importsIntoAFileOfAPerson() throws {
        let merge = try merge(#"{"name": "Mine", "baseURL": "https://mine/", "defaults": []}"#, imported)
        #expect(merge.text.hasPrefix(#"{"name": "Mine", "baseURL": "https://mine/", "defaults": [], "schemes": {"#))
        #expect(!merge.text.contains("/baseURL") && !merge.text.contains("/defaults"))
    }

    @Test(arguments: ["", "x", "/", "//", "/baseURL/x", "/~", "/schemes/key/~2"])
    func survivesADamagedRecord(_ pointer: String) throws {
        let merge = try merge(first.replacing("/baseURL", with: pointer), imported)
        #expect(merge.text.contains(#""baseURL": "https://a/""#))
    }
}
