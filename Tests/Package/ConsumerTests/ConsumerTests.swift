import Foundation
import TestFiles
import Testing

/// Tests of a user's steps between a first build and a removed schema, with SwiftPM's own build system and, in the
/// nightly run, with Swift Build.
@Suite(.serialized)
struct ConsumerTests {
    static let buildSystems: [ConsumerPackage.SharedBuild] = isNightlyRun ? [.native, .swiftbuild] : [.native]

    static let users = """
        {
          "methods": [
            { "name": "users.get", "description": "Finds people.", "parameters": [
                { "name": "user_ids", "type": "array", "items": { "type": "integer" } } ],
              "response": { "type": "array", "items": { "$ref": "#/definitions/users_user" } } }
          ],
          "definitions": {
            "users_user": { "type": "object", "required": ["id"], "properties": { "id": { "type": "integer" }, "first_name": { "type": "string" } } }
          }
        }
        """

    static let groups = """
        { "methods": [ { "name": "groups.getMembers", "parameters": [ { "name": "group_id", "type": "string", "required": true } ],
          "response": { "type": "array", "items": { "type": "integer" } } } ] }
        """

    static let files = [
        "Sources/App/App.swift": "public let marker = 1\n",
        "Sources/App/Schema/api.json":
            #"{ "name": "VK", "baseURL": "https://api.vk.com/method/", "access": "public" }"#,
        "Sources/App/Schema/users/methods.json": users,
        "Sources/App/Schema/LICENSE": "What comes with a folder of schemas is nothing to warn of.\n",
        "Sources/Main/main.swift": main("vk.users.get(userIDs: [1])"),
    ]

    /// Returns a program that makes one call, without sending it.
    static func main(_ call: String) -> String {
        """
        import App

        let vk = VK()
        print(\(call))

        """
    }

    @Test("A schema is noticed when it is added, edited, renamed and removed, without a clean", arguments: buildSystems)
    func life(buildSystem: ConsumerPackage.SharedBuild) async throws {
        let consumer = try ConsumerPackage(.path, name: "edited", in: buildSystem, files: Self.files)
        func build() async throws -> Shell.Output { try await Shell.apart { try consumer.build() } }

        let first = try await build()
        try #require(first.succeeded, "\(first.text)")
        #expect(first.warnings.isEmpty, "\(first.text)")

        // The native build system links and runs every plugin's tool again in a second build. The third build does
        // nothing.
        let second = try await build()
        #expect(second.succeeded && !second.text.contains("Compiling App"), "it compiled anew:\n\(second.text)")
        let third = try await build()
        #expect(third.succeeded && third.work.isEmpty, "it built anew:\n\(third.text)")

        try consumer.write(
            "Sources/App/Schema/users/methods.json", Self.users.replacing("user_ids", with: "person_ids"))
        try consumer.write("Sources/Main/main.swift", Self.main("vk.users.get(personIDs: [1])"))
        let edited = try await build()
        #expect(edited.succeeded, "an edit was not noticed:\n\(edited.text)")

        try consumer.write("Sources/App/Schema/groups/methods.json", Self.groups)
        try consumer.write("Sources/Main/main.swift", Self.main("vk.groups.getMembers(groupID: \"swift\")"))
        let added = try await build()
        #expect(added.succeeded, "an added file was not noticed:\n\(added.text)")

        try consumer.move("Sources/App/Schema/groups", to: "Sources/App/Schema/communities")
        let renamed = try await build()
        #expect(renamed.succeeded, "a renamed folder was not noticed:\n\(renamed.text)")

        try consumer.remove("Sources/App/Schema/communities")
        let removed = try await build()
        #expect(!removed.succeeded, "what a removed schema described is still there:\n\(removed.text)")
        #expect(removed.text.contains("has no member 'groups'"), "\(removed.text)")
    }

    @Test("A mistake in a schema fails the build at its line and column", arguments: buildSystems)
    func mistake(buildSystem: ConsumerPackage.SharedBuild) async throws {
        var files = Self.files
        files["Sources/App/Schema/users/methods.json"] = Self.users.replacing("users_user\" }", with: "users_usr\" }")
        let consumer = try ConsumerPackage(.path, name: "edited", in: buildSystem, files: files)
        let built = try await Shell.apart { try consumer.build() }
        #expect(!built.succeeded)
        #expect(built.text.contains("Schema/users/methods.json:5:"), "\(built.text)")
        #expect(built.text.contains("users_user"), "the nearest name is not offered:\n\(built.text)")
    }

    @Test("Without its trait, the command says what to turn on")
    func commandWithoutTrait() async throws {
        let consumer = try ConsumerPackage(.path, name: "edited", in: .native, files: Self.files)
        let output = try await Shell.apart { try consumer.swift("package", "methodical", "check") }
        #expect(!output.succeeded)
        #expect(output.text.contains(#"traits: ["CommandLine"]"#), "\(output.text)")
    }

