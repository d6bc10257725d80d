import Foundation
import Methodical
import MethodicalAccounts
import MethodicalCrypto
import MethodicalFleet
import ValkeyEngine

/// Shows what two processes of a fleet share. Both are in this program, and so is their service.
///
/// It needs Valkey or Redis at `VALKEY_HOST` and `VALKEY_PORT` (`127.0.0.1` and 6379), with the password in
/// `VALKEY_PASSWORD` if there is one.
@main
struct FleetDemo {
    static func main() async throws {
        do { _ = try await ValkeyEngine().values(["demo"]) } catch {
            print("Valkey or Redis cannot be reached (\(error)).")
            print("Start one, for example by redis-server, or name it by VALKEY_HOST and VALKEY_PORT.")
            exit(1)
        }
        let service = Service()
        let (one, two) = (try await Node(service), try await Node(service))

        async let first = one.account.refreshToken()
        async let second = two.account.refreshToken()
        let areEqual = try await first == second
        print("tokens: \(service.refreshes.count) refresh, both processes have the same token: \(areEqual)")

        var response = try await one.books.response()
        print("first process reads:  \(response.value), from \(response.source)")
        response = try await two.books.response()
        print("second process reads: \(response.value), from \(response.source)")
        _ = try await two.addBook.send()
        response = try await one.books.response()
        print("after a write of the second process, the first reads: \(response.value), from \(response.source)")

        let before = service.requests.count
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<10 { for node in [one, two] { group.addTask { _ = try await node.news.send() } } }
            try await group.waitForAll()
        }
        print("20 equal reads at once: \(service.requests.count - before) request")

        let start = ContinuousClock.now
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<10 {
                for node in [one, two] { group.addTask { _ = try await node.page(number).send() } }
            }
            try await group.waitForAll()
        }
        let seconds = (ContinuousClock.now - start) / .seconds(1)
        print("20 calls with a limit of 20 calls a second: \((seconds * 10).rounded() / 10) s")
    }
}

/// A process: its connection to the engine, and a client.
struct Node: Sendable {
    let account: Account
    private let library: Library

    init(_ service: Service) async throws {
        let key = try EncryptionKey([UInt8](repeating: 1, count: 32))
        let fleet = Fleet(ValkeyEngine(), name: "demo-\(getpid())", key: key)
        let accounts = try FleetAccounts(fleet, for: Library.self, refresher: service)
        account = await accounts.account("ada", token: Token("old", refresh: "r"))
        let cache = FleetCache(fleet)
        library = Library(
            account: account, transport: service,
            configuration: .init(
                middlewares: [cache, FleetLimits(fleet, share: 0.5)], cache: cache,
                limits: [[]: APIDescription.Limit(20)]))
    }

    var books: Request<Int> { library.call("books.get", as: Int.self, verb: .get, path: "books", reads: true) }
    var addBook: Request<Int> { library.call("books.add", as: Int.self, verb: .post, path: "books") }
    var news: Request<Int> { library.call("news.get", as: Int.self, verb: .get, path: "news", reads: true) }
    func page(_ number: Int) -> Request<Int> {
        library.call("page.get", ["n": number], as: Int.self, verb: .get, path: "page")
    }
}

/// An invented API. A schema would generate this type.
struct Library: APIClient {
    let client: Client
    static let api = APIDescription(
        name: "Library", baseURL: "https://library.example/", authorization: .header("Bearer"), parameters: .query)
}

/// The service behind the API. It counts books, requests and refreshes.
final class Service: Transport, TokenRefresher {
    /// A number that several threads count up.
    final class Counter: @unchecked Sendable {
        private let lock = NSLock()
        private var number = 0
        var count: Int { lock.withLock { number } }
        func add() { lock.withLock { number += 1 } }
    }

    let (requests, refreshes, books) = (Counter(), Counter(), Counter())

    func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        requests.add()
        // All equal reads begin before the response.
        try await Task.sleep(for: .milliseconds(request.url.path.hasSuffix("news") ? 1000 : 50))
        if request.verb == .post { books.add() }
        let mayCache = request.url.path.hasSuffix("books")
        return HTTPResponse(
            status: 200, headers: ["Cache-Control": mayCache ? "max-age=60" : "no-store"],
            body: Data("\(books.count)".utf8))
    }

    func refresh(_ token: Token, of account: Account.ID) async throws -> Token {
        refreshes.add()
        try await Task.sleep(for: .milliseconds(50))
        return Token("new \(refreshes.count)", refresh: "r\(refreshes.count)")
    }
}
