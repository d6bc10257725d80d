import Foundation
import Testing

/// What a user of the plugin lives through whose API has changed since he accepted it.
@Suite(.serialized)
struct LockTests {
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

    @Test("What is gone since methodical.lock is told by the compiler, until the API is accepted")
    func told() async throws {
        var files = ConsumerTests.files
        files["Sources/App/Schema/users/methods.json"] = Self.schema
        files["Sources/Main/main.swift"] = ConsumerTests.main("vk.users.lookUp(userIDs: [1])")
        let consumer = try ConsumerPackage(.path, files: files)
        func build(_ call: String? = nil, lock: String? = nil) async throws -> Shell.Output {
            if let call { try consumer.write("Sources/Main/main.swift", ConsumerTests.main(call)) }
            if let lock { try consumer.write("Sources/App/Schema/methodical.lock", lock) }
            return try await Shell.apart { try consumer.build("native") }
        }

        let unlocked = try await build()
        #expect(unlocked.text.contains("has no member 'lookUp'"), "\(unlocked.text)")

        let renamed = try await build(lock: Self.lock)
        #expect(renamed.succeeded, "\(renamed.text)")
        let warning = "warning: 'lookUp(userIDs:)' is deprecated: `users.lookUp` seems to be `users.lookUpAll(userIDs:)` now"
        #expect(renamed.text.contains(warning), "\(renamed.text)")

        let gone = try await build("vk.users.remove(userID: 1)")
        #expect(!gone.succeeded)
        #expect(gone.text.contains("error: 'remove(userID:)' is unavailable: `users.remove` is gone from the API"), "\(gone.text)")

        let damaged = try await build(lock: Self.lock + "=======\n")
        #expect(!damaged.succeeded)
        #expect(damaged.text.contains("Schema/methodical.lock:10:1: error: `=======` is no entry"), "\(damaged.text)")

        let accepted = try await build(lock: "methodical-lock 1 VK\n")
        #expect(accepted.text.contains("has no member 'remove'"), "\(accepted.text)")
    }
}