    @Test("Products that a target lacks are one error, with the lines to add", arguments: buildSystems)
    func missingProducts(buildSystem: ConsumerPackage.SharedBuild) async throws {
        var files = Self.files
        for unit in ["users", "groups", "files"] {
            files["Sources/App/Schema/\(unit)/methods.json"] = """
                { "methods": [
                  { "name": "\(unit).send", "path": "\(unit)", "upload": { "file": { "verb": "POST" } },
                    "response": { "type": "integer" } },
                  { "name": "\(unit).watch", "path": "\(unit)", "stream": { "format": "lines" },
                    "response": { "type": "integer" } } ] }
                """
        }
        let consumer = try ConsumerPackage(.path, name: "edited", in: buildSystem, files: files)
        let built = try await Shell.apart { try consumer.build() }
        #expect(!built.succeeded)
        let error = """
            Schema/api.json:1:1: error: the code for this schema imports products that target 'App' does not depend on; \
            add to the target's `dependencies` in Package.swift:
                .product(name: "MethodicalTransfers", package: "methodical"),  // files.send uploads a file
                .product(name: "MethodicalStreams", package: "methodical"),  // files.watch returns a stream
            """
        #expect(built.text.contains(error), "\(built.text)")
        #expect(built.text.ranges(of: ".product(").count == 2, "\(built.text)")
    }

    /// `.ci/release-check` also builds a package that depends on a tag.
    @Test("A package that depends on a git tag fetches nothing else")
    func tag() async throws {
        let consumer = try ConsumerPackage(.tag("99.0.0"), files: Self.files)
        let resolved = try await Shell.apart { try consumer.swift("package", "resolve") }
        #expect(resolved.succeeded, "\(resolved.text)")
        let checkouts = try FileManager.default.contentsOfDirectory(
            atPath: consumer.buildFolder.appending(path: "checkouts").path)
        #expect(checkouts == ["methodical"], "a user of the plugin pays for \(checkouts)")
        let planned = try await Shell.apart { try consumer.swift("package", "describe") }
        #expect(planned.succeeded && planned.text.contains("MethodicalPlugin"), "\(planned.text)")
    }

    /// SwiftPM 6.3.1 itself never ends on such links in a target's folder, so this test runs the tool alone.
    @Test("Two links to their own folder are an error of the tool, not a run without an end", .timeLimit(.minutes(20)))
    func links() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "methodical-links-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let users = folder.appending(path: "Schema/users")
        try FileManager.default.createDirectory(at: users, withIntermediateDirectories: true)
        for name in ["api.json", "users/methods.json"] {
            let text = try #require(Self.files["Sources/App/Schema/\(name)"])
            try Data(text.utf8).write(to: folder.appending(path: "Schema/\(name)"))
        }
        for name in ["again", "once-more"] {
            try FileManager.default.createSymbolicLink(
                atPath: users.appending(path: name).path, withDestinationPath: "../users")
        }
        var build = URL(filePath: ProcessInfo.processInfo.arguments[0]).resolvingSymlinksInPath()
        // The tool is beside the test bundle or some folders above it.
        while build.path != "/", !Self.hasTool(build) { build.deleteLastPathComponent() }
        let tool = build.appending(path: "methodical-generate").path
        let ran = try await Shell.apart {
            try Shell.run([tool, "--schema", "Schema", "--output", "Out"], in: folder)
        }
        #expect(!ran.succeeded)
        #expect(ran.text.contains("users/again:1:1: error: this link leads back to"), "\(ran.text)")
    }

    private static func hasTool(_ folder: URL) -> Bool {
        FileManager.default.isExecutableFile(atPath: folder.appending(path: "methodical-generate").path)
    }

    @Test("A target without an api.json is told what to add, and builds without it", arguments: buildSystems)
    func noSchema(buildSystem: ConsumerPackage.SharedBuild) async throws {
        var files = Self.files
        files["Sources/App/Schema/api.json"] = nil
        files["Sources/App/Schema/openapi.yaml"] = "openapi: 3.1.0\n"
        files["Sources/Main/main.swift"] = "import App\n\nprint(marker)\n"
        let consumer = try ConsumerPackage(.path, name: "edited", in: buildSystem, files: files)
        let built = try await Shell.apart { try consumer.build() }
        #expect(built.succeeded, "\(built.text)")
        #expect(
            built.text.contains("warning: target 'App' uses MethodicalPlugin, but no Swift is generated for it"),
            "\(built.text)")
        #expect(built.text.contains("methodical new Sources/App/Schema --name Weather"), "\(built.text)")
        #expect(
            built.text.contains("methodical import Sources/App/Schema/openapi.yaml --into Sources/App/Schema`"),
            "\(built.text)")
    }

    @Test("After `swift run Main` a build compiles nothing of the command line, and links no mock server")
    func buildAfterRun() async throws {
        let consumer = try ConsumerPackage(.path, name: "edited", in: .native, files: Self.files)
        let objectFolders = ["APILearning", "APISurface", "APISamples", "MethodicalMock"].flatMap { module in
            ["", "-tool"].map { consumer.products.appending(path: "\(module)\($0).build") }
        }
        // Another package may have compiled these modules in the shared build.
        for folder in objectFolders {
            try? FileManager.default.removeItem(at: folder)
        }
        func build() async throws -> Shell.Output { try await Shell.apart { try consumer.build() } }

        let built = try await build()
        try #require(built.succeeded, "\(built.text)")
        let ran = try await Shell.apart { try consumer.swift("run", "--build-system", "native", "Main") }
        #expect(ran.succeeded && ran.text.contains("users.get(user_ids: 1)"), "\(ran.text)")
        let again = try await build()
        #expect(again.succeeded, "\(again.text)")
        for folder in objectFolders {
            let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
            let isCompiled = files.contains { $0.hasSuffix(".o") }
            #expect(!isCompiled, "\(folder.lastPathComponent) was compiled:\n\(again.text)")
        }
        let third = try await build()
        #expect(third.succeeded && third.work.isEmpty, "it built anew:\n\(third.text)")
    }
}
