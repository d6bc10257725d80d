import APIImport
import APISurface
import Foundation
import MethodicalGenerator
import Testing

/// Documents that are made to crash or to occupy the importer.
@Suite struct HostileDocumentTests {
    @Test func limitsTheDepth() {
        let open = String(repeating: "[", count: 10_000)
        #expect(document(open).json == "api.yaml:1:513: error: objects and arrays are nested more than 512 deep")
        #expect(document(String(repeating: "[", count: 512) + String(repeating: "]", count: 512)).root != nil)
        #if YAML
            let message = "error: objects and arrays are nested more than 512 deep"
            for text in [
                "a: " + open, String(repeating: "- ", count: 10_000) + "x", String(repeating: "? ", count: 10_000),
            ] {
                #expect(document(text).json.hasSuffix(message))
            }
            #expect(document(String(repeating: "- ", count: 512) + "x").root != nil)
            #expect(document(String(repeating: "- ", count: 513) + "x").json == "api.yaml:1:1025: " + message)
            let nested = (0..<600).map { "\(String(repeating: " ", count: $0))a\($0):" }.joined(separator: "\n")
            #expect(document(nested).json == "api.yaml:513:513: " + message)
            let chain = "- &a0 [x]\n" + (1..<600).map { "- &a\($0) [*a\($0 - 1)]" }.joined(separator: "\n")
            #expect(document(chain).json.hasSuffix(message))
        #endif
    }

    #if YAML
        /// Threads of Swift's concurrency have a stack of 512 KB on Apple's systems.
        @Test func fitsIntoASmallStack() async {
            let isRead = await withCheckedContinuation { continuation in
                let thread = Thread {
                    let texts = [String(repeating: "- ", count: 512), String(repeating: "? ", count: 900) + "x"]
                    continuation.resume(returning: texts.map { document($0).root != nil })
                }
                thread.stackSize = 512 << 10
                thread.start()
            }
            #expect(isRead == [true, false])
        }

        @Test(
            "Aliases that repeat more than a million values are an error", .timeLimit(.minutes(20)),
            arguments: ["", "\n? *l9\n: 1", "\nx: {*l9 : 1, [*l9]: 2}"])
        func limitsAliases(end: String) {
            var text = "l0: &l0 [x, x, x, x, x, x, x, x, x, x]"
            for level in 1...9 {
                let list = Array(repeating: "*l\(level - 1)", count: 10).joined(separator: ", ")
                text += "\nl\(level): &l\(level) [\(list)]"
            }
            #expect(document(text + end).json.contains("the aliases up to here repeat more than 1000000 values"))
        }

        @Test func refusesLargeDocuments() {
            var limits = DocumentLimits()
            (limits.yamlSize, limits.jsonSize, limits.yamlValues, limits.jsonValues) = (20, 20, 3, 3)
            let long = String(repeating: "x", count: 20)
            #expect(
                document("a: " + long, limits: limits).json
                    == "api.yaml:1:1: error: the document has 23 bytes, but YAML is read up to 20; divide it")
            #expect(
                document("[\"\(long)\"]", limits: limits).json
                    == "api.yaml:1:1: error: the document has 24 bytes, but JSON is read up to 20; divide it")
            #expect(
                document("a:\nb:\nc:\nd:\n", limits: limits).json
                    == "api.yaml:1:1: error: the document has 4 lines and commas, but YAML is read up to 3; divide it")
            #expect(
                document("[1,2,3,4,5]", limits: limits).json
                    == "api.yaml:1:1: error: the document has 4 commas, but JSON is read up to 3; divide it")
        }
    #endif

    @Test(.timeLimit(.minutes(20))) func refusesHundredMegabytes() {
        var bytes = Array("a: \"".utf8)
        bytes += Array(repeating: UInt8(ascii: "x"), count: 100_000_000)
        #expect(document(bytes).json.contains("YAML"))
        bytes = Array("[".utf8) + Array(repeating: UInt8(ascii: ","), count: 100_000_000)
        #expect(document(bytes).json.contains("the document has 100000000 commas"))
    }

    @Test(.timeLimit(.minutes(20))) func limitsCyclesOfReferences() throws {
        // Each pointer goes through two references, and all of them lead in circles.
        let members = (0..<40).map { "\"s\($0)\": {\"$ref\": \"#/s\(($0 * 7 + 1) % 40)/x/s\(($0 * 3 + 2) % 40)/y\"}" }
        let files = FileSet(["api.json": "{" + members.joined(separator: ",") + "}"])
        let documents = try #require(files.open("api.json"))
        for index in 0..<40 { #expect(documents.follow("s\(index)").contains("leads nowhere")) }
    }

    @Test(.timeLimit(.minutes(20))) func importsManyParametersFast() throws {
        let count = 4_000
        let parameters = (0..<count).map {
            "{\"name\": \"p\($0)\", \"in\": \"query\", \"schema\": {\"type\": \"string\"}}"
        }
        let text = """
            {"openapi": "3.1.0", "info": {"title": "A", "version": "1"}, "servers": [{"url": "https://a.example/"}],
            "paths": {"/a": {"get": {"operationId": "a", "parameters": [\(parameters.joined(separator: ","))],
            "responses": {"204": {"description": "x"}}}}}}
            """
        let documents = try #require(FileSet(["a.json": text]).open("a.json"))
        let imported = try #require(importFiles(from: documents))
        let source = RecordedSource(location: "../a.json", format: "OpenAPI 3.1", sha256: "0")
        let settings = SettingsMerge.first(settings: imported.settings, chosen: [], source: source)
        let files = (imported.files + [("api.json", settings)]).map {
            SourceFile(path: $0.0, bytes: Array($0.1.utf8))
        }
        let api = try #require(compile(files).api)
        #expect(Surface(api).functions.map(\.parameters.count) == [count])
        #expect(emit(api, units: []).contains { $0.text.contains("p\(count - 1)") })
    }

    @Test func limitsTheNumberOfDocuments() throws {
        var files: [String: String] = [:]
        for index in 0..<20 { files["\(index).json"] = "{\"it\": {\"$ref\": \"\(index + 1).json#/it\"}}" }
        var limits = DocumentLimits()
        limits.documents = 10
        let documents = try #require(FileSet(files).open("0.json", limits: limits))
        #expect(documents.root["it"].flatMap(documents.resolved) == nil)
        #expect(documents.messages == "9.json:1:17: error: references lead to more than 10 documents")
    }

    @Test(.timeLimit(.minutes(20))) func findsManyTargetsFast() throws {
        let count = 20_000
        let schemas = (0..<count).map { "\"S\($0)\": {\"$ref\": \"#/components/schemas/S\(($0 + 1) % count)/x\"}" }
        let text = "{\"components\": {\"schemas\": {\(schemas.joined(separator: ","))}}}"
        let documents = try #require(FileSet(["a.json": text]).open("a.json"))
        for schema in documents.root["components"]?["schemas"]?.children ?? [] {
            _ = schema["$ref"].flatMap(documents.target)
        }
        #expect(documents.problems.count == count)
    }
}
