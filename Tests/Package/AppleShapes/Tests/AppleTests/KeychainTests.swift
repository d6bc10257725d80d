import Foundation
import Methodical
import MethodicalAccounts
import Security
import Testing

@Suite(.serialized) struct KeychainTests {
    let token = Token(
        "secret", kinds: .user, permissions: ["wall"], created: Date(timeIntervalSince1970: 1e9),
        lifetime: .seconds(60), refresh: "refresh")

    @Test func keepsTokensOfOneServiceApartFromAnothers() throws {
        let store = KeychainTokenStore(service: "one")
        try store.store(Token("first"), for: 7)
        try store.store(token, for: 7)
        try store.store(Token("bob's"), for: "bob@example.com")
        try store.setCurrent(7)
        let again = KeychainTokenStore(service: "one")
        #expect(try again.token(for: 7) == token)
        #expect(try Set(again.ids()) == [7, "bob@example.com"])
        #expect(try again.current() == 7)
        #expect(try again.token(for: 8) == nil)
        let other = KeychainTokenStore(service: "two")
        #expect(try other.ids() == [])
        #expect(try other.current() == nil)
        try again.remove(7)
        try again.remove(7)
        try again.setCurrent(nil)
        #expect(try store.ids() == ["bob@example.com"])
        #expect(try store.current() == nil)
    }

    /// Items stay on this device, and in the Keychain that apps do not share.
    @Test func itemsStayOnThisDevice() throws {
        try KeychainTokenStore(service: "device").store(token, for: 7)
        let item = try #require(Keychain.shared.dump.first { $0.contains("device") })
        #expect(item.contains(kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly))
        #expect(item.contains(kSecUseDataProtectionKeychain))
    }

    @Test func aRefusalIsAClearError() throws {
        Keychain.shared.refuse(errSecMissingEntitlement)
        defer { Keychain.shared.refuse(nil) }
        let store = KeychainTokenStore(service: "refused")
        #expect { try store.store(token, for: 7) } throws: {
            "\($0)" == "storage: the Keychain refused: A required entitlement isn't present."
        }
        Keychain.shared.refuse(errSecParam)
        #expect { try store.ids() } throws: { "\($0)" == "storage: the Keychain refused: status -50" }
    }

    @Test func theDefaultAccountsAreInTheKeychain() async throws {
        try await AccountStore.default(for: Sample.self).add(Account(id: 1, token: token))
        let again = try AccountStore.default(for: Sample.self)
        #expect(again.all.map(\.token) == [token])
        #expect(again.current.id == 1)
        try await again.removeAll()
        #expect(try AccountStore.default(for: Sample.self).all == [])
    }
}

private struct Sample: APIClient {
    let client: Client
    static let api = APIDescription(name: "Sample", baseURL: "https://sample.example/")
}
