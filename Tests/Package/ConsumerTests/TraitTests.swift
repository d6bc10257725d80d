import Foundation
import TestFiles
import Testing

extension ConsumerTests {
    /// Tests that a disabled trait of the package costs nothing, not even a download.
    @Suite struct TraitTests {
        private static let program = """
            import Methodical
            import MethodicalCrypto
            import MethodicalHTTPTypes
            import MethodicalLogging
            import MethodicalMock
            import MethodicalTracing
            import MethodicalVK
            import MethodicalXML

            do { _ = try XMLResponses().parse(.init("<a/>".utf8)) } catch { print(error) }
            do { _ = try await MockServer.start(schemas: .init(filePath: "Schema")) } catch { print(error) }
            print(GroupLongPoll.self)

            """

        @Test("Without traits every product builds, and nothing is fetched")
        func off() async throws {
            let consumer = try Self.consumer(traits: "[]", name: "traits-off", in: .native)
            let ran = try await Shell.apart { try consumer.swift("run", "--build-system", "native", "Main") }
            #expect(ran.succeeded && ran.warnings.isEmpty, "\(ran.text)")
            #expect(ran.text.contains("enable the trait `MockServer`"), "\(ran.text)")
            #expect(
                ran.text.contains("enable the trait `XML`") && ran.text.contains("LongPoll<VKGroupEvent>"),
                "\(ran.text)")
            #expect(try Self.pinnedPackages(of: consumer).isEmpty)
        }

        /// swift-crypto brings its own dependencies.
        @Test(
            "A trait brings what it names, and nothing else",
            arguments: [
                ("Crypto", ["swift-asn1", "swift-crypto"]), ("Logging", ["swift-log", "swift-metrics"]),
                ("XML", ["xmlcoder"]),
                ("MockServer", ["flyingfox"]), ("HTTPTypes", ["swift-http-types"]),
                ("Tracing", ["swift-distributed-tracing"]),
                ("WebSocket", ["swift-atomics", "swift-collections", "swift-nio", "swift-nio-ssl", "swift-system"]),
            ])
        func on(trait: String, packages: [String]) async throws {
            let consumer = try Self.consumer(traits: "[\"\(trait)\"]", name: "traits-\(trait)")
            let resolved = try await Shell.apart { try consumer.swift("package", "resolve") }
            #expect(resolved.succeeded, "\(resolved.text)")
            #expect(try Self.pinnedPackages(of: consumer) == packages)
        }

        private static func consumer(
            traits: String, name: String, in build: ConsumerPackage.SharedBuild? = nil
        ) throws -> ConsumerPackage {
            let consumer = try ConsumerPackage(
                .path, name: name, in: build, files: ["Sources/Main/main.swift": program])
            let products = [
                "Methodical", "MethodicalCrypto", "MethodicalHTTPTypes", "MethodicalLogging", "MethodicalMock",
                "MethodicalTracing", "MethodicalVK", "MethodicalWebSocket", "MethodicalXML",
            ]
            try consumer.write(
                "Package.swift",
                """
                // swift-tools-version: 6.1
                import PackageDescription

                let package = Package(
                    name: "consumer",
                    platforms: [.macOS(.v13)],
                    dependencies: [.package(name: "methodical", path: "\(Checkout.root.path)", traits: \(traits))],
                    targets: [
                        .executableTarget(
                            name: "Main",
                            dependencies: [\(products.map { ".product(name: \"\($0)\", package: \"methodical\")" }.joined(separator: ", "))])
                    ])

                """)
            return consumer
        }

        /// Returns the identities of the packages that SwiftPM resolved and fetched for a consumer.
        ///
        /// The folder of checkouts does not tell: packages that share a build share it, too.
        private static func pinnedPackages(of consumer: ConsumerPackage) throws -> [String] {
            struct Resolution: Decodable {
                struct Pin: Decodable { let identity: String }
                let pins: [Pin]
            }
            let file = consumer.folder.appending(path: "Package.resolved")
            // SwiftPM writes no file if there is nothing to fetch.
            guard FileManager.default.fileExists(atPath: file.path) else { return [] }
            let resolution = try JSONDecoder().decode(Resolution.self, from: Data(contentsOf: file))
            return resolution.pins.map(\.identity).sorted()
        }
    }
}
