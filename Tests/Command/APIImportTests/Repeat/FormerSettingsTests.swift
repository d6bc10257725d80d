import APISurface
import MethodicalGenerator
import Testing

@testable import APIImport

/// Tests of repeated imports into an `api.json` with the keywords of an earlier version.
@Suite struct FormerSettingsTests {
    private static let imported: [JSONValue.Member] = [
        .init(key: "name", value: .string("Shop")),
        .init(key: "baseURL", value: .string("https://a/")),
        .init(key: "defaults", value: .object(["*": .object(["in": .string("body"), "arrays": .string("comma")])])),
        .init(
            key: "decoding",
            value: .object(["mismatches": .string("strict"), "format": .string("xml")])),
        .init(key: "errorCodes", value: .object(["invalidToken": .array([.number(5)])])),
    ]
    private static let source = RecordedSource(location: "../a.json", format: "OpenAPI 3.1", sha256: "00")
    private static let current = SettingsMerge.first(settings: imported, chosen: [], source: source)

    /// The `api.json` as an earlier version wrote it.
    private static let former =
        current
        .replacing("\"in\"", with: "\"parameters\"")
        .replacing("/in\"", with: "/parameters\"")
        .replacing("decoding", with: "responses")
        .replacing("mismatches", with: "reading")
        .replacing("errorCodes", with: "errors")

    private func merge(_ text: String, _ settings: [JSONValue.Member] = imported) throws -> SettingsMerge {
        var problems: [Diagnostic] = []
        let file = SourceFile(path: "api.json", bytes: Array(text.utf8))
        let root = try #require(parse(file, problems: &problems))
        return SettingsMerge(file, root: root, settings: settings, chosen: [], source: Self.source)
    }

    @Test("An import of the same document changes only the keywords")
    func same() throws {
        #expect(Self.former.contains(#""/responses/reading":"#) && Self.former.contains(#""/errors/invalidToken":"#))
        let merge = try merge(Self.former)
        #expect(merge.text == Self.current && merge.kept.isEmpty)
    }

    @Test("An edited value stays, under the current keyword")
    func edited() throws {
        let text = Self.former
            .replacing("\"parameters\": \"body\"", with: "\"parameters\": \"form\"")
            .replacing("\"reading\": \"strict\"", with: "\"reading\": \"salvage\"")
        let merge = try merge(text)
        #expect(
            merge.kept.map(\.text) == [
                "defaults * in was edited, and stays", "decoding mismatches was edited, and stays",
            ])
        #expect(merge.kept.map(\.place.line) == [6, 8])
        #expect(merge.text.contains(#""in": "form""#) && merge.text.contains(#""mismatches": "salvage""#))
        #expect(try self.merge(merge.text).text == merge.text)
    }

    @Test("A removed value stays out")
    func removed() throws {
        let merge = try merge(Self.former.replacing("\"parameters\": \"body\", ", with: ""))
        #expect(merge.kept.map(\.text) == ["defaults * in was removed from api.json, and stays out"])
        #expect(!merge.text.contains(#""in": "#))
    }

    @Test("A new value of the document takes the place of the imported one")
    func new() throws {
        let settings = Self.imported.map { member in
            guard member.key == "defaults" else { return member }
            return .init(key: "defaults", value: .object(["*": .object(["in": .string("query")])]))
        }
        let merge = try merge(Self.former, settings)
        #expect(merge.text.contains(#""*": { "in": "query" }"#) && merge.kept.isEmpty)
    }

    @Test("Settings that a person wrote get the current keywords, too")
    func own() throws {
        let signIn = #"{"user": {"method": "users.get", "id": "id"}}"#
        let rule = #"{ "parameters": "form", "poll": {"method": "jobs.get", "state": "done"} }"#
        let text = Self.former
            .replacing("\"name\": \"Shop\",", with: "\"name\": \"Shop\", \"signIn\":\(signIn),")
            .replacing("\"defaults\": {", with: "\"defaults\": { \"files.*\":   \(rule),")
        let merge = try merge(text)
        #expect(merge.text.contains(#""signIn":{"user": {"call": "users.get", "id": "id"}}"#), "\(merge.text)")
        #expect(
            merge.text.contains(#""files.*":   { "in": "form", "poll": {"call": "jobs.get", "state": "done"} }"#),
            "\(merge.text)")
        #expect(merge.kept.isEmpty)
    }

    @Test("A former keyword beside the current one stays, because only a person knows which of them counts")
    func both() throws {
        let rule = #"{ "parameters": "form", "in": "query" }"#
        let text = Self.former.replacing("\"defaults\": {", with: "\"defaults\": { \"files.*\": \(rule),")
        #expect(try merge(text).text.contains(rule))
        let decoding = #""decoding": {}, "responses": {"reading": "salvage"}"#
        let settings = Self.current.replacing("\"name\": \"Shop\",", with: "\"name\": \"Shop\", \(decoding),")
            .replacing("\n  \"decoding\": { \"mismatches\": \"strict\", \"format\": \"xml\" },", with: "")
        #expect(try merge(settings).text.contains(decoding))
    }

    @Test("Other members keep their names", arguments: ["variables", "servers", "schemes", "namespaces"])
    func others(key: String) throws {
        let members = #"{"errors": {"errors": "x"}, "responses": {"reading": "x"}, "parameters": {}, "method": {}}"#
        let text = Self.current.replacing("\"name\": \"Shop\",", with: "\"name\": \"Shop\", \"\(key)\": \(members),")
        #expect(try merge(text).text == text)
    }
}
