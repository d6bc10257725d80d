#if CommandLine && YAML
    import TestFiles
    import Foundation
    import Testing
    import Toolchain

    /// Tests of imports against `Tests/Command/Independent`, a reading of documents and schemas that shares no code with the
    /// project.
    @Suite(.enabled(if: IndependentComparison.isAvailable, "needs python3 with PyYAML"))
    struct IndependentComparisonTests {
        @Test("The golden imports allow the values that their documents allow")
        func goldenImports() async throws {
            let documents = IndependentComparison.goldenDocuments
            #expect(documents.count > 50)
            let ran = try await IndependentComparison.run(try Self.importing(documents))
            #expect(ran.status == 0, "\(ran.text)")
        }

        /// Some documents of the corpus. METHODICAL_COMPARE_ALL=1 compares all of them, in three minutes.
        @Test(
            "Imports of other projects' documents allow the values that these allow",
            .enabled(if: Corpus.folder("openapi") != nil, "../shared/corpus/openapi is missing"))
        func corpus() async throws {
            let folder = try #require(Corpus.folder("openapi"))
            let isWhole = ProcessInfo.processInfo.environment["METHODICAL_COMPARE_ALL"] != nil
            let chosen = [
                "mastodon.json", "adyen/json/TransactionService-v3.json", "adyen/json/LegalEntityService-v4.json",
                "twilio/json/twilio_iam_organizations.json", "examples/3.0/yaml", "examples/3.1/yaml",
            ]
            let documents = isWhole ? [folder.path] : chosen.map { folder.appending(path: $0).path }
            let ran = try await IndependentComparison.run(try Self.importing(documents))
            #expect(ran.status == 0, "\(ran.text)")
            #expect(!ran.text.contains("skipped"), "\(ran.text)")
        }

        private static func importing(_ documents: [String]) throws -> [String] {
            ["--methodical", try Command.tool()] + documents
        }

        @Test("Each kind of difference is found", arguments: SchemaFault.all)
        func faults(_ fault: SchemaFault) async throws {
            try await ImportedFolder.with(nil) { folder in
                try Command.write(SchemaFault.document, to: folder.url.appending(path: "openapi.yaml"))
                let ran = try await folder.methodical("import", "openapi.yaml")
                #expect(ran.status == 0, "\(ran)")
                let words = ["--schema", folder.schema.path, folder.url.appending(path: "openapi.yaml").path]
                let before = try await IndependentComparison.run(words)
                #expect(before.status == 0, "\(before.text)")
                try folder.edit(fault.file, fault.old, fault.new)
                let after = try await IndependentComparison.run(words)
                #expect(after.status == 1)
                #expect(after.text.contains(fault.finding), "\(after.text)")
            }
        }
    }

    /// The script in `Tests/Command/Independent`.
    enum IndependentComparison {
        struct Output: Sendable {
            var status: Int32
            /// The output and the errors.
            var text: String
        }

        private static let tests = Checkout.root.appending(path: "Tests/Command")

        static let isAvailable = (try? python(["-c", "import yaml"]))?.status == 0

        /// The OpenAPI documents of the golden imports.
        static var goldenDocuments: [String] {
            GoldenImportTests.imports.filter { !$0.name.hasPrefix("discovery-") && !$0.name.hasPrefix("telegram-") }
                .flatMap { golden in golden.sources.map { golden.folder.appending(path: $0).path } }
        }

        /// Runs the script, and waits on a thread of its own, because other tests need Swift's task threads.
        static func run(_ words: [String]) async throws -> Output {
            try await withCheckedThrowingContinuation { continuation in
                Thread.detachNewThread {
                    let script = tests.appending(path: "Independent/compare_import.py").path
                    continuation.resume(with: Result { try python([script] + words) })
                }
            }
        }

        private static func python(_ words: [String]) throws -> Output {
            let process = Process()
            process.executableURL = URL(filePath: "/usr/bin/env")
            process.arguments = ["python3"] + words
            let output = Pipe()
            process.standardOutput = output
            process.standardError = output
            process.environment = ProcessInfo.processInfo.environment.merging(["PYTHONDONTWRITEBYTECODE": "1"]) { $1 }
            try process.run()
            let text = try output.fileHandleForReading.readToEnd() ?? Data()
            process.waitUntilExit()
            return Output(status: process.terminationStatus, text: String(decoding: text, as: UTF8.self))
        }
    }
#endif
