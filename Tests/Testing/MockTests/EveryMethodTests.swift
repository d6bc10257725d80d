#if MockServer
    import TestFiles
    import Foundation
    import HuabanAPI
    import Methodical
    import MethodicalGenerator
    import MethodicalMock
    import MethodicalTesting
    import MetrikaAPI
    import Testing
    import VKAPI

    /// Tests of every request that a client of the schemas can send.
    @Suite struct EveryMethodTests {
        /// The types are found by their names. Naming one type of each module keeps the module linked.
        private static let clients: [Any.Type] = [VK.self, Metrika.self, Huaban.self]
        private static let tests = Checkout.roundTripSchemas
            .standardized

        @Test(
            "Each method, in each variant, over HTTP: strict reading accepts the answer",
            arguments: [("VK", 1, 400), ("Metrika", 1, 48), ("Huaban", 7, 32)])
        func bundled(name: String, seed: UInt64, least: Int) async throws {
            #expect(Self.clients.count == 3)
            let folder = Checkout.schema.appending(path: name)
            let count = try await check(folder, seed: seed, module: "\(name)API")
            #expect(count >= least)
        }

        @Test(
            "However arguments travel, they arrive",
            arguments: ["Bodies", "Body", "Form", "Query", "Keyed", "Scalar", "Shapes", "Workshop", "Wrapped"])
        func encodings(name: String) async throws {
            #expect(try await check(Self.tests.appending(path: name), seed: 1, module: nil) > 0)
        }

        /// - Parameter module: The module of the generated types. Without it, responses are read as any JSON.
        private func check(_ folder: URL, seed: UInt64, module: String?) async throws -> Int {
            let server = try await MockServer.start(schemas: folder, seed: seed)
            let calls = try SchemaCalls(folder, server, module: module)
            let failures = await calls.failures()
            for failure in failures.prefix(20) { Issue.record("\(failure)") }
            #expect(failures.isEmpty, "\(failures.count) of \(calls.count) failed")
            #expect(server.calls.count == calls.count)
            return calls.count
        }
    }
#endif
