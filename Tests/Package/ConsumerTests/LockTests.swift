import APISurface
import Foundation
import MethodicalGenerator
import Testing

extension ConsumerTests {
    /// Tests of a package whose API has changed since its author accepted it.
    @Suite struct LockTests {
        private static let lock = """
            methodical-lock 1 VK
            method users.get users.get -> [<users_user>]
              user_ids userIDs?: [Int]
            method users.remove users.remove -> Int
              user_id userID: Int
            method users.lookUp users.lookUp -> [<users_user>]
              user_ids userIDs?: [Int]
            record users_user VK.Users.User
              id id: Int

            """

        private static let schema = ConsumerTests.users.replacing("users.get", with: "users.lookUpAll")

        @Test("The compiler tells a caller of the names that are gone, if they are kept")
        func told() async throws {
            var files = ConsumerTests.files
            files["Sources/App/Schema/users/methods.json"] = Self.schema
            files["Sources/Main/main.swift"] = ConsumerTests.main("vk.users.lookUp(userIDs: [1])")
            let consumer = try ConsumerPackage(.path, name: "edited", in: .native, files: files)
            func build() async throws -> Shell.Output { try await Shell.apart { try consumer.build() } }

            // The plugin does not read the names of methods in the lock file.
            try consumer.write("Sources/App/Schema/methodical.lock", Self.lock)
            let unkept = try await build()
            #expect(unkept.text.contains("has no member 'lookUp'"), "\(unkept.text)")

            try consumer.write("Sources/App/Schema/VKKeptNames.swift", try Self.keptNames())
            let renamed = try await build()
            #expect(renamed.succeeded, "\(renamed.text)")
            let warning =
                "warning: 'lookUp(userIDs:)' is deprecated: `users.lookUp` seems to be `users.lookUpAll(userIDs:)` now"
            #expect(renamed.text.contains(warning), "\(renamed.text)")

            try consumer.write("Sources/Main/main.swift", ConsumerTests.main("vk.users.remove(userID: 1)"))
            let gone = try await build()
            #expect(!gone.succeeded)
            let error = "error: 'remove(userID:)' is unavailable: `users.remove` is gone from the API"
            #expect(gone.text.contains(error), "\(gone.text)")
        }

        /// Returns the text that `methodical check --keep-names` would write.
        private static func keptNames() throws -> String {
            let files = ["api.json", "users/methods.json"].map { path in
                let text = path == "api.json" ? ConsumerTests.files["Sources/App/Schema/api.json"] ?? "" : schema
                return SourceFile(path: path, bytes: Array(text.utf8))
            }
            let api = try #require(compile(files).api)
            return try #require(KeptNames.text(of: api, since: Lock(Array(lock.utf8))))
        }
    }
}
