#if MockServer
    import APICalling
    import APIVerification
    import Foundation
    import MethodicalMock
    import TestFiles
    import Testing

    /// Tests that a server that keeps to its schema has no mismatches.
    @Suite struct MockServerTests {
        private static let folders = [
            "Schema/VK", "Schema/Metrika", "Schema/Huaban", "Examples/Hello/Sources/Hello/Schema",
            "Examples/Live/Sources/Live/Schema", "Examples/Services/Sources/LanguageModel/Schema",
            "Examples/Services/Sources/ObjectStore/Schema", "Examples/Services/Sources/TaskService/Schema",
            "Examples/MastodonClient/Sources/MastodonClient/Schema",
        ]

        @Test("The mock server of each bundled API and each example has no mismatches", arguments: folders)
        func bundled(folder: String) async throws {
            let url = Checkout.root.appending(path: folder)
            let server = try await MockServer.start(schemas: url, items: 6)
            // The limits of rates would make the tests wait.
            let schema = try Verifications.schema(in: url).withoutLimits
            let credentials = schema.api.wire.schemes.map { ($0.name, "ada:pass") }
            var options = VerificationOptions()
            options.includesWrites = true
            var verification = Verification(
                schema,
                on: Connection(
                    baseURL: server.baseURL, token: "t",
                    credentials: Dictionary(credentials) { first, _ in first }),
                options: options,
                secret: { _ in "secret" })
            let report = try await verification.run()
            #expect(report.faults.isEmpty, "\(report.text(in: .text))")
            #expect(!report.verified.isEmpty)
            await server.stop()
        }
    }
#endif
