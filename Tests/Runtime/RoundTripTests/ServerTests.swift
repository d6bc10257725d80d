import Foundation
import LoopbackServer
import Methodical
import Testing

/// Tests of servers, their variables, and the constants that an app sets.
@Suite struct ServerTests {
    @Test("A method is sent to its own server, or else to that of the API")
    func servers() async throws {
        let addresses = Addresses()
        let api = ServedAPI(account: .anonymous, clientID: "c1", transport: addresses)
        _ = try await api.users.me().send()
        _ = try await api.users.add(a: 1).send()
        _ = try await api.files.get().send()
        #expect(
            addresses.all == [
                "https://eu.served.example/v1/users.me", "https://eu.files.served.example/users.add",
                "https://content.served.example/2/files.get",
            ])
    }

    @Test("The variables of a client are part of the address of each server")
    func variables() async throws {
        let addresses = Addresses()
        let api = ServedAPI(clientID: "c1", region: .usEast, edition: "v2.1", transport: addresses)
        _ = try await api.users.me().send()
        _ = try await api.users.add().send()
        #expect(
            addresses.all == [
                "https://us-east.served.example/v2.1/users.me", "https://us-east.files.served.example/users.add",
            ])
    }

    /// No value of a variable leads to another server, or to another path.
    @Test(arguments: [
        "", ".", "..", "evil.example/", "evil.example#", "a@evil.example", "evil.example?", "a:1", "a\\b", "a%2Fb",
        ".evil", "evil.", "a..b", "é", "a b", "[::1]", "a\r\nb",
    ]) func variableThatLeadsElsewhere(text: String) async throws {
        let addresses = Addresses()
        for api in [
            ServedAPI(clientID: "c1", region: .init(rawValue: text), transport: addresses),
            ServedAPI(clientID: "c1", edition: text, transport: addresses),
        ] {
            let error = try await failure(api.users.me())
            #expect(error.code == .invalidRequest)
            #expect(error.message?.contains("is part of the server's address") == true)
        }
        #expect(addresses.all.isEmpty)
    }

    /// A base URL for tests replaces all servers.
    @Test func baseURLOfTests() async throws {
        let server = try LoopbackServer("null")
        let api = ServedAPI(
            clientID: "c1", region: .usEast, lang: "de", level: 3,
            configuration: .init(baseURL: server.baseURL + "/x", retries: .never))
        _ = try? await api.files.get().send()
        _ = try? await api.users.add(a: 1).send()
        #expect(server.received.map(\.line) == ["GET /x/files.get?level=3 HTTP/1.1", "POST /x/users.add HTTP/1.1"])
        #expect(server.received.map { $0["Client-Id"] } == ["c1", "c1"])
        #expect(server.received[1].body == "a=1&lang=de&level=3")
    }

    @Test("The base URL of an initializer replaces all servers and that of the configuration")
    func baseURLOfInitializers() async throws {
        let addresses = Addresses()
        let other = Client.Configuration(baseURL: "https://other.example/")
        let generated = ServedAPI(
            baseURL: "https://pets.example/v2", clientID: "c1", transport: addresses, configuration: other)
        _ = try await generated.users.me().send()
        _ = try await generated.files.get().send()
        let plain = QueryAPI(baseURL: "https://pets.example/v2/", transport: addresses, configuration: other)
        _ = try? await plain.call("users.get", as: String.self).send()
        let withToken = QueryAPI(token: "t", baseURL: "https://pets.example/", transport: addresses)
        _ = try? await withToken.call("users.get", as: String.self).send()
        let configured = QueryAPI(transport: addresses, configuration: other)
        _ = try? await configured.call("users.get", as: String.self).send()
        #expect(
            addresses.all.map { String($0.prefix { $0 != "?" }) } == [
                "https://pets.example/v2/users.me", "https://pets.example/v2/files.get",
                "https://pets.example/v2/rest/users.get", "https://pets.example/rest/users.get",
                "https://other.example/rest/users.get",
            ])
    }

    @Test("The method's own parameter takes the place of the constant")
    func ownParameter() async throws {
        let server = try LoopbackServer("null")
        let api = ServedAPI(
            clientID: "c1", lang: "de", appSecret: "s1",
            configuration: .init(baseURL: server.baseURL, retries: .never))
        _ = try? await api.files.get(lang: "fr").send()
        #expect(server.received.first?.target == "/files.get?lang=fr&secret=s1")
    }

    @Test func constantWithoutValue() async throws {
        let server = try LoopbackServer("null")
        let api = ServedAPI(client: Client(ServedAPI.api, configuration: .init(baseURL: server.baseURL)))
        let error = try await failure(api.users.me())
        #expect(error.code == .invalidRequest)
        #expect(error.message == "Client-Id has no value; pass it to the initializer of the client")
        #expect(server.connections == 0)
    }

    @Test("Two clients of one account with different variables do not share cached responses")
    func cachedResponses() async throws {
        let (addresses, store) = (Addresses(), MemoryStore())
        for region in [ServedAPI.Region.eu, .usEast, .eu] {
            let api = ServedAPI(
                clientID: "c1", region: region, transport: addresses, configuration: .init(cache: store))
            _ = try await api.users.me().cached(for: .oneMinute).send()
        }
        #expect(addresses.all.count == 2)
    }
}

private final class Addresses: Transport, @unchecked Sendable {
    private let lock = NSLock()
    private var addresses: [String] = []
    var all: [String] { lock.withLock { addresses } }

    func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        lock.withLock { addresses.append(request.url.absoluteString) }
        return HTTPResponse(status: 200, body: Data("\"\"".utf8))
    }
}
