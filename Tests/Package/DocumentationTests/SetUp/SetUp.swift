// Declarations that the documentation's snippets take for granted.

import Foundation
import HuabanAPI
import Methodical
import MethodicalCache
import MethodicalFleet
import MethodicalLive
import MethodicalOperations
import MethodicalTesting
import MethodicalTransfers
import MetrikaAPI
import VKAPI

let account = Account(id: 1, token: Token("a"))
let vk = VK(account: account)
let huaban = Huaban(account: account)
let metrika = Metrika(account: account)
let stub = StubTransport()
let cache: any CacheStore = MemoryStore()

let folder = FileManager.default.temporaryDirectory
let url = folder.appending(path: "a.jpg")
let file = folder.appending(path: "a.mp4")
let address = folder.appending(path: "b.mp4")
let music = Data()
/// The certificates of a server that an app knows.
let pinned: Set<Data> = []
let secret = "secret"
let codes = [1: "a1b2c3"]
let (name, password) = ("ada", "secret")
let ids = [1, 2]

// Asks a person in front of the program.
func askPerson(_ image: URL) async throws -> String { "" }
func solve(_ page: URL) async throws -> String { "" }
func askCode(_ text: String) async throws -> String { "" }
func ask(_ text: String) async throws -> Bool { true }
func open(_ page: URL) async throws -> URL { page }
func signInAgain(_ account: Account.ID) async throws -> Account { .anonymous }
func askForAccess() {}
func signIn() {}
func showRetry() {}
func show<Value>(_ value: Value) {}
func log(_ event: ClientEvent) {}
func report(_ error: APIError) {}

/// A server that the machines of a fleet share.
struct SampleEngine: FleetEngine {
    func values(_ keys: [String]) async throws -> [Data?] { [] }
    func set(_ key: String, to value: Data, for lifetime: Duration) async throws {}
    func run(_ script: FleetScript, keys: [String], arguments: [Data]) async throws -> [Int] { [] }
}
let engine = SampleEngine()

struct ProgressBar {
    func update(_ fraction: Double) {}
}
let bar = ProgressBar()

/// An API with a method that starts an operation.
struct Google: APIClient {
    let client: Client
    static let api = APIDescription(name: "Google", baseURL: "https://api.example.com/")
    var videos: Videos { Videos(client: client) }

    struct Videos {
        let client: Client
        func generate(prompt: String) -> OperationRequest<JSON> {
            OperationRequest(Call(client, APIEngine.Method("videos.generate")), state: "done", result: "response")
        }
    }
}
let google = Google(account: account)

/// A screen of an app under test.
struct MembersScreen {
    init(_ vk: VK) {}
    func load() async throws -> MembersScreen { self }
}

/// A client that somebody has written.
struct OldSession: Sendable {
    let userID = 1
    let token = "token"
    func refreshToken() async throws -> String { token }
}

#if !canImport(Darwin)
    /// A stand-in for the class of Apple's systems.
    final class BackgroundTransfers: Sendable {
        struct Event: Sendable {
            let id: String
            let kind: String
        }
        let events = AsyncStream<Event> { $0.finish() }
        init(identifier: String) {}
        func download(_ url: URL, to file: URL, id: String) throws(APIError) {}
    }
#endif
