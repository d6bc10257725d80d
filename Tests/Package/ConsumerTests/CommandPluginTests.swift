import Foundation
import TestFiles
import Testing

/// Tests of `swift package methodical ...` in a package that depends on this one and has the trait for it.
@Suite(
    .serialized,
    .enabled(if: isNightlyRun, "The nightly run builds the command for a consumer"))
struct CommandPluginTests {
    @Test(
        "It finds the schema, compares it with git's, writes the lock file and generates what the plugin does"
    )
    func life() async throws {
        let consumer = try ConsumerPackage(.path, files: ConsumerTests.files)
        @Sendable func methodical(_ words: String...) async throws -> Shell.Output {
            // Only the command's own output, as it would be redirected into a file. SwiftPM's messages are on standard
            // error.
            let line = (["swift", "package", "methodical"] + words + ["2>errors.txt"]).joined(separator: " ")
            return try await Shell.apart { try Shell.run(["sh", "-c", line], in: consumer.folder) }
        }

        try consumer.write("Package.swift", Self.manifest(traits: #"["CommandLine"]"#))
        let first = try await methodical("check")
        #expect(
            first.succeeded && first.text.hasPrefix("Sources/App/Schema: no problem; there is no methodical.lock yet"),
            "\(first.text)")
        #expect(
            first.text.contains(/`swift package (--\S+ )?methodical check Sources\/App\/Schema --accept` writes one/),
            "\(first.text)")
        #expect(try await methodical("check", "--accept").succeeded)
        try await compareWays(of: consumer, methodical)
        for words in [
            ["init", "-q"], ["add", "Sources"],
            ["-c", "user.name=t", "-c", "user.email=t@t", "commit", "-q", "-m", "1"],
        ] {
            #expect(try Shell.run(["git"] + words, in: consumer.folder).succeeded)
        }
        let same = try await methodical("check", "--format", "json")
        let told = try #require(
            try JSONSerialization.jsonObject(with: Data(same.text.utf8)) as? NSDictionary, "\(same.text)")
        #expect(told["verdict"] as? String == "none")

        try consumer.write(
            "Sources/App/Schema/users/methods.json", ConsumerTests.users.replacing("first_name", with: "nickname"))
        let departed = try await methodical("check")
        #expect(!departed.succeeded && departed.text.contains("property `users_user.first_name` "), "\(departed.text)")
        let diff = try await methodical("diff", "HEAD", "--format", "markdown")
        #expect(!diff.succeeded && diff.text.hasPrefix("# VK: major\n"), "\(diff.text)")
        #expect(try await methodical("diff", "HEAD", "--fail-on", "none").succeeded)

        try consumer.write(
            "Sources/App/Schema/users/methods.json",
            ConsumerTests.users.replacing("users_user\" }", with: "users_usr\" }"))
        let broken = try await methodical("check", "--format", "github")
        #expect(
            !broken.succeeded
                && broken.text.hasPrefix("::error file=Sources/App/Schema/users/methods.json,line=5,col="),
            "\(broken.text)")
    }

    /// Goes from the plugin to committed code and back, and compares the code.
    private func compareWays(
        of consumer: ConsumerPackage, _ methodical: (String...) async throws -> Shell.Output
    ) async throws {
        func build() async throws {
            let built = try await Shell.apart { try consumer.swift("build") }
            try #require(built.succeeded && built.warnings.isEmpty, "\(built.text)")
        }
        let committed = "Sources/App/Generated"
        try await build()
        let fromPlugin = try consumer.swiftFiles(below: consumer.generatedCode)
        try consumer.move("Sources/App/Schema", to: "Schema")
        try consumer.write("Package.swift", Self.manifest(traits: #"["CommandLine"]"#, plugins: "[]"))
        #expect(try await methodical("generate", "Schema", "--output", committed).succeeded)
        try await build()
        let fromCommand = try consumer.swiftFiles(below: consumer.folder.appending(path: committed))
        #expect(fromCommand.count == 2 && fromCommand == fromPlugin)
        #expect(try await methodical("generate", "Schema", "--output", committed, "--check").succeeded)
        try consumer.remove(committed)
        try consumer.move("Schema", to: "Sources/App/Schema")
        try consumer.write("Package.swift", Self.manifest(traits: #"["CommandLine"]"#))
        try await build()
    }

    private static func manifest(
        traits: String, plugins: String = #"[.plugin(name: "MethodicalPlugin", package: "methodical")]"#
    ) -> String {
        """
        // swift-tools-version: 6.1
        import PackageDescription

        let package = Package(
            name: "consumer",
            platforms: [.macOS(.v13)],
            dependencies: [.package(name: "methodical", path: "\(Checkout.root.path)", traits: \(traits))],
            targets: [
                .target(
                    name: "App",
                    dependencies: [.product(name: "Methodical", package: "methodical")],
                    plugins: \(plugins))
            ])

        """
    }
}
