import Foundation
import MastodonClient
import Methodical
import MethodicalMock
import Testing

/// Tests of a client whose schema is imported from an OpenAPI document. They call a server that is made from that
/// schema.
@Suite struct MastodonClientTests {
    private let server: MockServer
    private let mastodon: Mastodon

    init() async throws {
        let package = URL(filePath: #filePath).appending(path: "../../..").standardized
        server = try await MockServer.start(schemas: package.appending(path: "Sources/MastodonClient/Schema"))
        mastodon = Mastodon(account: Account(token: "a token"), configuration: .init(baseURL: server.baseURL))
    }

    // MARK: Pages

    /// The server sends 40 posts and the address of the other 10.
    @Test func postsOfTwoPages() async throws {
        var timeline = HomeTimeline()
        try await timeline.readOlder(100, from: mastodon)
        #expect(timeline.posts.count == 50)
        #expect(Set(timeline.posts.map(\.id)).count == 50)
        #expect(server.calls.map { $0.arguments["limit"] } == ["40", "40"])
    }

    /// No page is requested that the timeline does not need.
    @Test func asManyPostsAsTheScreenShows() async throws {
        var timeline = HomeTimeline()
        try await timeline.readOlder(7, from: mastodon)
        #expect(timeline.posts.count == 7)
        #expect(server.calls.map { $0.arguments["limit"] } == ["7"])

        let last = timeline.posts[6].id
        try await timeline.readOlder(3, from: mastodon)
        #expect(timeline.posts.count == 10)
        #expect(server.calls[1].arguments["max_id"] == last)
    }

    /// Everybody may read the public timeline. The home timeline needs a token, so that call fails without a request.
    @Test func withoutAnAccount() async throws {
        let guest = Mastodon(configuration: .init(baseURL: server.baseURL))
        #expect(try await guest.timelines.getPublic(local: true, limit: 2).send().count == 2)
        await #expect(throws: APIError.self) { try await guest.timelines.getHome().send() }
        #expect(server.calls.map(\.method) == ["timelines.getPublic"])
    }

    // MARK: The stream

    /// The timeline is the newest posts at first, and changes with each event.
    @Test func theTimelineFollowsTheStream() async throws {
        server.on("timelines.getHome", [Self.post("1", "Good morning"), Self.post("0", "Hello")])
        server.on(
            "streaming.getUser",
            [
                ["update": Self.post("2", "It <em>snows</em>!")],
                ["delete": "1"],
                ["filters_changed": ""],
                ["notification": Self.notification("mention")],
            ])
        var states: [[String]] = []
        var notifications = 0
        for try await timeline in mastodon.homeTimeline(newest: 2) {
            states.append(timeline.posts.map(\.line))
            notifications = timeline.notifications.count
        }
        #expect(
            states == [
                ["Ada: Good morning", "Ada: Hello"],
                ["Ada: It snows!", "Ada: Good morning", "Ada: Hello"],
                ["Ada: It snows!", "Ada: Hello"],
                ["Ada: It snows!", "Ada: Hello"],
                ["Ada: It snows!", "Ada: Hello"],
            ])
        #expect(notifications == 1)
    }

    /// A kind of notification that the schema does not list is kept as it is.
    @Test func aNotificationOfANewKind() async throws {
        server.on("streaming.getUser", [["notification": Self.notification("quote")]])
        for try await event in mastodon.streaming.getUser() {
            guard case .notification(let notification) = event else { continue }
            #expect(notification.type.rawValue == "quote")
        }
    }

    /// A user may close the timeline while nothing happens. The time limit would end a loop that waits for the stream.
    @Test(.timeLimit(.minutes(2))) func leavingTheLoop() async throws {
        server.on("streaming.getUser") { _ in
            try await Task.sleep(for: .seconds(600))
            return []
        }
        for try await timeline in mastodon.homeTimeline(newest: 3) {
            #expect(timeline.posts.count == 3)
            break
        }
    }

    // MARK: Writing

    /// A lost response does not publish a post twice: the retry has the idempotency key of the first attempt.
    @Test func aPostIsPublishedOnce() async throws {
        server.fail("statuses.create", code: 503, status: 503, times: 1)
        try await mastodon.statuses.create(status: "Hello", visibility: .unlisted).send()

        let keys = server.calls.map { $0.arguments["Idempotency-Key"] }
        #expect(keys.count == 2)
        #expect(keys[0] != nil && keys[0] == keys[1])
        #expect(server.calls.allSatisfy { String(decoding: $0.body, as: UTF8.self).contains(#""status":"Hello""#) })
    }

    /// A refusal has the server's own words.
    @Test func aRefusal() async throws {
        server.fail("statuses.favourite", code: 404, "Record not found", status: 404)
        let error = await #expect(throws: APIError.self) { try await mastodon.statuses.favourite(id: "7").send() }
        #expect(error?.status == 404)
        #expect(error?.server?.message == "Record not found")
    }

    // MARK: Invented data

    private static let account: JSON = ["id": "1", "username": "ada", "acct": "ada", "display_name": "Ada"]

    private static func post(_ id: String, _ text: String) -> JSON {
        [
            "id": .string(id), "created_at": "2026-11-23T08:00:00.000Z", "account": account,
            "content": .string("<p>\(text)</p>"), "visibility": "public",
        ]
    }

    private static func notification(_ type: String) -> JSON {
        ["id": "9", "type": .string(type), "created_at": "2026-11-23T08:00:00.000Z", "account": account]
    }
}
