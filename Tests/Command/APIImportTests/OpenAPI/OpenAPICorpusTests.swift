import APIImport
import Foundation
import MethodicalGenerator
import TestFiles
import Testing

/// The folder of the documents, or `nil` if it is missing.
private let openAPIFolder = Corpus.folder("openapi")

/// The OpenAPI documents of other projects.
@Suite(.enabled(if: openAPIFolder != nil, "../shared/corpus/openapi is missing"))
struct OpenAPICorpusTests {
    /// The documents in JSON, and those in YAML if they can be read.
    static let documents: [URL] = {
        guard let folder = openAPIFolder,
            let all = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
        else {
            return []
        }
        #if YAML
            let endings = ["json", "yaml"]
        #else
            let endings = ["json"]
        #endif
        let urls = all.compactMap { $0 as? URL }.filter { endings.contains($0.pathExtension) }
        return urls.sorted { $0.path < $1.path }
    }()

    /// The newest document of each service. The nightly run imports older versions, too.
    static var documentsOfThisRun: [URL] {
        if isNightlyRun { return documents }
        var newest: [Substring: (version: Int, url: URL)] = [:]
        var others: [URL] = []
        for url in documents {
            // `CheckoutService-v71.json` is a version of Adyen's `CheckoutService`.
            guard let match = url.lastPathComponent.wholeMatch(of: /(.+)-v([0-9]+)\.json/),
                let version = Int(match.2)
            else {
                others.append(url)
                continue
            }
            if version > newest[match.1]?.version ?? 0 {
                newest[match.1] = (version, url)
            }
        }
        return others + newest.values.map(\.url)
    }

    @Test func importsAllDocuments() throws {
        var (operations, kept) = (0, 0)
        let documents = Self.documentsOfThisRun
        for url in documents {
            let document = try Import(try Data(contentsOf: url), path: url.lastPathComponent)
            operations += document.imported.report.operations
            kept += document.imported.report.kept
            let problems = document.compilation.diagnostics.filter { $0.severity != .note }
            #expect(document.compilation.api != nil, "\(url.lastPathComponent)")
            #expect(problems.isEmpty, "\(url.lastPathComponent): \(problems.map(\.description))")
        }
        print("\(documents.count) documents, \(operations) operations, \(kept) kept")
        #expect(kept * 100 >= operations * 99)
    }

    @Test(arguments: ["mastodon.json", "stripe.json", "adyen/json/ManagementService-v3.json"])
    func keepsNamesIfOperationsChangePlaces(_ name: String) throws {
        let data = try Data(contentsOf: try #require(openAPIFolder).appendingPathComponent(name))
        let first = try Import(data, path: name)
        var root = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
        var paths = try #require(root["paths"] as? [String: Any])
        // The names of the first import hold, whatever comes in later.
        paths["/zoo/{id}"] = ["get": ["operationId": "getAccount", "tags": ["accounts"], "responses": [:]]]
        root["paths"] = paths
        var options = ImportOptions()
        options.names = try first.names()
        let changed = try JSONSerialization.data(withJSONObject: root, options: [.sortedKeys])
        let second = try Import(changed, path: name, options)
        let (before, after) = (try first.names(), try second.names())
        #expect(after.count == before.count + 1)
        for (key, method) in before { #expect(after[key] == method) }
    }

    #if YAML
        @Test(arguments: ["3.0/petstore-simple", "3.0/readme", "3.0/schema-types", "3.1/petstore", "3.1/security"])
        func twinsGiveTheSameFiles(_ name: String) throws {
            let folder = try #require(openAPIFolder).appendingPathComponent("examples")
            let parts = name.split(separator: "/")
            let files = try ["json", "yaml"].map { format in
                let url = folder.appendingPathComponent("\(parts[0])/\(format)/\(parts[1]).\(format)")
                return try Import(try Data(contentsOf: url), path: "document").imported
            }
            #expect(files[0].files.map(\.path) == files[1].files.map(\.path))
            #expect(files[0].files.map(\.text) == files[1].files.map(\.text))
            #expect(files[0].settings == files[1].settings)
        }
    #endif
}

extension Import {
    /// The names of the methods by verb and path, as the command reads them from committed files.
    fileprivate func names() throws -> [String: String] {
        var names: [String: String] = [:]
        for file in imported.files where file.path.hasSuffix("methods.json") {
            var problems: [Diagnostic] = []
            let root = try #require(
                parse(SourceFile(path: file.path, bytes: Array(file.text.utf8)), problems: &problems))
            for method in root["methods"]?.children ?? [] {
                guard let verb = method["verb"]?.string, let path = method["path"]?.string else { continue }
                names["\(verb) \(path)\(method["stream"] == nil ? "" : " stream")"] = method["name"]?.string
            }
        }
        return names
    }
}
